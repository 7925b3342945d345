/** A group of records as the grid draws it: a line that names it over its records, or over the groups within. */
export type GridGroup = {
  /** What the group is told apart by, the same after each answer. */
  readonly path: string;
  /** 0 for the outermost. */
  readonly level: number;
  /** One value a level, down to its own. */
  readonly key: readonly unknown[];
  readonly count: number;
  /** The place of its first record among those of the whole view. */
  readonly first: number;
  /** Whether records, and not groups, stand under it. */
  readonly innermost: boolean;
  readonly folded: boolean;
};

/** In px. */
export const groupHeadHeight = 40;
export const addHeight = 32;

export type HeadLine = { readonly kind: 'head'; readonly top: number; readonly group: GridGroup };
export type AddLine = { readonly kind: 'add'; readonly top: number; readonly group: GridGroup };
/** Where the rows of a grid stand, from the top of them all, in px. Rows are places in the view; folded ones have no height. */
export type Lines = {
  readonly height: number;
  readonly grouped: boolean;
  readonly rowHeight: number;
  /** Of a folded row where its group is named. */
  readonly top: (row: number) => number;
  readonly isShown: (row: number) => boolean;
  /** The row at a height, else the nearest one before it. */
  readonly rowAt: (y: number) => number;
  /** Whether a row, and nothing between rows, stands at a height. */
  readonly isRow: (y: number) => boolean;
  /** Rows between two heights, as runs of places, both ends included. */
  readonly runs: (from: number, to: number) => readonly (readonly [number, number])[];
  /** The nearest row in sight from a place on, in a direction (1 or -1), else in the other; the place itself where it is. */
  readonly nearest: (row: number, direction: number) => number;
  /** What stands between rows, from one height to another. */
  readonly between: (from: number, to: number) => readonly (HeadLine | AddLine)[];
  /** The heads under which a height is, the outermost first. */
  readonly headsAt: (y: number) => readonly HeadLine[];
};

/** The groups of a grid, with where rows stand under them. */
export type Groups = {
  /** Each before those within it. */
  readonly list: readonly GridGroup[];
  readonly lines: (rowHeight: number, size: number) => Lines;
  /** After rows came (`by` 1) or went (-1) at a place, until they are counted anew. */
  readonly shifted: (place: number, by: number) => Groups;
};

/** Rows one under another. */
export const plainLines = (rowHeight: number, size: number): Lines => ({
  height: size * rowHeight,
  grouped: false,
  rowHeight,
  top: (row) => row * rowHeight,
  isShown: () => true,
  rowAt: (y) => Math.floor(y / rowHeight),
  isRow: () => true,
  runs: (from, to) => {
    const first = Math.max(0, Math.floor(from / rowHeight));
    const last = Math.min(size, Math.ceil(to / rowHeight)) - 1;
    return last < first ? [] : [[first, last]];
  },
  nearest: (row) => row,
  between: () => [],
  headsAt: () => [],
});
