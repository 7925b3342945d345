import { fieldType } from '@tessera/fields';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import { isChoice, isList, type StorageKind } from '@tessera/kernel';
import type { FieldState } from '../definitions/state.ts';
import { storageOf } from '../definitions/types.ts';
import { invalid } from '../refusals.ts';

/** Whether a field of this storage has options of which a record holds one at a time: what stays are told of. */
export const holdsOneOption = (storage: StorageKind | undefined): boolean =>
  storage !== undefined && isChoice(storage) && !isList(storage);

/** The option of a choice whose time a field tells; undefined for fields that tell none. */
export const stageOf = ({
  type,
  props,
}: Pick<FieldState, 'type' | 'props'>): { readonly fieldId: string; readonly optionId: string } | undefined => {
  if (fieldType(type)?.apart !== 'stays') return undefined;
  const { fieldId = '', optionId = '' } = props as { readonly fieldId?: string; readonly optionId?: string };
  return { fieldId, optionId };
};

/** Throws `fields.source_unknown` where a field tells the time in what is no option of a choice that its maker sees. */
export const requireStage = (fields: readonly FieldState[], field: FieldState, fieldMask: Grant['fieldMask']): void => {
  const stage = stageOf(field);
  if (stage === undefined) return;
  const source = fields.find(({ id }) => id === stage.fieldId);
  if (
    source === undefined ||
    !maskAllows(fieldMask, source.id) ||
    !holdsOneOption(storageOf(source.type)) ||
    !(source.props.options ?? []).some(({ id }) => id === stage.optionId)
  )
    throw invalid('fields.source_unknown', { fieldId: stage.fieldId });
};
