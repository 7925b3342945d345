import { describe, expect, it } from 'vitest';
import { dateText, decimalOf, formatOf, textOf } from './formats.ts';

const text = (written: string, code: string | number, from1904 = false): string =>
  textOf(written, typeof code === 'number' ? formatOf(code, undefined) : formatOf(200, code), from1904);

describe('a number format', () => {
  it.each<[string | number, string]>([
    ['General', 'number'],
    [0, 'number'],
    ['#,##0.00', 'number'],
    ['0.00E+00', 'number'],
    ['# ?/?', 'number'],
    ['"day" 0', 'number'],
    ['0 "h"', 'number'],
    ['[Red]0;[Blue]-0', 'number'],
    ['@', 'number'],
    [9, 'percent'],
    ['0.0%', 'percent'],
    [14, 'date'],
    ['dd/mm/yyyy', 'date'],
    ['mmm', 'date'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'date'],
    ['yyyy"年"m"月"d"日"', 'date'],
    [22, 'moment'],
    ['m/d/yy h:mm', 'moment'],
    ['yyyy\\-mm\\-dd"T"hh:mm:ss', 'moment'],
    [20, 'time'],
    ['h:mm AM/PM', 'time'],
    ['mm:ss.0', 'time'],
    [46, 'duration'],
    ['[h]:mm', 'duration'],
    ['[mm]:ss', 'duration'],
    ['"R$" #,##0.00', 'currency'],
    ['_-[$R$-416]\\ * #,##0.00_-;-[$R$-416]\\ * #,##0.00_-', 'currency'],
    ['[$€-2]\\ #,##0.00', 'currency'],
    ['#,##0.00\\ "€"', 'currency'],
    ['[$-409]#,##0.00', 'number'],
    ['0.0" kg"', 'number'],
    ['0000000', 'digits'],
  ])('%s is a %s', (code, kind) => {
    expect((typeof code === 'number' ? formatOf(code, undefined) : formatOf(200, code)).kind).toBe(kind);
  });
});

describe('a number', () => {
  it.each([
    ['1180.0999999999999', '1180.1'],
    ['0.30000000000000004', '0.3'],
    ['0.28999999999999998', '0.29'],
    ['3.1415926535897931', '3.141592653589793'],
    ['0.6666666666666666', '0.6666666666666666'],
    ['12345678901234567', '12345678901234567'],
    ['1.5E-7', '0.00000015'],
    ['1E+20', '100000000000000000000'],
    ['-2.5', '-2.5'],
    ['1e999', undefined],
    ['12abc', undefined],
    ['', undefined],
  ])('%s is kept as %s', (written, kept) => {
    expect(decimalOf(written)).toBe(kept);
  });

  it.each<[string, string | number, string]>([
    ['1234.5678', '#,##0.00', '1234.5678'],
    ['0.345', 9, '34.5%'],
    ['0.005', 9, '0.5%'],
    ['-0.07', 9, '-7%'],
    ['2', 9, '200%'],
    ['489.5', '"R$" #,##0.00', 'R$ 489.5'],
    ['-10', '"R$" #,##0.00', '-R$ 10'],
    ['48812', '0000000', '0048812'],
    ['12345678', '0000000', '12345678'],
    ['1.5', '0000000', '1.5'],
  ])('%s in the format %s reads %s', (written, code, shown) => {
    expect(text(written, code)).toBe(shown);
  });
});

describe('a date', () => {
  it.each<[string, string | number, boolean, string]>([
    ['46328', 14, false, '2026-11-02'],
    ['1', 14, false, '1900-01-01'],
    ['59', 14, false, '1900-02-28'],
    ['60', 14, false, '1900-02-29'],
    ['61', 14, false, '1900-03-01'],
    ['0', 14, true, '1904-01-01'],
    ['44866', 14, true, '2026-11-02'],
    ['46328.5', 14, false, '2026-11-02 12:00:00'],
    ['46328', 22, false, '2026-11-02 00:00:00'],
    ['46328.572916666664', 22, false, '2026-11-02 13:45:00'],
    ['46328.000000011574', 22, false, '2026-11-02 00:00:00.001'],
    ['2958465', 14, false, '9999-12-31'],
    ['2958466', 14, false, '2958466'],
    ['-1', 14, false, '-1'],
    ['-1', 14, true, '1903-12-31'],
    ['0.5', 14, false, '12:00:00'],
    ['0.5729166666666666', 20, false, '13:45:00'],
    ['1.1041666666666667', 46, false, '26:30:00'],
    ['1.5', 20, false, '36:00:00'],
    ['-0.25', 46, false, '-06:00:00'],
  ])('%s in the format %s, from 1904: %s, reads %s', (written, code, from1904, shown) => {
    expect(text(written, code, from1904)).toBe(shown);
  });

  it.each([
    ['2026-11-02', '2026-11-02'],
    ['2026-11-02T00:00:00', '2026-11-02'],
    ['2026-11-02T13:45:00Z', '2026-11-02 13:45:00'],
    ['soon', 'soon'],
  ])('%s in the writing of ISO 8601 reads %s', (written, shown) => {
    expect(dateText(written)).toBe(shown);
  });
});
