import { crc32, deflateRawSync } from 'node:zlib';

/** A cell of a workbook. Days count from 1899-12-30, with the time as their part. */
export type SheetCell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'date' | 'time'; readonly days: number }
  | undefined;

/** What a cell holds at most, in UTF-16 units; a longer text would make a file that Excel repairs. */
const longestText = 32_767;
const styles = { date: 1, time: 2, head: 3 } as const;
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/** A text for XML 1.0, which has no place for most control characters. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- they are what is left out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const textCell = (at: string, text: string, style = ''): string =>
  `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text.slice(0, longestText))}</t></is></c>`;

const cellXml = (cell: SheetCell, at: string): string => {
  if (cell === undefined) return '';
  switch (cell.kind) {
    case 'text':
      return textCell(at, cell.text);
    case 'number':
      return `<c r="${at}"><v>${cell.text}</v></c>`;
    case 'boolean':
      return `<c r="${at}" t="b"><v>${cell.value ? 1 : 0}</v></c>`;
    default:
      return `<c r="${at}" s="${styles[cell.kind]}"><v>${cell.days}</v></c>`;
  }
};

/** A column as sheets name it: A to Z, then AA. */
const columnName = (place: number): string =>
  place < 26 ? String.fromCharCode(65 + place) : columnName(Math.floor(place / 26) - 1) + columnName(place % 26);

/** A name for a sheet: 31 characters, without those that stand for something in an address. */
const sheetName = (name: string): string =>
  [...name.replaceAll(/[[\]:*?/\\']/g, ' ')].slice(0, 31).join('').trim() || 'Sheet1';

type Entry = { readonly name: string; readonly bytes: Buffer; readonly size: number; readonly crc: number };
const entryOf = (name: string, text: string): Entry => {
  const bytes = Buffer.from(text);
  return { name, bytes: deflateRawSync(bytes, { level: 3 }), size: bytes.length, crc: crc32(bytes) };
};

/** A ZIP file of entries, each below 4 GB, as the ZIP application note has it. */
const zip = (entries: readonly Entry[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, size, crc } of entries) {
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    // Names are UTF-8; the method is deflate; the date is 1980-01-01, so that the same table gives the same file.
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(title.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004'), common, title, bytes);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, rest, title);
    at += 30 + title.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end]);
};

/** A workbook of one sheet (ECMA-376), its first row standing still. `rows` is the sheet in pieces of a few rows each. */
export const workbook = async (
  name: string,
  head: readonly string[],
  rows: AsyncIterable<readonly (readonly SheetCell[])[]>,
): Promise<Buffer> => {
  let sheet = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${Math.max(1, head.length)}" width="20" customWidth="1"/></cols><sheetData>`;
  const names = head.map((_, place) => columnName(place));
  sheet += `<row r="1">${head.map((text, i) => textCell(`${names[i]!}1`, text, ` s="${styles.head}"`)).join('')}</row>`;
  let at = 1;
  for await (const some of rows)
    for (const row of some) {
      at += 1;
      sheet += `<row r="${at}">${row.map((cell, i) => cellXml(cell, `${names[i]!}${at}`)).join('')}</row>`;
    }
  sheet += '</sheetData></worksheet>';
  const part = (path: string, type: string): string =>
    `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const formats =
    '<xf xfId="0"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/><xf xfId="0" numFmtId="22" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/>';
  return zip([
    entryOf(
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('xl/workbook.xml', 'sheet.main')}${part('xl/worksheets/sheet1.xml', 'worksheet')}${part('xl/styles.xml', 'styles')}</Types>`,
    ),
    entryOf(
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    entryOf(
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    entryOf(
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ),
    entryOf(
      'xl/styles.xml',
      `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4">${formats}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ),
    entryOf('xl/worksheets/sheet1.xml', sheet),
  ]);
};
