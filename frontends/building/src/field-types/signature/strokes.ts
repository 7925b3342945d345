import { longestSignature, signatureSize } from '@tessera/fields';

export type Point = { readonly x: number; readonly y: number };
export type Stroke = readonly Point[];

const { width, height } = signatureSize;
const within = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)));

/** A place of the screen within a box, in units of a path. */
export const pointIn = (
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  at: { readonly clientX: number; readonly clientY: number },
): Point => ({
  x: within(((at.clientX - box.left) * width) / Math.max(1, box.width), width),
  y: within(((at.clientY - box.top) * height) / Math.max(1, box.height), height),
});

export const moved = ({ x, y }: Point, dx: number, dy: number): Point => ({
  x: within(x + dx, width),
  y: within(y + dy, height),
});

/** Closer than this to the point before, in units, a point says nothing that an eye sees. */
const near = 4;

/** A stroke with one more point, unless that is where it is already. */
export const longer = (stroke: Stroke, point: Point): Stroke => {
  const last = stroke.at(-1);
  return last !== undefined && Math.hypot(last.x - point.x, last.y - point.y) < near ? stroke : [...stroke, point];
};

const strokePath = (stroke: Stroke): string => {
  const [first, ...others] = stroke;
  if (first === undefined) return '';
  // A dot is a line to where it begins: a path of a move alone draws nothing.
  const rest = others.length === 0 ? [first] : others;
  return `M${first.x} ${first.y}L${rest.map(({ x, y }) => `${x} ${y}`).join(' ')}`;
};

/** Strokes as the path that is kept; every second point is left out of what would be longer than that may be. */
export const pathOf = (strokes: readonly Stroke[]): string | null => {
  const paths = strokes.map(strokePath);
  if (paths.reduce((sum, path) => sum + path.length, 0) <= longestSignature)
    return paths.length === 0 ? null : paths.join('');
  const thinner = strokes.map((stroke) => stroke.filter((_, i) => i % 2 === 0 || i === stroke.length - 1));
  if (thinner.some((stroke, i) => stroke.length < strokes[i]!.length)) return pathOf(thinner);
  // Nothing but dots, which cannot be thinned: the last ones go.
  let room = longestSignature;
  return paths.filter((path) => (room -= path.length) >= 0).join('');
};

/** The strokes of a path that was kept. */
export const strokesOf = (path: string): readonly Stroke[] =>
  path
    .split('M')
    .slice(1)
    .map((stroke) => {
      const numbers = stroke.replace('L', ' ').split(' ').map(Number);
      return numbers.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: numbers[at + 1] ?? 0 }] : []));
    });
