const placed = /^\/object\/([0-9a-z]{26})(?:\/record\/([0-9a-z]{26}))?\/?$/;
const isId = /^[0-9a-z]{26}$/;

/** The record of this installation that an address leads to. */
export const recordAt = (
  text: string,
  origin: string,
): { readonly tableId: string; readonly recordId: string } | undefined => {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  const [, tableId, inPath] = placed.exec(url.pathname) ?? [];
  const recordId = inPath ?? url.searchParams.get('recordId') ?? '';
  return url.origin === origin && tableId !== undefined && isId.test(recordId) ? { tableId, recordId } : undefined;
};

const marks = [
  /^#{1,3} \S/m,
  /^ {0,3}[-*+] \S/m,
  /^ {0,3}\d{1,9}\. \S/m,
  /^ {0,3}> \S/m,
  /^```/m,
  /\]\((?:https?:|mailto:|\/)/,
  /^ {0,3}\$\$/m,
];
const isSpace = (letter: string): boolean => letter.trim() === '';

/** The formula whose second dollar was typed last: where it begins, and what is between. */
export const formulaTyped = (
  text: string,
): { readonly at: number; readonly text: string; readonly latex: string } | undefined => {
  if (!text.endsWith('$')) return undefined;
  const at = text.lastIndexOf('$', text.length - 2);
  const latex = at < 0 ? '' : text.slice(at + 1, -1);
  const isOne = latex !== '' && !isSpace(latex.charAt(0)) && !isSpace(latex.charAt(latex.length - 1));
  return isOne && text[at - 1] !== '$' && text[at - 1] !== '\\' ? { at, text: text.slice(at), latex } : undefined;
};

/** Whether a line has a formula between two dollars, which no money is. */
const hasFormula = (line: string): boolean => {
  for (let at = line.indexOf('$', 1); at > 0; at = line.indexOf('$', at + 1)) {
    const behind = line.charAt(at + 1);
    if (!(behind >= '0' && behind <= '9') && formulaTyped(line.slice(0, at + 1)) !== undefined) return true;
  }
  return false;
};

const isRow = (line: string): boolean => {
  const row = line.trimEnd();
  return row.length > 2 && row.startsWith('|') && row.endsWith('|');
};
const isBold = (line: string): boolean => {
  const begins = line.indexOf('**');
  const letter = line.charAt(begins + 2);
  return begins >= 0 && letter.trim() !== '' && letter !== '*' && line.indexOf('**', begins + 3) > 0;
};
/** Whether a text is written as Markdown: with one of its marks where those stand. */
export const isMarkdown = (text: string): boolean =>
  marks.some((mark) => mark.test(text)) ||
  text.split('\n').some((line) => isRow(line) || isBold(line) || hasFormula(line));
