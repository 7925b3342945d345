/**
 * Vertical scrolling of more rows than a browser can hold as one tall element (48 million pixels for a million rows;
 * engines cap at 17 to 33 million, and positions lose their fractions long before). The scrolled element is at most
 * `tallest` high. Small movements are one to one, so text moves under the wheel as in any page; long ones (the scroll
 * bar, a jump) are scaled. The two drift apart by the movement itself, and are brought together when scrolling rests or
 * an end is near.
 */
export const tallest = 4_000_000;

export type Scroller = {
  /** Height of all rows. */
  readonly content: number;
  /** Height of the viewport between header and footer. */
  readonly viewport: number;
  /** Where the element stands, as the browser says. */
  readonly scrollTop: number;
  /** Where the rows stand: the row offset at the top of the viewport. */
  readonly top: number;
};

export const elementHeight = (content: number): number => Math.min(content, tallest);

const range = (scroller: Pick<Scroller, 'content' | 'viewport'>) => ({
  rows: Math.max(0, scroller.content - scroller.viewport),
  element: Math.max(0, elementHeight(scroller.content) - scroller.viewport),
});

const clamp = (value: number, most: number): number => Math.min(Math.max(0, value), most);

/** Near both ends the element is one to one as well, so that the first and last rows are reached by the wheel. */
const exactZone = 40_000;

const scaledTop = (scroller: Pick<Scroller, 'content' | 'viewport'>, scrollTop: number): number => {
  const { rows, element } = range(scroller);
  if (rows === element || scrollTop <= exactZone) return clamp(scrollTop, rows);
  if (element - scrollTop <= exactZone) return clamp(rows - (element - scrollTop), rows);
  return exactZone + ((scrollTop - exactZone) / (element - 2 * exactZone)) * (rows - 2 * exactZone);
};

/** The scroll position of the element that stands for a row offset. */
export const elementTop = (scroller: Pick<Scroller, 'content' | 'viewport'>, top: number): number => {
  const { rows, element } = range(scroller);
  if (rows === element || top <= exactZone) return clamp(top, element);
  if (rows - top <= exactZone) return clamp(element - (rows - top), element);
  return exactZone + ((top - exactZone) / (rows - 2 * exactZone)) * (element - 2 * exactZone);
};

/** After the browser scrolled to `scrollTop`. */
export const scrolled = (scroller: Scroller, scrollTop: number): Scroller => {
  const { rows } = range(scroller);
  if (scroller.content <= tallest) return { ...scroller, scrollTop, top: clamp(scrollTop, rows) };
  const delta = scrollTop - scroller.scrollTop;
  const near = Math.abs(delta) <= Math.max(scroller.viewport * 2, 1200);
  const top = near ? clamp(scroller.top + delta, rows) : scaledTop(scroller, scrollTop);
  return { ...scroller, scrollTop, top };
};

/**
 * Whether the element nears an end while it stands apart from the rows: it would stop before the rows do, or the
 * reverse.
 */
export const mustSettle = (scroller: Scroller): boolean => {
  if (scroller.content <= tallest) return false;
  const { rows, element } = range(scroller);
  const nearEnd =
    scroller.scrollTop < scroller.viewport ||
    element - scroller.scrollTop < scroller.viewport ||
    scroller.top <= 0 ||
    scroller.top >= rows;
  return nearEnd && Math.abs(elementTop(scroller, scroller.top) - scroller.scrollTop) >= 1;
};

/** The same rows with the element at its true place; the caller sets `scrollTop` on the element. */
export const settled = (scroller: Scroller): Scroller => ({
  ...scroller,
  scrollTop: Math.round(elementTop(scroller, scroller.top)),
});

export const scrollerTo = (scroller: Scroller, top: number): Scroller => {
  const { rows } = range(scroller);
  return settled({ ...scroller, top: clamp(top, rows) });
};

export const resized = (scroller: Scroller, content: number, viewport: number): Scroller => {
  const next = { ...scroller, content, viewport };
  const top = clamp(scroller.top, range(next).rows);
  if (content <= tallest && scroller.content <= tallest) return { ...next, top, scrollTop: top };
  return settled({ ...next, top });
};

/** Position of a row inside the element. */
export const rowTop = (scroller: Scroller, row: number, height: number): number =>
  row * height - scroller.top + scroller.scrollTop;

/** `[first, last]` rows to draw. */
export const visibleRows = (
  scroller: Scroller,
  height: number,
  count: number,
  overscan: number,
): readonly [number, number] => [
  Math.max(0, Math.floor(scroller.top / height) - overscan),
  Math.min(count - 1, Math.ceil((scroller.top + scroller.viewport) / height) - 1 + overscan),
];

/** The offset that brings a row wholly into view with the least movement; the present one when it is in view. */
export const topToShow = (scroller: Scroller, row: number, height: number): number =>
  topToShowFrom(scroller, row * height, height);

/** The same of what begins at a height. */
export const topToShowFrom = (scroller: Scroller, start: number, height: number): number => {
  if (start < scroller.top) return start;
  if (start + height > scroller.top + scroller.viewport) return start + height - scroller.viewport;
  return scroller.top;
};
