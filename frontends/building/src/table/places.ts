import { fieldType, fieldTypes } from '@tessera/fields';
import type { Field, Id, IconType } from '@tessera/kit';
import { useCallback } from 'react';
import { fieldIcon, usePartNames } from '../field-types/list.ts';

/** A field, or a part of one whose values have parts: what a condition compares and an order goes by. */
export type FieldPlace = { readonly fieldId: Id; readonly part?: string };

/** A place as one entry of a list. */
export const placeId = ({ fieldId, part }: { readonly fieldId: Id; readonly part?: string | undefined }): string =>
  part === undefined ? fieldId : `${fieldId}/${part}`;
export const placeOf = (id: string): FieldPlace => {
  const [fieldId = '', part] = id.split('/');
  return part === undefined ? { fieldId } : { fieldId, part };
};

/** A field whose values are those of a part: what the value of a condition on the part is entered as. */
export const partField = (field: Field, part: string | undefined): Field => {
  const kind = part === undefined ? undefined : fieldType(field.type)?.parts?.[part]?.kind;
  const plain = fieldTypes.find(({ storage, system }) => system === undefined && storage === kind);
  return plain === undefined ? field : { ...field, type: plain.id, props: {} };
};

/** The entries of a field in a list: the field, and behind it the given ones of its parts. */
export const usePlaces = (): ((
  field: Field,
  parts: readonly string[],
) => readonly { readonly value: string; readonly label: string; readonly icon: IconType }[]) => {
  const partName = usePartNames();
  return useCallback(
    (field, parts) => [
      { value: field.id, label: field.name, icon: fieldIcon(field.type) },
      ...parts.map((part) => ({
        value: placeId({ fieldId: field.id, part }),
        label: `${field.name} · ${partName(field.type, part)}`,
        icon: fieldIcon(field.type),
      })),
    ],
    [partName],
  );
};
