/** Something that happened, with when (ISO 8601). */
type Timed = { readonly time: string };
/** One source of a stream, newest first; `more` where it goes on behind what came. */
export type Source<T extends Timed> = { readonly items: readonly T[]; readonly more: boolean };

/**
 * Two sources as one stream, newest first. What one of them may still put between two entries is not known yet, so the
 * stream ends where a source that goes on ends.
 */
export const streamOf = <A extends Timed, B extends Timed>(a: Source<A>, b: Source<B>): readonly (A | B)[] => {
  const ends = [a, b].flatMap(({ items, more }) => (more ? [Date.parse(items.at(-1)?.time ?? '')] : []));
  const end = Math.max(Number.NEGATIVE_INFINITY, ...ends.filter((time) => !Number.isNaN(time)));
  const known = [...a.items, ...b.items].map((one) => [Date.parse(one.time), one] as const);
  return known
    .filter(([time]) => time >= end)
    .toSorted(([one], [other]) => other - one)
    .map(([, one]) => one);
};
