import { jsonRows } from '../json/rows.ts';
import { openBook } from '../xlsx/book.ts';
import { sheetRows, type SheetNotes } from '../xlsx/sheet.ts';
import { FileError, readRows, type Dialect } from './reader.ts';

const bookRows = async function* (
  path: string,
  { sheetIndex = 0, fillMerged = false }: Dialect,
  notes?: SheetNotes,
): AsyncGenerator<readonly string[][]> {
  const book = await openBook(path);
  try {
    const sheet = book.sheets[sheetIndex];
    if (sheet?.path === undefined) throw new FileError('sheet_missing', 'The workbook has no such sheet with rows.');
    yield* sheetRows(book, sheet, notes, fillMerged);
  } finally {
    await book.archive.close();
  }
};

/**
 * The rows of a file in groups, blank ones included, each cell as a text: the one way in which files are read, whatever
 * they are. `notes` hear what a sheet tells beside. Throws FileError.
 */
export const readSource = (path: string, dialect: Dialect, notes?: SheetNotes): AsyncGenerator<readonly string[][]> => {
  switch (dialect.source) {
    case 'excel':
      return bookRows(path, dialect, notes);
    case 'json':
      return jsonRows(path, dialect.encoding, notes);
    default:
      return readRows(path, dialect);
  }
};
