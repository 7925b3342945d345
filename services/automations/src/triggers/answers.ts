import type { Field } from '@tessera/proto/tables/v1/events';
import { fold } from '@tessera/kernel';
import { isObject } from '@tessera/proto/automations';

/** What a before-trigger says of one record; undefined lets it pass as it is. */
export type Said = { readonly refuse: string } | { readonly values: Readonly<Record<string, unknown>> } | undefined;

const longest = 500;

/** Values by the ids of fields: a name stands for its field, whatever its case. Undefined where one is none. */
const byId = (
  values: Readonly<Record<string, unknown>>,
  fields: readonly Pick<Field, 'id' | 'name'>[],
): Readonly<Record<string, unknown>> | undefined => {
  const ids = new Map([
    ...fields.map(({ id, name }) => [fold(name), id] as const),
    ...fields.map(({ id }) => [id, id] as const),
  ]);
  const found = Object.entries(values).map(([name, value]) => [ids.get(name) ?? ids.get(fold(name)), value] as const);
  return found.some(([id]) => id === undefined) ? undefined : Object.fromEntries(found as [string, unknown][]);
};

const saidOf = (answer: unknown, fields: readonly Pick<Field, 'id' | 'name'>[]): Said | 'unknown' => {
  if (answer === null || answer === undefined) return undefined;
  if (!isObject(answer)) return 'unknown';
  const { refuse, values } = answer;
  if (typeof refuse === 'string' && refuse.trim() !== '') return { refuse: refuse.trim().slice(0, longest) };
  if (!isObject(values)) return 'unknown';
  const named = byId(values, fields);
  return named === undefined ? 'unknown' : { values: named };
};

/**
 * What the answer of a before-trigger says of each of `count` records: nothing lets all of them pass; `{refuse}` or
 * `{values}` is of all of them; `{records: [...]}` has one of these for each, or null. Undefined where it is none of it.
 */
export const answersOf = (
  answer: unknown,
  count: number,
  fields: readonly Pick<Field, 'id' | 'name'>[],
): readonly Said[] | undefined => {
  const each =
    isObject(answer) && Array.isArray(answer['records'])
      ? (answer['records'] as readonly unknown[])
      : Array.from({ length: count }, () => answer);
  if (each.length !== count) return undefined;
  const said = each.map((one) => saidOf(one, fields));
  return said.includes('unknown') ? undefined : (said as readonly Said[]);
};
