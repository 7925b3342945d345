/**
 * A block of cells as text, row by row. Rows end where theirs does: one long row among many short ones would make
 * millions of cells that nobody copied.
 */
export type Matrix = readonly (readonly string[])[];

/** Cells of the longest row. */
export const widthOf = (matrix: Matrix): number => matrix.reduce((most, row) => Math.max(most, row.length), 0);

/**
 * Tab-separated text as spreadsheets copy it: a cell in quotes may hold tabs, lines and doubled quotes. A stray quote
 * is text.
 */
export const parseTsv = (text: string): Matrix => {
  const source = text.replace(/\r\n?/g, '\n');
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= source.length) {
    let value: string;
    if (source[at] === '"') {
      const quoted = readQuoted(source, at);
      if (quoted !== null) {
        value = quoted.value;
        at = quoted.end;
      } else {
        const end = endOfCell(source, at);
        value = source.slice(at, end);
        at = end;
      }
    } else {
      const end = endOfCell(source, at);
      value = source.slice(at, end);
      at = end;
    }
    row.push(value);
    const separator = source[at];
    at += 1;
    if (separator !== '\t') {
      rows.push(row);
      row = [];
    }
  }
  // A final line break ends the last row; it does not begin an empty one.
  if (rows.length > 1 && source.endsWith('\n')) rows.pop();
  return rows;
};

const endOfCell = (source: string, from: number): number => {
  for (let at = from; at < source.length; at++) {
    const char = source[at];
    if (char === '\t' || char === '\n') return at;
  }
  return source.length;
};

const readQuoted = (source: string, from: number): { value: string; end: number } | null => {
  let value = '';
  let at = from + 1;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote < 0) return null;
    value += source.slice(at, quote);
    if (source[quote + 1] === '"') {
      value += '"';
      at = quote + 2;
      continue;
    }
    const next = source[quote + 1];
    return next === undefined || next === '\t' || next === '\n' ? { value, end: quote + 1 } : null;
  }
};

