/** A column as the grid lays it out; widths in CSS pixels. */
export type ColumnWidth = { readonly id: string; readonly width: number };

export type ColumnLayout = {
  /**
   * Left edge of each column from the first column's left edge; one more entry than columns, the last is the total
   * width.
   */
  readonly lefts: readonly number[];
  readonly total: number;
};

/** How narrow a column may be and how wide it is by itself, in px. */
export const columnSizes = {
  standard: { least: 260, own: 270 },
  compact: { least: 80, own: 180 },
} as const;
export const gutter = 64;
/** Where text begins in rows of several lines, in px from their top; null where it is centred. */
export const topOf = (rowHeight: number): number | null => (rowHeight >= 96 ? 8 : rowHeight >= 64 ? 12 : null);
/** Room at each side of a cell, in px. */
export const cellInset = { standard: 12, compact: 8 } as const;

export const layoutColumns = (columns: readonly ColumnWidth[]): ColumnLayout => {
  const lefts = [0];
  for (const column of columns) lefts.push((lefts.at(-1) ?? 0) + column.width);
  return { lefts, total: lefts.at(-1) ?? 0 };
};

/** Index of the column under `x`, clamped to the first and last. */
export const columnAt = ({ lefts }: ColumnLayout, x: number): number => {
  let low = 0;
  let high = lefts.length - 2;
  if (high < 0) return 0;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lefts[middle] ?? 0) <= x) low = middle;
    else high = middle - 1;
  }
  return low;
};

/**
 * The columns to draw: those that touch the part of the width that frozen columns leave free. `[first, last]`, both
 * included; empty when last < first.
 */
export const visibleColumns = (
  layout: ColumnLayout,
  frozen: number,
  scrollLeft: number,
  width: number,
  overscan: number,
): readonly [number, number] => {
  const count = layout.lefts.length - 1;
  if (count <= frozen) return [frozen, frozen - 1];
  const from = scrollLeft + (layout.lefts[frozen] ?? 0);
  const to = scrollLeft + width;
  return [
    Math.max(frozen, columnAt(layout, from) - overscan),
    Math.min(count - 1, columnAt(layout, Math.max(from, to)) + overscan),
  ];
};

/** Freezing is given up where it would leave less than half of the width for the rest. */
export const frozenThatFits = (columns: readonly ColumnWidth[], wanted: number, width: number): number => {
  let frozen = 0;
  let used = gutter;
  for (const column of columns.slice(0, wanted)) {
    used += column.width;
    if (used > width / 2) break;
    frozen += 1;
  }
  return frozen;
};

/** Where a dragged column lands: the gap nearest to `x`, as an index into the list without the dragged column. */
export const dropIndex = (layout: ColumnLayout, x: number, dragged: number, first: number): number => {
  let gap = first;
  for (let i = first; i < layout.lefts.length - 1; i++) {
    if (x > ((layout.lefts[i] ?? 0) + (layout.lefts[i + 1] ?? 0)) / 2) gap = i + 1;
  }
  return gap > dragged ? gap - 1 : gap;
};

/** Moves one entry of a list. */
export const moved = <T>(list: readonly T[], from: number, to: number): readonly T[] => {
  const copy = [...list];
  const [item] = copy.splice(from, 1);
  if (item !== undefined) copy.splice(to, 0, item);
  return copy;
};
