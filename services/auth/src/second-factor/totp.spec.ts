import { describe, expect, it } from 'vitest';
import { base32, codeOf, stepAt, stepOf } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('codes', () => {
  // The last six digits of the vectors of RFC 6238, appendix B.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i are as the standard says', (second, code) =>
    expect(codeOf(secret, stepAt(second * 1000))).toBe(code),
  );
  it('work half a minute before and after, and once', () => {
    const now = 1_111_111_111_000;
    const step = stepAt(now);
    for (const by of [-1, 0, 1]) expect(stepOf(secret, codeOf(secret, step + by), now, 0)).toBe(step + by);
    for (const by of [-2, 2]) expect(stepOf(secret, codeOf(secret, step + by), now, 0)).toBeUndefined();
    expect(stepOf(secret, codeOf(secret, step), now, step)).toBeUndefined();
    expect(stepOf(secret, codeOf(secret, step - 1), now, step)).toBeUndefined();
    for (const wrong of ['', '12345', '1234567', 'abcdef']) expect(stepOf(secret, wrong, now, 0)).toBeUndefined();
  });
  it('come of a secret that apps can read', () => expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'));
});
