/** Somebody who is named in a comment. */
export type Named = { readonly id: string; readonly name: string };
export type CommentPart =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'mention'; readonly person: Named };

const token = /<@([0-9a-z]{26})>/g;
/** Characters after the sign that may still be the beginning of a name. */
const longestSearch = 40;
/** People who are offered at once. */
const mostOffered = 6;

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** A comment as it is read: its words, and the people that it mentions. Who is not known stays as it was written. */
export const partsOf = (text: string, people: ReadonlyMap<string, string>): readonly CommentPart[] => {
  const parts: CommentPart[] = [];
  let from = 0;
  for (const found of text.matchAll(token)) {
    const name = people.get(found[1]!);
    if (name === undefined) continue;
    if (found.index > from) parts.push({ kind: 'text', text: text.slice(from, found.index) });
    parts.push({ kind: 'mention', person: { id: found[1]!, name } });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
};

/** A comment as it is typed: people by their names. */
export const typedOf = (text: string, people: ReadonlyMap<string, string>): string =>
  partsOf(text, people)
    .map((part) => (part.kind === 'text' ? part.text : `@${part.person.name}`))
    .join('');

const goesOn = /^[\p{L}\p{N}]/u;

/** What was typed as it is kept: names of the people who were chosen become their ids. Of two names the longer is meant. */
export const keptOf = (typed: string, chosen: readonly Named[]): string => {
  const longestFirst = chosen.toSorted((a, b) => b.name.length - a.name.length);
  let kept = '';
  let from = 0;
  for (let at = typed.indexOf('@'); at >= 0 && longestFirst.length > 0; at = typed.indexOf('@', at + 1)) {
    if (at < from) continue;
    const meant = longestFirst.find(
      ({ name }) =>
        typed.startsWith(name, at + 1) && !goesOn.test(typed.slice(at + 1 + name.length, at + 3 + name.length)),
    );
    if (meant === undefined) continue;
    kept += `${typed.slice(from, at)}<@${meant.id}>`;
    from = at + 1 + meant.name.length;
  }
  return kept + typed.slice(from);
};

/** Whom somebody is about to mention at the caret: where the sign stands and what follows it; undefined for nobody. */
export const soughtAt = (
  typed: string,
  caret: number,
): { readonly from: number; readonly search: string } | undefined => {
  const from = typed.lastIndexOf('@', caret - 1);
  if (from < 0 || caret - from - 1 > longestSearch) return undefined;
  const search = typed.slice(from + 1, caret);
  const before = from === 0 ? ' ' : typed[from - 1]!;
  if (!/[\s([{"'“]/.test(before) || /[\n@]/.test(search) || /^\s/.test(search)) return undefined;
  return { from, search };
};

/** People whose name, or a word of it, begins so; who begins with it comes first. */
export const offered = (people: readonly Named[], search: string): readonly Named[] => {
  const wanted = folded(search);
  const rank = ({ name }: Named): number => {
    const own = folded(name);
    if (own.startsWith(wanted)) return 0;
    if (own.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
    return own.includes(wanted) ? 2 : 3;
  };
  return people
    .map((person) => [rank(person), person] as const)
    .filter(([at]) => at < 3)
    .toSorted(([a, one], [b, other]) => a - b || one.name.localeCompare(other.name))
    .slice(0, mostOffered)
    .map(([, person]) => person);
};
