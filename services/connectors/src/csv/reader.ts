import { open } from 'node:fs/promises';
import Papa from 'papaparse';
import type { Encoding } from './encoding.ts';

/**
 * How a file's text becomes rows. `plainQuotes`: quotation marks are plain characters, for files whose quotes do not
 * pair.
 */
export type Dialect = { readonly delimiter: string; readonly encoding: Encoding; readonly plainQuotes: boolean };

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

type PapaParser = {
  parse(
    input: string,
    baseIndex: number,
    ignoreLastRow: boolean,
  ): {
    readonly data: string[][];
    readonly errors: readonly { readonly code: string }[];
    readonly meta: { readonly cursor: number };
  };
};
type PapaParserConstructor = new (config: {
  delimiter: string;
  newline: string;
  quoteChar: string;
  fastMode?: boolean;
}) => PapaParser;
/** papaparse's own parser of a piece of text, which its typings leave out. */
const Parser = (Papa as unknown as { readonly Parser: PapaParserConstructor }).Parser;

/** Rows of a text that may end in the middle of one: the rows that are whole, and how far they reach. */
export const parseText = (
  text: string,
  dialect: Pick<Dialect, 'delimiter' | 'plainQuotes'>,
  whole: boolean,
  newline: '\n' | '\r' = '\n',
): { readonly rows: string[][]; readonly cursor: number; readonly openQuote: boolean } => {
  const parser = new Parser({
    delimiter: dialect.delimiter,
    newline,
    quoteChar: '"',
    ...(dialect.plainQuotes ? { fastMode: true } : {}),
  });
  const { data, errors, meta } = parser.parse(text, 0, !whole);
  // With "\n" as the end of a row, a "\r" before it stays on the last cell.
  if (text.includes('\r')) {
    for (const row of data) {
      const end = row[row.length - 1];
      if (end !== undefined && end.charCodeAt(end.length - 1) === 13) row[row.length - 1] = end.slice(0, -1);
    }
  }
  return { rows: data, cursor: meta.cursor, openQuote: errors.some((error) => error.code === 'MissingQuotes') };
};

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

/**
 * The text of a file in pieces, without a byte order mark. Throws FileError `not_utf8` where a file said to be UTF-8 is
 * not.
 */
const readText = async function* (path: string, encoding: Encoding, start = 0): AsyncGenerator<string> {
  const file = await open(path, 'r');
  try {
    const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
    const buffer = new Uint8Array(bytesAtOnce);
    let position = start;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, bytesAtOnce, position);
      position += bytesRead;
      const text = decode(decoder, buffer.subarray(0, bytesRead), bytesRead > 0);
      if (text !== '') yield text;
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
};

const decode = (decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string => {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw new FileError('not_utf8', 'This file is not written in UTF-8.');
  }
};

/** The rows of a file in groups, blank ones included. Throws FileError `quotes` where a quotation mark never closes. */
export const readRows = async function* (path: string, dialect: Dialect): AsyncGenerator<readonly string[][]> {
  let rest = '';
  let newline: '\n' | '\r' | undefined;
  let count = 0;
  for await (const piece of readText(path, dialect.encoding)) {
    rest = rest === '' ? piece : rest + piece;
    if (newline === undefined) {
      newline = newlineOf(rest);
      const named = namedDelimiter(rest);
      if (named) rest = rest.slice(named.length);
    }
    const { rows, cursor } = parseText(rest, dialect, false, newline);
    rest = rest.slice(cursor);
    count += rows.length;
    if (rest.length > maxRow)
      throw new FileError('quotes', `A quotation mark that opens after row ${count} never closes.`, count + 1);
    if (rows.length > 0) yield rows;
  }
  if (rest !== '') {
    const { rows, openQuote } = parseText(rest, dialect, true, newline);
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
