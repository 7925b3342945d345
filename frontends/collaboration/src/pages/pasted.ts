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
];
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
  marks.some((mark) => mark.test(text)) || text.split('\n').some((line) => isRow(line) || isBold(line));
