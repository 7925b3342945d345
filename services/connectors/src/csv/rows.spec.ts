import { describe, expect, it } from 'vitest';
import { cutRows, type Cuts } from './rows.ts';

const comma: Cuts = { delimiter: ',', newline: '\n', plainQuotes: false };
const rowsOf = (text: string, cuts: Partial<Cuts> = {}) => cutRows(text, { ...comma, ...cuts }, true).rows;

describe('rows of a text', () => {
  it.each<[string, string[][]]>([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,\r\n,b',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['"a,b","c\nd"\n', [['a,b', 'c\nd']]],
    ['"say ""hi""",x', [['say "hi"', 'x']]],
    ['5" pipe,"x"', [['5" pipe', 'x']]],
    ['"a" ,"b"\t\n"c"\r\n', [['a', 'b'], ['c']]],
    ['"a"b"c",d', [['a"b"c', 'd']]],
    ['"a" "b" c",d', [['a" "b" c', 'd']]],
    ['"",""\n', [['', '']]],
    ['x,"last"  ', [['x', 'last']]],
    ['"a\r"\r\nb\r\n', [['a\r'], ['b']]],
    // Blanks before a quotation mark, as people write lists.
    ['1, "a,b"\n', [['1', 'a,b']]],
    [' "a,b" , "c ""d"" ",e', [['a,b', 'c "d" ', 'e']]],
    ['1, "a" b,c', [['1', ' "a" b', 'c']]],
    [
      '5, "open\n6, "x,y"\n',
      [
        ['5', ' "open'],
        ['6', 'x,y'],
      ],
    ],
    ['a, "x, "y, z', [['a', ' "x', ' "y', ' z']]],
    // Such a cell goes over lines as well, but never over lines that are rows by themselves.
    ['a, "b\nc"\n', [['a', 'b\nc']]],
    [
      'a, "b, ""c""\n\nd" , e\nf,g,h\n',
      [
        ['a', 'b, "c"\n\nd', ' e'],
        ['f', 'g', 'h'],
      ],
    ],
    [
      'a, "b\r\nc"\r\nd,e',
      [
        ['a', 'b\r\nc'],
        ['d', 'e'],
      ],
    ],
    [
      '8, "open\n9, 10"\n',
      [
        ['8', ' "open'],
        ['9', ' 10"'],
      ],
    ],
    [
      '8, "\n9, "\n10, "\n',
      [
        ['8', ' "'],
        ['9', ' "'],
        ['10', ' "'],
      ],
    ],
    [
      '8, "open\n9,x\n',
      [
        ['8', ' "open'],
        ['9', 'x'],
      ],
    ],
  ])('%j', (text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
    expect(cutRows(text, comma, true)).toMatchObject({ cursor: text.length, openQuote: false });
  });

  it('end with "\\r" where a file says so', () => {
    expect(rowsOf('a,"b\nc"\rd\r', { newline: '\r' })).toEqual([['a', 'b\nc'], ['d']]);
  });
  it.each<[string, string, '\n' | '\r', string[][]]>([
    [
      '"\\r\\n" and "\\n"',
      'a,b\r\n1,2\n3,4\r\n',
      '\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'a lone "\\r" among "\\n"',
      'a,b\n1,2\r3,4\n5,6\n',
      '\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    [
      'a header that ends with "\\r"',
      'a,b\r1,2\n3,4\n',
      '\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'a "\\r" within a cell',
      'a,b,c\n1,x\r,2\n3,y,4\n',
      '\n',
      [
        ['a', 'b', 'c'],
        ['1', 'x\r', '2'],
        ['3', 'y', '4'],
      ],
    ],
    [
      'a quoted "\\r"',
      'a,b\n"1\r2",3\n',
      '\n',
      [
        ['a', 'b'],
        ['1\r2', '3'],
      ],
    ],
    [
      '"\\r\\r\\n"',
      'a,b\r\r\n1,2\r\r\n',
      '\n',
      [
        ['a', 'b\r'],
        ['1', '2\r'],
      ],
    ],
    [
      '"\\n" and "\\r\\n" among "\\r"',
      'a,b\r1,2\n3,4\r5,6\r\n7,8\r',
      '\r',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
        ['7', '8'],
      ],
    ],
  ])('end in several ways within one file: %s', (_, text, newline, rows) => {
    expect(rowsOf(text, { newline })).toEqual(rows);
    for (let at = 0; at <= text.length; at++) {
      const first = cutRows(text.slice(0, at), { ...comma, newline, width: rows[0]!.length }, false);
      const rest = cutRows(text.slice(first.cursor), { ...comma, newline, width: rows[0]!.length }, true);
      expect([...first.rows, ...rest.rows], `cut at ${at}`).toEqual(rows);
    }
  });
  it('go on over lines after a blank and a mark, wherever the text is cut', () => {
    const text = 'a,b\n1, "two\nlines"\n2, "open\n3,x\n';
    const rows = [
      ['a', 'b'],
      ['1', 'two\nlines'],
      ['2', ' "open'],
      ['3', 'x'],
    ];
    for (let at = 0; at <= text.length; at++) {
      const first = cutRows(text.slice(0, at), comma, false);
      const rest = cutRows(text.slice(first.cursor), { ...comma, width: 2 }, true);
      expect([...first.rows, ...rest.rows], `cut at ${at}`).toEqual(rows);
    }
  });
  it('with many marks that never close are looked at once', () => {
    const text = `${', "x'.repeat(100_000)}\n`;
    const lines = 'x, "y\n'.repeat(100_000);
    const before = process.cpuUsage();
    expect(rowsOf(text)[0]).toHaveLength(100_001);
    expect(rowsOf(lines)).toHaveLength(100_000);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
  it('are told to end within a quotation mark', () => {
    expect(cutRows('a,b\n1,"open\n2,x', comma, true)).toEqual({
      rows: [
        ['a', 'b'],
        ['1', 'open\n2,x'],
      ],
      cursor: 15,
      openQuote: true,
    });
  });
  it('have quotation marks as plain characters where they do not pair', () => {
    expect(rowsOf('"a,b\n"c"",d', { plainQuotes: true })).toEqual([
      ['"a', 'b'],
      ['"c""', 'd'],
    ]);
  });

  const cells = ['', 'plain', 'a,b', 'say "hi"', '"', '""', ' x ', 'two\nlines', 'é€😀', ' ', '", "', '"\n"'];
  const table = cells.map((_, i) => cells.map((_cell, column) => cells[(i + column * 5) % cells.length]!));
  const written = `${table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')}\n`;

  it('are what was written, wherever the text is cut', () => {
    expect(rowsOf(written)).toEqual(table);
    for (let cut = 0; cut <= written.length; cut++) {
      const first = cutRows(written.slice(0, cut), comma, false);
      const rest = cutRows(written.slice(first.cursor), comma, true);
      expect([...first.rows, ...rest.rows], `cut at ${cut}`).toEqual(table);
    }
  });
});
