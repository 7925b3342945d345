import { fold } from '@tessera/kernel';

/** How much alike records must be: by the same values, by nearly the same ones, or by one that hardly two things share. */
export const likenesses = ['exact', 'close', 'loose'] as const;
export type Likeness = (typeof likenesses)[number];

const word = /[\p{L}\p{N}]+/gu;
const letter = /\p{L}/u;

/** A text without case, spaces and punctuation. */
const bare = (text: string): string => (fold(text).match(word) ?? []).join('');

/** How a word sounds, roughly: doubled letters once, no plural, no vowel behind its first letter. Numbers stay. */
const sound = (one: string): string => {
  if (one.length < 4 || !letter.test(one)) return one;
  const letters = [...one];
  const once = letters
    .filter((each, at) => each !== letters[at - 1])
    .join('')
    .replace(/s$/u, '');
  return once.slice(0, 1) + once.slice(1).replace(/[aeiouy]/gu, '');
};

/** The same for spelling and the order of words, where it has any: of a number its digits count alone. */
const nearly = (text: string): string => {
  const words = fold(text).match(word) ?? [];
  return words.some((one) => letter.test(one)) ? words.map(sound).toSorted().join(' ') : words.join('');
};

/** The values of one record, in the order of the fields that are compared; '' for none. */
export type Values = readonly string[];

/** What values are compared by. */
export const keysOf = (values: Values, how: Likeness): Values => values.map(how === 'exact' ? bare : nearly);

/**
 * The marks of a record: two with a mark in common are alike. `exact`: all fields are the same; `close`: two of them are
 * nearly, or the one that is compared; `loose`: a strong one alone is enough.
 */
export const marksOf = (keys: Values, how: Likeness, strong: readonly boolean[]): readonly string[] => {
  if (how === 'exact') return keys.some((key) => key !== '') ? [keys.join('\u0001')] : [];
  const alone = keys.flatMap((key, at) =>
    key !== '' && (keys.length === 1 || (how === 'loose' && strong[at] === true)) ? [`${at}\u0001${key}`] : [],
  );
  const pairs = keys.flatMap((key, at) =>
    key === ''
      ? []
      : keys
          .slice(at + 1)
          .flatMap((other, i) => (other === '' ? [] : [`${at}\u0001${key}\u0001${at + 1 + i}\u0001${other}`])),
  );
  return [...alone, ...pairs];
};

export type Group = {
  /** Places of records, in the order in which they came. */
  readonly members: readonly number[];
  /** Places of the fields in which all of them are alike. */
  readonly fields: readonly number[];
};

/** Puts records together that are alike, also by way of a third one. */
export const createGroups = (how: Likeness, strong: readonly boolean[]) => {
  const all: Values[] = [];
  const parents: number[] = [];
  const first = new Map<string, number>();
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root]!;
    for (let one = at; one !== root;) [one, parents[one]] = [parents[one]!, root];
    return root;
  };
  return {
    add(values: Values): void {
      const keys = keysOf(values, how);
      const at = all.push(keys) - 1;
      parents.push(at);
      for (const mark of marksOf(keys, how, strong)) {
        const other = first.get(mark);
        if (other === undefined) first.set(mark, at);
        else parents[Math.max(rootOf(other), rootOf(at))] = Math.min(rootOf(other), rootOf(at));
      }
    },
    size: (): number => all.length,
    groups(): readonly Group[] {
      const byRoot = Map.groupBy(all.keys(), rootOf);
      return [...byRoot.values()]
        .filter(({ length }) => length > 1)
        .map((members) => ({
          members,
          fields: (all[members[0]!] ?? []).flatMap((key, at) =>
            key !== '' && members.every((one) => all[one]![at] === key) ? [at] : [],
          ),
        }));
    },
  };
};
