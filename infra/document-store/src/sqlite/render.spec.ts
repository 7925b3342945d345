import { describe, expect, it } from 'vitest';
import type { SelectedColumn } from '@tessera/kernel';
import { jsonRow, recordWriter } from './render.ts';

const select: readonly SelectedColumn[] = [
  { column: 'c1', storage: 'decimal', key: 'amount', scale: 8 },
  { column: 'c2', storage: 'decimal', key: 'price', scale: 2 },
];
const row = (amount: number | bigint | null, price: number | null): (string | number | bigint | null)[] => [
  '01hrow',
  1,
  1_700_000_000_000,
  1_700_000_000_001,
  amount,
  price,
];

describe('a record written by the engine', () => {
  it.each([0, 1, -1, 99, -100, 101, 10_000, 100_000_000, 123_456_789, 999_999_999_999_999, -9_007_199_254_740_991])(
    'is the one put together by hand, for %d hundred-millionths',
    (amount) => {
      for (const price of [null, 0, 1, -5, 1234])
        expect(recordWriter(select, 4)(row(amount, price))).toBe(jsonRow(select, 4)(row(amount, price)));
    },
  );

  it('is put together where a number is too large for a float', () => {
    expect(recordWriter(select, 4)(row(9_223_372_036_854_775_807n, 5))).toContain(
      '"amount":"92233720368.54775807","price":0.05',
    );
  });

  it('has decimals of more than 15 digits as texts, and all of them where it was asked for', () => {
    expect(recordWriter(select, 4)(row(999_999_999_999_999, 5))).toContain('"amount":9999999.99999999,"price":0.05');
    expect(recordWriter(select, 4)(row(1_234_567_890_123_456, 5))).toContain(
      '"amount":"12345678.90123456","price":0.05',
    );
    expect(recordWriter(select, 4)(row(1_000_000_000_000_000, 5))).toContain('"amount":10000000,"price":0.05');
    const asTexts = select.map((column) => ({ ...column, asText: true }));
    for (const write of [recordWriter, jsonRow])
      expect(write(asTexts, 4)(row(1, 12_340))).toContain('"amount":"0.00000001","price":"123.4"');
  });

  it('has no exponents, whatever stands beside the small number', () => {
    expect(recordWriter(select, 4)(row(1, 12_345))).toContain('"amount":0.00000001,"price":123.45');
  });
});
