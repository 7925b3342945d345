import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { throughImport } from '../testing/meaning.ts';

const folder = mkdtempSync(join(tmpdir(), 'tessera-nasty-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Rest<T> = T extends [unknown, ...infer R] ? R : never;
const read = (content: string | Buffer, ...more: Rest<Parameters<typeof throughImport>>) => {
  const path = join(folder, 'file.csv');
  writeFileSync(path, content);
  return throughImport(path, ...more);
};

/** By column: its name, its type with what it keeps, what it asks (?), and why it stays text (!). */
const shown = ({ columns }: Awaited<ReturnType<typeof read>>): readonly string[] =>
  columns.map(({ name, type, props, ambiguous, staysText }) => {
    const keeps = `${props.currency_symbol ?? ''}${props.decimals ?? ''}`;
    const options = props.options ? ` ${props.options.map((option) => option.label).join('|')}` : '';
    return `${name}: ${type}${keeps && ` ${keeps}`}${options}${ambiguous ? ` ?${ambiguous.kind}` : ''}${staysText ? ` !${staysText.why}` : ''}`;
  });
const repeat = (values: readonly string[], times: number): string =>
  Array.from({ length: times * values.length }, (_, i) => `r${i},${values[i % values.length]}`).join('\n');

const text = (name: string, why = ''): string => `${name}: singleLineText${why && ` !${why}`}`;
const files: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'units that differ in case',
    `Sensor,Unit\n${repeat(['mW', 'MW', 'kW'], 4)}`,
    [text('Sensor'), 'Unit: select mW|MW|kW'],
  ],
  ['superscripts', `Sensor,Unit\n${repeat(['x²', 'x2'], 4)}`, [text('Sensor'), 'Unit: select x²|x2']],
  [
    'labels that differ in blanks',
    `Name,City\n${repeat(['New York', 'New  York'], 4)}`,
    [text('Name'), 'City: select New York|New  York'],
  ],
  [
    'labels composed in two ways are one',
    `Name,City\n${repeat(['Caf\u00e9', 'Cafe\u0301'], 4)}`,
    [text('Name'), 'City: select Café'],
  ],
  ['chromosomes are no ticks', 'Gene,Chrom\na,X\nb,Y\nc,X\nd,Y\n', [text('Gene'), text('Chrom')]],
  ['one letter alone is no tick', 'Name,Sex,Flag\na,F,x\nb,F,\nc,F,x\n', [text('Name'), text('Sex'), 'Flag: checkbox']],
  ['two words for yes are two words', 'Name,Came\na,yes\nb,Y\nc,no\nd,x\n', [text('Name'), text('Came')]],
  [
    'one word for each is a tick',
    'Name,Came,Paid\na,Sim,T\nb,NÃO,F\nc,sim,T\n',
    [text('Name'), 'Came: checkbox', 'Paid: checkbox'],
  ],
  ['small numbers', 'snp,p\nrs9697358,6.75e-10\nrs77,0.05\n', [text('snp'), 'p: number 12']],
  ['numbers beyond every field', 'Name,Big\nA,1.5E+20\nB,6.02E+23\n', [text('Name'), text('Big', 'digits')]],
  ['many digits on both sides', 'Name,V\nA,12345678901.12345678\nB,1\n', [text('Name'), 'V: number 8']],
  [
    'codes',
    'Name,Cad,Pen,Top,Kr\na,CAD-1001,PEN1001,TOP 1,KR100\nb,CAD-1002,PEN1002,TOP 2,KR101\n',
    [text('Name'), text('Cad'), text('Pen'), text('Top', 'codes'), text('Kr')],
  ],
  [
    'numbers of papers',
    'Name,ISBN,SSN,App\na,978-3-16-148410-0,750-67-8428,2024-10000\nb,978-0-306-40615-7,219-09-9999,2024-10001\n',
    [text('Name'), text('ISBN'), text('SSN'), text('App')],
  ],
  [
    'classes with a zero before',
    'Name,Dewey,ICD\na,007.013,003.1\nb,823.912,250.0\n',
    [text('Name'), text('Dewey', 'codes'), text('ICD', 'codes')],
  ],
  [
    'versions, under their short names as well',
    'Name,Ver,Rev.\na,1.9,1.8\nb,1.10,1.10\n',
    [text('Name'), text('Ver', 'codes'), text('Rev.', 'codes')],
  ],
  ['sections', 'Seção,Title\n1.1,Intro\n1.9,Scope\n1.10,Terms\n', [text('Seção', 'codes'), text('Title')]],
  [
    'a rate is no version',
    'Conversion,Name\n1.1,a\n1.25,b\n',
    ['Conversion: number 2'.replace(' 2', ''), text('Name')],
  ],
  [
    'addresses leave the decimal sign alone',
    'Host,IP,Load\na,10.0.0.1,"1,5"\nb,8.8.8.8,"2,25"\n',
    [text('Host'), text('IP'), 'Load: number'],
  ],
  ['shares of two kinds', 'Name,Share\na,0.14\nb,14 %\nc,15 %\n', [text('Name'), text('Share', 'units')]],
  ['currencies of two kinds', 'Name,Price\na,$10.50\nb,€12\nc,$9\n', [text('Name'), text('Price', 'units')]],
  [
    'groups among numbers',
    'Name;People;Alone\na;1.000.000;1.000.000\nb;12;2.000.000\n',
    [text('Name'), 'People: number', 'Alone: number 3 ?decimal'],
  ],
  [
    'a header of days',
    'Product,2024-01-01,2024-02-01\nApples,1,2\nPears,3,4\n',
    [text('Product'), '2024-01-01: number', '2024-02-01: number'],
  ],
  [
    'a header of years',
    'Country,2019,2020,2021\nPT,10.3,10.2,10.4\nBR,211,213,214\n',
    [text('Country'), '2019: number', '2020: number', '2021: number'],
  ],
  [
    'names that differ in case, and missing ones',
    'Name,name,Name ,NAME,,\nA,B,C,D,E,F\nG,H,I,J,K,L\n',
    [text('Name'), text('name 2'), text('Name 3'), text('NAME 4'), text('Column E'), text('Column F')],
  ],
  [
    'totals',
    'Month,Sales,When\nJan,10,2024-01-01\nFeb,20,2024-02-01\nTotal,30,\n',
    [text('Month'), 'Sales: number', 'When: date'],
  ],
  ['names of files', 'Doc,Site\nreport.pdf,example.com\nphoto.jpg,b.example\n', [text('Doc'), 'Site: link']],
  [
    'a zero before one value',
    'Name,Zip,Year\na,01234,1999\nb,90210,2000\n',
    [text('Name'), text('Zip', 'codes'), 'Year: number'],
  ],
  ['moments among days', 'Name,At\na,2024-01-01\nb,2024-01-02 10:00\n', [text('Name'), 'At: dateTime']],
  ['a unit behind one value', 'Name,Amount\na,15B\nb,1\nc,2\nd,3\n', [text('Name'), text('Amount', 'misfits')]],
  ['a third answer', 'Name,Came\na,yes\nb,no\nc,n/a\n', [text('Name'), text('Came')]],
  ['words for none', 'Name,V\na,NA\nb,-\nc,12\nd,null\n', [text('Name'), 'V: number']],
  ['tabs within cells', 'Id,Code\n1,"a\tb"\n2,plain\n', ['Id: number', 'Code: text']],
  ['separators of lines', 'Name,Title\na,one\u2028two\nb,three\u2029four\n', [text('Name'), 'Title: text']],
  [
    'a line break far behind letters alone',
    `Name,Title\na,"${'漢'.repeat(85)}\nb"\nb,c\n`,
    [text('Name'), 'Title: text'],
  ],
  ['marks escaped by a backslash', 'Id,Said\n1,"she said \\"hi\\" to me"\n2,"a"\n', ['Id: number', text('Said')]],
  ['semicolons and decimal commas', 'Produto;Preço\nA;1,5\nB;1.000,25\n', [text('Produto'), 'Preço: number']],
  ['bars', 'id|name|note\n1|Ann|a,b\n2|Bob|c;d\n', ['id: number', text('name'), text('note')]],
  ['a separator that is named', 'sep=;\nName;Value\nA;1,5\nB;2,5\n', [text('Name'), 'Value: number 1']],
  [
    'blanks before quotation marks',
    'Name, Place, Note\nAnn, "Porto, PT", "said ""hi"" to me"\nBob, Rome, plain\n',
    [text('Name'), text('Place'), text('Note')],
  ],
  ['rows that end in three ways', 'Name,Size\r\na,1\nb,2\rc,3\r\nd,4\n', [text('Name'), 'Size: number']],
  [
    'zeros before numbers, and numbers to dial',
    'Name,Code,Call,Delta\na,007,+15551234567,+5\nb,12,12,-3\n',
    [text('Name'), text('Code', 'codes'), text('Call', 'codes'), 'Delta: number'],
  ],
  [
    'times finer than a millisecond',
    'Name,At,Until\na,2024-01-02 10:00:00.123456,2024-01-02 10:00:00.250\nb,2024-01-02 11:00,2024-01-02 11:00\n',
    [text('Name'), text('At', 'finer'), 'Until: dateTime'],
  ],
  ['a header alone', 'Name;E-mail;Phone', [text('Name'), text('E-mail'), text('Phone')]],
  ['one row', 'name,age\nann,33\n', [text('name'), 'age: number']],
  ['one column', 'name\nann\nbob\ncid\n', [text('name')]],
];

