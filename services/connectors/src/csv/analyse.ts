import { open } from 'node:fs/promises';
import { addValue, emptyStats, type ColumnStats } from '@tessera/fields/infer';
import { sniff, type Encoding } from './encoding.ts';
import { problemText } from './encoding.ts';
import { detectDelimiter, detectHeader, looksLikeTotals } from './layout.ts';
import { FileError, isBlank, readRows, type Dialect } from './reader.ts';

/** What a person may have said about a file; the rest is found out. */
export type Wishes = {
  readonly delimiter?: string | undefined;
  readonly encoding?: Encoding | undefined;
  readonly plainQuotes?: boolean | undefined;
  readonly headerRow?: number | undefined;
};

export type Layout = Dialect & {
  /** Among the rows that are not blank, from 1; 0 for none. */
  readonly headerRow: number;
  /** The rows above and with the header, for choosing another: at most 20, their cells cut. */
  readonly top: readonly (readonly string[])[];
  readonly header: readonly string[];
  /** Records below the header. */
  readonly rows: number;
  readonly columns: number;
  readonly blankRows: number;
  /** Columns without a name and a value, at the end. */
  readonly blankColumns: number;
  readonly shortRows: number;
  readonly longRows: number;
  /** The record's number of a last row of totals. */
  readonly totalsRow: number | undefined;
};
export type Analysis = {
  readonly layout: Layout;
  readonly stats: readonly ColumnStats[];
  readonly preview: readonly (readonly string[])[];
  readonly last: readonly string[];
};

export const maxColumns = 500;
const previewRows = 101;
const sampleBytes = 256 * 1024;
const headerRows = 100;

/** The first bytes of a file; throws FileError with what it is when it is no text. */
const checkFile = async (
  path: string,
): Promise<{ readonly encoding: Encoding; readonly certain: boolean; readonly head: Uint8Array }> => {
  const file = await open(path, 'r');
  try {
    const head = new Uint8Array(sampleBytes);
    const { bytesRead } = await file.read(head, 0, sampleBytes, 0);
    const found = sniff(head.subarray(0, bytesRead));
    if ('problem' in found) throw new FileError(found.problem, problemText[found.problem]);
    return { ...found, head: head.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
};

/**
 * Reads the whole file once: its layout, what each column holds, and the first rows. A file without a mark is UTF-8 if
 * all of it is, otherwise Windows-1252; quotes that never close are read as plain characters. `onRows` hears of rows
 * read. Throws FileError.
 */
export const analyse = async (
  path: string,
  wishes: Wishes,
  findUser: ((text: string) => string | undefined) | undefined,
  onRows: (rows: number) => void,
): Promise<Analysis> => {
  const found = await checkFile(path);
  let encoding = wishes.encoding ?? found.encoding;
  let plainQuotes = wishes.plainQuotes ?? false;
  for (;;) {
    try {
      const sample = new TextDecoder(encoding).decode(found.head, { stream: true });
      const dialect: Dialect = { delimiter: wishes.delimiter ?? detectDelimiter(sample), encoding, plainQuotes };
      return await read(path, dialect, wishes.headerRow, findUser, onRows);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (error.code === 'not_utf8' && wishes.encoding === undefined && !found.certain) encoding = 'windows-1252';
      else if (error.code === 'quotes' && wishes.plainQuotes === undefined && !plainQuotes) plainQuotes = true;
      else throw error;
    }
  }
};

const read = async (
  path: string,
  dialect: Dialect,
  headerWish: number | undefined,
  findUser: ((text: string) => string | undefined) | undefined,
  onRows: (rows: number) => void,
): Promise<Analysis> => {
  const stats: ColumnStats[] = [];
  const preview: string[][] = [];
  let waiting: string[][] | undefined = [];
  let header: readonly string[] = [];
  let headerRow = 0;
  let top: readonly (readonly string[])[] = [];
  let rows = 0;
  let blankRows = 0;
  let shortRows = 0;
  let longRows = 0;
  let width = 0;
  let last: string[] = [];

  const record = (row: string[]): void => {
    rows++;
    if (preview.length < previewRows) preview.push(row);
    last = row;
    if (width > 0) {
      if (row.length < width) shortRows++;
      else if (row.length > width && !isBlank(row.slice(width))) longRows++;
    }
    const columns = row.length > maxColumns && isBlank(row.slice(maxColumns)) ? maxColumns : row.length;
    if (columns > maxColumns)
      throw new FileError(
        'too_many_columns',
        `A table has at most ${maxColumns} columns; row ${rows} has ${row.length}.`,
        rows,
      );
    for (let i = stats.length; i < columns; i++) {
      const made = emptyStats();
      made.total = made.empty = rows - 1;
      stats.push(made);
    }
    for (let i = 0; i < columns; i++) addValue(stats[i]!, row[i]!, rows, findUser);
    for (let i = columns; i < stats.length; i++) {
      const missing = stats[i]!;
      missing.total++;
      missing.empty++;
    }
  };
  /** The first rows are kept until there are enough of them to find the header. */
  const begin = (): void => {
    const first = waiting!;
    waiting = undefined;
    headerRow = headerWish === undefined ? detectHeader(first) : Math.min(headerWish, first.length);
    top = first
      .slice(0, Math.max(headerRow, Math.min(first.length, 20)))
      .slice(-20)
      .map((row) => row.slice(0, 50).map((cell) => cell.slice(0, 100)));
    header = headerRow > 0 ? first[headerRow - 1]! : [];
    width = header.length;
    while (width > 0 && header[width - 1]!.trim() === '') width--;
    if (width === 0 && first[0]) width = first[0].length;
    for (const row of first.slice(headerRow)) record(row);
  };

  let reported = 0;
  for await (const group of readRows(path, dialect)) {
    for (const row of group) {
      if (isBlank(row)) blankRows++;
      else if (waiting) {
        waiting.push(row);
        if (waiting.length >= headerRows) begin();
      } else record(row);
    }
    if (rows - reported >= 20_000) onRows((reported = rows));
  }
  if (waiting) begin();
  if (rows === 0)
    throw new FileError(
      headerRow === 0 ? 'empty' : 'no_rows',
      headerRow === 0 ? problemText.empty : 'This file has a header but no rows.',
    );

  // Columns at the end without a name or a value are a spreadsheet's leftovers.
  const all = Math.max(stats.length, header.length);
  let columns = all;
  while (
    columns > 1 &&
    (header[columns - 1] ?? '').trim() === '' &&
    (stats[columns - 1] === undefined || stats[columns - 1]!.empty === stats[columns - 1]!.total)
  )
    columns--;
  for (let i = stats.length; i < columns; i++) stats.push({ ...emptyStats(), total: rows, empty: rows });
  return {
    layout: {
      ...dialect,
      headerRow,
      top,
      header: header.slice(0, columns),
      rows,
      columns,
      blankRows,
      blankColumns: all - columns,
      shortRows,
      longRows,
      totalsRow: rows > 2 && looksLikeTotals(last) ? rows : undefined,
    },
    stats: stats.slice(0, columns),
    preview: preview.slice(0, 100).map((row) => row.slice(0, columns)),
    last: last.slice(0, columns),
  };
};
