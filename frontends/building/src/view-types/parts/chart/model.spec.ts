import type { Field, Table } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { functionsOf } from '../../../data/measures.ts';
import { colourOf, type Group } from '../../../data/groups.ts';
import { chartOf, nextDay, pointsOf, rangeOf, seriesOf, ticksOf } from './model.ts';

const field = (id: string, type: string, props: object = {}): Field =>
  ({ id, name: id, type, props }) as unknown as Field;
const stage = field('stage', 'select', {
  options: [
    { id: 'won', label: 'Won', color: 'green' },
    { id: 'lost', label: 'Lost', color: 'rose' },
  ],
});
const day = field('day', 'date');
const price = field('price', 'number', { decimals: 2 });
const table = { fields: [field('name', 'singleLineText'), stage, day, price] } as unknown as Table;
const group = (key: readonly unknown[], count: number, value?: number): Group => ({
  key,
  count,
  values: value === undefined ? [] : [{ value: String(value) }],
});
const of = (config: object) => chartOf(table, { fields: [], ...config } as never)!;

describe('the chart of a view', () => {
  it('goes by what is said, and else by the options of a field, counting', () => {
    expect(of({})).toMatchObject({ kind: 'bar', x: stage, value: { function: 'count' } });
    expect(of({ x: 'day', split: 'stage', value: { fieldId: 'price', function: 'sum' }, kind: 'line' })).toMatchObject({
      kind: 'line',
      x: day,
      bucket: 'month',
      split: stage,
      value: { field: price, function: 'sum' },
    });
  });
  it('leaves out what it cannot draw', () => {
    expect(of({ x: 'gone', split: 'stage', value: { fieldId: 'price', function: 'percentFilled' } })).toMatchObject({
      x: stage,
      value: { function: 'count' },
    });
    expect(of({ split: 'stage' }).split).toBeUndefined();
    expect(functionsOf(day)).not.toContain('min');
    expect(chartOf({ fields: [] } as unknown as Table, { fields: [] } as never)).toBeUndefined();
  });
});

describe('its points', () => {
  it('have the value of their group, and of each part', () => {
    const chart = of({ x: 'day', bucket: 'year', split: 'stage', value: { fieldId: 'price', function: 'sum' } });
    const points = pointsOf(
      chart,
      [group(['2024-01-01'], 3, 30), group(['2026-01-01'], 1, 5)],
      [group(['2024-01-01', 'won'], 2, 20), group(['2024-01-01', null], 1, 10), group(['2026-01-01', 'lost'], 1, 5)],
    );
    expect(points.map(({ key, value, count }) => [key, value, count])).toEqual([
      ['2024-01-01', 30, 3],
      ['2025-01-01', 0, 0],
      ['2026-01-01', 5, 1],
    ]);
    expect(seriesOf(chart, points)).toEqual(['won', 'lost', null]);
    expect(rangeOf(points, true)).toEqual([0, 30]);
    expect(rangeOf(points, false)).toEqual([0, 20]);
  });
  it('are at most twelve, the smallest being one', () => {
    const groups = Array.from({ length: 20 }, (_, i) => group([`v${i}`], i + 1));
    const points = pointsOf(of({ x: 'name' }), groups, []);
    expect(points).toHaveLength(12);
    expect(points.at(-1)).toMatchObject({ rest: true, count: 45 });
    expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(210);
  });
  it.each([
    ['day', '2024-02-28', '2024-02-29'],
    ['week', '2024-12-30', '2025-01-06'],
    ['month', '2024-12-01', '2025-01-01'],
    ['quarter', '2024-10-01', '2025-01-01'],
    ['year', '2024-01-01', '2025-01-01'],
  ] as const)('follow each other by %s', (bucket, from, to) => {
    expect(nextDay(from, bucket)).toBe(to);
  });
});

describe('the axis', () => {
  it.each([
    [0, 1650, [0, 500, 1000, 1500, 2000]],
    [0, 3, [0, 1, 2, 3]],
    [-5, 12, [-5, 0, 5, 10, 15]],
    [0, 0, [0, 1]],
    [0, 0.3, [0, 0.1, 0.2, 0.3]],
  ])('from %d to %d has round steps', (least, most, ticks) => {
    expect(ticksOf(least, most)).toEqual(ticks);
  });
});

it('a key has the colour of its option, or one of the palette', () => {
  expect([colourOf(stage, 'won', 0), colourOf(day, '2024-01-01', 9), colourOf(stage, null, 0)]).toEqual([
    'var(--option-green-solid)',
    'var(--chart-2)',
    'var(--neutral-8)',
  ]);
});
