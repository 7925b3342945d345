import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fitOf } from '@tessera/fields/infer';
import { RecordChanges } from '@tessera/proto/tables/v1/service';
import { analyse, type LayoutChoices } from './analyse.ts';
import { convert, previewRows, type Batch, type ColumnPlan, type ConvertPlan } from './convert.ts';
import { encodings, sniff } from './encoding.ts';
import { columnLetter, detectDelimiter, findHeader } from './layout.ts';
import { columnNames } from './names.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-csv-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const fileOf = (content: string | Uint8Array): string => {
  const path = join(folder, `${files++}.csv`);
  writeFileSync(path, content);
  return path;
};
const look = async (content: string | Uint8Array, choices: LayoutChoices = {}) =>
  analyse(fileOf(content), choices, undefined, () => undefined);
const problem = async (content: string | Uint8Array): Promise<string> => {
  try {
    await look(content);
    return 'read';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const utf16 = (text: string, big = false): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return big ? bytes.swap16() : bytes;
};

describe('the layout of a file', () => {
  it.each([
    ['a,b,c\n1,2,3\n4,5,6', ','],
    ['a;b;c\n1,5;2;3\n4,5;5;6', ';'],
    ['a\tb\n1,2\t3\n4,5\t6', '\t'],
    ['a|b|c\n1|2|3', '|'],
    ['name\nAna\nBob', ','],
    ['"a,b";c\n"d,e";f', ';'],
    ['sep=;\na,b;c\n1,2;3', ';'],
    ['City, State;Note\nLondon, UK;x\nParis, FR;y', ';'],
  ])('%j is delimited by %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });

  it('has its header in the first full row, below titles', async () => {
    const { layout, preview } = await look(
      'Sales report 2026,,\n,,\nName,Amount,Date\nAna,5,2026-01-01\nBob,6,2026-01-02\n',
    );
    expect(layout).toMatchObject({
      headerRow: 2,
      rows: 2,
      columns: 3,
      blankRows: 1,
      header: ['Name', 'Amount', 'Date'],
    });
    expect(preview[0]).toEqual(['Ana', '5', '2026-01-01']);
  });
  it('has no header where the first row is data', async () => {
    expect((await look('Ana,5.50,a@b.co\nBob,6.10,c@d.co\n')).layout).toMatchObject({ headerRow: 0, rows: 2 });
    expect(
      findHeader([
        ['Country', '2019', '2020'],
        ['Peru', '1.5', '2'],
        ['Chile', '3', '4.5'],
      ]),
    ).toEqual({ row: 1, sure: true });
  });
  it.each([
    ['words over numbers', 'Item,Size\nA,1\nB,2', 1, true],
    ['years over amounts', 'Land,1990,1991\nPeru,12,13\nChile,15,16', 1, true],
    ['a count over amounts, which could be a record', 'Store,1,2,3\nA,10,25,30\nB,11,19,40', 1, false],
    ['rising numbers over numbers, which could be names', '10,20,30\n4.5,7,9\n5,8,1', 0, false],
    ['words over words that say nothing', 'Lima,Peru\nQuito,Ecuador\nBogotá,Colombia', 1, false],
    ['words over words, one of them a name of columns', 'Lima,Country\nQuito,Ecuador\nBogotá,Colombia', 1, true],
    ['words over words that come again', 'Kin,Mood\na,good\nb,good\nc,bad\nd,bad', 1, true],
    ['words over codes', 'Part\nA-1\nB-2\nC-3', 1, true],
    ['records of numbers', '1.5,2\n3.25,4\n1,9', 0, true],
    ['addresses', 'ana@acme.example\nbob@acme.example', 0, true],
    ['a row that comes again', 'a,b\na,b\nc,d', 0, true],
    ['names alone', 'Name,Email\n', 1, true],
    ['words alone', 'Lima,Peru\n', 1, false],
  ])('knows when to ask: %s', async (_name, text, headerRow, sure) => {
    expect((await look(text)).layout).toMatchObject({ headerRow, headerSure: sure });
    expect((await look(text, { headerRow: 0 })).layout).toMatchObject({ headerRow: 0, headerSure: true });
  });
  it('may be a header alone', async () => {
    const { layout, stats, preview } = await look('Name,Age\n');
    expect(layout).toMatchObject({ headerRow: 1, header: ['Name', 'Age'], rows: 0, columns: 2 });
    expect([stats.map((one) => one.total), preview]).toEqual([[0, 0], []]);
  });
  it.each([
    ['months over amounts', 'Region,2024-01,2024-02,2024-03\nNorth,5,7,1.5\nSouth,6,8,2', 1],
    ['days over amounts', 'Country/Region,1/22/20,1/23/20\nPeru,0,4\nChile,2,9', 1],
    ['years over whole numbers', 'Country,1990,1991,1992\nPeru,12,13,14\nChile,15,16,17', 1],
    ['a count over amounts', 'Store,1,2,3\nA,10,25,30\nB,11,19,40', 1],
    ['dates in words over amounts', 'Region,Jan 2024,Feb 2024\nNorth,5,7\nSouth,6,8', 1],
    ['words over dates', 'Due\n2026-01-01\n2026-02-01', 1],
    ['records alone', 'Ana,5,2026-01-01\nBob,6,2026-01-02', 0],
    ['numbers alone', '1.5,2\n3.25,4\n1,9', 0],
    ['dates alone', '2026-01-01,5\n2026-01-02,6', 0],
    ['years of records', 'Peru,1990,12.5\nChile,1991,13.5\nPeru,1990,14', 0],
    ['addresses alone', 'ana@acme.example\nbob@acme.example', 0],
  ])('tells names from records: %s', async (_name, text, headerRow) => {
    expect((await look(text)).layout.headerRow).toBe(headerRow);
  });
  it('follows the person who chooses another header row', async () => {
    expect((await look('x,y\nName,Age\nAna,5\n', { headerRow: 2 })).layout).toMatchObject({
      headerRow: 2,
      rows: 1,
      header: ['Name', 'Age'],
    });
    expect((await look('x,y\nName,Age\nAna,5\n', { headerRow: 0 })).layout).toMatchObject({ headerRow: 0, rows: 3 });
  });
  it('drops and counts blank rows, and blank columns at the end', async () => {
    const { layout } = await look('Name,Age,,\nAna,5,,\n,,,\nBob,6,,\n,,,\n\n');
    expect(layout).toMatchObject({ rows: 2, columns: 2, blankColumns: 2, header: ['Name', 'Age'] });
    expect(layout.blankRows).toBeGreaterThanOrEqual(2);
  });
  it('counts ragged rows and keeps what is beyond the header', async () => {
    const { layout, preview } = await look('a,b\n1\n2,3,extra\n4,5\n');
    expect(layout).toMatchObject({ columns: 3, shortRows: 1, longRows: 1 });
    expect(preview[1]).toEqual(['2', '3', 'extra']);
  });
  it('flags a last row of totals', async () => {
    expect((await look('Name,Amount\nAna,5\nBob,6\nTotal,11\n')).layout.totalsRow).toBe(3);
    expect((await look('Name,Amount\nAna,5\nBob,6\nTotoro,11\n')).layout.totalsRow).toBeUndefined();
  });
  it('keeps the words of totals out of what the columns are', async () => {
    const { stats, withoutTotals } = await look('Code,Amount\n1,5\n2,6\nTotal,11\n');
    expect([stats[0]!.total, withoutTotals![0]!.total, withoutTotals![1]!.kinds.size]).toEqual([3, 2, 1]);
    expect((await look('Code,Amount\n1,5\n2,6\n3,11\n')).withoutTotals).toBeUndefined();
  });
  it('names blank and equal headers apart', () => {
    expect(columnNames(['Name', '', 'name', 'Name 2', ' NAME '], 6)).toEqual([
      { name: 'Name', problem: undefined },
      { name: 'Column B', problem: 'blank' },
      { name: 'name 3', problem: 'duplicate' },
      { name: 'Name 2', problem: undefined },
      { name: 'NAME 4', problem: 'duplicate' },
      { name: 'Column F', problem: 'blank' },
    ]);
    expect([0, 25, 26, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});

describe('quotation marks after a backslash', () => {
  it.each([
    [
      'are marks where the file writes them so',
      '"Ana","she said \\"no, never\\""\n"Bo","a \\\\ b"',
      ['she said "no, never"', 'a \\ b'],
    ],
    ['close the cell where it ends there: a path', '"Ana","C:\\dir\\"\n"Bo","D:\\"', ['C:\\dir\\', 'D:\\']],
    ['and doubled ones are as the file has them', '"Ana","5\\"" screen"\n"Bo","x"', ['5\\" screen', 'x']],
  ])('%s', async (_name, text, second) => {
    const { layout, preview } = await look(`"Name","Words"\n${text}\n`);
    expect(preview.map((row) => row[1])).toEqual(second);
    expect(layout.escapes === true).toBe(text.includes('said'));
  });
});

describe('the text of a file', () => {
  const text = 'Nome,Preço\nJoão,"1,5"\nZoë,2\n';
  it.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'utf-8'],
    ['UTF-16 with a mark', utf16(`\ufeff${text}`), 'utf-16le'],
    ['big-endian UTF-16', utf16(`\ufeff${text}`, true), 'utf-16be'],
    ['UTF-16 without a mark', utf16(text), 'utf-16le'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'windows-1252'],
  ])('%s', async (_name, bytes, encoding) => {
    const { layout, preview } = await look(bytes);
    expect(layout).toMatchObject({ encoding, header: ['Nome', 'Preço'], rows: 2 });
    expect(preview).toEqual([
      ['João', '1,5'],
      ['Zoë', '2'],
    ]);
  });
  it('is Windows-1252 also if its first odd byte comes late', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`name\n${'ascii\n'.repeat(100_000)}`),
      Buffer.from('caf\xe9\n', 'latin1'),
    ]);
    const { layout, last } = await look(bytes);
    expect(layout).toMatchObject({ encoding: 'windows-1252', rows: 100_001 });
    expect(last).toEqual(['café']);
  });
  it('with one broken byte among thousands of rows in UTF-8 is UTF-8 with one misfit that shows the byte', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `José ${i},ação`);
    const bytes = Buffer.from(`name,word\n${rows.join('\n')}\n`);
    bytes[bytes.indexOf('José 4000') + 3] = 0xe9;
    const { layout, stats, preview } = await look(bytes);
    expect(layout).toMatchObject({ encoding: 'utf-8', rows: 5000 });
    expect(preview[0]).toEqual(['José 0', 'ação']);
    const fit = fitOf(stats[0]!, 'singleLineText', {}, { decimal: '.', dayFirst: true }, 'UTC');
    // The second byte of the é stands alone as well.
    expect(fit).toMatchObject({ matched: 4999 });
    expect(fit.misfits).toEqual([
      expect.objectContaining({ row: 4001, count: 1, reason: 'text.broken', value: 'Jos\\xE9\\xA9 4000' }),
    ]);
    const found: Batch[] = [];
    for await (const batch of convert(fileOf(bytes), planOf([column(0, 'singleLineText')], 5000), 4, () => undefined))
      found.push(batch);
    expect(found.map(({ misfits, count }) => [count, misfits])).toEqual([[1000, 1]]);
    const instead = column(0, 'singleLineText', { replacements: [{ value: 'Jos\\xE9\\xA9 4000', text: 'José' }] });
    for await (const batch of convert(fileOf(bytes), planOf([instead], 5000), 4, () => undefined))
      expect(batch).toMatchObject({ misfits: 0 });
  });
  it('is read in any encoding of the standard where a person says so', async () => {
    const { preview } = await look(Buffer.from([0x61, 0x0a, 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x0a]), {
      encoding: 'windows-1251',
    });
    expect(preview).toEqual([['Привет']]);
    for (const encoding of encodings) expect(() => new TextDecoder(encoding)).not.toThrow();
  });
  it('does not tear a letter at the edge of a piece', async () => {
    const { stats, layout } = await look(`name\n${'é€😀\n'.repeat(120_000)}`);
    expect(layout.rows).toBe(120_000);
    expect([...stats[0]!.distinct!.keys()]).toEqual(['é€😀']);
  });
  it.each([['\r\n'], ['\n'], ['\r']])('ends its rows with %j', async (end) => {
    const { preview, layout } = await look(['a,b', '1,"x', 'y"', '3,4', ''].join(end).replace(`x${end}y`, 'x\ny'));
    expect(layout.rows).toBe(2);
    expect(preview).toEqual([
      ['1', 'x\ny'],
      ['3', '4'],
    ]);
  });
  it('may mix the ends of its rows', async () => {
    expect((await look('a,b\r\n1,"q"\n2,"r"\r\n')).preview).toEqual([
      ['1', 'q'],
      ['2', 'r'],
    ]);
  });
  it('has quotes within quotes', async () => {
    expect((await look('a,b\n"say ""hi""","x, y"\n5" pipe,z\n')).preview).toEqual([
      ['say "hi"', 'x, y'],
      ['5" pipe', 'z'],
    ]);
  });
  it('whose quotes never close is read with quotes as plain characters', async () => {
    const { layout, preview } = await look('a,b\n1,"open\n2,x\n3,y\n');
    expect(layout).toMatchObject({ plainQuotes: true, rows: 3 });
    expect(preview[0]).toEqual(['1', '"open']);
  });
});

