import { openBook } from '../xlsx/book.ts';
import { sheetRows } from '../xlsx/sheet.ts';
import { findHeader, looksLikeTotals } from './layout.ts';
import { FileError, isBlank } from './reader.ts';

/** A sheet as a wizard shows it; `rows` are its records, without the header and totals, and none where it is no table. */
export type Sheet = {
  readonly index: number;
  readonly name: string;
  readonly hidden: boolean;
  readonly rows: number;
};

const headerRows = 100;

/** The sheets of a workbook with how many records each has. A sheet that cannot be read has none. Throws FileError. */
export const listSheets = async (path: string): Promise<readonly Sheet[]> => {
  const book = await openBook(path);
  try {
    const sheets: Sheet[] = [];
    for (const sheet of book.sheets) {
      const { index, name, hidden } = sheet;
      if (sheet.path === undefined) {
        sheets.push({ index, name, hidden, rows: 0 });
        continue;
      }
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
      sheets.push({ index, name, hidden, rows: below > 2 && looksLikeTotals(last) ? below - 1 : below });
    }
    if (sheets.length === 0) throw new FileError('workbook_broken', 'This workbook has no sheets.');
    return sheets;
  } finally {
    await book.archive.close();
  }
};
