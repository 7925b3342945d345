import type { Filter, Id } from '@tessera/kit';

/** A filter of the days of a period beside the one that a block has. */
export const filterOf = (
  filter: Filter | undefined,
  fieldId: Id | undefined,
  days: { readonly from: string; readonly to: string } | undefined,
): Filter | undefined => {
  if (fieldId === undefined || days === undefined) return filter;
  const within = { fieldId, operator: 'between', value: days } as unknown as Filter;
  return filter === undefined ? within : ({ and: [filter, within] } as Filter);
};
