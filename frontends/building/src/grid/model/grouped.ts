import { groupedLines } from './grouped-lines.ts';
import type { GridGroup, Groups } from './lines.ts';

/** A group as the API answers it. */
export type AnsweredGroup<Value = unknown> = {
  readonly begins: number;
  readonly key: readonly unknown[];
  readonly count: number;
  readonly values: readonly Value[];
};

/** What a group is told apart by, whatever its place among the others. */
export const pathOf = (key: readonly unknown[]): string =>
  JSON.stringify(key.map((value) => (typeof value === 'string' ? value.toLowerCase() : value)));

/**
 * The groups of all levels as the grid draws them, from the groups of each level in their order (`levels[0]` the
 * outermost), with what each comes to.
 */
export const gridGroups = <Value>(
  levels: readonly (readonly AnsweredGroup<Value>[])[],
  isFolded: (path: string) => boolean,
): { readonly groups: readonly GridGroup[]; readonly values: ReadonlyMap<string, readonly Value[]> } => {
  const leaves = levels.at(-1) ?? [];
  const last = levels.length - 1;
  const groups: GridGroup[] = [];
  const values = new Map<string, readonly Value[]>();
  const at = levels.map(() => -1);
  let first = 0;
  for (const leaf of leaves) {
    for (let level = leaf.begins; level <= last; level++) {
      at[level] = (at[level] ?? -1) + 1;
      const own = levels[level]?.[at[level] ?? 0];
      const key = leaf.key.slice(0, level + 1);
      const path = pathOf(key);
      values.set(path, own?.values ?? []);
      groups.push({
        path,
        level,
        key,
        count: own?.count ?? leaf.count,
        first,
        innermost: level === last,
        folded: isFolded(path),
      });
    }
    first += leaf.count;
  }
  return { groups, values };
};

/** The groups after rows came (`by` 1) or went (-1) at a place, until they are counted anew. */
export const shiftedGroups = (groups: readonly GridGroup[], place: number, by: number): readonly GridGroup[] => {
  let leaf = groups.findIndex(
    ({ innermost, first, count }) =>
      innermost && place >= first && place < first + Math.max(1, count) + (by > 0 ? 1 : 0),
  );
  // A row that comes behind the last of a group is of that group and not of the next.
  if (by > 0) {
    const own = groups.findLastIndex(
      ({ innermost, first, count }) => innermost && place > first && place <= first + count,
    );
    if (own >= 0) leaf = own;
  }
  if (leaf < 0) return groups;
  const path = groups[leaf]!.key;
  return groups.map((group, i) =>
    i <= leaf && group.key.every((value, level) => value === path[level])
      ? { ...group, count: group.count + by }
      : i > leaf
        ? { ...group, first: group.first + by }
        : group,
  );
};

/** Groups as the grid keeps them. `adds`: whether each has a line for new records. */
export const groupsOf = (list: readonly GridGroup[], adds: boolean): Groups => ({
  list,
  lines: (rowHeight, size) => groupedLines(list, rowHeight, size, adds),
  shifted: (place, by) => groupsOf(shiftedGroups(list, place, by), adds),
});
