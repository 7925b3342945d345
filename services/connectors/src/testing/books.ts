import { crc32, deflateRawSync } from 'node:zlib';

/** An archive in ZIP of parts by their paths, as programs that make workbooks write it. */
export const archive = (parts: Readonly<Record<string, string | Uint8Array>>, flags = 0): Buffer => {
  const entries = Object.entries(parts).map(([name, content]) => ({
    name: Buffer.from(name),
    plain: Buffer.from(content),
  }));
  const written: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, plain } of entries) {
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    written.push(Buffer.from('PK\u0003\u0004'), common, name, packed);
    list.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, rest, name);
    at += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...written, listed, end]);
};

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export type TestSheet = {
  readonly name: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** The rows in XML, or a cell as what stands between its tags: `['<v>1</v>', ...]` would be written by hand. */
  readonly rows: string;
  readonly after?: string;
  readonly chart?: boolean;
};

/** The parts of a workbook whose sheets are written by hand. `formats`: codes of the styles, from 1. */
export const bookParts = (
  sheets: readonly TestSheet[],
  {
    formats = [],
    shared = [],
    from1904 = false,
  }: {
    readonly formats?: readonly (string | number)[];
    readonly shared?: readonly string[];
    readonly from1904?: boolean;
  } = {},
): Record<string, string> => {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relations = (inner: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const kinds = sheets.map(({ chart }) => (chart ? 'chartsheet' : 'worksheet'));
  return {
    '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, i) =>
          `<sheet name="${escaped(name)}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="s${i}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      sheets.map((_, i) => relation(`s${i}`, kinds[i]!, `${kinds[i]!}s/sheet${i + 1}.xml`)).join('') +
        relation('st', 'styles', 'styles.xml') +
        relation('ss', 'sharedStrings', '/xl/sharedStrings.xml'),
    ),
    'xl/styles.xml': `<styleSheet ${main}><numFmts>${formats
      .map((code, i) =>
        typeof code === 'number' ? '' : `<numFmt numFmtId="${200 + i}" formatCode="${escaped(code)}"/>`,
      )
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((code, i) => `<xf numFmtId="${typeof code === 'number' ? code : 200 + i}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${shared.join('')}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after = '', chart }, i) => [
        `xl/${kinds[i]!}s/sheet${i + 1}.xml`,
        chart ? `<chartsheet ${main}/>` : `<worksheet ${main}><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
  };
};

/** A row of cells: texts inline, numbers with the number of their style, `null` for none. */
export const rowXml = (
  ...cells: readonly (string | number | boolean | null | readonly [number | string, number])[]
): string =>
  `<row>${cells
    .map((cell) => {
      if (cell === null) return '<c/>';
      if (typeof cell === 'string')
        return `<c t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
      if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
      if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
      return `<c s="${cell[1]}"><v>${cell[0]}</v></c>`;
    })
    .join('')}</row>`;

export const book = (...given: Parameters<typeof bookParts>): Buffer => archive(bookParts(...given));
