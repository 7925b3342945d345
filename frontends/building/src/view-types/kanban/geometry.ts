/** Of cards below each other, in px. */
export const cardGap = 8;

/** Where cards of these heights begin, and where the last one ends. */
export const topsOf = (heights: readonly number[]): readonly number[] => {
  const tops = [0];
  let at = 0;
  for (const height of heights) {
    at += height + cardGap;
    tops.push(at);
  }
  return tops;
};

/** The first of ascending numbers that is greater than one of them, by halving. */
const firstAbove = (tops: readonly number[], y: number): number => {
  let [low, high] = [0, tops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tops[middle]! > y) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** `[first, last]` places to draw from a scroll position on; `more` px above and below are drawn as well. */
export const inSight = (
  tops: readonly number[],
  scrollTop: number,
  viewport: number,
  more: number,
): readonly [number, number] => {
  const count = tops.length - 1;
  return [
    Math.max(0, firstAbove(tops, scrollTop - more) - 1),
    Math.min(count - 1, firstAbove(tops, scrollTop + viewport + more) - 1),
  ];
};

/** The place that something gets that is dropped at `y`: before the card whose middle is below it. */
export const placeAt = (tops: readonly number[], y: number): number => {
  const count = tops.length - 1;
  const under = Math.min(count, Math.max(0, firstAbove(tops, y) - 1));
  if (under >= count) return count;
  const middle = (tops[under]! + tops[under + 1]! - cardGap) / 2;
  return y > middle ? under + 1 : under;
};

/** In px a frame: how fast an edge scrolls that the pointer is so near to, from either side. */
export const edgeSpeed = (at: number, from: number, to: number, zone = 48, most = 16): number => {
  if (at < from + zone) return -Math.ceil(((from + zone - Math.max(at, from)) / zone) * most);
  if (at > to - zone) return Math.ceil(((Math.min(at, to) - (to - zone)) / zone) * most);
  return 0;
};

/**
 * The place that a record gets among others that stand by their making, as in a view without a sort: before the first
 * that is younger. Those that are not loaded are passed over.
 */
export const placeByMaking = (record: Made, size: number, at: (place: number) => Made | undefined): number => {
  for (let place = 0; place < size; place++) {
    const other = at(place);
    if (other !== undefined && other.id !== record.id && isYounger(other, record)) return place;
  }
  return size;
};

type Made = { readonly id: string; readonly createdAt: string };
const isYounger = (one: Made, other: Made): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;
