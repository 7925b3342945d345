import { describe, expect, it } from 'vitest';
import { computing, formulaIssues } from './formulas.ts';

const scope = {
  trigger: {
    at: '2027-03-10T08:00:00.000Z',
    record: { name: 'Ann', price: 12.5, due: '2027-03-31', tags: ['a', 'b'] },
  },
  steps: { find: { count: 3 } },
};
const compute = computing({ now: Date.parse('2027-03-10T08:00:00Z'), timezone: 'Europe/Lisbon', locale: 'en' });
const of = (formula: string): unknown => compute({ formula }, scope);

describe('a formula of a step', () => {
  it.each([
    ['"Hello " & {trigger.record.name}', 'Hello Ann'],
    ['{trigger.record.price} * {steps.find.count}', 37.5],
    ['DATEADD({trigger.record.due}, 1, "days")', '2027-04-01'],
    ['"Of " & {trigger.record.tags}', 'Of a, b'],
    ['IF({trigger.record.gone}, "there", "not there")', 'not there'],
    ['{steps.find.count} > 2', true],
  ])('%s is %j', (formula, value) => expect(of(formula)).toEqual(value));
  it('that cannot be computed says why', () => {
    expect(() => of('{trigger.record.name} * 2')).toThrow(/number/);
    expect(() => of('1 / 0')).toThrow();
  });
  it('is wrong before it runs where it is no formula', () => {
    const step = (formula: string) => ({ id: 'a', type: 'set', config: { values: { x: { formula } } } });
    const issues = (formula: string) =>
      formulaIssues({ trigger: { type: 'manual', config: {} }, steps: [step(formula)] }).map(
        ({ field, code }) => `${field} ${code}`,
      );
    expect(issues('"a" & {trigger.at}')).toEqual([]);
    expect(issues('NOTHING(1)')).toEqual(['values formula_wrong']);
    expect(issues('1 +')).toEqual(['values formula_wrong']);
  });
});
