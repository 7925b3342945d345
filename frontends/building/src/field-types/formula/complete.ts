import { fieldText, marksOf } from './marks.ts';

export type Choice = { readonly kind: 'field' | 'function'; readonly name: string };

/** What may be put in place of a part of the text. `word` is what was typed of it. */
export type Completion = {
  readonly from: number;
  readonly to: number;
  readonly word: string;
  readonly choices: readonly Choice[];
};

const rank = (name: string, word: string): number => {
  const [own, sought] = [name.toLowerCase(), word.toLowerCase()];
  if (own.startsWith(sought)) return 0;
  return own.split(/[\s_-]/).some((part) => part.startsWith(sought)) ? 1 : own.includes(sought) ? 2 : 3;
};
const found = (names: readonly string[], word: string, kind: Choice['kind']): readonly (Choice & { rank: number })[] =>
  names
    .map((name) => ({ kind, name, rank: rank(name, word) }))
    .filter((one) => one.rank < 3)
    .toSorted((a, b) => a.rank - b.rank);

/**
 * What may be meant at a place. Behind `{` it is a field, behind letters a field or a function; with `always` there are
 * choices where nothing is typed yet.
 */
export const completionAt = (
  text: string,
  place: number,
  names: { readonly fields: readonly string[]; readonly functions: readonly string[] },
  always = false,
): Completion | undefined => {
  const mark = marksOf(text).find(({ from, to }) => from < place && place <= to);
  if (mark?.kind === 'open') {
    if (text[mark.from] !== '{') return undefined;
    const word = text.slice(mark.from + 1, place);
    const choices = found(names.fields, word.trimStart(), 'field');
    // What stands behind the place was there before the bracket.
    return choices.length === 0 ? undefined : { from: mark.from, to: place, word, choices };
  }
  // A field that is closed is one thing.
  if (mark !== undefined && (mark.kind === 'field' || mark.kind === 'text') && place < mark.to) return undefined;
  const worded = mark?.kind === 'name' || mark?.kind === 'function';
  if (!worded && !always) return undefined;
  const [from, to] = worded ? [mark.from, mark.to] : [place, place];
  const word = text.slice(from, place);
  const choices = [...found(names.fields, word, 'field'), ...found(names.functions, word, 'function')].toSorted(
    (a, b) => a.rank - b.rank,
  );
  if (choices.length === 0) return undefined;
  // A word that is written out needs no list.
  if (!always && choices.length === 1 && choices[0]!.name === text.slice(from, to)) return undefined;
  return { from, to, word, choices };
};

/** What a choice puts in, and where the caret stands in it: between the brackets of a function that takes something. */
export const insertionOf = (
  { kind, name }: Choice,
  { rest, takes }: { readonly rest: string; readonly takes: boolean },
): { readonly text: string; readonly caret: number } => {
  if (kind === 'field') return { text: fieldText(name), caret: fieldText(name).length };
  if (/^\s*\(/.test(rest)) return { text: name, caret: name.length + rest.indexOf('(') + 1 };
  return { text: `${name}()`, caret: name.length + (takes ? 1 : 2) };
};

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
};

/** The name that is most likely meant by one that is not there. */
export const nearest = (names: readonly string[], wrong: string): string | undefined => {
  const sought = wrong.slice(0, 60).toLowerCase();
  const [best] = names
    .map((name) => ({ name, far: distance(name.slice(0, 60).toLowerCase(), sought) }))
    .toSorted((a, b) => a.far - b.far);
  return best !== undefined && best.far <= Math.max(1, Math.floor(sought.length / 3)) ? best.name : undefined;
};
