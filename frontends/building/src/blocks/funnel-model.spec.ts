import { describe, expect, it } from 'vitest';
import { stepsOf } from './funnel-model.ts';

const groups = [
  { key: ['won'], count: 10, values: [{ value: '50.5' }] },
  { key: ['new'], count: 40, values: [{ value: 400 }] },
  { key: [null], count: 7, values: [{ value: 70 }] },
  { key: ['sent'], count: 20, values: [{ value: null }] },
];
const options = ['new', 'sent', 'won', 'lost'];
const counted = { measured: false, through: false };

describe('a funnel', () => {
  it('has a step for each option in their order, with the share that came from the step before', () => {
    expect(stepsOf(options, [], groups, counted)).toEqual([
      { key: 'new', count: 40, value: 40 },
      { key: 'sent', count: 20, value: 20, ofBefore: 0.5 },
      { key: 'won', count: 10, value: 10, ofBefore: 0.5 },
      { key: 'lost', count: 0, value: 0, ofBefore: 0 },
    ]);
  });
  it('has the named steps alone, and never one that is gone', () => {
    expect(stepsOf(options, ['won', 'gone', 'new'], groups, counted).map(({ key }) => key)).toEqual(['won', 'new']);
    expect(stepsOf(options, ['gone'], groups, counted)).toHaveLength(4);
  });
  it('counts what has come through a step, and says nothing of what comes from nothing', () => {
    const through = stepsOf(options, ['new', 'sent', 'won'], groups, { measured: false, through: true });
    expect(through.map(({ value }) => value)).toEqual([70, 30, 10]);
    const sums = stepsOf(options, ['new', 'sent', 'won'], groups, { measured: true, through: false });
    expect(sums).toEqual([
      { key: 'new', count: 40, value: 400 },
      { key: 'sent', count: 20, value: 0, ofBefore: 0 },
      { key: 'won', count: 10, value: 50.5 },
    ]);
  });
});
