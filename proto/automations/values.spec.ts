import { describe, expect, it } from 'vitest';
import { conditionOf, cronOf, dueBetween, isDue, isMet, isZone, refsIn, resolve, type Comparison } from './index.ts';

const scope = {
  trigger: { record: { id: 'r', name: 'Ann', tags: ['a', 'b'] }, at: '2027-01-01T00:00:00.000Z' },
  steps: { find: { records: [{ id: 'x', name: 'One' }], count: 1 } },
};

describe('a value', () => {
  it.each<readonly [unknown, unknown]>([
    ['text', 'text'],
    [{ ref: 'trigger.record.name' }, 'Ann'],
    [{ ref: 'steps.find.records.0.name' }, 'One'],
    [{ ref: 'steps.find.records.1.name' }, null],
    [{ ref: 'steps.gone.x' }, null],
    [{ ref: 'trigger.record.constructor' }, null],
    [{ ref: 'trigger.record.__proto__' }, null],
    [
      [{ ref: 'trigger.record.id' }, 1],
      ['r', 1],
    ],
    [
      { deal: { ref: 'trigger.record.id' }, ref: 'x' },
      { deal: 'r', ref: 'x' },
    ],
  ])('%j is %j', (value, expected) => {
    expect(resolve(value, scope, () => null)).toEqual(expected);
  });
  it('that is computed tells what it names, and is what is computed of it', () => {
    const value = { text: { formula: '"To " & {trigger.record.name} & {steps.find.count}' } };
    expect(refsIn(value).map(({ ref, at }) => `${at} ${ref.ref}`)).toEqual([
      'text trigger.record.name',
      'text steps.find.count',
    ]);
    expect(resolve(value, scope, ({ formula }) => formula.length)).toEqual({ text: 50 });
  });
  it('tells what it refers to, and where', () => {
    expect(refsIn({ values: { a: { ref: 'trigger.at' }, b: [1, { ref: 'steps.x.y' }] } })).toEqual([
      { ref: { ref: 'trigger.at' }, at: 'values.a' },
      { ref: { ref: 'steps.x.y' }, at: 'values.b.1' },
    ]);
  });
});

describe('a comparison', () => {
  it.each<readonly [unknown, Comparison, unknown, boolean]>([
    [5, 'greater', 3, true],
    ['10', 'greater', 9, true],
    ['b', 'greater', 'a', true],
    ['2027-02-01', 'greater', '2027-01-15T12:00:00.000Z', true],
    [5, 'at_least', 5, true],
    [4, 'less', 5, true],
    [5, 'at_most', 4, false],
    [null, 'less', 5, false],
    ['', 'at_most', 5, false],
    ['Won', 'is', 'won', true],
    ['1', 'is', 1, true],
    [null, 'is', '', true],
    ['a', 'is_not', 'b', true],
    ['Renewal 2027', 'contains', 'renewal', true],
    [['a', 'b'], 'contains', 'b', true],
    [null, 'contains', 'b', false],
    [[], 'empty', undefined, true],
    [0, 'filled', undefined, true],
    [true, 'is', true, true],
  ])('%j %s %j is %s', (left, operator, right, expected) => {
    expect(isMet({ left, operator, right }, scope)).toBe(expected);
  });
  it('goes through groups, and looks values up', () => {
    const read = conditionOf({
      or: [
        { left: { ref: 'trigger.record.name' }, operator: 'is', right: 'Bob' },
        { and: [{ left: { ref: 'steps.find.count' }, operator: 'greater', right: 0 }] },
      ],
    });
    expect(isMet(read!, scope)).toBe(true);
    expect(isMet({ or: [] }, scope)).toBe(false);
    expect(isMet({ and: [] }, scope)).toBe(true);
  });
  it.each([
    [null],
    [{ left: 1, operator: 'like', right: 1 }],
    [{ left: 1, operator: 'is' }],
    [{ operator: 'empty' }],
    [{ and: [{ left: 1, operator: 'filled', more: 1 }] }],
    [{ and: [], or: [] }],
    [{ and: Array.from({ length: 51 }, () => ({ left: 1, operator: 'filled' })) }],
  ])('is none: %j', (value) => {
    expect(conditionOf(value)).toBeUndefined();
  });
});

describe('a schedule', () => {
  const at = (text: string) => {
    const [year, month, day, hour, minute] = text.split(/[-T:]/).map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    return { year, month, day, hour, minute };
  };
  it.each<readonly [string, string, boolean]>([
    ['* * * * *', '2027-01-01T00:00', true],
    ['0 8 * * 1', '2027-01-04T08:00', true],
    ['0 8 * * 1', '2027-01-05T08:00', false],
    ['*/15 * * * *', '2027-01-01T00:45', true],
    ['*/15 * * * *', '2027-01-01T00:46', false],
    ['5-10/5 9-17 * * 1-5', '2027-01-01T09:10', true],
    ['0 0 1,15 * *', '2027-01-15T00:00', true],
    ['0 0 13 * 5', '2027-01-13T00:00', true],
    ['0 0 13 * 5', '2027-01-15T00:00', true],
    ['0 0 13 * 5', '2027-01-14T00:00', false],
    ['0 0 * * 7', '2027-01-03T00:00', true],
  ])('%s at %s: %s', (cron, moment, due) => {
    expect(isDue(cronOf(cron)!, at(moment))).toBe(due);
  });
  it.each([
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '5-1 * * * *',
    '*/0 * * * *',
    '0 0 31 2 *',
    'a * * * *',
    '@daily',
  ])('is none: "%s"', (cron) => {
    expect(cronOf(cron)).toBeUndefined();
  });
  it('is due once in an hour that comes twice, and not in one that is skipped', () => {
    const hour = 3_600_000;
    const ends = Date.UTC(2027, 9, 31, 1);
    const back = (instant: number) => (instant < ends ? 2 * hour : hour);
    expect(
      dueBetween(cronOf('30 2 * * *')!, back, ends - 3 * hour, ends + 3 * hour, 10).map(({ name }) => name),
    ).toEqual(['2027-10-31T02:30']);
    const begins = Date.UTC(2027, 2, 28, 1);
    const forth = (instant: number) => (instant < begins ? hour : 2 * hour);
    expect(dueBetween(cronOf('30 2 * * *')!, forth, begins - 3 * hour, begins + 3 * hour, 10)).toEqual([]);
  });
  it('knows zones', () => {
    expect(['Europe/Berlin', 'America/Sao_Paulo', 'UTC', 'Mars/Olympus', '', 5].map(isZone)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
