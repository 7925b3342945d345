import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { addValue, emptyStats, showBroken, type ColumnStats } from '@tessera/fields/infer';
import { countUtf8, problemText, sniff, wholeUntil, type Encoding } from './encoding.ts';
import { detectDelimiter, findHeader, looksLikeTotals, usesEscapes } from './layout.ts';
import { FileError, isBlank, maxColumns, type Dialect, type Source } from './reader.ts';
import { readSource } from './source.ts';
import { listSheets, type Sheet } from './sheets.ts';
import { emptyNotes, type SheetNotes } from '../xlsx/sheet.ts';

/** What a person may have said about a file; the rest is found out. */
export type LayoutChoices = {
  readonly delimiter?: string | undefined;
  readonly encoding?: Encoding | undefined;
  readonly plainQuotes?: boolean | undefined;
  readonly headerRow?: number | undefined;
  /** What the file is; text where absent. */
  readonly source?: Source | undefined;
  /** Of a workbook: the place of the sheet; the first that is shown and has rows where absent. */
  readonly sheetIndex?: number | undefined;
  /** Of a workbook: the value of merged cells stands in all of their rows. */
  readonly fillMerged?: boolean | undefined;
};

/** What the cells of a column of a workbook are, beside their texts. */
export type CellFacts = {
  /** Some are numbers, written with a point. */
  readonly numbers: boolean;
  /** What all of them are by their number format. */
  readonly format: 'time' | 'duration' | undefined;
  /** The sheet does not show the column. */
  readonly hidden: boolean;
};

export type Layout = Dialect & {
  /** Among the rows that are not blank, from 1; 0 for none. */
  readonly headerRow: number;
  /** Whether that is beyond doubt, or somebody chose it. */
  readonly headerSure: boolean;
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
  /** The same without a last row of totals, where there is one: its words say nothing of the columns above. */
  readonly withoutTotals?: readonly ColumnStats[];
  readonly preview: readonly (readonly string[])[];
  readonly last: readonly string[];
  /** Of a workbook: its sheets, what this one has, and by column what its cells are. */
  readonly book?: {
    readonly sheets: readonly Sheet[];
    readonly formulas: number;
    readonly unsaid: number;
    readonly merged: number;
    readonly tall: number;
    readonly cells: readonly CellFacts[];
  };
};
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

/** Among so many characters of several bytes, one broken byte is damage; more of them are another encoding. */
const goodPerBroken = 4;

/** Calls `look` with a file's bytes in pieces that end between characters of UTF-8, until it answers false. */
const pieces = async (path: string, look: (piece: Uint8Array) => boolean): Promise<boolean> => {
  const file = await open(path, 'r');
  try {
    const buffer = new Uint8Array(1 << 20);
    let kept = 0;
    let position = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, kept, buffer.length - kept, position);
      position += bytesRead;
      const all = kept + bytesRead;
      const until = bytesRead === 0 ? all : wholeUntil(buffer.subarray(0, all));
      if (!look(buffer.subarray(0, until))) return false;
      if (bytesRead === 0) return true;
      buffer.copyWithin(0, until, all);
      kept = all - until;
    }
  } finally {
    await file.close();
  }
};

/** Whether a file without a mark is UTF-8: all of it, or all but some damage. */
const isUtf8File = async (path: string): Promise<boolean> => {
  if (await pieces(path, isUtf8)) return true;
  let good = 0;
  let broken = 0;
  await pieces(path, (piece) => {
    const found = countUtf8(piece);
    good += found.good;
    broken += found.broken;
    return true;
  });
  return good >= broken * goodPerBroken;
};

/**
 * Reads the whole file once: its layout, what each column holds, and the first rows. A file without a mark is UTF-8 if
 * all of it is, some broken bytes aside, otherwise Windows-1252; quotes that never close are read as plain characters.
 * `onRows` hears of rows read; `timezone` is the IANA zone of times without one. Throws FileError.
 */
export const analyse = async (
  path: string,
  choices: LayoutChoices,
  findUser: ((text: string) => string | undefined) | undefined,
  onRows: (rows: number) => void,
  timezone = 'UTC',
): Promise<Analysis> => {
  if (choices.source === 'json') return analyseJson(path, choices, findUser, onRows, timezone);
  if (choices.source === 'excel') return analyseBook(path, choices, findUser, onRows, timezone);
  const found = await checkFile(path);
  const guessed = found.certain || (await isUtf8File(path)) ? found.encoding : 'windows-1252';
  const encoding = choices.encoding ?? guessed;
  let plainQuotes = choices.plainQuotes ?? false;
  for (;;) {
    try {
      const sample = new TextDecoder(encoding).decode(found.head, { stream: true });
      const delimiter = choices.delimiter ?? detectDelimiter(sample);
      const escapes = !plainQuotes && usesEscapes(sample, delimiter);
      const dialect: Dialect = { delimiter, encoding, plainQuotes, ...(escapes && { escapes }) };
      return await read(path, dialect, choices.headerRow, findUser, onRows, timezone);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (error.code === 'quotes' && choices.plainQuotes === undefined && !plainQuotes) plainQuotes = true;
      else throw error;
    }
  }
};

