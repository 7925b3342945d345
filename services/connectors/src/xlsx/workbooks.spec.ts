import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyse, type LayoutChoices } from '../csv/analyse.ts';
import { FileError } from '../csv/reader.ts';
import { listSheets } from '../csv/sheets.ts';
import { proposeColumns } from '../imports/propose.ts';
import { archive, book, bookParts, rowXml } from '../testing/books.ts';
import { openBook } from './book.ts';
import { limits } from './limits.ts';
import { emptyNotes, sheetRows } from './sheet.ts';
import { xmlScanner } from './xml.ts';
import { openArchive } from './zip.ts';

let folder = '';
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-books-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (bytes: Uint8Array): string => {
  const path = join(folder, `${++made}.xlsx`);
  writeFileSync(path, bytes);
  return path;
};
const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};
const rowsOf = async (bytes: Uint8Array, index = 0, notes = emptyNotes()): Promise<string[][]> => {
  const opened = await openBook(file(bytes));
  try {
    return (await all(sheetRows(opened, opened.sheets[index]!, notes))).flat();
  } finally {
    await opened.archive.close();
  }
};
const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
const facts = { timezone: 'America/Sao_Paulo', decimal: ',', dayFirst: true, users: [] } as never;
const proposed = async (bytes: Uint8Array, choices: Partial<LayoutChoices> = {}) => {
  const analysis = await analyse(file(bytes), { source: 'excel', ...choices }, undefined, () => undefined);
  return { analysis, columns: proposeColumns(analysis, facts, undefined) };
};