export const writeTsv = (matrix: Matrix): string =>
  matrix
    .map((row) => row.map((value) => (/[\t\n\r"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join('\t'))
    .join('\n');

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br style="mso-data-placement:same-cell">');

/**
 * The same block as a table that Excel, Sheets and LibreOffice read; `text` columns are marked so that they keep
 * leading zeros.
 */
export const writeHtml = (matrix: Matrix, text: readonly boolean[]): string =>
  `<meta charset="utf-8"><table>${matrix
    .map(
      (row) =>
        `<tr>${row.map((value, i) => `<td${text[i] === true ? ' style="mso-number-format:\'\\@\'"' : ''}>${escapeHtml(value)}</td>`).join('')}</tr>`,
    )
    .join('')}</table>`;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const decode = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code =
      name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
  });

const spans = { col: /\bcolspan\s*=\s*["']?(\d{1,4})/i, row: /\browspan\s*=\s*["']?(\d{1,4})/i } as const;
const spanOf = (tag: string, name: keyof typeof spans): number =>
  Math.min(1000, Math.max(1, Number(spans[name].exec(tag)?.[1] ?? 1)));

/**
 * The number behind a shown text ("1.234,50" is 1234.5), where the copying program says it: Sheets as JSON, LibreOffice
 * as `sdval`, older Excel as `x:num`.
 */
const exactOf = (tag: string): string | undefined => {
  const plain = /\s(?:sdval|x:num)\s*=\s*["']?(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)["'\s>]/i.exec(tag)?.[1];
  if (plain !== undefined) return plain;
  const sheets = /\sdata-sheets-value\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
  // {"1": 3, "3": 1234.5} is the number 1234.5, a date too; 2 is a text and 4 a truth, which read as they are shown.
  const number = /"1":3,"3":(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)[,}]/i.exec(decode(sheets?.[1] ?? sheets?.[2] ?? ''));
  return number?.[1];
};

/** A block of cells as another program gave it. `exact`: the number behind a shown text, where it is known. */
export type Clip = { readonly texts: Matrix; readonly exact: readonly (readonly (string | undefined)[])[] | null };

const raw = ['style', 'script', 'head', 'xml'] as const;
const isRaw = (name: string): name is (typeof raw)[number] => (raw as readonly string[]).includes(name);

/**
 * The tags and texts of an HTML fragment, one after the other, without comments and without what stands in styles,
 * scripts, heads and islands of XML. A quotation mark in a tag goes on to the next one. Looks at no character more often
 * than its kind of mark asks for, whatever is left open: what has no end in the rest is not looked for again.
 */
const tokensOf = function* (html: string): Generator<string> {
  const missing = new Set<string>();
  const ends = { style: /<\/style\s*>/gi, script: /<\/script\s*>/gi, head: /<\/head\s*>/gi, xml: /<\/xml\s*>/gi };
  const find = (mark: string, from: number): number => {
    if (missing.has(mark)) return -1;
    const at = html.indexOf(mark, from);
    if (at < 0) missing.add(mark);
    return at;
  };
  /** Where a tag ends that begins at `from`, or -1 if it does not. */
  const endOfTag = (from: number): number => {
    for (let at = from; at < html.length; at++) {
      const char = html[at]!;
      if (char === '>') return at + 1;
      if (char !== '"' && char !== "'") continue;
      const close = find(char, at + 1);
      if (close >= 0) at = close;
    }
    return -1;
  };
  for (let at = 0; at < html.length;) {
    if (html[at] !== '<') {
      const next = find('<', at);
      const end = next < 0 ? html.length : next;
      yield html.slice(at, end);
      at = end;
      continue;
    }
    if (html.startsWith('<!--', at)) {
      const end = find('-->', at + 4);
      if (end < 0) return;
      at = end + 3;
      continue;
    }
    const end = endOfTag(at + 1);
    if (end < 0) return;
    const tag = html.slice(at, end);
    at = end;
    const name = nameOf(tag);
    if (isRaw(name) && !tag.startsWith('</') && !missing.has(name)) {
      ends[name].lastIndex = at;
      if (ends[name].test(html)) {
        at = ends[name].lastIndex;
        continue;
      }
      missing.add(name);
    }
    yield tag;
  }
};

const nameOf = (tag: string): string => /^<\/?\s*([a-z0-9:]+)/i.exec(tag)?.[1]?.toLowerCase() ?? '';

/** So many cells that span others are laid out; a page may claim a thousand million of them in a few bytes. */
const maxSpanned = 1_000_000;

/** The first table of an HTML fragment, or null without one. Reads text only; nothing of the markup is kept or run. */
export const parseHtml = (html: string): Clip | null => {
  const numbers: (string | undefined)[][] = [];
  let exact: string | undefined;
  const rows: string[][] = [];
  /** For each column up to which row, exclusive, a cell from above reaches into it. */
  const reaches: number[] = [];
  let spanned = 0;
  let cell: string[] | null = null;
  let span = { col: 1, row: 1 };
  let row = -1;
  let col = 0;
  let depth = 0;
  let seen = false;

  const closeCell = (): void => {
    if (cell === null || row < 0) return;
    const values = rows[row] ?? [];
    while ((reaches[col] ?? 0) > row) values[col++] ??= '';
    const value = decode(cell.join(''))
      .replace(/[ \t\f]+/g, ' ')
      .replace(/ ?\u0001 ?/g, '\n')
      .replaceAll('\u00a0', ' ')
      .trim();
    if (span.col * span.row > 1) {
      spanned += span.col * span.row;
      if (spanned > maxSpanned) span = { col: 1, row: 1 };
    }
    values[col] = value;
    if (exact !== undefined) (numbers[row] ??= [])[col] = exact;
    for (const end = col + span.col; col < end; col++) {
      values[col] ??= '';
      reaches[col] = row + span.row;
    }
    rows[row] = values;
    cell = null;
  };
  const openRow = (): void => {
    row += 1;
    col = 0;
    rows[row] = [];
  };

  for (const token of tokensOf(html)) {
    if (!token.startsWith('<')) {
      cell?.push(token.replace(/[\r\n]+/g, ' '));
      continue;
    }
    const name = nameOf(token);
    const closing = token.startsWith('</');
    if (name === 'table') {
      if (closing) {
        depth -= 1;
        if (depth === 0) break;
      } else {
        depth += 1;
        seen = true;
      }
    }
    if (depth !== 1) continue;
    if (name === 'tr') {
      closeCell();
      if (!closing) openRow();
    } else if (name === 'td' || name === 'th') {
      closeCell();
      if (!closing) {
        if (row < 0) openRow();
        cell = [];
        exact = exactOf(token);
        span = { col: spanOf(token, 'col'), row: spanOf(token, 'row') };
      }
    } else if (cell !== null && (name === 'br' || (closing && (name === 'p' || name === 'div' || name === 'li'))))
      (cell as string[]).push('\u0001');
  }
  closeCell();
  const filled = rows.flatMap((values, at) => (values.length > 0 ? [at] : []));
  if (!seen || filled.length === 0) return null;
  return {
    texts: filled.map((at) => rows[at]!),
    exact: numbers.length === 0 ? null : filled.map((at) => numbers[at] ?? []),
  };
};

/** What the clipboard holds, the richer reading first. Plain text wins where the table would lose its line breaks. */
export const parseClipboard = (plain: string, html: string): Clip => {
  const text = parseTsv(plain);
  const table = html === '' ? null : parseHtml(html);
  if (table === null) {
    // One cell of Sheets comes without a table, and its lines without quotes.
    return {
      texts:
        /google-sheets-html-origin|data-sheets-(?:root|value)/i.test(html) && text.length > 1
          ? [[plain.replace(/\r\n?/g, '\n')]]
          : text,
      exact: null,
    };
  }
  const { texts, exact } = table;
  const sameShape = plain !== '' && text.length === texts.length && widthOf(text) === widthOf(texts);
  if (!sameShape) return table;
  // Excel puts quotes around a cell of several lines alone: quotes that the table shows are the cell's own.
  return {
    texts: text.map((row, r) => row.map((value, c) => (texts[r]![c] === `"${value}"` ? texts[r]![c] : value))),
    exact,
  };
};
