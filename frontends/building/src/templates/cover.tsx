import { hueStyle } from '@tessera/kit';
import type { TemplateEntry } from './templates.resource.ts';
import classes from './templates.module.css';

type Box = readonly [x: number, y: number, w: number, h: number, look: 'paper' | 'solid' | 'soft' | 'line'];

const cells: readonly Box[] = [0, 1, 2].flatMap((row) =>
  [0, 1, 2, 3, 4].map((column): Box => {
    const look = (row * 5 + column) % 4 === 1 || (row === 1 && column > 2) ? 'solid' : 'line';
    return [116 + column * 31, 70 + row * 31, 24, 24, look];
  }),
);
const column = (x: number, looks: readonly Box[4][]): readonly Box[] => [
  [x, 26, 66, 124, 'paper'],
  ...looks.map((look, at): Box => [x + 8, 34 + at * 36, 50, 28, look]),
];

/** What each kind of template looks like from far away: boxes on a field of 380 by 176. */
const drawings: Readonly<Record<TemplateEntry['cover'], readonly Box[]>> = {
  list: [
    [70, 26, 240, 124, 'paper'],
    ...[0, 1, 2, 3].flatMap((row): Box[] => [
      [86, 44 + row * 26, 70, 8, row === 0 ? 'solid' : 'soft'],
      [172, 44 + row * 26, 50, 8, 'line'],
      [238, 44 + row * 26, 54, 8, 'line'],
    ]),
  ],
  board: [
    ...column(78, ['solid', 'soft', 'soft']),
    ...column(158, ['solid', 'soft']),
    ...column(238, ['solid', 'soft', 'soft']),
  ],
  calendar: [[92, 22, 196, 134, 'paper'], [108, 36, 60, 9, 'solid'], ...cells],
  bars: [
    [70, 26, 240, 124, 'paper'],
    ...[40, 62, 52, 84, 70].map((high, at): Box => [98 + at * 40, 136 - high, 24, high, at === 3 ? 'solid' : 'soft']),
  ],
  plan: [
    [60, 26, 260, 124, 'paper'],
    [76, 44, 84, 12, 'solid'],
    [116, 68, 96, 12, 'soft'],
    [160, 92, 70, 12, 'solid'],
    [212, 116, 88, 12, 'soft'],
  ],
  form: [
    [118, 22, 144, 134, 'paper'],
    [134, 38, 60, 9, 'solid'],
    [134, 60, 112, 18, 'line'],
    [134, 86, 112, 18, 'line'],
    [134, 120, 62, 20, 'solid'],
  ],
  talk: [
    [76, 34, 150, 46, 'paper'],
    [92, 46, 96, 8, 'line'],
    [92, 60, 70, 8, 'line'],
    [158, 94, 152, 46, 'solid'],
    [174, 108, 100, 8, 'paper'],
    [174, 122, 70, 6, 'paper'],
  ],
};

/** The cover of a template, drawn from its kind and hue. */
export const Cover = ({ cover, color }: Pick<TemplateEntry, 'cover' | 'color'>) => (
  <svg
    viewBox="0 0 380 176"
    preserveAspectRatio="xMidYMid slice"
    className={classes['cover']}
    style={hueStyle(color)}
    aria-hidden="true"
  >
    {drawings[cover].map(([x, y, width, height, look]) => (
      <rect
        key={`${x} ${y} ${look}`}
        x={x}
        y={y}
        width={width}
        height={height}
        rx={look === 'paper' ? 8 : 4}
        className={classes[look]}
      />
    ))}
  </svg>
);