describe('what is no CSV file says so', () => {
  const ole = (text: string) =>
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.alloc(512),
      Buffer.from(text, 'utf16le'),
    ]);
  it.each([
    ['empty', '', 'empty'],
    ['blank', '\n\n,,\n', 'empty'],
    ['a workbook', Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0'), Buffer.from('xl/workbook.xml')]), 'workbook'],
    ['an old workbook', ole('Workbook'), 'old_workbook'],
    ['a protected workbook', ole('EncryptedPackage'), 'protected'],
    ['an encrypted archive', Buffer.from('PK\x03\x04\x14\0\x01\0secret'), 'protected'],
    ['a PDF', Buffer.from('%PDF-1.7 ...'), 'pdf'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), 'image'],
    ['noise', Buffer.from([1, 2, 3, 0, 0, 9, 0, 200, 7, 0]), 'binary'],
    ['too many columns', `${'a,'.repeat(600)}b\n${'1,'.repeat(600)}2\n`, 'too_many_columns'],
  ])('%s', async (_name, content, expected) => {
    expect(await problem(content)).toBe(expected);
  });
  it('but a small UTF-16 file is text', () => {
    expect(sniff(utf16('a,b\n1,2\n'))).toEqual({ encoding: 'utf-16le', certain: true, mark: 0 });
  });
});

