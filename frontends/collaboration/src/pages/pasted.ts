const id = '[0-9a-z]{26}';
const placed = new RegExp(`^/object/(${id})(?:/record/(${id}))?/?$`);
const isId = new RegExp(`^${id}$`);

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
  /^\|.{0,2000}\|[ \t]*$/m,
  /\*\*[^*\s][^*\n]{0,500}\*\*/,
  /\]\((?:https?:|mailto:|\/)/,
];
/** Whether a text is written as Markdown: with one of its marks where those stand. */
export const isMarkdown = (text: string): boolean => marks.some((mark) => mark.test(text));
