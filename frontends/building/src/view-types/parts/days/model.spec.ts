import type { Field, ViewConfig } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import {
  cleared,
  filterOfDays,
  hoursOf,
  isAllDay,
  lanesOf,
  moved,
  placed,
  type Span,
  spanOf,
  stretched,
  whenOf,
} from './model.ts';

const field = (id: string, type: string, props: object = {}): Field => ({ id, name: id, type, props }) as Field;
const [due, made, until, visit, name, from, to] = [
  field('due', 'date'),
  field('made', 'criado_em'),
  field('until', 'date'),
  field('visit', 'dateRange'),
  field('name', 'singleLineText'),
  field('from', 'dateTime'),
  field('to', 'dateTime'),
];
const fields = [name, made, due, until, visit, from, to];
const of = (config: ViewConfig) => whenOf({ fields }, config)!;
const read = (values: Readonly<Record<string, unknown>>) => (one: Field) => values[one.id];
const zone = 'America/Sao_Paulo';

describe('what a calendar goes by', () => {
  it('is the chosen field, else the first day that people write, else any', () => {
    expect(of({}).start).toBe(due);
    expect(of({ start: 'gone' }).start).toBe(due);
    expect(whenOf({ fields: [name, made] }, {})).toMatchObject({ start: made, writable: false });
    expect(whenOf({ fields: [name] }, {})).toBeUndefined();
    expect(of({ start: 'visit', end: 'until' })).toEqual({ start: visit, of: 'range', timed: false, writable: true });
    expect(of({ start: 'due', end: 'until' })).toMatchObject({ of: 'pair', timed: false, end: until });
    expect(of({ start: 'from', end: 'to' })).toMatchObject({ of: 'pair', timed: true });
    expect(of({ start: 'from', end: 'until' }).timed).toBe(false);
    expect(of({ start: 'due', end: 'due' }).of).toBe('day');
  });

  it('asks for the shown days alone', () => {
    expect(filterOfDays(of({}), '2026-11-30', '2027-01-03')).toEqual({
      fieldId: 'due',
      operator: 'between',
      value: ['2026-11-30', '2027-01-03'],
    });
    expect(filterOfDays(of({ start: 'due', end: 'until' }), 'a', 'b')).toEqual({
      and: [
        { fieldId: 'due', operator: 'onOrBefore', value: 'b' },
        {
          or: [
            { fieldId: 'due', operator: 'onOrAfter', value: 'a' },
            { fieldId: 'until', operator: 'onOrAfter', value: 'a' },
          ],
        },
      ],
    });
  });
});