const column = (index: number, type: string, more: Partial<ColumnPlan> = {}): ColumnPlan => ({
  index,
  fieldId: `field${index}`,
  generation: 1,
  type,
  props: {},
  decimal: '.',
  dayFirst: true,
  serialDates: false,
  replacements: [],
  ...more,
});
const planOf = (columns: readonly ColumnPlan[], rows: number, more: Partial<ConvertPlan> = {}): ConvertPlan => ({
  dialect: { delimiter: ',', encoding: 'utf-8', plainQuotes: false },
  headerRow: 1,
  rows,
  timezone: 'UTC',
  columns,
  ...more,
});
const chunksOf = async (content: string, plan: ConvertPlan, start = 0) => {
  const chunks = [];
  for await (const batch of convert(fileOf(content), plan, start, () => undefined)) chunks.push(batch);
  return chunks;
};

describe('records of a file', () => {
  const content = 'Name,Amount,Due,Ok\nAna,"1,234.5",31/12/2026,yes\n,oops,31/02/2026,\nBob,-2,TBC,no\nTotal,9,,\n';
  const columns = [
    column(0, 'singleLineText'),
    column(1, 'number'),
    column(2, 'date', { replacements: [{ value: 'TBC', text: '01/01/2027' }] }),
    column(3, 'checkbox'),
  ];
  it('land as cells, empty where their text does not fit, replaced where a person said so', async () => {
    const [batch] = await chunksOf(content, planOf(columns, 3));
    expect(batch).toMatchObject({ chunk: 0, count: 3, misfits: 2 });
    expect(
      RecordChanges.decode(batch!.bytes).create!.columns.map(({ fieldId, states, cells }) => ({
        fieldId,
        states: [...states],
        cells,
      })),
    ).toEqual([
      { fieldId: 'field0', states: [0, 1, 0], cells: { $case: 'text', value: { values: ['Ana', 'Bob'] } } },
      { fieldId: 'field1', states: [0, 1, 0], cells: { $case: 'decimal', value: { values: ['1234.5', '-2'] } } },
      {
        fieldId: 'field2',
        states: [0, 1, 0],
        cells: {
          $case: 'date',
          value: { values: [Date.parse('2026-12-31') / 864e5, Date.parse('2027-01-01') / 864e5] },
        },
      },
      { fieldId: 'field3', states: [0, 1, 0], cells: { $case: 'boolean', value: { values: [true, false] } } },
    ]);
  });
  it('are shown beforehand as they will land', async () => {
    const { preview } = await look(content);
    expect(previewRows(preview.slice(0, 2), planOf(columns, 3), () => undefined)).toEqual([
      { fields: { field0: 'Ana', field1: 1234.5, field2: '2026-12-31', field3: true }, misfits: [] },
      { fields: {}, misfits: ['field1', 'field2'] },
    ]);
  });
  it('are cut into the same chunks whether a run begins at the start or in the middle', async () => {
    const rows = Array.from({ length: 5321 }, (_, i) => `${i},${'x'.repeat((i * 37) % 900)}`).join('\n');
    const plan = planOf([column(0, 'number'), column(1, 'text')], 5321);
    const all = await chunksOf(`n,t\n${rows}\n`, plan);
    expect(all.reduce((sum, batch) => sum + batch.count, 0)).toBe(5321);
    expect(Math.max(...all.map((batch) => batch.bytes.length))).toBeLessThan(1_000_000);
    expect(await chunksOf(`n,t\n${rows}\n`, plan, 3)).toEqual(all.slice(3));
  });
  it('that hold more than a commit are cut smaller, and one that is too large alone is named', async () => {
    const plan = planOf([column(0, 'text')], 50);
    const big = `t\n${Array.from({ length: 50 }, () => 'é'.repeat(40_000)).join('\n')}\n`;
    const chunks = await chunksOf(big, plan);
    expect(chunks.length).toBeGreaterThan(4);
    expect(Math.max(...chunks.map((batch) => batch.bytes.length))).toBeLessThan(1_000_000);
    const wide = Array.from({ length: 12 }, (_, i) => column(i, 'text'));
    await expect(
      chunksOf(
        `${'t,'.repeat(11)}t\n${Array.from({ length: 12 }, () => 'x'.repeat(90_000)).join(',')}\n`,
        planOf(wide, 1),
      ),
    ).rejects.toMatchObject({ code: 'row_too_large' });
  });
  it('never carry a number that the table would refuse', async () => {
    const [batch] = await chunksOf('n\n9999999999999\n123456789012\n', planOf([column(0, 'number')], 2));
    expect(batch).toMatchObject({ misfits: 1 });
  });
});
