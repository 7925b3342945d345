import type { Person } from '../bus.ts';

type Part = {
  readonly table: string;
  readonly all?: true;
  readonly people: readonly (Person & { readonly key: string })[];
  readonly gone?: readonly string[];
  readonly count: number;
};

/** Who a client knows to be at a table, from all frames that it got. */
export const seenPeople = (
  frames: readonly { readonly [key: string]: unknown }[],
  table: string,
): { readonly people: readonly Person[]; readonly count: number } => {
  const people = new Map<string, Person>();
  let count = 0;
  for (const frame of frames) {
    if (frame['type'] !== 'presence') continue;
    for (const part of frame['tables'] as readonly Part[]) {
      if (part.table !== table) continue;
      if (part.all === true) people.clear();
      for (const key of part.gone ?? []) people.delete(key);
      for (const { key, ...person } of part.people) people.set(key, person);
      count = part.count;
    }
  }
  return { people: [...people.values()], count };
};
