import { describe, expect, it } from 'vitest';
import { meterState, toCsv } from './meter.ts';

describe('a meter', () => {
  it.each([
    [0, 'good'],
    [50, 'good'],
    [51, 'half'],
    [90, 'almost'],
    [99, 'almost'],
    [100, 'above'],
    [109, 'above'],
    [110, 'critical'],
  ])('at %d of 100 is %s', (used, state) => {
    expect(meterState(used, 100, 10)).toBe(state);
  });
  it('is critical at its limit where nothing is tolerated', () => {
    expect(meterState(100, 100, 0)).toBe('critical');
  });
});

describe('a report', () => {
  it('quotes what would break its lines, and is no formula', () => {
    expect(
      toCsv([
        ['a,b', 'say "x"'],
        ['=1+1', '3'],
      ]),
    ).toBe('"a,b","say ""x"""\r\n\'=1+1,3\r\n');
  });
});
