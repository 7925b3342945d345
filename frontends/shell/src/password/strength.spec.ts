import { describe, expect, it } from 'vitest';
import { strengthOf } from './strength.ts';

describe('the strength of a password', () => {
  it('grows with its length, its kinds of signs and how many differ', () => {
    expect(['ab1', 'abcdef', 'seven-oaks', 'seven-oaks-43-Tidal'].map(strengthOf)).toEqual([
      'short',
      'weak',
      'fair',
      'strong',
    ]);
    expect(strengthOf('aaaaaaaaaaaaaaaaaaaaaaaa')).toBe('weak');
  });
});
