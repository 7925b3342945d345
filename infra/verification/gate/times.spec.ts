import { describe, expect, it } from 'vitest';
import { slowest } from './times.ts';

describe('the slowest tests', () => {
  it('are named with their times, slowest first, and no more than asked for', () => {
    const files = [1, 3, 2].map((seconds) => ({
      file: `f${seconds}.spec.ts`,
      seconds,
      tests: [{ name: `t${seconds}`, seconds: seconds / 2 }],
    }));
    expect(slowest(files, 2)).toEqual([
      'The slowest files:',
      '     3.0 s  f3.spec.ts',
      '     2.0 s  f2.spec.ts',
      'The slowest tests:',
      '     1.5 s  f3.spec.ts: t3',
      '     1.0 s  f2.spec.ts: t2',
    ]);
  });
});
