import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Color = { readonly l: number; readonly c: number; readonly h: number };

const css = readFileSync(new URL('../../tokens/tokens.css', import.meta.url), 'utf8');
const [, light = '', dark = ''] = css.split(/(?=--option-rose-tint)/);

/** The colours of one theme, by `hue-part`. */
const colorsIn = (theme: string): ReadonlyMap<string, Color> =>
  new Map(
    [...theme.matchAll(/--option-(\w+-(?:tint|text)): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(
      ([, name = '', l, c, h]) => [name, { l: Number(l), c: Number(c), h: Number(h) }],
    ),
  );

const plane = ({ l, c, h }: Color): readonly [number, number, number] => [
  l,
  c * Math.cos((h * Math.PI) / 180),
  c * Math.sin((h * Math.PI) / 180),
];
const distance = (one: Color, other: Color): number => {
  const to = plane(other);
  return Math.hypot(...plane(one).map((value, i) => value - (to[i] ?? 0)));
};
/** Relative luminance, of OKLCH by way of linear sRGB. */
const luminance = (color: Color): number => {
  const [l, a, b] = plane(color);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short;
  const green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short;
  const blue = -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short;
  const [r = 0, g = 0, bl = 0] = [red, green, blue].map((one) => Math.min(1, Math.max(0, one)));
  return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
};
const contrast = (one: Color, other: Color): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

describe.each([
  ['light', light],
  ['dark', dark],
])('the hues of options, %s', (_, theme) => {
  const colors = colorsIn(theme);
  const hues = [...colors.keys()].flatMap((name) => (name.endsWith('-tint') ? [name.slice(0, -5)] : []));

  it('carry their text', () => {
    expect(hues).toHaveLength(13);
    const poor = hues.filter((hue) => contrast(colors.get(`${hue}-tint`)!, colors.get(`${hue}-text`)!) < 4.5);
    expect(poor).toEqual([]);
  });

  it('are told apart as the ground of a chip, also those beside each other on the circle', () => {
    const alike = hues.flatMap((one, i) =>
      hues
        .slice(i + 1)
        .filter((other) => distance(colors.get(`${one}-tint`)!, colors.get(`${other}-tint`)!) < 0.03)
        .map((other) => `${one} and ${other}`),
    );
    expect(alike).toEqual([]);
  });
});
