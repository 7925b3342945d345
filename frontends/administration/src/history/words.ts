import { useFormats, useTexts } from '@tessera/kit';
import { useCallback } from 'react';
import type { Action } from './history.resource.ts';

/** A part of a sentence; what something is called stands out. */
export type Part = { readonly text: string; readonly named?: true };

// No name holds them, so that a sentence can be taken apart again.
const [open, close] = ['\u0002', '\u0003'];
const marked = (name: string): string => `${open}${name}${close}`;

/** A sentence with marked names, in its parts. */
export const partsOf = (sentence: string): readonly Part[] =>
  sentence.split(open).flatMap((piece, i): Part[] => {
    if (i === 0) return piece === '' ? [] : [{ text: piece }];
    const [name = '', rest = ''] = piece.split(close);
    return [{ text: name, named: true }, ...(rest === '' ? [] : [{ text: rest }])];
  });

/** What an action did, after the name of who did it: "changed Stage of Renewal in Deals". */
export const useActionWords = (): ((action: Action) => readonly Part[]) => {
  const t = useTexts('administration');
  const { list } = useFormats();
  return useCallback(
    (action) => {
      const { kind, count, target, affected_object: table, affected_fields: fields, changes } = action;
      const called = (label: string | undefined): string =>
        marked(label === undefined || label === '' ? t('log.unnamed') : label);
      const value = (name: string, of: string): string =>
        name === 'seat' ? t(`log.seats.${of}`, { defaultValue: of }) : of;
      const told = changes.map(({ name, before, after }) =>
        t(`log.changed.${name}`, { before: value(name, before), after: value(name, after) }),
      );
      const values = {
        name: called(target?.label),
        table: called(table?.label),
        count,
        fields: marked(
          list([
            ...fields.slice(0, 2),
            ...(fields.length > 2 ? [t('log.moreFields', { count: fields.length - 2 })] : []),
          ]),
        ),
        changes: list(told),
      };
      const form =
        kind === 'memberAssigned'
          ? ''
          : target?.kind === 'record' || count === 0
            ? fields.length > 0
              ? '.fields'
              : '.named'
            : fields.length > 0
              ? '.fieldsOfMany'
              : '.many';
      const isLink = kind.startsWith('invitation') && (target?.label ?? '') === '';
      const keys = [`log.what.${kind}${isLink ? '.link' : form}`, `log.what.${kind}`, 'log.what.other'];
      const what = t(keys, values);
      return partsOf(action.undoes === null ? what : t('log.undid', { what }));
    },
    [t, list],
  );
};

/** Who did it: a person, a token, an import or the product itself. */
export const useActorName = (): ((action: Action) => string) => {
  const t = useTexts('administration');
  return useCallback(
    ({ created_by: { kind, name } }) => (name !== '' ? name : t([`log.nameless.${kind}`, 'log.nameless.other'])),
    [t],
  );
};