/** A workbook needs no guesses about its bytes: which sheet is read is chosen, or is the first with rows. */
const analyseBook = async (
  path: string,
  choices: LayoutChoices,
  findUser: ((text: string) => string | undefined) | undefined,
  onRows: (rows: number) => void,
  timezone: string,
): Promise<Analysis> => {
  const { sheets, chosen } = await listSheets(path, choices.sheetIndex);
  if (chosen === undefined) throw new FileError('empty', problemText.empty);
  const { fillMerged = false } = choices;
  const dialect: Dialect = {
    delimiter: ',',
    encoding: 'utf-8',
    plainQuotes: false,
    source: 'excel',
    sheetIndex: chosen,
    fillMerged,
  };
  const notes = emptyNotes();
  const found = await read(path, dialect, choices.headerRow, findUser, onRows, timezone, notes);
  const { formulas, unsaid, merged, tall } = notes;
  const cells = cellsOf(found, notes);
  const rows = found.layout.rows - (found.layout.totalsRow === undefined ? 0 : 1);
  return {
    ...found,
    // A row of a sheet ends with its last value.
    layout: { ...found.layout, shortRows: 0 },
    book: {
      sheets: sheets.map((sheet) => (sheet.index === chosen ? { ...sheet, rows } : sheet)),
      formulas,
      unsaid,
      merged,
      tall,
      cells,
    },
  };
};

/** The names of objects are those of the columns. */
const analyseJson = async (
  path: string,
  choices: LayoutChoices,
  findUser: ((text: string) => string | undefined) | undefined,
  onRows: (rows: number) => void,
  timezone: string,
): Promise<Analysis> => {
  const { encoding } = await checkFile(path);
  const notes = emptyNotes();
  const dialect = { delimiter: ',', encoding, plainQuotes: false, source: 'json' } as const;
  const found = await read(path, dialect, choices.headerRow ?? 1, findUser, onRows, timezone, notes);
  const cells = cellsOf(found, notes);
  return {
    ...found,
    layout: { ...found.layout, shortRows: 0 },
    book: { sheets: [], formulas: 0, unsaid: 0, merged: 0, tall: 0, cells },
  };
};

const cellsOf = ({ stats }: Analysis, { formats, hidden }: SheetNotes): readonly CellFacts[] =>
  stats.map((one, index) => factsOf(one, formats[index], hidden.has(index)));

const inDecimals = ['number', 'percent', 'currency', 'digits'] as const;

/** The head of a column may be a number or a date too: a format that as many cells have as have values is that of all. */
const factsOf = (
  { total, empty }: ColumnStats,
  formats: SheetNotes['formats'][number] | undefined,
  hidden: boolean,
): CellFacts => {
  const all = (kind: 'time' | 'duration'): boolean => total > empty && (formats?.get(kind) ?? 0) >= total - empty;
  return {
    numbers: inDecimals.some((kind) => (formats?.get(kind) ?? 0) > 0),
    format: all('time') ? 'time' : all('duration') ? 'duration' : undefined,
    hidden,
  };
};

const read = async (
  path: string,
  dialect: Dialect,
  headerWish: number | undefined,
  findUser: ((text: string) => string | undefined) | undefined,
  onRows: (rows: number) => void,
  timezone: string,
  notes?: SheetNotes,
): Promise<Analysis> => {
  const stats: ColumnStats[] = [];
  const preview: string[][] = [];
  let waiting: string[][] | undefined = [];
  let header: readonly string[] = [];
  let headerRow = 0;
  let headerSure = true;
  let top: readonly (readonly string[])[] = [];
  let rows = 0;
  let blankRows = 0;
  let shortRows = 0;
  let longRows = 0;
  let width = 0;
  let last: string[] = [];

  const record = (row: string[]): void => {
    examine();
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
      const made = emptyStats(timezone);
      made.total = made.empty = rows - 1;
      stats.push(made);
    }
    before = row;
  };
  /** A record is looked at when the next is there: the last one may be totals. */
  let before: string[] | undefined;
  const examine = (): void => {
    if (!before) return;
    const columns = Math.min(before.length, stats.length);
    for (let i = 0; i < columns; i++) addValue(stats[i]!, before[i]!, rows, findUser);
    for (let i = columns; i < stats.length; i++) {
      const missing = stats[i]!;
      missing.total++;
      missing.empty++;
    }
    before = undefined;
  };
  /** The first rows are kept until there are enough of them to find the header. */
  const begin = (): void => {
    const first = waiting!;
    waiting = undefined;
    if (headerWish === undefined) ({ row: headerRow, sure: headerSure } = findHeader(first));
    else headerRow = Math.min(headerWish, first.length);
    top = first
      .slice(0, Math.max(headerRow, Math.min(first.length, 20)))
      .slice(-20)
      .map((row) => row.slice(0, 50).map((cell) => showBroken(cell.slice(0, 100))));
    header = headerRow > 0 ? first[headerRow - 1]!.map(showBroken) : [];
    width = header.length;
    while (width > 0 && header[width - 1]!.trim() === '') width--;
    if (width === 0 && first[0]) width = first[0].length;
    for (const row of first.slice(headerRow)) record(row);
  };

  let reported = 0;
  for await (const group of readSource(path, dialect, notes)) {
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
  if (rows === 0 && headerRow === 0) throw new FileError('empty', problemText.empty);

  const totals = rows > 2 && looksLikeTotals(last);
  const withoutTotals = totals ? structuredClone(stats) : undefined;
  examine();

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
      headerSure,
      top,
      header: header.slice(0, columns),
      rows,
      columns,
      blankRows,
      blankColumns: all - columns,
      shortRows,
      longRows,
      totalsRow: totals ? rows : undefined,
    },
    stats: stats.slice(0, columns),
    ...(withoutTotals && {
      withoutTotals: Array.from(
        { length: columns },
        (_, i) => withoutTotals[i] ?? { ...emptyStats(), total: rows - 1, empty: rows - 1 },
      ),
    }),
    preview: preview.slice(0, 100).map((row) => row.slice(0, columns)),
    last: last.slice(0, columns),
  };
};
