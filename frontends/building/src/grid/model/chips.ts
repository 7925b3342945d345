export type ChipRows = { readonly size: 20 | 24; readonly rows: number; readonly top: number | null };

/** Sizes of several chips by row height (design table): `top` null centres them. */
export const chipRows = (height: number): ChipRows => {
  if (height <= 32) return { size: 20, rows: 1, top: null };
  if (height <= 48) return { size: 24, rows: 1, top: null };
  if (height <= 64) return { size: 20, rows: 2, top: 10 };
  return { size: 24, rows: 3, top: 6 };
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
