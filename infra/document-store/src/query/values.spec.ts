import { compareText, fromUnscaled } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { random } from '../testing/random.ts';
import { toDays, fromDays } from './days.ts';
import { averageText, toScaled } from './scaled.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { fromStored, toStored } from './values.ts';
import { fold } from '@tessera/kernel';
import type { Sort } from '@tessera/kernel';

describe('decimals', () => {
  it('come back as they were written, at every scale', () => {
    const r = random(11);
    for (let i = 0; i < 5000; i++) {
      const scale = r.int(9);
      const digits = 1 + r.int(18 - scale);
      const whole = String(BigInt(Array.from({ length: digits }, () => r.int(10)).join('')));
      const fraction =
        scale === 0
          ? ''
          : Array.from({ length: r.int(scale + 1) }, () => r.int(10))
              .join('')
              .replace(/0+$/, '');
      const text = `${r.chance(0.5) && (whole !== '0' || fraction !== '') ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
      expect(fromUnscaled(toScaled(text, scale), scale)).toBe(text);
    }
  });

  it('are rounded half away from zero beyond their places', () => {
    expect([
      toScaled('1.005', 2),
      toScaled('-1.005', 2),
      toScaled('1.0049999', 2),
      toScaled('0.999', 2),
      toScaled('-0.004', 2),
      toScaled('2.5', 0),
    ]).toEqual([101, -101, 100, 100, 0, 3]);
  });

  it('are refused where 64 bits do not hold them, or where they are none', () => {
    expect(toScaled('9223372036854775807', 0)).toBe(9223372036854775807n);
    for (const text of ['9223372036854775808', '-9223372036854775808', '99999999999999999999'])
      expect(() => toScaled(text, 0)).toThrow(expect.objectContaining({ code: 'records.number_overflow' }));
    for (const text of ['', '1e5', '.5', '5.', '+1', ' 1', '1,5', 'NaN', '0x10'])
      expect(() => toScaled(text, 2)).toThrow(expect.objectContaining({ code: 'query.invalid_value' }));
  });

  it('average to four places more than their own', () => {
    expect([
      averageText(10n, 3n, 0),
      averageText(-10n, 3n, 0),
      averageText(200n, 3n, 2),
      averageText(1n, 8n, 0),
      averageText(5n, 5n, 2),
    ]).toEqual(['3.3333', '-3.3333', '0.666667', '0.125', '0.01']);
  });
});

describe('dates', () => {
  it('are days, before 1970 and to the year 9999', () => {
    for (const [date, day] of [
      ['1970-01-01', 0],
      ['1969-12-31', -1],
      ['2024-02-29', 19_782],
      ['0001-01-01', -719_162],
      ['9999-12-31', 2_932_896],
    ] as const) {
      expect(toDays(date)).toBe(day);
      expect(fromDays(day)).toBe(date);
    }
    for (const date of ['2024-2-1', '2024-13-01', 'today', ''])
      expect(() => toDays(date)).toThrow(expect.objectContaining({ code: 'query.invalid_value' }));
  });
});

describe('lists of ids', () => {
  it('keep their order; an empty one is an empty cell; the delimiter is refused', () => {
    expect(fromStored('options', 0, toStored('options', 0, ['b', 'a']))).toEqual(['b', 'a']);
    expect(toStored('users', 0, [])).toBeNull();
    expect(() => toStored('options', 0, ['a\u001fb'])).toThrow(expect.objectContaining({ code: 'records.invalid_id' }));
  });
});

describe('the folded key', () => {
  it('is the same whichever way it is made', () => {
    const plainly = (text: string): string =>
      text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replace(/\s+/g, ' ')
        .trim();
    const r = random(9);
    const letters = [
      'a',
      'B',
      ' ',
      ' ',
      '\t',
      '\n',
      '\u0000',
      '\u001f',
      'é',
      'É',
      '\u00a0',
      'ﬁ',
      'İ',
      'Σ',
      '5',
      '😀',
      'e\u0301',
    ];
    for (let i = 0; i < 5000; i++) {
      const text = r.some(letters.slice(0, r.chance(0.5) ? 8 : letters.length), 7).join('');
      expect(fold(text), JSON.stringify(text)).toBe(plainly(text));
    }
  });
});

describe('the order of texts', () => {
  it('is that of their bytes', () => {
    const r = random(3);
    const letters = ['a', 'b', 'é', '\u0800', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{1f600}', '\u{10ffff}'];
    for (let i = 0; i < 3000; i++) {
      const [a, b] = [r.some(letters, 4).join(''), r.some(letters, 4).join('')];
      expect(Math.sign(compareText(a, b)), JSON.stringify([a, b])).toBe(
        Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
      );
    }
  });
});

describe('cursors', () => {
  const sort: readonly Sort[] = [
    { by: { kind: 'field', column: 'c1_1', storage: 'text' }, order: 'asc' },
    { by: { kind: 'field', column: 'c2_1', storage: 'decimal', scale: 2 }, order: 'desc' },
  ];

  it('carry the values of their order, large integers too', () => {
    for (const values of [
      ['a', 'Á', 5],
      ['a', 'a', 9223372036854775807n],
      [null, null, null],
      ['', '', -1],
    ])
      expect(decodeCursor(sort, encodeCursor(sort, { row: 7, values }))).toEqual({ row: 7, values });
    expect(decodeCursor(sort, encodeCursor(sort, { row: 7, values: ['x'.repeat(9000), 'x', 1] }))).toEqual({ row: 7 });
  });

  it('are refused when anything about them is not of this order', () => {
    const good = JSON.parse(
      Buffer.from(encodeCursor(sort, { row: 7, values: ['a', 'A', 5] }), 'base64url').toString(),
    ) as unknown[];
    const [shape] = good;
    const bad = [
      ['x', 7, 'a', 'A', 5],
      [shape, '7', 'a', 'A', 5],
      [shape, 7.5, 'a', 'A', 5],
      [shape, 7, 'a', 'A'],
      [shape, 7, 1, 'A', 5],
      [shape, 7, 'a', 'A', '5'],
      [shape, 7, 'a', null, 5],
      [shape, 7, 'a', 'A', { n: '1;' }],
      [shape, 7, 'a', 'A', 1e300],
      {},
      null,
      'x',
    ];
    for (const one of bad)
      expect(
        () => decodeCursor(sort, Buffer.from(JSON.stringify(one)).toString('base64url')),
        JSON.stringify(one),
      ).toThrow(expect.objectContaining({ code: 'query.invalid_cursor' }));
    expect(() => decodeCursor([sort[1]!, sort[0]!], encodeCursor(sort, { row: 7, values: ['a', 'A', 5] }))).toThrow();
  });
});
