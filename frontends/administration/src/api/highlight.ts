export type Piece = { readonly text: string; readonly kind: 'word' | 'text' | 'number' | 'plain' };

const words = new Set([
  'as',
  'await',
  'const',
  'curl',
  'False',
  'false',
  'from',
  'import',
  'null',
  'True',
  'true',
  'with',
]);
const quotes = new Set(['"', "'", '`']);
const inWord = (sign: string): boolean => /[\w$]/.test(sign);

/** Where a text in quotes that begins at `from` is over; at the end of what there is where nothing ends it. */
const endOfText = (text: string, from: number): number => {
  const quote = text[from];
  let at = from + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
};

const kindOf = (word: string): Piece['kind'] => {
  if (words.has(word)) return 'word';
  return Number.isNaN(Number(word)) ? 'plain' : 'number';
};

/** A program or JSON in pieces that are drawn each in its colour. Together they are the text as it was. */
export const pieces = (text: string): readonly Piece[] => {
  const found: Piece[] = [];
  const add = (piece: Piece): void => {
    const last = found.at(-1);
    if (last?.kind === 'plain' && piece.kind === 'plain')
      found[found.length - 1] = { ...last, text: last.text + piece.text };
    else found.push(piece);
  };
  for (let at = 0; at < text.length;) {
    const sign = text[at]!;
    let end = at + 1;
    let kind: Piece['kind'] = 'plain';
    if (quotes.has(sign)) {
      end = endOfText(text, at);
      kind = 'text';
    } else if (inWord(sign)) {
      while (end < text.length && (inWord(text[end]!) || text[end] === '.')) end++;
      kind = kindOf(text.slice(at, end));
    }
    add({ text: text.slice(at, end), kind });
    at = end;
  }
  return found;
};
