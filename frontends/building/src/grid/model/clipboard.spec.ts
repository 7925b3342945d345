import { describe, expect, it } from 'vitest';
import { parseClipboard, parseHtml, parseTsv, writeHtml, writeTsv } from './clipboard.ts';

describe('tab-separated text', () => {
  it('reads rows and columns and drops the final line break', () => {
    expect(parseTsv('a\tb\r\nc\td\r\n')).toEqual([['a', 'b'], ['c', 'd']]);
    expect(parseTsv('one')).toEqual([['one']]);
    expect(parseTsv('')).toEqual([['']]);
    expect(parseTsv('a\n\nb')).toEqual([['a'], [''], ['b']]);
  });

  it('keeps quoted lines, tabs and quotes as one cell', () => {
    expect(parseTsv('"two\nlines"\tx\n"a ""b"""\t"t\tt"')).toEqual([['two\nlines', 'x'], ['a "b"', 't\tt']]);
  });

  it('takes a stray quote as text', () => {
    expect(parseTsv('"open\tb\n27" monitor\tc')).toEqual([['"open', 'b'], ['27" monitor', 'c']]);
    expect(parseTsv('"a" b\tc')).toEqual([['"a" b', 'c']]);
  });

  it('fills short rows', () => {
    expect(parseTsv('a\tb\tc\nd')).toEqual([['a', 'b', 'c'], ['d', '', '']]);
  });

  it('reads back what it writes', () => {
    const matrix = [['plain', 'two\nlines', 'tab\there'], ['"quoted"', '', ' spaced ']];
    expect(parseTsv(writeTsv(matrix))).toEqual(matrix);
  });

  it('reads back a thousand rows of ten', () => {
    const matrix = Array.from({ length: 1000 }, (_, r) => Array.from({ length: 10 }, (_, c) => `r${r}c${c}`));
    expect(parseTsv(writeTsv(matrix))).toEqual(matrix);
  });
});

describe('HTML tables', () => {
  it('reads what Excel copies', () => {
    const html = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!-- td {mso-number-format:General} --></style></head><body>
      <table border=0><!--StartFragment--><col width=64><tr height=20><td class=xl65 width=64>Name &amp; co</td><td x:num="1234.5">1,234.50</td></tr>
      <tr><td>first<br style='mso-data-placement:same-cell'>second</td><td>&nbsp;</td></tr><!--EndFragment--></table></body></html>`;
    expect(parseHtml(html)).toEqual([['Name & co', '1,234.50'], ['first\nsecond', '']]);
  });

  it('keeps merged cells in their columns', () => {
    expect(parseHtml('<table><tr><td rowspan=2>a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></table>')).toEqual([['a', 'b', ''], ['', 'c', 'd']]);
  });

  it('is not confused by prose, scripts or an unclosed row', () => {
    expect(parseHtml('<p>no table</p>')).toBeNull();
    expect(parseHtml('<script>document.write("<table><tr><td>x</td></tr></table>")</script><b>y</b>')).toBeNull();
    expect(parseHtml('<table><tr><td>a<td>b<tr><td>c')).toEqual([['a', 'b'], ['c', '']]);
  });

  it('reads back what it writes', () => {
    const matrix = [['<b>', 'a & "b"'], ['two\nlines', '007']];
    expect(parseHtml(writeHtml(matrix, [false, true]))).toEqual(matrix);
  });

  it('prefers plain text of the same shape, and the table where plain text broke a cell', () => {
    const html = '<table><tr><td>a<br>b</td><td>c</td></tr></table>';
    expect(parseClipboard('a\nb\tc', html)).toEqual([['a\nb', 'c']]);
    expect(parseClipboard('"a\nb"\tc', html)).toEqual([['a\nb', 'c']]);
    expect(parseClipboard('  spaced\tc', '<table><tr><td>spaced</td><td>c</td></tr></table>')).toEqual([['  spaced', 'c']]);
  });
});
