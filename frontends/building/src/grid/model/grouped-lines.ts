import { type AddLine, addHeight, type GridGroup, groupHeadHeight, type HeadLine, type Lines } from './lines.ts';

type Run = { readonly top: number; readonly first: number; readonly count: number };

/** The last of a sorted list whose key is at most `at`; -1 where none is. */
const lastAtMost = <T>(list: readonly T[], at: number, keyOf: (one: T) => number): number => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keyOf(list[middle]!) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/**
 * Rows under the heads of their groups, given in their order, each before those within it. Rows beyond the last group
 * (there may be more by now than when the groups were counted) stand at the end.
 */
export const groupedLines = (groups: readonly GridGroup[], rowHeight: number, size: number, adds: boolean): Lines => {
  const marks: (HeadLine | AddLine)[] = [];
  const runs: Run[] = [];
  let y = 0;
  let hiddenFrom = Number.POSITIVE_INFINITY;
  let next = 0;
  for (const group of groups) {
    if (group.level > hiddenFrom) {
      // Within a folded group.
      if (group.innermost) {
        runs.push({ top: y - groupHeadHeight, first: group.first, count: 0 });
        next = group.first + group.count;
      }
      continue;
    }
    hiddenFrom = group.folded ? group.level : Number.POSITIVE_INFINITY;
    marks.push({ kind: 'head', top: y, group });
    y += groupHeadHeight;
    if (!group.innermost) continue;
    const shown = group.folded ? 0 : Math.max(0, Math.min(group.count, size - group.first));
    runs.push({ top: group.folded ? y - groupHeadHeight : y, first: group.first, count: shown });
    y += shown * rowHeight;
    next = group.first + group.count;
    if (!adds || group.folded) continue;
    marks.push({ kind: 'add', top: y, group });
    y += addHeight;
  }
  if (size > next) {
    runs.push({ top: y, first: next, count: size - next });
    y += (size - next) * rowHeight;
  }
  const runOf = (row: number): Run | undefined => runs[lastAtMost(runs, row, ({ first }) => first)];
  const shownRuns = runs.filter(({ count }) => count > 0);
  const runAt = (at: number): Run | undefined => shownRuns[lastAtMost(shownRuns, at, ({ top }) => top)];
  const isShown = (row: number): boolean => {
    const run = runOf(row);
    return run !== undefined && row < run.first + run.count;
  };
  return {
    height: y,
    grouped: true,
    rowHeight,
    top: (row) => {
      const run = runOf(row);
      return run === undefined ? 0 : run.top + Math.min(row - run.first, run.count) * rowHeight;
    },
    isShown,
    rowAt: (at) => {
      const run = runAt(at) ?? shownRuns[0];
      if (run === undefined) return -1;
      return run.first + Math.max(0, Math.min(run.count - 1, Math.floor((at - run.top) / rowHeight)));
    },
    isRow: (at) => {
      const run = runAt(at);
      return run !== undefined && at < run.top + run.count * rowHeight;
    },
    runs: (from, to) => {
      const found: [number, number][] = [];
      for (
        let i = Math.max(
          0,
          lastAtMost(shownRuns, from, ({ top }) => top),
        );
        i < shownRuns.length;
        i++
      ) {
        const { top, first, count } = shownRuns[i]!;
        if (top >= to) break;
        const begin = Math.max(0, Math.floor((from - top) / rowHeight));
        const end = Math.min(count, Math.ceil((to - top) / rowHeight)) - 1;
        if (end >= begin) found.push([first + begin, first + end]);
      }
      return found;
    },
    nearest: (row, direction) => {
      if (isShown(row)) return row;
      const after = shownRuns.find(({ first }) => first > row)?.first;
      const before = shownRuns.findLast(({ first }) => first <= row);
      const back = before === undefined ? undefined : before.first + before.count - 1;
      return (direction < 0 ? (back ?? after) : (after ?? back)) ?? row;
    },
    between: (from, to) => {
      const found: (HeadLine | AddLine)[] = [];
      for (
        let i = Math.max(
          0,
          lastAtMost(marks, from, ({ top }) => top),
        );
        i < marks.length;
        i++
      ) {
        if (marks[i]!.top >= to) break;
        found.push(marks[i]!);
      }
      return found;
    },
    headsAt: (at) => {
      const found: HeadLine[] = [];
      for (let i = lastAtMost(marks, at, ({ top }) => top); i >= 0; i--) {
        const mark = marks[i]!;
        if (mark.kind !== 'head' || mark.group.level >= (found[0]?.group.level ?? Number.POSITIVE_INFINITY)) continue;
        found.unshift(mark);
        if (mark.group.level === 0) break;
      }
      return found;
    },
  };
};
