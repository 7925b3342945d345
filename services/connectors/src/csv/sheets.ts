import { openBook, type Book, type SheetPart } from '../xlsx/book.ts';
import { sheetRows } from '../xlsx/sheet.ts';
import { findHeader, looksLikeTotals } from './layout.ts';
import { isBlank } from './reader.ts';

/** A sheet as a wizard shows it; `rows` are its records, without the header and totals, and none where it is no table. */
export type Sheet = {
  readonly index: number;
  readonly name: string;
  readonly hidden: boolean;
  readonly rows: number;
};

const headerRows = 100;

const countRows = async (book: Book, sheet: SheetPart): Promise<number> => {
  const first: string[][] = [];
  let rows = 0;
  let last: readonly string[] = [];
  for await (const group of sheetRows(book, sheet)) {
    for (const row of group) {
      if (isBlank(row)) continue;
      rows++;
      last = row;
      if (first.length < headerRows) first.push(row);
    }
  }
  const below = Math.max(0, rows - findHeader(first).row);
  return below > 2 && looksLikeTotals(last) ? below - 1 : below;
};

const hasRows = async (book: Book, sheet: SheetPart): Promise<boolean> => {
  for await (const group of sheetRows(book, sheet)) if (!group.every(isBlank)) return true;
  return false;
};

/** The first sheet that is shown and has rows, else the first that has. */
const choose = async (book: Book): Promise<SheetPart | undefined> => {
  const tables = book.sheets.filter(({ path }) => path !== undefined);
  for (const sheet of [...tables.filter((one) => !one.hidden), ...tables.filter((one) => one.hidden)])
    if (await hasRows(book, sheet)) return sheet;
  return undefined;
};

/**
 * The sheets of a workbook with how many records each has, and the place of the one to read: `wished`, or the first that
 * is shown and has rows. The rows of that one are for its reader to count; it has none here. Throws FileError.
 */
export const listSheets = async (
  path: string,
  wished?: number,
): Promise<{ readonly sheets: readonly Sheet[]; readonly chosen: number | undefined }> => {
  const book = await openBook(path);
  try {
    const chosen = wished ?? (await choose(book))?.index;
    const sheets: Sheet[] = [];
    for (const sheet of book.sheets) {
      const { index, name, hidden } = sheet;
      const rows = sheet.path === undefined || index === chosen ? 0 : await countRows(book, sheet);
      sheets.push({ index, name, hidden, rows });
    }
    return { sheets, chosen };
  } finally {
    await book.archive.close();
  }
};
