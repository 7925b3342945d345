import type { Part } from './builder.resource.ts';

type Needing = Pick<Part, 'id' | 'needs'>;

/** What is left out when one part is: it, and all that cannot do without it. */
export const leftOut = (parts: readonly Needing[], without: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const out = new Set([...without, id]);
  for (let before = 0; before !== out.size;) {
    before = out.size;
    for (const part of parts) if (part.needs.some((one) => out.has(one))) out.add(part.id);
  }
  return out;
};

/** What is left out still when one part is taken in again: not it, and nothing that it needs. */
export const takenIn = (parts: readonly Needing[], without: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const out = new Set(without);
  const take = (one: string): void => {
    if (!out.delete(one)) return;
    for (const needed of parts.find((part) => part.id === one)?.needs ?? []) take(needed);
  };
  take(id);
  return out;
};
