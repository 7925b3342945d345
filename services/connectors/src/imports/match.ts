import { fold } from '@tessera/kernel';

/** What a column may be matched with: a field of the table that takes values. */
export type Target = { readonly id: string; readonly name: string };

/**
 * The field for each column of a file, by its header: the same name, else the only one that differs in case, accents
 * and blanks alone. A field takes one column, the first of the best; columns without one answer undefined, and so do
 * those that several fields would fit. `chosen`: by column what a person said, null for none of them; such fields are
 * not proposed again.
 */
export const matchColumns = (
  headers: readonly string[],
  fields: readonly Target[],
  chosen: ReadonlyMap<number, string | null> = new Map(),
): readonly (string | undefined)[] => {
  const taken = new Set<string>();
  for (const fieldId of chosen.values()) if (fieldId !== null) taken.add(fieldId);
  const found = new Map<number, string>();
  const propose = (key: (name: string) => string): void => {
    const groups = Map.groupBy(fields, ({ name }) => key(name));
    headers.forEach((header, index) => {
      if (found.has(index) || chosen.has(index) || header.trim() === '') return;
      const [field, ...others] = groups.get(key(header)) ?? [];
      if (field === undefined || others.length > 0 || taken.has(field.id)) return;
      taken.add(field.id);
      found.set(index, field.id);
    });
  };
  propose((name) => name.trim());
  propose(fold);
  return headers.map((_, index) => (chosen.has(index) ? (chosen.get(index) ?? undefined) : found.get(index)));
};
