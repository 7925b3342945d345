/** What a key does to a text: what comes in place of what, and what is selected then. */
export type Edit = {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly select: readonly [from: number, to: number];
};

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
const blanksOf = (line: string): string => line.slice(0, line.length - line.trimStart().length);

/** Tab: a step further in; with several lines selected, each of them. */
export const indented = (text: string, from: number, to: number, unit: string): Edit => {
  if (!text.slice(from, to).includes('\n')) {
    const column = from - lineStart(text, from);
    const added = ' '.repeat(unit.length - (column % unit.length));
    const at = from + added.length;
    return { from, to, text: added, select: [at, at] };
  }
  const start = lineStart(text, from);
  const lines = text.slice(start, to).split('\n');
  const put = lines.map((line) => (line === '' ? line : unit + line));
  const changed = put.join('\n');
  return { from: start, to, text: changed, select: [start, start + changed.length] };
};

/** Shift Tab: the lines of the selection a step further out. Undefined where none can be. */
export const outdented = (text: string, from: number, to: number, unit: string): Edit | undefined => {
  const start = lineStart(text, from);
  const found = text.indexOf('\n', to);
  const end = found === -1 ? text.length : found;
  const lines = text.slice(start, end).split('\n');
  const taken = lines.map((line) => {
    if (line.startsWith('\t')) return 1;
    return Math.min(blanksOf(line).length, unit.length);
  });
  const sum = taken.reduce((total, one) => total + one, 0);
  if (sum === 0) return undefined;
  const changed = lines.map((line, at) => line.slice(taken[at])).join('\n');
  const first = Math.max(start, from - (taken[0] ?? 0));
  return { from: start, to: end, text: changed, select: [first, Math.max(first, to - sum)] };
};

/** Enter: as far in as the line above, and a step further behind what opens a block. */
export const newLine = (text: string, from: number, to: number, unit: string): Edit => {
  const before = text.slice(lineStart(text, from), from);
  const opens = ['{', '(', '[', ':'].some((sign) => before.trimEnd().endsWith(sign));
  const added = `\n${blanksOf(before)}${opens ? unit : ''}`;
  const at = from + added.length;
  return { from, to, text: added, select: [at, at] };
};

/** Line and column of a place, both from 1. */
export const placeOf = (text: string, at: number): { readonly line: number; readonly column: number } => {
  let line = 1;
  for (let found = text.indexOf('\n'); found !== -1 && found < at; found = text.indexOf('\n', found + 1)) line++;
  return { line, column: at - lineStart(text, at) + 1 };
};

/** The lines (from 0) between the first and the last that differ from what was; undefined where none does. */
export const changedLines = (
  was: string,
  now: string,
): { readonly from: number; readonly count: number } | undefined => {
  if (was === now) return undefined;
  const old = was.split('\n');
  const lines = now.split('\n');
  let from = 0;
  while (from < old.length && from < lines.length && old[from] === lines[from]) from++;
  let same = 0;
  while (
    same < old.length - from &&
    same < lines.length - from &&
    old[old.length - 1 - same] === lines[lines.length - 1 - same]
  )
    same++;
  return { from, count: Math.max(1, lines.length - from - same) };
};
