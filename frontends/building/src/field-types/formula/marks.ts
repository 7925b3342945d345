/** A part of a formula's text, in UTF-16 units: `from` is the first, `to` the one after the last. */
export type Mark = {
  readonly from: number;
  readonly to: number;
  /** `open` is a field or text that is not closed yet. */
  readonly kind: 'field' | 'function' | 'name' | 'number' | 'text' | 'sign' | 'open';
  /** Of a field or function: what it is called. */
  readonly name?: string;
};

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9';
const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}_]/u.test(char);

const quoted = (text: string, from: number, close: string): { readonly to: number; readonly value?: string } => {
  let value = '';
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === close) return { to: at + 1, value };
    if (text[at] === '\\' && at + 1 < text.length) at += 1;
    value += text[at];
  }
  return { to: text.length };
};

const opens: Readonly<Record<string, string>> = { '"': '"', "'": "'", '{': '}' };

/** The parts of a formula as it is typed, whether or not it can be read; blanks are between them. */
export const marksOf = (text: string): readonly Mark[] => {
  const marks: Mark[] = [];
  for (let at = 0; at < text.length;) {
    const char = text[at]!;
    const from = at;
    const close = opens[char];
    if (/\s/.test(char)) at += 1;
    else if (close !== undefined) {
      const { to, value } = quoted(text, from, close);
      at = to;
      marks.push(
        value === undefined
          ? { from, to, kind: 'open' }
          : char === '{'
            ? { from, to, kind: 'field', name: value.trim() }
            : { from, to, kind: 'text' },
      );
    } else if (isDigit(char) || (char === '.' && isDigit(text[at + 1]))) {
      while (isDigit(text[at]) || text[at] === '.') at += 1;
      marks.push({ from, to: at, kind: 'number' });
    } else if (isLetter(char)) {
      while (isLetter(text[at]) || isDigit(text[at])) at += 1;
      const name = text.slice(from, at);
      const called = /^\s*\(/.test(text.slice(at)) || /^(true|false)$/i.test(name);
      marks.push({ from, to: at, kind: called ? 'function' : 'name', name });
    } else {
      at += 1;
      marks.push({ from, to: at, kind: 'sign', name: char });
    }
  }
  return marks;
};

/** The call around a place, and which of its values the place is in, from 0. */
export const callAt = (
  text: string,
  place: number,
): { readonly name: string; readonly argument: number } | undefined => {
  const calls: { readonly name: string | undefined; argument: number }[] = [];
  let last: Mark | undefined;
  for (const mark of marksOf(text)) {
    if (mark.to > place) break;
    const sign = mark.kind === 'sign' ? mark.name : undefined;
    if (sign === '(')
      calls.push({ name: last?.kind === 'function' ? last.name?.toUpperCase() : undefined, argument: 0 });
    else if (sign === ')') calls.pop();
    else if (sign === ',' && calls.length > 0) calls.at(-1)!.argument += 1;
    last = mark;
  }
  const around = calls.findLast(({ name }) => name !== undefined);
  return around === undefined ? undefined : { name: around.name!, argument: around.argument };
};

/** A field as it stands in a formula. */
export const fieldText = (name: string): string => `{${name.replaceAll(/[\\}]/g, '\\$&')}}`;