describe('the rows of a sheet', () => {
  it('are the texts of its cells: shared, rich, inline, computed, true, wrong and empty', async () => {
    const notes = emptyNotes();
    const rows = await rowsOf(
      book(
        [
          {
            name: 'All',
            rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
              <row r="3"><c r="A3" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line </t></r></is></c><c r="B3" t="b"><v>1</v></c>
              <c r="C3" t="e"><v>#N/A</v></c><c r="D3" t="str"><f>A1&amp;"x"</f><v>made_x000A_here</v></c><c r="E3"><f>1/3</f></c><c r="F3" s="9"/></row>
              <row r="4"/><row r="5"><c r="B5" t="d"><v>2026-11-02T00:00:00</v></c></row>`,
            after: '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
          },
        ],
        {
          shared: [
            '<si><t>Ação &amp; &#x1F600;</t></si>',
            '<si><r><rPr><b/></rPr><t>bo</t></r><r><t>ld</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si>',
          ],
        },
      ),
      0,
      notes,
    );
    expect(rows).toEqual([
      ['Ação & 😀', '', 'bold'],
      ['in line ', 'true', '#N/A', 'made\nhere'],
      [],
      ['', '2026-11-02'],
    ]);
    expect(notes).toMatchObject({ formulas: 2, unsaid: 1, merged: 1 });
  });

  it('hold the value of merged cells in their first, or in each of their rows by choice', async () => {
    const bytes = book([
      {
        name: 'S',
        rows:
          rowXml('Title') +
          rowXml('Name', 'Item', 'Count') +
          rowXml('Ana', 'a', 1) +
          rowXml(null, 'b', 2) +
          rowXml(null, null) +
          rowXml('Bo', 'c', null) +
          rowXml(null, 'd', 4),
        after: '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="$A$3:$A$5"/><mergeCell ref="A6:A7"/></mergeCells>',
      },
    ]);
    const plain = await proposed(bytes);
    expect(plain.analysis.book).toMatchObject({ merged: 3, tall: 2 });
    expect(plain.analysis.preview.map((row) => row[0])).toEqual(['Ana', '', 'Bo', '']);
    const filled = await proposed(bytes, { fillMerged: true });
    expect(filled.analysis.preview).toEqual([
      ['Ana', 'a', '1'],
      ['Ana', 'b', '2'],
      ['Bo', 'c'],
      ['Bo', 'd', '4'],
    ]);
    expect(filled.analysis.layout).toMatchObject({ headerRow: 2, fillMerged: true, blankRows: 1 });
  });

  it('need no addresses, and may be written with prefixes, single quotes, comments and CDATA', async () => {
    const parts = bookParts([{ name: 'S', rows: '' }]);
    parts['xl/worksheets/sheet1.xml'] =
      `<?xml version='1.0'?><!-- a > b --><x:worksheet xmlns:x='urn:x'><x:sheetData><x:row><x:c t='inlineStr'><x:is><x:t>a<![CDATA[<b>]]>c</x:t></x:is></x:c><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    expect(await rowsOf(archive(parts))).toEqual([['a<b>c', '2']]);
  });

  it('come in pieces of any length', async () => {
    const seen: string[] = [];
    const text = '<a b="1>2"><!-- x --><c>one &amp; two</c><d/><![CDATA[three]]></a>';
    for (const size of [1, 2, 3, 7, 100]) {
      const heard: string[] = [];
      const scanner = xmlScanner({
        open: (name, attributes) => heard.push(`<${name} ${attributes.join('=')}>`),
        close: (name) => heard.push(`</${name}>`),
        text: (piece) => heard.push(piece),
      });
      for (let at = 0; at < text.length; at += size) scanner.push(text.slice(at, at + size));
      scanner.end();
      seen.push(heard.join(''));
    }
    expect(new Set(seen)).toEqual(new Set(['<a b=1>2><c >one & two</c><d ></d>three</a>']));
  });

  it('are read in the time of their length', () => {
    const scanner = xmlScanner({ open: () => undefined, close: () => undefined, text: () => undefined });
    const started = performance.now();
    scanner.push(`<a b="${'>'.repeat(500_000)}">`);
    for (let i = 0; i < 200; i++) scanner.push('&amp;'.repeat(500));
    scanner.push('</a>');
    scanner.end();
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('a workbook', () => {
  const several = book([
    { name: 'Cover', rows: '' },
    { name: 'Old', state: 'hidden', rows: rowXml('Name') + rowXml('a') },
    { name: 'Chart', rows: '', chart: true },
    { name: 'Deals & more', rows: rowXml('Name', 'Amount') + rowXml('a', 1) + rowXml('b', 2) + rowXml('Total', 3) },
    { name: 'Secret', state: 'veryHidden', rows: rowXml('Name', 'Day') + rowXml('x', 1) },
  ]);

  it('tells its sheets, and reads the first that is shown and has rows', async () => {
    const sheets = [
      { index: 0, name: 'Cover', hidden: false, rows: 0 },
      { index: 1, name: 'Old', hidden: true, rows: 1 },
      { index: 2, name: 'Chart', hidden: false, rows: 0 },
      { index: 3, name: 'Deals & more', hidden: false, rows: 2 },
      { index: 4, name: 'Secret', hidden: true, rows: 1 },
    ];
    expect(await listSheets(file(several), 0)).toEqual({ sheets, chosen: 0 });
    const { analysis } = await proposed(several);
    expect(analysis.book?.sheets).toEqual(sheets);
    const onlyHidden = book([{ name: 'Old', state: 'hidden', rows: rowXml('Name') + rowXml('a') }]);
    expect(await listSheets(file(onlyHidden))).toMatchObject({ chosen: 0 });
    expect(await codeOf(proposed(book([{ name: 'S', rows: '' }])))).toBe('empty');
    expect(analysis.layout).toMatchObject({ source: 'excel', sheetIndex: 3, headerRow: 1, totalsRow: 3 });
    expect((await proposed(several, { sheetIndex: 1 })).analysis.layout).toMatchObject({ sheetIndex: 1, rows: 1 });
    expect(await codeOf(proposed(several, { sheetIndex: 2 }))).toBe('sheet_missing');
    expect(await codeOf(proposed(several, { sheetIndex: 9 }))).toBe('sheet_missing');
    expect(await codeOf(proposed(several, { sheetIndex: 0 }))).toBe('empty');
  });

  it('proposes types by what its cells hold and how they are shown', async () => {
    const { columns, analysis } = await proposed(
      book(
        [
          {
            name: 'Orders',
            rows:
              rowXml('Order export') +
              rowXml('Code', 'Sent', 'At', 'Price', 'Margin', 'Hours', 'Start', 'Weight', 'Paid', 'Rest') +
              rowXml(
                [48812, 1],
                [46328, 2],
                [46328.5, 3],
                [489.5, 4],
                [0.345, 5],
                [1.25, 6],
                [0.5, 7],
                1.234,
                true,
                null,
              ) +
              rowXml(
                [48813, 1],
                [46329, 2],
                [46329, 3],
                [1234.567, 4],
                [0.5, 5],
                [0.5, 6],
                [0.25, 7],
                2.5,
                false,
                null,
              ) +
              rowXml([48814, 1], [46330, 2], null, [-3, 4], [1, 5], null, [0.75, 7], '#N/A', true, null) +
              '<row><c s="3"/></row>',
          },
        ],
        { formats: ['0000000', 14, 22, '[$R$-416] #,##0.00', 9, 46, 20] },
      ),
    );
    expect(columns.map(({ name, type, ambiguous }) => [name, type, ambiguous])).toEqual([
      ['Code', 'singleLineText', undefined],
      ['Sent', 'date', undefined],
      ['At', 'dateTime', undefined],
      ['Price', 'currency', undefined],
      ['Margin', 'percent', undefined],
      ['Hours', 'duration', undefined],
      ['Start', 'time', undefined],
      ['Weight', 'number', undefined],
      ['Paid', 'checkbox', undefined],
      ['Rest', 'singleLineText', undefined],
    ]);
    expect(columns[3]!.fit).toMatchObject({ matched: 3, rounded: 0 });
    expect(columns[3]!.props).toMatchObject({ decimals: 3, currency_symbol: 'R$' });
    expect(columns[7]!.readAs.decimal).toBe('.');
    expect(analysis.layout).toMatchObject({ headerRow: 2, rows: 3, columns: 10, blankRows: 1 });
    expect(analysis.preview[0]!.slice(0, 3)).toEqual(['0048812', '2026-11-02', '2026-11-02 12:00:00']);
  });

  it('that another program wrote lands as it stands there', async () => {
    const fixture = (name: string): string => join(import.meta.dirname, 'fixtures', `${name}.xlsx`);
    const read = async (name: string) => {
      const analysis = await analyse(fixture(name), { source: 'excel' }, undefined, () => undefined);
      const columns = proposeColumns(analysis, facts, undefined);
      return { analysis, rows: analysis.preview, types: columns.map(({ name: of, type }) => `${of}: ${type}`) };
    };
    const orders = await read('openpyxl-orders');
    expect(orders.analysis.book).toMatchObject({ formulas: 5, unsaid: 5, merged: 1 });
    expect(orders.analysis.book?.sheets.map(({ name, hidden, rows }) => [name, hidden, rows])).toEqual([
      ['Pedidos', false, 4],
      ['Antiga', true, 1],
      ['Secreta', true, 0],
      ['Vazia', false, 0],
      ['Gráfico', false, 0],
    ]);
    expect(orders.types).toEqual([
      'Código: singleLineText',
      'Data: date',
      'Quando: dateTime',
      'Valor: currency',
      'Margem: percent',
      'Pago: checkbox',
      'Obs: text',
      'Total: singleLineText',
    ]);
    expect(orders.rows.map((row) => row.slice(0, 7))).toEqual([
      ['0048812', '2026-11-02', '2026-11-02 13:45:00', 'R$ 1180.1', '34.5%', 'true', 'Ação & <b>\n2ª linha'],
      ['0048813', '1900-02-28', '2026-11-03 00:00:01', '-R$ 10', '50%', 'false', '=não é fórmula'],
      ['0048814', '1900-03-01', '', 'R$ 0.3', '100%', '', 'A 😀'],
      ['0048815', '2026-12-31', '2026-12-31 23:59:59', 'R$ 12345.678', '0.5%', 'true', '#N/A'],
    ]);
    expect((await read('openpyxl-1904')).rows).toEqual([
      ['2026-11-02', '13:45:00', '26:30:00'],
      ['1904-01-02', '00:00:05', '00:05:00'],
    ]);
    for (const name of ['xlsxwriter-shared', 'xlsxwriter-constant']) {
      const deals = await read(name);
      expect(deals.types.slice(0, 7)).toEqual([
        'Name: singleLineText',
        'Zip: singleLineText',
        'Since: date',
        'Price: currency',
        'Share: percent',
        'At: time',
        'Sum: number',
      ]);
      expect(deals.rows[4]).toEqual(['Deal 5', '05007', '2026-01-05', '€ 71', '35%', '13:30:00', '142', '005', '12.5']);
      expect(deals.rows[0]![7]).toBe(name === 'xlsxwriter-shared' ? 'plain bold end' : '001');
    }
  });

  it('keeps a number of a cell when a text beside it writes a comma', async () => {
    const { columns } = await proposed(
      book([{ name: 'S', rows: rowXml('Weight') + rowXml(1.234) + rowXml('1,5 kg') + rowXml('2,5') }]),
    );
    expect(columns[0]!.readAs.decimal).toBe('.');
  });

  it.each(['pyexcelerate', 'exceljs-whole', 'exceljs-stream', 'sheetjs-plain', 'sheetjs-shared', 'excelize'])(
    'is the same table whichever program wrote it: %s',
    async (name) => {
      const path = join(import.meta.dirname, 'fixtures', `${name}.xlsx`);
      const analysis = await analyse(path, { source: 'excel' }, undefined, () => undefined);
      expect(analysis.preview).toEqual([
        ['007', 'Ação & <b> "x"\nline', '2026-11-02', 'R$ 1180.1', '34.5%', 'true', '1.234'],
        ['008', '😀', '1999-12-31', '-R$ 10', '50%', 'false', '0.3'],
        ['009', ' spaced ', '2026-12-31 23:59:59', 'R$ 96.1', '100%', 'true', '12345678'],
      ]);
      expect(proposeColumns(analysis, facts, undefined).map(({ type }) => type)).toEqual([
        'singleLineText',
        'text',
        'dateTime',
        'currency',
        'percent',
        'checkbox',
        'number',
      ]);
    },
  );

  it('leaves out columns that it does not show, unless they are chosen', async () => {
    const parts = bookParts([{ name: 'S', rows: rowXml('Name', 'Cost', 'Key', 'Price') + rowXml('a', 1, 'k', 2) }]);
    const path = 'xl/worksheets/sheet1.xml';
    const cols = '<cols><col min="2" max="3" width="9" hidden="1"/><col min="5" max="16384" width="0"/></cols>';
    const { analysis, columns } = await proposed(
      archive({ ...parts, [path]: parts[path]!.replace('<sheetData>', `${cols}<sheetData>`) }),
    );
    expect(columns.map(({ deleted, hidden }) => [deleted, hidden])).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [false, false],
    ]);
    const chosen = proposeColumns(analysis, facts, [{ key: 'c1', deleted: false }]);
    expect(chosen.map(({ deleted }) => deleted)).toEqual([false, false, true, false]);
  });

  it('counts its days from 1904 where it says so', async () => {
    const { analysis } = await proposed(
      book([{ name: 'S', rows: rowXml('Day') + rowXml([44866, 1]) }], { formats: [14], from1904: true }),
    );
    expect(analysis.preview).toEqual([['2026-11-02']]);
  });
});

describe('a file that is no good workbook', () => {
  const good = bookParts([{ name: 'S', rows: rowXml('a') + rowXml('b') }]);
  const withSheet = (xml: string): Buffer => archive({ ...good, 'xl/worksheets/sheet1.xml': xml });
  const sheet = (rows: string): Buffer => withSheet(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);

  it.each<[string, Buffer]>([
    ['text', Buffer.from('a,b\n1,2\n'.repeat(20))],
    ['an archive of something else', archive({ 'readme.txt': 'x' })],
    ['cut', archive(good).subarray(0, -200)],
    ['with a sheet that is cut', withSheet('<worksheet><sheetData><row><c>')],
    ['with tags that do not match', withSheet('<worksheet><sheetData></worksheet></sheetData>')],
    ['with entities of its own', withSheet('<!DOCTYPE a [<!ENTITY b "c">]><worksheet><sheetData/></worksheet>')],
    ['with an unknown entity', sheet('<row><c t="str"><v>&b;</v></c></row>')],
    ['with a text that is not there', sheet('<row><c t="s"><v>7</v></c></row>')],
    ['with a text between two', sheet('<row><c t="s"><v>0.5</v></c></row>')],
    ['with cells out of order', sheet('<row><c r="B1"/><c r="A1"/></row>')],
    ['with an address beyond its columns', sheet('<row><c r="ZZZZ1"/></row>')],
    ['nested without end', withSheet(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`)],
    ['with two parts of one name', archive({ ...good, 'XL/workbook.xml': '<a/>' })],
    [
      'with one endless text',
      sheet(`<row><c t="str"><v>${Array.from({ length: 200_000 }, (_, i) => `t${i} `).join('')}</v></c></row>`),
    ],
  ])('%s is refused', async (_, bytes) => {
    expect(await codeOf(rowsOf(bytes))).toBe('workbook_broken');
  });

  it('that unpacks to far more than it is stops at once', async () => {
    expect(await codeOf(rowsOf(sheet('<row/>'.repeat(8 << 20))))).toBe('workbook_bomb');
  });

  it.each([
    ['workbook_entries', { entries: 3 }],
    ['workbook_too_large', { unpacked: 10 }],
  ])('%s', async (code, bound) => {
    const read = async (): Promise<void> => {
      const opened = await openArchive(file(archive(good)), { ...limits, ...bound });
      try {
        for await (const _ of opened.read('xl/workbook.xml')!);
      } finally {
        await opened.close();
      }
    };
    expect(await codeOf(read())).toBe(code);
  });

  it('with a part that was changed, with a password, or with too many columns says so', async () => {
    const changed = archive(good);
    changed.writeUInt32LE(7, changed.indexOf('PK\u0001\u0002') + 16);
    const opened = await openArchive(file(changed));
    expect(await codeOf(all(opened.read('[Content_Types].xml')!))).toBe('workbook_broken');
    await opened.close();
    expect(await codeOf(rowsOf(archive(good, 1)))).toBe('protected');
    expect(await codeOf(rowsOf(sheet('<row><c r="XFD1"><v>1</v></c></row>')))).toBe('too_many_columns');
    expect(await rowsOf(sheet('<row><c r="A1"><v>1</v></c><c r="XFD1"/></row>'))).toEqual([['1']]);
  });

  it('in any way is read or refused by a code, and leaves nothing open', async () => {
    const whole = readFileSync(join(import.meta.dirname, 'fixtures', 'openpyxl-orders.xlsx'));
    const text = bookParts([{ name: 'S', rows: rowXml('Name', 'Day') + rowXml('a', [46328, 1]) }], { formats: [14] });
    let seed = 7;
    const below = (most: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 2 ** 32) * most);
    };
    for (let i = 0; i < 300; i++) {
      let bytes: Buffer = Buffer.from(whole);
      if (i % 2 === 0) for (let n = below(4); n >= 0; n--) bytes[below(bytes.length)] = below(256);
      else {
        // Within a part, where a changed byte is no longer a changed sum.
        const parts = { ...text };
        const name = Object.keys(parts)[below(Object.keys(parts).length)]!;
        const at = below(parts[name]!.length);
        parts[name] =
          parts[name]!.slice(0, at) + String.fromCharCode(32 + below(95)) + parts[name]!.slice(at + 1 + below(3));
        bytes = archive(parts);
      }
      const failed = await analyse(file(bytes), { source: 'excel' }, undefined, () => undefined).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failed === undefined || failed instanceof FileError, `${i}: ${String(failed)}`).toBe(true);
    }
  });
});
