import { open } from 'node:fs/promises';
import { brokenByte } from '@tessera/fields/infer';
import { utf8Decoder, type Encoding } from './encoding.ts';
import { cutRows, widthOf } from './rows.ts';

/**
 * How a file's text becomes rows. `plainQuotes`: quotation marks are plain characters, for files whose quotes do not
 * pair.
 */
export type Dialect = {
  readonly delimiter: string;
  readonly encoding: Encoding;
  readonly plainQuotes: boolean;
  /** Whether `\"` within quotation marks is one of them. */
  readonly escapes?: boolean | undefined;
  /** What the file is; absent for text of the kinds above. */
  readonly source?: Source | undefined;
  /** Of a workbook: the place of the sheet, from 0. */
  readonly sheetIndex?: number | undefined;
  /** Of a workbook: the value of merged cells stands in all of their rows. */
  readonly fillMerged?: boolean | undefined;
};

/** The ids of the connectors whose files are read. */
export const sources = ['csv', 'excel', 'json', 'paste'] as const;
export type Source = (typeof sources)[number];

export const maxColumns = 500;

/** A file's way of becoming rows, of all that is known of its layout. */
export const dialectOf = ({
  delimiter,
  encoding,
  plainQuotes,
  escapes,
  source,
  sheetIndex,
  fillMerged,
}: Dialect): Dialect => ({
  delimiter,
  encoding,
  plainQuotes,
  escapes,
  ...(source === undefined ? {} : { source }),
  ...(sheetIndex === undefined ? {} : { sheetIndex }),
  ...(fillMerged === true ? { fillMerged } : {}),
});

/** Why a file cannot be read as it is, by code; matched by it across threads. */
export class FileError extends Error {
  readonly code: string;
  readonly row: number | undefined;
  constructor(code: string, message: string, row?: number) {
    super(message);
    this.name = 'FileError';
    this.code = code;
    this.row = row;
  }
}

const bytesAtOnce = 1 << 20;
/** The longest row, in characters: beyond it a quotation mark was opened and never closed. */
const maxRow = 4 << 20;

/** What ends rows: "\r" alone only where the start of a file has more of those than of "\n", both outside quotes. */
export const newlineOf = (sample: string): '\n' | '\r' => {
  if (!sample.includes('\r')) return '\n';
  let feeds = 0;
  let returns = 0;
  let quoted = false;
  for (let i = 0; i < Math.min(sample.length, 65_536); i++) {
    const code = sample.charCodeAt(i);
    if (code === 34) quoted = !quoted;
    else if (quoted) continue;
    else if (code === 10) feeds++;
    else if (code === 13 && sample.charCodeAt(i + 1) !== 10) returns++;
  }
  return returns > feeds ? '\r' : '\n';
};

/** A spreadsheet's first line may name the delimiter: "sep=;". */
export const namedDelimiter = (text: string): { readonly delimiter: string; readonly length: number } | undefined => {
  const match = /^sep=(.)\r?\n/i.exec(text);
  return match ? { delimiter: match[1]!, length: match[0].length } : undefined;
};

/** The text of a file in pieces, without a byte order mark. Bytes that are no UTF-8 stay visible, see `isBroken`. */
export const readText = async function* (path: string, encoding: Encoding, start = 0): AsyncGenerator<string> {
  const file = await open(path, 'r');
  try {
    const other = encoding === 'utf-8' ? undefined : new TextDecoder(encoding);
    const utf8 = utf8Decoder();
    const buffer = new Uint8Array(bytesAtOnce);
    let position = start;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, bytesAtOnce, position);
      position += bytesRead;
      const piece = buffer.subarray(0, bytesRead);
      const text = other ? other.decode(piece, { stream: bytesRead > 0 }) : utf8.decode(piece, bytesRead === 0);
      if (text !== '') yield text.includes('\0') ? text.replaceAll('\0', brokenByte(0)) : text;
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
};

/** The rows of a file in groups, blank ones included. Throws FileError `quotes` where a quotation mark never closes. */
export const readRows = async function* (path: string, dialect: Dialect): AsyncGenerator<readonly string[][]> {
  let rest = '';
  let newline: '\n' | '\r' | undefined;
  let count = 0;
  let width: number | undefined;
  /** How long a text was that holds no whole row: looked at again once it is twice as long. */
  let without = 0;
  for await (const piece of readText(path, dialect.encoding)) {
    rest = rest === '' ? piece : rest + piece;
    if (rest.length < 2 * without) continue;
    if (newline === undefined) {
      newline = newlineOf(rest);
      const named = namedDelimiter(rest);
      if (named) rest = rest.slice(named.length);
    }
    const { rows, cursor } = cutRows(rest, { ...dialect, newline, width }, false);
    width ??= rows.length > 0 ? widthOf(rows) : undefined;
    rest = rest.slice(cursor);
    count += rows.length;
    without = rows.length > 0 ? 0 : rest.length;
    if (rest.length > maxRow)
      throw new FileError('quotes', `A quotation mark that opens after row ${count} never closes.`, count + 1);
    if (rows.length > 0) yield rows;
  }
  if (rest !== '') {
    const { rows, openQuote } = cutRows(rest, { ...dialect, newline: newline ?? '\n', width }, true);
    if (openQuote)
      throw new FileError(
        'quotes',
        `A quotation mark that opens in row ${count + rows.length} never closes.`,
        count + rows.length,
      );
    yield rows;
  }
};

/** Whether a row holds nothing but blanks. */
export const isBlank = (row: readonly string[]): boolean => {
  for (let i = 0; i < row.length; i++) {
    const cell = row[i]!;
    if (cell !== '' && cell.trim() !== '') return false;
  }
  return true;
};
