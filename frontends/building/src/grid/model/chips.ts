export type ChipRows = {
  readonly size: 20 | 24;
  readonly rows: number;
  readonly style?: { readonly flexWrap: 'wrap'; readonly alignContent: 'flex-start'; readonly paddingTop: number };
};

const several = (size: 20 | 24, rows: number, paddingTop: number): ChipRows => ({
  size,
  rows,
  style: { flexWrap: 'wrap', alignContent: 'flex-start', paddingTop },
});

/** Sizes of several chips by row height (design table). One row of them is centred and never wraps. */
export const chipRows = (height: number): ChipRows => {
  if (height <= 32) return { size: 20, rows: 1 };
  if (height <= 48) return { size: 24, rows: 1 };
  return height <= 64 ? several(20, 2, 10) : several(24, 3, 6);
};

const gap = 4;

/**
 * How many chips are shown whole; the rest is counted in a "+N" chip that must fit as well. A chip wider than the cell
 * is cut, not left out, when it is the only one of its row.
 */
export const chipsThatFit = (
  widths: readonly number[],
  available: number,
  rows: number,
  more: (hidden: number) => number,
): number => {
  const fits = (count: number): boolean => {
    let row = 1;
    let x = 0;
    const put = (width: number): boolean => {
      const own = Math.min(width, available);
      if (x > 0 && x + gap + own > available) {
        row += 1;
        x = 0;
      }
      x += (x > 0 ? gap : 0) + own;
      return row <= rows;
    };
    for (let i = 0; i < count; i++) if (!put(widths[i] ?? 0)) return false;
    return count === widths.length || put(more(widths.length - count));
  };
  for (let count = widths.length; count > 1; count--) if (fits(count)) return count;
  return Math.min(1, widths.length);
};
