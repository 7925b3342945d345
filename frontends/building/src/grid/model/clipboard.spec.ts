import { describe, expect, it } from 'vitest';
import { parseClipboard, parseHtml, parseTsv, writeHtml, writeTsv } from './clipboard.ts';

describe('tab-separated text', () => {
  it('reads rows and columns and drops the final line break', () => {
    expect(parseTsv('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(parseTsv('one')).toEqual([['one']]);
    expect(parseTsv('')).toEqual([['']]);
    expect(parseTsv('a\n\nb')).toEqual([['a'], [''], ['b']]);
  });

  it('keeps quoted lines, tabs and quotes as one cell', () => {
    expect(parseTsv('"two\nlines"\tx\n"a ""b"""\t"t\tt"')).toEqual([
      ['two\nlines', 'x'],
      ['a "b"', 't\tt'],
    ]);
  });

  it('takes a stray quote as text', () => {
    expect(parseTsv('"open\tb\n27" monitor\tc')).toEqual([
      ['"open', 'b'],
      ['27" monitor', 'c'],
    ]);
    expect(parseTsv('"a" b\tc')).toEqual([['"a" b', 'c']]);
  });

  it('fills short rows', () => {
    expect(parseTsv('a\tb\tc\nd')).toEqual([
      ['a', 'b', 'c'],
      ['d', '', ''],
    ]);
  });

  it('reads back what it writes', () => {
    const matrix = [
      ['plain', 'two\nlines', 'tab\there'],
      ['"quoted"', '', ' spaced '],
    ];
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
    expect(parseHtml(html)).toEqual({
      texts: [
        ['Name & co', '1,234.50'],
        ['first\nsecond', ''],
      ],
      exact: [[undefined, '1234.5'], []],
    });
  });

  it('keeps merged cells in their columns', () => {
    expect(
      parseHtml('<table><tr><td rowspan=2>a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></table>')
        ?.texts,
    ).toEqual([
      ['a', 'b', ''],
      ['', 'c', 'd'],
    ]);
  });

  it('is not confused by prose, scripts or an unclosed row', () => {
    expect(parseHtml('<p>no table</p>')).toBeNull();
    expect(parseHtml('<script>document.write("<table><tr><td>x</td></tr></table>")</script><b>y</b>')).toBeNull();
    expect(parseHtml('<table><tr><td>a<td>b<tr><td>c')?.texts).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
  });

  it('reads back what it writes', () => {
    const matrix = [
      ['<b>', 'a & "b"'],
      ['two\nlines', '007'],
    ];
    expect(parseHtml(writeHtml(matrix, [false, true]))).toEqual({ texts: matrix, exact: null });
  });

  it('prefers plain text of the same shape, and the table where plain text broke a cell', () => {
    const html = '<table><tr><td>a<br>b</td><td>c</td></tr></table>';
    expect(parseClipboard('a\nb\tc', html).texts).toEqual([['a\nb', 'c']]);
    expect(parseClipboard('"a\nb"\tc', html).texts).toEqual([['a\nb', 'c']]);
    expect(parseClipboard('  spaced\tc', '<table><tr><td>spaced</td><td>c</td></tr></table>').texts).toEqual([
      ['  spaced', 'c'],
    ]);
  });

  it('of Sheets and LibreOffice tell the numbers behind what they show', () => {
    const sheets = `<meta charset="utf-8"><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody>
      <tr style="height:21px;"><td style="overflow:hidden;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;a > b\ntwo&quot;}">a &gt; b<br/>two</td><td data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:1234.5}" data-sheets-numberformat="{&quot;1&quot;:4,&quot;2&quot;:&quot;#,##0.00&quot;}">1.234,50</td><td data-sheets-value="{&quot;1&quot;:4,&quot;4&quot;:1}">TRUE</td></tr></tbody></table>`;
    expect(parseClipboard('"a > b\ntwo"\t1.234,50\tTRUE', sheets)).toEqual({
      texts: [['a > b\ntwo', '1.234,50', 'TRUE']],
      exact: [[undefined, '1234.5']],
    });
    expect(
      parseHtml(
        '<table><tr><td align="left">x</td><td align="right" sdval="46083" sdnum="1033;1033;MM/DD/YY">03/02/26</td></tr></table>',
      )?.exact,
    ).toEqual([[undefined, '46083']]);
  });

  it("keep quotes that are a cell's own, which plain text does not tell from those around lines", () => {
    expect(
      parseClipboard('"so-called"\tx\r\n', '<table><tr><td>&quot;so-called&quot;</td><td>x</td></tr></table>').texts,
    ).toEqual([['"so-called"', 'x']]);
  });

  it('are not there for one cell of Sheets, which may have several lines', () => {
    const html =
      '<meta charset="utf-8"><google-sheets-html-origin><style></style><span style="font-size:10pt;" data-sheets-root="1" data-sheets-value="{&quot;1&quot;:2}">one<br/>two</span>';
    expect(parseClipboard('one\ntwo', html).texts).toEqual([['one\ntwo']]);
    expect(parseClipboard('"one\ntwo"', html).texts).toEqual([['one\ntwo']]);
    expect(parseClipboard('one\ntwo', '').texts).toEqual([['one'], ['two']]);
  });
});
