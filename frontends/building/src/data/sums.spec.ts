import type { Field } from '@tessera/kit';
import { describe, expect, it } from 'vitest';
import { alike, rounded, sumsOf } from './sums.ts';

const field = (type: string, props: Field['props'] = {}): Field => ({
  id: type,
  name: type,
  type,
  props,
  required: false,
  unique: false,
  description: '',
});

describe('sums of a selection', () => {
  it('are exact where floats are not', () => {
    expect(sumsOf([0.1, 0.2], 2)).toEqual({ sum: '0.3', average: '0.15' });
    expect(sumsOf([0.1, -0.5, 1, 0.1], 2)).toEqual({ sum: '0.7', average: '0.18' });
    expect(sumsOf([-0.001, 0.004], 3)).toEqual({ sum: '0.003', average: '0.002' });
    expect(sumsOf([1, 1, 2], 2)).toEqual({ sum: '4', average: '1.33' });
    expect(sumsOf([9007199254740991, 9007199254740991], 2)).toEqual({
      sum: '18014398509481982',
      average: '9007199254740991',
    });
    expect(sumsOf([], 2)).toBeNull();
  });
  it('round as people do', () =>
    expect([rounded(0.175, 2), rounded(428.2165, 3), rounded(-2.5, 0), rounded('1e-7', 2)]).toEqual([
      '0.18',
      '428.217',
      '-3',
      '0',
    ]));
  it('read as their column does, where all columns read alike', () => {
    const euros = field('currency', { currency_symbol: 'EUR' });
    expect(alike([euros, { ...euros, id: 'b' }])).toBe(euros);
    expect([
      alike([euros, field('currency', { currency_symbol: '$' })]),
      alike([euros, field('number')]),
      alike([]),
    ]).toEqual([undefined, undefined, undefined]);
  });
});