describe('a file lands as it stands there', () => {
  it.each(files)('%s', async (_kind, content, expected) => {
    const file = await read(content);
    expect([file.changed, file.misfits]).toEqual([[], 0]);
    expect(shown(file)).toEqual(expected);
  });

  it('of 300 columns', async () => {
    const row = (of: (n: number) => string): string => Array.from({ length: 300 }, (_, n) => of(n)).join(',');
    const file = await read([row((n) => `c${n}`), row(String), row((n) => String(n * 2))].join('\n'));
    expect([file.columns.length, file.changed, file.misfits]).toEqual([300, [], 0]);
  });

  it.each([
    ['UTF-16', Buffer.from('\ufeffNome;Preço\r\nCafé;1,50\r\n', 'utf16le')],
    ['Windows-1252', Buffer.from('Nome;Preço\r\nCafé;1,50\r\n', 'latin1')],
  ])('in %s', async (_name, bytes) => {
    const file = await read(bytes);
    expect(file.columns.map(({ name, cells }) => [name, cells])).toEqual([
      ['Nome', ['Café']],
      ['Preço', ['1.5']],
    ]);
  });
});

describe('what a file says lands in its cells', () => {
  const cellsOf = ({ columns }: Awaited<ReturnType<typeof read>>) => columns.map(({ cells }) => cells);
  it('behind blanks before quotation marks', async () => {
    const file = await read('Name, Place, Note\nAnn, "Porto, PT", "said ""hi"" to me"\nBob, Rome, a "b" c\n');
    expect(cellsOf(file)).toEqual([
      ['Ann', 'Bob'],
      ['Porto, PT', 'Rome'],
      ['said "hi" to me', 'a "b" c'],
    ]);
  });
  it('whatever ends its rows', async () => {
    const file = await read('Name,Size\r\na,1\nb,2\rc,3\r\n"d\re",4\n');
    expect([file.layout.rows, cellsOf(file)[1]]).toEqual([4, ['1', '2', '3', '4']]);
  });
  it.each([
    ['America/New_York', '2024-03-10'],
    ['Europe/Berlin', '2024-03-31'],
  ])('in %s: a night in which the clocks change', async (zone, day) => {
    const content = `Name,At\na,${day} 01:30\nb,${day} 02:30\nc,${day} 03:30\n`;
    expect(shown(await read(content, zone))).toEqual([text('Name'), text('At', 'skipped')]);
    const [, at] = (await read(content, zone, [{ key: 'c1', type: 'dateTime' }])).columns;
    expect(at!.fit).toMatchObject({
      matched: 3,
      altered: 1,
      alterations: [{ row: 2, value: `${day} 02:30`, becomes: `${day} 03:30` }],
    });
    expect(at!.cells[1]).toBe(at!.cells[2]);
    expect(shown(await read(content, 'UTC'))).toEqual([text('Name'), 'At: dateTime']);
  });
});

describe('one value that no field keeps', () => {
  const rows = (broken: string): Buffer => {
    const all = Buffer.from(`Name,City\n${repeat(['Zoë'], 2000)}\n${'last,a?b'}\n`);
    all[all.lastIndexOf('?')] = Buffer.from(broken, 'latin1')[0]!;
    return all;
  };
  it.each([
    ['a byte of another encoding', '\xff', 'a\\xFFb'],
    ['a zero', '\0', 'a\\x00b'],
  ])('is a misfit of its own: %s', async (_what, broken, as) => {
    const { columns, misfits, layout } = await read(rows(broken));
    expect([layout.encoding, misfits, columns[1]!.emptied]).toEqual(['utf-8', 1, 1]);
    expect(columns[1]!.fit.misfits).toMatchObject([{ value: as, row: 2001, reason: 'text.broken' }]);
  });
  it('among the first as well, and a file of many zeros is none of texts', async () => {
    expect(await read('a,b\n1,x\0y\n2,z\n')).toMatchObject({ misfits: 1 });
    await expect(read(`a,b\n${'\0'.repeat(40)}\n`)).rejects.toMatchObject({ code: 'binary' });
  });
});
