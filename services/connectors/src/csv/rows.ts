/** What cuts a text into rows and cells: one character each; `plainQuotes`: quotation marks are plain characters. */
export type Cuts = {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
  readonly plainQuotes: boolean;
  /** Within quotation marks `\"` is one of them and `\\` a backslash. */
  readonly escapes?: boolean | undefined;
  /** Cells of a row, where the rows before say it: which of a file's mixed row ends are ends. */
  readonly width?: number | undefined;
};

export type Rows = {
  readonly rows: string[][];
  /** Where the first character stands that no row of these holds. */
  readonly cursor: number;
  /** Whether the last row ends within quotation marks. */
  readonly openQuote: boolean;
};

/** The commonest number of cells. */
export const widthOf = (rows: readonly (readonly string[])[]): number | undefined => {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
};

/** A row whose bare cells hold the other end of rows, and the rows that it would be with it; blank ones left out. */
type Suspect = { readonly at: number; readonly split: readonly string[][] };

const splitAt = (row: readonly string[], end: string, quoted: ReadonlySet<number>): readonly string[][] => {
  const rows: string[][] = [[]];
  row.forEach((cell, at) => {
    const [first, ...more] = quoted.has(at) ? [cell] : cell.split(end);
    rows.at(-1)!.push(first!);
    for (const one of more) rows.push([one]);
  });
  return rows.filter((one) => one.length > 1 || one[0]!.trim() !== '');
};

/**
 * Programs that append to a file of another system leave rows of two kinds of end. The rarer one is an end where a row
 * comes to as many cells as the others have with it, and does not without it; else it is a character of its cell.
 */
const settle = (rows: string[][], suspects: readonly Suspect[], known: number | undefined): string[][] => {
  if (suspects.length === 0) return rows;
  const bySuspect = new Map(suspects.map((one) => [one.at, one.split]));
  const width = known ?? widthOf(rows.filter((_, at) => !bySuspect.has(at))) ?? suspects[0]!.split[0]?.length;
  return rows.flatMap((row, at) => {
    const split = bySuspect.get(at);
    const ends = split !== undefined && row.length !== width && split.every((one) => one.length === width);
    return ends ? split : [row];
  });
};

/** With "\n" as the end of a row, a "\r" before it is no part of the last cell. */
const lineEnd = (text: string, start: number, end: number, newline: string): number =>
  newline === '\n' && end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end;

/** Whether a quotation mark follows an odd number of backslashes. */
const isEscaped = (text: string, at: number, start: number): boolean => {
  let from = at;
  while (from > start && text.charCodeAt(from - 1) === 92) from--;
  return (at - from) % 2 === 1;
};

/** How far a cell that opens after blanks may go on over further lines, in characters. */
const furthest = 65_536;

const isBlankAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === 32 || (code > 8 && code < 14) || (code > 159 && text[at]!.trim() === '');
};

/**
 * The rows of a text in the manner of RFC 4180, each character looked at a bounded number of times whatever they are. A
 * cell that begins with a quotation mark goes on to the first single one after which, blanks left out, the cell's end
 * follows; other single ones within it are its own. Blanks before the first mark belong to no cell where the cell ends on
 * the same line, or where the next mark ends it and the lines between are no rows by themselves. Unless the text is `whole`, a row that its end cuts is left out.
 */
