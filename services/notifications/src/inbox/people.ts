import type { Column } from '@tessera/proto/tables/v1/values';

const set = 0;

/** The people that a column names, by the record's place; undefined for a column of other values. */
export const peopleIn = (column: Column, count: number): readonly (readonly string[])[] | undefined => {
  const { cells, states } = column;
  if (cells?.$case !== 'user' && cells?.$case !== 'users') return undefined;
  const named =
    cells.$case === 'user' ? cells.value.values.map((id) => [id]) : cells.value.values.map(({ ids }) => ids);
  let next = 0;
  return Array.from({ length: count }, (_, i) =>
    states.length === 0 || states[i] === set ? (named[next++] ?? []) : [],
  );
};

/** Whom a batch names that it did not name before: each person with the records, in their order. */
export const newlyNamed = (
  recordIds: readonly string[],
  before: readonly Column[],
  after: readonly Column[],
): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const column of after) {
    const named = peopleIn(column, recordIds.length);
    if (named === undefined) continue;
    const earlier = before.find(({ fieldId }) => fieldId === column.fieldId);
    const known = earlier === undefined ? undefined : peopleIn(earlier, recordIds.length);
    for (const [i, people] of named.entries())
      for (const person of people) {
        if (known?.[i]?.includes(person) === true) continue;
        const records = found.get(person) ?? [];
        if (records.at(-1) !== recordIds[i]) records.push(recordIds[i]!);
        found.set(person, records);
      }
  }
  return found;
};
