/** Texts with which a spreadsheet takes a cell for a formula; a program that opens the file would run it. */
const formula = /^[=+\-@\t\r]/;

/** A text that no spreadsheet takes for a formula: an apostrophe before it says that it is a text. */
export const neutral = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** A row of a CSV file (RFC 4180), with its end. */
export const csvRow = (cells: readonly string[], delimiter: string): string =>
  `${cells
    .map((cell) =>
      cell.includes(delimiter) || /["\r\n]/.test(cell) || cell !== cell.trim()
        ? `"${cell.replaceAll('"', '""')}"`
        : cell,
    )
    .join(delimiter)}\r\n`;
