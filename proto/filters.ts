import type { RecordFilter } from './gen/tessera/tables/v1/service.ts';

/** A filter of the API as messages have it. */
export const filterMessage = (filter: unknown): RecordFilter | undefined => {
  if (typeof filter !== 'object' || filter === null) return undefined;
  const group = filter as { readonly and?: readonly unknown[]; readonly or?: readonly unknown[] };
  for (const word of ['and', 'or'] as const) {
    const items = group[word];
    if (items !== undefined)
      return { filter: { $case: word, value: { items: items.flatMap((one) => filterMessage(one) ?? []) } } };
  }
  const { fieldId = '', part = '', operator = '', value } = filter as Readonly<Record<string, unknown>>;
  const valueJson = value === undefined ? '' : JSON.stringify(value);
  const condition = { fieldId: String(fieldId), part: String(part), operator: String(operator), valueJson };
  return { filter: { $case: 'condition', value: condition } };
};
