import type { Answer } from './api.ts';
import { h } from './dom.ts';

type Series = NonNullable<Answer['series']>;
type Attributes = Readonly<Record<string, string | number>>;

const svg = (name: string, attributes: Attributes, ...children: readonly (Node | string)[]): SVGElement => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
};

/** Colours of what has none of its own, as tokens. */
const chartColours = 6;
const colourOf = (color: string | null, at: number): string =>
  color === null ? `var(--chart-${(at % chartColours) + 1})` : `var(--option-${color}-solid)`;

/** Names of parts beside their colours. */
const legend = ({ series }: Series, unnamed: string): HTMLElement | string =>
  series.length < 2
    ? ''
    : h(
        'ul',
        { class: 'legend', 'aria-hidden': 'true' },
        ...series.map(({ label, color }, at) => h('li', {}, dot(colourOf(color, at)), label || unnamed)),
      );
const dot = (colour: string): HTMLElement => {
  const mark = h('span', { class: 'dot' });
  mark.style.background = colour;
  return mark;
};

/** The numbers themselves, for who does not see the drawing. */
export const tableOf = ({ points, series }: Series, title: string, unnamed: string, seen = false): HTMLElement =>
  h(
    'div',
    seen ? { class: 'scroll', tabindex: '0' } : { class: 'hidden' },
    h(
      'table',
      { 'aria-label': title },
      h(
        'thead',
        {},
        h('tr', {}, h('td', {}), ...series.map(({ label }) => h('th', { scope: 'col' }, label || unnamed))),
      ),
      h(
        'tbody',
        {},
        ...points.map(({ label }, at) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, label || unnamed),
            ...series.map(({ texts }) => h('td', {}, texts[at] ?? '')),
          ),
        ),
      ),
    ),
  );

const [wide, high] = [600, 220];
const top = 10;
const foot = 22;
/** Names below the axis at most. */
const mostNames = 8;

const names = (points: Series['points'], x: (at: number) => number, unnamed: string): SVGElement[] => {
  const every = Math.max(1, Math.ceil(points.length / mostNames));
  const longest = Math.max(6, Math.floor(90 / Math.min(points.length, mostNames)));
  return points.flatMap(({ label }, at) => {
    if (at % every !== 0) return [];
    const text = label || unnamed;
    const cut = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
    return [svg('text', { x: x(at), y: high - 6, 'text-anchor': 'middle', class: 'axis' }, cut)];
  });
};

/** A number above or below nothing, as a height of the drawing. */
const scaleOf = (least: number, most: number) => {
  const from = Math.min(0, least);
  const span = Math.max(most, 0) - from || 1;
  return (value: number): number => top + (1 - (value - from) / span) * (high - top - foot);
};

/** Bars of each point, beside each other or, stacked, on each other. */
export const bars = (data: Series, stacked: boolean, unnamed: string): Node[] => {
  const { points, series } = data;
  const sums = points.map((_, at) => series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0));
  const all = stacked ? sums : series.flatMap(({ values }) => values.map((value) => value ?? 0));
  const y = scaleOf(Math.min(0, ...all), Math.max(0, ...all));
  const room = wide / Math.max(1, points.length);
  const bar = Math.min(56, room * 0.7) / (stacked ? 1 : series.length);
  const drawn: SVGElement[] = [];
  points.forEach((point, at) => {
    let below = 0;
    series.forEach(({ values, color }, place) => {
      const value = values[at] ?? 0;
      const [from, to] = stacked ? [below, below + Math.max(0, value)] : [0, value];
      below = to;
      const x = at * room + (room - bar * (stacked ? 1 : series.length)) / 2 + (stacked ? 0 : place * bar);
      const fill = series.length === 1 && point.color !== null ? colourOf(point.color, at) : colourOf(color, place);
      const height = Math.abs(y(from) - y(to));
      if (height > 0)
        drawn.push(
          svg('rect', {
            x,
            y: Math.min(y(from), y(to)),
            width: Math.max(1, bar - 2),
            height,
            rx: 2,
            style: `fill:${fill}`,
          }),
        );
    });
  });
  const line = svg('line', { x1: 0, x2: wide, y1: y(0), y2: y(0), class: 'base' });
  return [
    svg(
      'svg',
      { viewBox: `0 0 ${wide} ${high}`, class: 'chart', 'aria-hidden': 'true' },
      line,
      ...drawn,
      ...names(points, (at) => (at + 0.5) * room, unnamed),
    ),
    legend(data, unnamed) as Node,
  ];
};