export const cutRows = (
  text: string,
  { delimiter, newline, plainQuotes, escapes, width }: Cuts,
  whole: boolean,
): Rows => {
  const rows: string[][] = [];
  const suspects: Suspect[] = [];
  const otherEnd = newline === '\n' ? '\r' : '\n';
  const mixed = newline === '\n' ? /\r(?!\n)/.test(text) : text.includes('\n');
  const none: ReadonlySet<number> = new Set();
  const add = (row: string[], quoted: ReadonlySet<number>): void => {
    if (mixed && row.some((cell, at) => !quoted.has(at) && cell.includes(otherEnd)))
      suspects.push({ at: rows.length, split: splitAt(row, otherEnd, quoted) });
    rows.push(row);
  };
  const cut = (cursor: number, openQuote = false): Rows => ({
    rows: settle(rows, suspects, width),
    cursor,
    openQuote,
  });
  const length = text.length;
  let cursor = 0;
  /** The next of each at or after where the row began that is looked at; `length` if there is none. */
  let nextQuote = plainQuotes ? length : -1;
  let nextDelimiter = -1;
  const find = (wanted: string, from: number): number => {
    const at = text.indexOf(wanted, from);
    return at < 0 ? length : at;
  };

  /** The quotation mark that a cell begins with after blanks; -1 if it begins with something else. */
  const blanksUntilMark = (from: number): number => {
    if (plainQuotes) return -1;
    let at = from;
    while (at < length && text[at] !== delimiter && text[at] !== newline && isBlankAt(text, at)) at++;
    return at > from && text[at] === '"' ? at : -1;
  };
  /** Whether a cell that opens at `mark` closes, and ends, before `limit`. */
  const closesBefore = (mark: number, limit: number): boolean => {
    for (let close = find('"', mark + 1); close < limit; close = find('"', close + 1)) {
      if (escapes === true && isEscaped(text, close, mark + 1)) continue;
      if (text[close + 1] === '"') {
        close++;
        continue;
      }
      let at = close + 1;
      while (at < limit && text[at] !== delimiter && isBlankAt(text, at)) at++;
      if (at >= limit || text[at] === delimiter) return true;
    }
    return false;
  };
  /** Cells that the text from `from` to `to` would be, quotation marks aside. */
  const cellsIn = (from: number, to: number): number => {
    let cells = 1;
    for (let next = text.indexOf(delimiter, from); next >= 0 && next < to; next = text.indexOf(delimiter, next + 1))
      cells++;
    return cells;
  };
  /**
   * Whether a cell that opens at `mark`, with `before` cells of its row before it, goes on over the end of its line: the
   * next mark ends it, and the lines it takes are not each a row of as many cells. Undefined where more text must say it.
   */
  const goesOverLines = (mark: number, before: number, firstEnd: number): boolean | undefined => {
    const last = Math.min(length, mark + furthest);
    const unknown = last === length && !whole ? undefined : false;
    let close = find('"', mark + 1);
    for (; close < last; close = find('"', close + 1)) {
      if (escapes === true && isEscaped(text, close, mark + 1)) continue;
      if (text[close + 1] !== '"') break;
      close++;
    }
    if (close >= last) return unknown;
    let at = close + 1;
    while (at < length && text[at] !== delimiter && text[at] !== newline && isBlankAt(text, at)) at++;
    if (at === length && !whole) return unknown;
    if (at < length && text[at] !== delimiter && text[at] !== newline) return false;
    // A mark that stands where a cell begins opens one.
    let opens = close - 1;
    while (opens > mark && text[opens] !== delimiter && text[opens] !== newline && isBlankAt(text, opens)) opens--;
    if (opens > mark && (text[opens] === delimiter || text[opens] === newline)) return false;
    const lastEnd = find(newline, at);
    if (lastEnd === length && !whole) return unknown;
    const joined = before + 1 + (text[at] === delimiter ? cellsIn(at + 1, lastEnd) : 0);
    const first = before + cellsIn(mark, firstEnd);
    if (width !== undefined && joined !== width && first === width) return false;
    let alike = first === joined;
    for (let from = firstEnd + 1; alike && from <= close;) {
      const to = find(newline, from);
      alike = cellsIn(from, to) === joined;
      from = to + 1;
    }
    return !alike;
  };
  /** Behind the end of a row at `at`: "\r\n" is one end in files of "\r" as well. */
  const behind = (at: number): number =>
    Math.min(length, at + (newline === '\r' && text.charCodeAt(at + 1) === 10 ? 2 : 1));
  /** Whether more of the end at `at` may follow what is here. */
  const mayGoOn = (at: number): boolean => !whole && newline === '\r' && at === length - 1;
  /** Up to here no mark after blanks closes before its line ends. */
  let unpaired = -1;

  while (cursor < length) {
    const nextNewline = find(newline, cursor);
    if (nextQuote < cursor) nextQuote = find('"', cursor);
    if (nextQuote > nextNewline || nextQuote === length) {
      if ((nextNewline === length && !whole) || mayGoOn(nextNewline)) break;
      add(text.slice(cursor, lineEnd(text, cursor, nextNewline, newline)).split(delimiter), none);
      cursor = behind(nextNewline);
      continue;
    }
    const row: string[] = [];
    const quoted = new Set<number>();
    let at = cursor;
    let lineEnds = nextNewline;
    for (;;) {
      let start = at + 1;
      if (text[at] !== '"') {
        const mark = blanksUntilMark(at);
        if (mark >= 0) {
          if (lineEnds < at) lineEnds = find(newline, at);
          if (lineEnds === length && !whole) return cut(cursor);
          if (mark > unpaired) {
            if (closesBefore(mark, lineEnds)) start = mark + 1;
            else {
              unpaired = lineEnds;
              const over = lineEnds < length && goesOverLines(mark, row.length, lineEnds);
              if (over === undefined) return cut(cursor);
              if (over) start = mark + 1;
            }
          }
        }
      }
      if (text[start - 1] !== '"') {
        if (nextDelimiter < at) nextDelimiter = find(delimiter, at);
        if (lineEnds < at) lineEnds = find(newline, at);
        if (nextDelimiter < lineEnds) {
          row.push(text.slice(at, nextDelimiter));
          at = nextDelimiter + 1;
          continue;
        }
        if ((lineEnds === length && !whole) || mayGoOn(lineEnds)) return cut(cursor);
        row.push(text.slice(at, lineEnd(text, at, lineEnds, newline)));
        at = lineEnds;
        break;
      }
      quoted.add(row.length);
      let doubled = false;
      let close = start;
      for (;;) {
        close = find('"', close);
        if (close === length) {
          if (!whole) return cut(cursor);
          row.push(text.slice(start));
          add(row, quoted);
          return cut(length, true);
        }
        at = close + 1;
        if (escapes === true && isEscaped(text, close, start)) {
          close++;
          continue;
        }
        if (text[at] === '"') {
          doubled = true;
          close += 2;
          continue;
        }
        while (at < length && text[at] !== delimiter && text[at] !== newline && isBlankAt(text, at)) at++;
        if (at === length || text[at] === delimiter || text[at] === newline) break;
        // Text follows: this mark and what was skipped belong to the cell, and are not looked at again.
        close = at;
      }
      const inner = text.slice(start, close);
      const single = doubled ? inner.replaceAll('""', '"') : inner;
      row.push(escapes === true ? single.replace(/\\(["\\])/g, '$1') : single);
      if (text[at] !== delimiter) break;
      at++;
    }
    if ((at >= length && !whole) || mayGoOn(at)) break;
    add(row, quoted);
    cursor = behind(at);
  }
  return cut(cursor);
};
