import { growth, hostileTexts, stretch } from '@tessera/fields/hostile';
import { describe, expect, it } from 'vitest';
import { parseClipboard, parseHtml, parseTsv, writeHtml, widthOf, writeTsv } from './clipboard.ts';

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

  it('ends rows where theirs does: one long row among many short ones makes no others of its length', () => {
    expect(parseTsv('a\tb\tc\nd')).toEqual([['a', 'b', 'c'], ['d']]);
    const ragged = parseTsv(`${'x\t'.repeat(9_999)}x\n${'y\n'.repeat(9_999)}`);
    expect(ragged.reduce((sum, row) => sum + row.length, 0)).toBe(10_000 + 9_999);
    expect(widthOf(ragged)).toBe(10_000);
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
    expect(parseHtml('<table><tr><td>a<td>b<tr><td>c')?.texts).toEqual([['a', 'b'], ['c']]);
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

describe('what is pasted, however hostile', () => {
  const marks = [
    '<',
    '<!--',
    '-->',
    '<style',
    '<style>',
    '<head></head',
    '<td "',
    "<td '",
    '<td>',
    '<tr>',
    '<table>',
    '<td colspan=9>',
    '<td colspan=1000 rowspan=1000>',
    '<tr><td rowspan=9>',
    '&',
    '&#',
    '&a',
    ' sdval=1',
    ' data-sheets-value="',
    '<br>',
    '"\t',
    '"""\t',
    '"\n',
    '""""a\t',
  ];
  const textsOf = (length: number): readonly string[] => [
    ...hostileTexts(length),
    ...marks.flatMap((mark) => {
      const run = mark.repeat(length / mark.length);
      return [run, `<table><tr><td>${run}`, `<table><tr><td ${run}>x</table>`];
    }),
  ];

  it('is read in a time that grows as its length does', { timeout: 120_000 }, () => {
    const long = textsOf(20_000 * stretch);
    const slow = textsOf(20_000).flatMap((text, i) =>
      [(one: string) => parseHtml(one), (one: string) => parseClipboard(one, '')].flatMap((read) => {
        const times = growth(read, text, long[i]!);
        return times < 3 ? [] : [`${times.toFixed(1)} times for ${JSON.stringify(text.slice(0, 40))}`];
      }),
    );
    expect(slow).toEqual([]);
  });

  it('leaves out comments, styles and what has no end', () => {
    const cells = (html: string) => parseHtml(html)?.texts;
    expect(cells('<table><tr><td>a<!-- <td>b --></td><td>c</td></tr></table>')).toEqual([['a', 'c']]);
    expect(cells('<STYLE>td{}<td>x</STYLE ><table><tr><td>a</td></tr></table>')).toEqual([['a']]);
    expect(cells('<table><header>h</header><tr><td>a</td></tr><!-- never closed <td>b')).toEqual([['a']]);
    expect(cells('<style><table><tr><td title=">">a</td><td')).toEqual([['a']]);
  });

  it('lays out a million spanned cells and no more', () => {
    const claim = '<td colspan=1000 rowspan=1000>x</td>';
    expect(
      parseHtml(`<table><tr>${claim.repeat(2)}</tr><tr><td>y</td></tr></table>`)?.texts.map((row) => row.length),
    ).toEqual([1001, 1001]);
  });
});