/** Lines through the points, or the areas below them. */
export const lines = (data: Series, filled: boolean, unnamed: string): Node[] => {
  const { points, series } = data;
  const all = series.flatMap(({ values }) => values.map((value) => value ?? 0));
  const y = scaleOf(Math.min(0, ...all), Math.max(0, ...all));
  const x = (at: number): number => (points.length < 2 ? wide / 2 : 20 + (at * (wide - 40)) / (points.length - 1));
  const drawn = series.flatMap(({ values, color }, place) => {
    const there = values.flatMap((value, at) => (value === null ? [] : [`${x(at)},${y(value)}`]));
    const colour = colourOf(color, place);
    const line = svg('polyline', { points: there.join(' '), class: 'line', style: `stroke:${colour}` });
    if (!filled || there.length < 2) return [line];
    const [first, last] = [there[0]!.split(',')[0], there.at(-1)!.split(',')[0]];
    return [
      svg('polygon', {
        points: `${first},${y(0)} ${there.join(' ')} ${last},${y(0)}`,
        class: 'area',
        style: `fill:${colour}`,
      }),
      line,
    ];
  });
  const base = svg('line', { x1: 0, x2: wide, y1: y(0), y2: y(0), class: 'base' });
  return [
    svg(
      'svg',
      { viewBox: `0 0 ${wide} ${high}`, class: 'chart', 'aria-hidden': 'true' },
      base,
      ...drawn,
      ...names(points, x, unnamed),
    ),
    legend(data, unnamed) as Node,
  ];
};

/** Slices of a ring at most; what is beyond them is one. */
const mostSlices = 6;

/** A ring of shares with a list beside it. */
export const pie = (
  { points, series }: Series,
  words: { readonly unnamed: string; readonly other: string },
  percent: (part: number) => string,
): Node[] => {
  const values = (series[0]?.values ?? []).map((value) => Math.max(0, value ?? 0));
  const sum = values.reduce((all, value) => all + value, 0);
  if (sum === 0) return [];
  const ordered = points
    .map((point, at) => ({
      label: point.label || words.unnamed,
      color: point.color,
      value: values[at] ?? 0,
      at,
      text: series[0]?.texts[at] ?? '',
    }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value);
  const kept = ordered.length > mostSlices ? ordered.slice(0, mostSlices - 1) : ordered;
  const rest = ordered.slice(kept.length).reduce((all, { value }) => all + value, 0);
  const slices = [
    ...kept.map((one, place) => ({ ...one, fill: colourOf(one.color, place) })),
    ...(rest > 0 ? [{ label: words.other, value: rest, text: '', fill: 'var(--line-strong)' }] : []),
  ];
  let from = 0;
  const ring = slices.map(({ value, fill }) => {
    const part = (value / sum) * 100;
    const slice = svg('circle', {
      cx: 50,
      cy: 50,
      r: 38,
      class: 'slice',
      pathLength: 100,
      'stroke-dasharray': `${Math.max(0, part - 0.6)} 200`,
      'stroke-dashoffset': -from,
      style: `stroke:${fill}`,
    });
    from += part;
    return slice;
  });
  return [
    h(
      'div',
      { class: 'pie' },
      svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true', class: 'ring' }, ...ring) as unknown as HTMLElement,
      h(
        'ul',
        {},
        ...slices.map(({ label, value, text, fill }) =>
          h(
            'li',
            {},
            dot(fill),
            h('span', { class: 'cut' }, label),
            h('span', { class: 'amount' }, text),
            h('span', { class: 'note' }, percent(value / sum)),
          ),
        ),
      ),
    ),
  ];
};

/** One bar a step, with the share of the step before. */
export const funnel = ({ points, series }: Series, unnamed: string, percent: (part: number) => string): Node[] => {
  const values = series[0]?.values ?? [];
  const most = Math.max(...values.map((value) => value ?? 0), 0);
  return [
    h(
      'ol',
      { class: 'steps' },
      ...points.map(({ label, color }, at) => {
        const value = values[at] ?? 0;
        const before = values[at - 1] ?? 0;
        const bar = h('span', { class: 'step' });
        bar.style.width = `${most === 0 ? 0 : Math.max(0, (value / most) * 100)}%`;
        bar.style.background = colourOf(color, 0);
        return h(
          'li',
          {},
          h('span', { class: 'cut' }, label || unnamed),
          h('span', { class: 'room', 'aria-hidden': 'true' }, bar),
          h('strong', {}, series[0]?.texts[at] ?? ''),
          h('span', { class: 'note' }, at > 0 && before > 0 ? percent(value / before) : ''),
        );
      }),
    ),
  ];
};

/** How far a number is on its way, as half a ring. */
export const gauge = (part: number, text: string): Node => {
  const path = 'M7,60A53,53 0 0 1 113,60';
  const reached = Math.max(0, Math.min(1, part)) * 100;
  return svg(
    'svg',
    { viewBox: '0 0 120 66', class: 'gauge', 'aria-hidden': 'true' },
    svg('path', { d: path, class: 'gaugeRoom' }),
    svg('path', { d: path, class: 'gaugePart', pathLength: 100, 'stroke-dasharray': `${reached} 200` }),
    svg('text', { x: 60, y: 60, 'text-anchor': 'middle', class: 'gaugeText' }, text),
  );
};
