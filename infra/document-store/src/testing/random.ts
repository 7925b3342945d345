/** A seeded generator (mulberry32): the same seed gives the same cases on every machine. */
export const random = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    chance: (share: number): boolean => next() < share,
    pick: <T>(items: readonly T[]): T => items[int(items.length)]!,
    some: <T>(items: readonly T[], most: number): T[] =>
      Array.from({ length: int(most + 1) }, () => items[int(items.length)]!),
  };
};
export type Random = ReturnType<typeof random>;
