import { fieldType } from '@tessera/fields';
import type { Field } from '@tessera/kit';
import type { ShownRecord } from '../data/cut-text.ts';
import { isEmpty, isReadOnly } from '../data/values.ts';

/**
 * What becomes of a field when records become one: they all have the same, one of their values is picked, their lists are
 * joined, or it is only shown since nobody writes it.
 */
export type Line = { readonly field: Field; readonly kind: 'same' | 'pick' | 'joined' | 'shown' };

const isOneLink = (field: Field): boolean =>
  fieldType(field.type)?.links !== undefined && (field.props as { readonly multiple?: boolean }).multiple === false;

/** A part of a list as it is told from others: a link, a label, a person or a file. */
const keyOf = (one: unknown): string =>
  typeof one === 'object' && one !== null && 'id' in one ? String(one.id) : String(one);
const isJoined = (field: Field, values: readonly unknown[]): boolean => {
  const lists = values.filter((value) => !isEmpty(value));
  return (
    !isOneLink(field) &&
    lists.length > 0 &&
    lists.every(
      (value) => Array.isArray(value) && value.every((one) => typeof one === 'string' || 'url' in (one as object)),
    )
  );
};

/** How records come together, field by field, in the order of the table. */
export const linesOf = (fields: readonly Field[], records: readonly ShownRecord[]): readonly Line[] =>
  fields.map((field) => {
    const values = records.map((record) => record.fields[field.id]);
    // A unique value stays with its record: whoever wants another lets that record stay.
    if (isReadOnly(field) || field.unique) return { field, kind: 'shown' };
    const texts = new Set(values.map((value) => (isEmpty(value) ? '' : JSON.stringify(value))));
    if (texts.size === 1) return { field, kind: 'same' };
    return { field, kind: isJoined(field, values) ? 'joined' : 'pick' };
  });

/** Whose value stays at first: that of the record that stays, or the newest one where it has none. */
export const firstChoice = (field: Field, records: readonly ShownRecord[], keep: number): number => {
  const has = (at: number): boolean => !isEmpty(records[at]?.fields[field.id]);
  if (has(keep)) return keep;
  const filled = [...records.keys()].filter(has);
  return filled.toSorted((a, b) => (records[a]!.id < records[b]!.id ? 1 : -1))[0] ?? keep;
};

/** All parts of the lists of several records, each once; those of the record that stays come first. */
export const joined = (field: Field, records: readonly ShownRecord[], keep: number): readonly unknown[] => {
  const inOrder = [records[keep]!, ...records.filter((_, at) => at !== keep)];
  const parts = new Map<string, unknown>();
  for (const { fields } of inOrder)
    for (const one of (fields[field.id] ?? []) as readonly unknown[])
      if (!parts.has(keyOf(one))) parts.set(keyOf(one), one);
  return [...parts.values()];
};

const written = (one: unknown): unknown =>
  typeof one === 'object' && one !== null && 'url' in one && 'id' in one && 'name' in one
    ? { id: one.id, name: one.name }
    : one;

/** What is written into the record that stays: no more than what differs from what it has. */
export const changesOf = (
  lines: readonly Line[],
  records: readonly ShownRecord[],
  keep: number,
  chosen: ReadonlyMap<string, number>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    lines.flatMap(({ field, kind }): readonly (readonly [string, unknown])[] => {
      const own = records[keep]!.fields[field.id];
      if (kind === 'joined') {
        const all = joined(field, records, keep);
        return all.length === ((own ?? []) as readonly unknown[]).length ? [] : [[field.id, all.map(written)]];
      }
      if (kind !== 'pick') return [];
      const at = chosen.get(field.id) ?? firstChoice(field, records, keep);
      if (at === keep) return [];
      const value = records[at]!.fields[field.id] ?? null;
      return [[field.id, Array.isArray(value) ? value.map(written) : value]];
    }),
  );
