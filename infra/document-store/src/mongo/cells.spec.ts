import { describe, expect, it } from 'vitest';
import { random } from '../testing/random.ts';
import { fromUnscaled } from '@tessera/kernel';
import { toScaled } from '../query/scaled.ts';
import { fromDecimal, toDecimal } from './cells.ts';
import { Decimal128 } from 'mongodb';

const compared = (value: Decimal128): string => {
  const text = value.toString();
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};

describe('decimals on MongoDB', () => {
  it('say what the driver would have parsed, at every scale to the ends of 64 bits', () => {
    const r = random(5);
    for (let i = 0; i < 3000; i++) {
      const scale = r.int(9);
      const digits = 1 + r.int(18 - scale);
      const text =
        `${r.chance(0.5) ? '-' : ''}${String(BigInt(1 + r.int(9) + Array.from({ length: digits - 1 }, () => r.int(10)).join('')))}.${Array.from({ length: scale }, () => r.int(10)).join('')}`.replace(
          /\.$/,
          '',
        );
      const scaled = toScaled(text, scale);
      expect(fromDecimal(toDecimal(scaled, scale), scale)).toBe(scaled);
      expect(fromDecimal(Decimal128.fromString(text), scale)).toBe(scaled);
      const plain = toDecimal(scaled, scale).toString();
      if (!plain.includes('E')) expect(compared(Decimal128.fromString(plain))).toBe(fromUnscaled(scaled, scale));
    }
    for (const scaled of [9223372036854775807n, -9223372036854775807n, 0, -1, 4294967296, -4294967295])
      expect(fromDecimal(toDecimal(scaled, 2), 2)).toBe(scaled);
  });

  it('of sums come with other exponents and more than 64 bits', () => {
    expect(fromDecimal(Decimal128.fromString('1E+3'), 2)).toBe(100_000);
    expect(fromDecimal(Decimal128.fromString('1.500'), 1)).toBe(15);
    expect(fromDecimal(Decimal128.fromString('-9223372036854775807000000.25'), 2)).toBe(-922337203685477580700000025n);
    expect(() => fromDecimal(Decimal128.fromString('1.005'), 2)).toThrow(/places/);
    expect(() => fromDecimal(Decimal128.fromString('NaN'), 2)).toThrow(/none/);
  });
});