describe('when a record is', () => {
  it('is its day, both of its days, or its days and times in the zone of the person', () => {
    expect(spanOf(of({}), read({ due: '2026-12-04' }), zone)).toEqual({ start: '2026-12-04', end: '2026-12-04' });
    expect(spanOf(of({}), read({}), zone)).toBeNull();
    const pair = of({ start: 'due', end: 'until' });
    expect(spanOf(pair, read({ due: '2026-12-04', until: '2026-12-06' }), zone)).toMatchObject({ end: '2026-12-06' });
    expect(spanOf(pair, read({ due: '2026-12-04', until: '2026-12-01' }), zone)).toMatchObject({ end: '2026-12-04' });
    const range = of({ start: 'visit' });
    expect(spanOf(range, read({ visit: { start: null, end: '2026-12-06' } }), zone)).toEqual({
      start: '2026-12-06',
      end: '2026-12-06',
    });
    // Two in the morning in Greenwich is eleven at night of the day before here.
    const timed = of({ start: 'from', end: 'to' });
    expect(spanOf(timed, read({ from: '2026-12-05T02:00:00.000Z', to: '2026-12-05T04:30:00.000Z' }), zone)).toEqual({
      start: '2026-12-04',
      from: 23 * 60,
      end: '2026-12-05',
      until: 90,
    });
    expect(spanOf(timed, read({ from: '2026-12-05T12:00:00.000Z' }), zone)).toMatchObject({ from: 540, until: 600 });
  });

  it('is moved with its length and its time, and a day never shifts by the zone', () => {
    expect(moved(of({}), read({ due: '2026-12-31' }), 1, 0, zone)).toEqual({ due: '2027-01-01' });
    const pair = of({ start: 'due', end: 'until' });
    expect(moved(pair, read({ due: '2026-12-04', until: '2026-12-06' }), -4, 0, zone)).toEqual({
      due: '2026-11-30',
      until: '2026-12-02',
    });
    expect(moved(pair, read({ due: '2026-12-04' }), 1, 0, zone)).toEqual({ due: '2026-12-05', until: null });
    expect(moved(of({ start: 'visit' }), read({ visit: { start: '2026-12-04', end: null } }), 2, 0, zone)).toEqual({
      visit: { start: '2026-12-06', end: null },
    });
    const timed = of({ start: 'from', end: 'to' });
    expect(
      moved(timed, read({ from: '2026-12-05T02:00:00.000Z', to: '2026-12-05T04:30:00.000Z' }), 1, -30, zone),
    ).toEqual({ from: '2026-12-06T01:30:00.000Z', to: '2026-12-06T04:00:00.000Z' });
    // Over a night in which the clocks change, nine stays nine.
    const day = of({ start: 'from' });
    expect(moved(day, read({ from: '2026-03-28T08:00:00.000Z' }), 1, 0, 'Europe/Berlin')).toEqual({
      from: '2026-03-29T07:00:00.000Z',
    });
  });

  it('is put on a day and taken off it', () => {
    expect(placed(of({}), '2026-12-04', undefined, zone)).toEqual({ due: '2026-12-04' });
    expect(placed(of({ start: 'visit' }), '2026-12-04', 90, zone)).toEqual({
      visit: { start: '2026-12-04', end: '2026-12-04' },
    });
    expect(placed(of({ start: 'from' }), '2026-12-04', 90, zone)).toEqual({ from: '2026-12-04T04:30:00.000Z' });
    expect(placed(of({ start: 'from' }), '2026-12-04', undefined, zone)).toEqual({ from: '2026-12-04T12:00:00.000Z' });
    expect(cleared(of({ start: 'due', end: 'until' }))).toEqual({ due: null, until: null });
  });

  it('is stretched by its end, which never comes before the start', () => {
    const range = of({ start: 'visit' });
    const two = read({ visit: { start: '2026-12-04', end: '2026-12-05' } });
    expect(stretched(range, two, 2, 0, zone)).toEqual({ visit: { start: '2026-12-04', end: '2026-12-07' } });
    expect(stretched(range, two, -9, 0, zone)).toEqual({ visit: { start: '2026-12-04', end: '2026-12-04' } });
    expect(stretched(of({ start: 'due', end: 'until' }), read({ due: '2026-12-04' }), 3, 0, zone)).toEqual({
      until: '2026-12-07',
    });
    const timed = of({ start: 'from', end: 'to' });
    const late = read({ from: '2026-12-05T01:00:00.000Z', to: '2026-12-05T02:00:00.000Z' });
    expect(stretched(timed, late, 0, 90, zone)).toEqual({ to: '2026-12-05T03:30:00.000Z' });
    expect(stretched(timed, late, 0, -300, zone)).toEqual({ to: '2026-12-05T01:15:00.000Z' });
    expect(stretched(of({}), read({ due: '2026-12-04' }), 1, 0, zone)).toEqual({});
  });
});

describe('a week', () => {
  const days = Array.from({ length: 7 }, (_, i) => `2026-12-${String(7 + i).padStart(2, '0')}`);
  const item = (id: string, start: string, end = start, hours: Partial<Span> = {}) => ({
    id,
    span: { start: `2026-12-${start}`, end: `2026-12-${end}`, ...hours },
  });

  it('has its bars in lanes: the long ones above, none over another, flat where they go on', () => {
    const bars = lanesOf(
      [item('short', '08'), item('long', '06', '09'), item('next', '10', '15'), item('gone', '20'), item('same', '08')],
      days,
    );
    expect(
      bars.map(({ id, column, length, lane, before, after }) => [id, column, length, lane, before, after]),
    ).toEqual([
      ['long', 0, 3, 0, true, false],
      ['next', 3, 4, 0, false, true],
      ['short', 1, 1, 1, false, false],
      ['same', 1, 1, 2, false, false],
    ]);
  });

  it('has what overlaps beside each other in its hours, and what does not at full width', () => {
    const found = hoursOf(
      [
        item('a', '08', '08', { from: 540, until: 660 }),
        item('b', '08', '08', { from: 600, until: 720 }),
        item('c', '08', '08', { from: 660, until: 690 }),
        item('d', '08', '08', { from: 800, until: 805 }),
        item('night', '07', '08', { from: 1400, until: 30 }),
        item('other', '09', '09', { from: 0, until: 60 }),
      ],
      '2026-12-08',
    );
    expect(found.map(({ id, from, until, side, sides }) => [id, from, until, side, sides])).toEqual([
      ['night', 0, 30, 0, 1],
      ['a', 540, 660, 0, 2],
      ['b', 600, 720, 1, 2],
      ['c', 660, 690, 0, 2],
      ['d', 800, 815, 0, 1],
    ]);
  });

  it('has records without times, and those of more than two days, above the hours', () => {
    expect([
      isAllDay(item('x', '08').span),
      isAllDay(item('x', '08', '09', { from: 60, until: 60 }).span),
      isAllDay(item('x', '08', '11', { from: 60, until: 60 }).span),
    ]).toEqual([true, false, true]);
  });
});
