import { expect, it } from 'vitest';
import { clockText, type WireLap } from '../laps.ts';
import { readContextFor } from '../locale.ts';
import { timer } from './type.ts';

const context = readContextFor('en', 'UTC');
const at = (time: string): string => `2026-03-02T${time}.000Z`;
const lap = (id: string, from: string, until: string | null, by: string | null = null): WireLap => ({
  id,
  started_at: at(from),
  finished_at: until === null ? null : at(until),
  finished_by: by,
});
const ada = '01jd8z6v0e3k7m2n4p5q6r7s8t';
const amending = (time: string, by: string | undefined = ada) => ({ now: Date.parse(at(time)), by, newId: () => 'n' });
const apply = (present: readonly WireLap[], time: string, ...changes: object[]) => {
  const cell = timer.amend!.apply(timer.fromJson(present, {}, context), { changes }, amending(time));
  return cell === null ? null : timer.toJson(cell, {});
};

it('a lap is started and ended by the clock of the server, and says who ended it', () => {
  const running = [{ id: 'n', started_at: at('09:00:00'), finished_at: null, finished_by: null }];
  expect(apply([], '09:00:00', { start: true })).toEqual(running);
  // Two people press at the same time: one lap runs.
  expect(apply(running, '09:00:01', { start: true })).toEqual(running);
  const ended = [{ ...running[0]!, finished_at: at('09:10:00'), finished_by: ada }];
  expect(apply(running, '09:10:00', { stop: true })).toEqual(ended);
  expect(apply(ended, '09:11:00', { stop: true })).toEqual(ended);
  // A clock that was set back.
  expect(apply(running, '08:00:00', { stop: true })).toMatchObject([{ finished_at: at('09:00:00') }]);
});

it('laps are changed one by one; one that somebody took away stays away', () => {
  const two = [lap('a', '09:00:00', '09:10:00'), lap('b', '10:00:00', '10:30:00')];
  expect(apply(two, '12:00:00', { id: 'a', removed: true }, { id: 'b', finished_at: at('10:45:00') })).toEqual([
    lap('b', '10:00:00', '10:45:00'),
  ]);
  expect(apply(two, '12:00:00', { id: 'gone', finished_at: at('10:45:00') })).toEqual(two);
  expect(() => apply(two, '12:00:00', { id: 'b', finished_at: at('09:00:00') })).toThrow('ends before it starts');
  for (const wrong of [{}, { start: false }, { start: true, id: 'a' }, { id: 'a' }, { id: 'a', removed: 1 }, { x: 1 }])
    expect(() => apply(two, '12:00:00', wrong), JSON.stringify(wrong)).toThrow('no list of laps');
});

it('what leads from one value to another is said lap by lap', () => {
  const [first, second] = [lap('a', '09:00:00', '09:10:00'), lap('b', '10:00:00', null)];
  const change = (before: unknown, after: unknown) => timer.amend!.between(before, after);
  expect(change(null, [second])).toEqual({ changes: [{ start: true }] });
  expect(change([first, second], [first, { ...second, finished_at: at('11:00:00') }])).toEqual({
    changes: [{ stop: true }],
  });
  expect(change([first, second], [second])).toEqual({ changes: [{ id: 'a', removed: true }] });
  expect(change([first], [{ ...first, finished_at: at('09:20:00') }])).toEqual({
    changes: [{ id: 'a', started_at: at('09:00:00'), finished_at: at('09:20:00') }],
  });
  expect(change([first], [first])).toBeUndefined();
});

it('queries see the time that ended laps took, how many there are, and since when one runs', () => {
  const cell = timer.fromJson([lap('b', '10:00:00', null), lap('a', '09:00:00', '09:10:05')], {}, context)!;
  expect(cell).toMatchObject({ seconds: '605', laps: '2', since: Date.parse(at('10:00:00')) });
  const asPagesHaveIt = { whole: JSON.stringify(timer.toJson(cell, {})) };
  for (const one of [cell, asPagesHaveIt])
    expect(timer.shown!(one, {}, { locale: 'en', timezone: 'UTC' })).toBe('00:10:05 …');
  expect(timer.toText(cell, {}, { locale: 'en', timezone: 'UTC' })).toBe(
    `${at('09:00:00')}/${at('09:10:05')}\n${at('10:00:00')}/..`,
  );
  expect(() => timer.fromJson([lap('a', '09:00:00', null), lap('b', '10:00:00', null)], {}, context)).toThrow(
    'Only one lap',
  );
  for (const wrong of [{}, 'x', [{ id: 'a' }], [lap('a', '09:00:00', '08:00:00')], [lap('a', '09:00:00', null, ada)]])
    expect(() => timer.fromJson(wrong, {}, context), JSON.stringify(wrong)).toThrow();
});

it('a copied timer says who, and reads back where they are known', () => {
  const cell = timer.fromJson([lap('1', '09:00:00', '09:10:00', ada)], {}, context)!;
  const text = timer.toText(cell, {}, { locale: 'en', timezone: 'UTC', userName: () => 'Ada Lovelace' });
  expect(text).toBe(`${at('09:00:00')}/${at('09:10:00')} Ada Lovelace`);
  const known = { ...context, findUser: (name: string) => (name === 'Ada Lovelace' ? ada : undefined) };
  expect(timer.fromText(text, {}, known)).toEqual(cell);
  expect(() => timer.fromText(`${text} II`, {}, known)).toThrow('is nobody here');
});

it('beyond 99 hours a timer stands still', () => {
  expect([0, 59, 3661, 359_999, 360_000].map(clockText)).toEqual([
    '00:00:00',
    '00:00:59',
    '01:01:01',
    '99:59:59',
    '+99:59:59',
  ]);
});
