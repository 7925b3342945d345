/** Where a block stands: columns and rows of a grid, from the left and the top, counted from 0. */
export type Place = {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
};
export type Size = { readonly w: number; readonly h: number };

/** The grids of building section 9. */
export const grids = { desktop: 120, mobile: 22 } as const;
export type Grid = keyof typeof grids;
/** No block is smaller. */
export const leastSize: Size = { w: 4, h: 2 };
/** A page is not longer, so that every sum of places is a number that everyone counts alike. */
export const mostRows = 5000;
/** Rows that a screen shows without scrolling. */
export const rowsShown = 18;
/** In pixels. */
export const rowHeight = 44;

export const overlaps = (a: Place, b: Place): boolean =>
  a.id !== b.id && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** A place as it fits into a grid: in whole cells, not too small, and not beyond its edges. */
export const fitted = (place: Place, columns: number, least: Size = leastSize): Place => {
  const whole = (value: number, from: number, to: number): number =>
    Math.max(from, Math.min(Math.round(Number.isFinite(value) ? value : from), to));
  const w = whole(place.w, least.w, columns);
  const h = whole(place.h, least.h, mostRows);
  return { id: place.id, x: whole(place.x, 0, columns - w), y: whole(place.y, 0, mostRows), w, h };
};

const byReading = (a: Place, b: Place): number => a.y - b.y || a.x - b.x || (a.id < b.id ? -1 : 1);

/**
 * The layout after some blocks were put somewhere: these stay where they were put (the upper ones first), and what they
 * cover moves down, as far as it must and no further. Pure: the screen shows with it what the server will decide.
 */
export const settle = (
  layout: readonly Place[],
  moved: readonly Place[],
  columns: number,
  leastOf: (id: string) => Size = () => leastSize,
): readonly Place[] => {
  const first = new Set(moved.map(({ id }) => id));
  const settled: Place[] = [];
  const put = (place: Place): void => {
    let at = place;
    for (;;) {
      const under = settled.filter((other) => overlaps(at, other));
      if (under.length === 0) break;
      at = { ...at, y: Math.max(...under.map(({ y, h }) => y + h)) };
    }
    settled.push(at);
  };
  for (const place of moved.map((one) => fitted(one, columns, leastOf(one.id))).toSorted(byReading)) put(place);
  for (const place of layout
    .filter(({ id }) => !first.has(id))
    .map((one) => fitted(one, columns, leastOf(one.id)))
    .toSorted(byReading))
    put(place);
  return settled.toSorted(byReading);
};

/** The layout without a block; what stood alone below it in its columns moves up by its height. */
export const without = (layout: readonly Place[], id: string): readonly Place[] => {
  const gone = layout.find((one) => one.id === id);
  if (gone === undefined) return layout;
  const left = layout.filter((one) => one.id !== id);
  // Another block in its rows keeps the row: nothing below it moves.
  if (left.some(({ y, h }) => y < gone.y + gone.h && gone.y < y + h)) return left;
  return left.map((one) => (one.y >= gone.y + gone.h ? { ...one, y: one.y - gone.h } : one));
};

/** The first free row below everything. */
export const endOf = (layout: readonly Place[]): number => Math.max(0, ...layout.map(({ y, h }) => y + h));

/**
 * The layout of a phone where nobody made one: in the order in which one reads, each at the whole width; `half` are those
 * of which two stand beside each other.
 */
export const stacked = (
  desktop: readonly Place[],
  half: (id: string) => boolean,
  columns: number = grids.mobile,
): readonly Place[] => {
  let y = 0;
  let beside: Place | undefined;
  return desktop.toSorted(byReading).map(({ id, h }) => {
    const w = columns / 2;
    if (half(id)) {
      if (beside !== undefined) {
        const place = { id, x: w, y: beside.y, w, h: beside.h };
        beside = undefined;
        return place;
      }
      beside = { id, x: 0, y, w, h };
      y += h;
      return beside;
    }
    beside = undefined;
    const place = { id, x: 0, y, w: columns, h };
    y += h;
    return place;
  });
};

/** The places that differ, as events tell them. */
export const movedOf = (before: readonly Place[], after: readonly Place[]): readonly Place[] => {
  const known = new Map(before.map((one) => [one.id, one]));
  return after.filter((one) => {
    const was = known.get(one.id);
    return was === undefined || was.x !== one.x || was.y !== one.y || was.w !== one.w || was.h !== one.h;
  });
};
