import type MarkdownIt from 'markdown-it';

type InlineRule = Parameters<MarkdownIt['inline']['ruler']['push']>[1];
type BlockRule = Parameters<MarkdownIt['block']['ruler']['push']>[1];

/** What is longer is no formula: a text full of beginnings would be read to its end for each. */
const longestFormula = 2000;
const dollar = 0x24;
const isSpace = (letter: string): boolean => letter.trim() === '';
const isDigit = (letter: string): boolean => letter >= '0' && letter <= '9';

/** Where the next such sign is that no backslash stands before; -1 where none is. */
const unescaped = (text: string, sign: string, from: number): number => {
  let at = text.indexOf(sign, from);
  while (at > 0 && text[at - 1] === '\\' && text[at - 2] !== '\\') at = text.indexOf(sign, at + 1);
  return at;
};

/**
 * `$a + b$` in a line, and `$$a + b$$` for one with a dollar in it. What stands for money is none: no space is inside next
 * to the signs, and no digit behind the last one.
 */
export const inlineFormula: InlineRule = (state, silent) => {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== dollar) return false;
  const sign = src.charCodeAt(pos + 1) === dollar ? '$$' : '$';
  const begin = pos + sign.length;
  const end = unescaped(src, sign, begin);
  const latex = end < 0 ? '' : src.slice(begin, end);
  const isMoney = isSpace(latex.charAt(0)) || isSpace(latex.charAt(latex.length - 1)) || isDigit(src.charAt(end + 1));
  if (latex.trim() === '' || latex.length > longestFormula || (sign === '$' && isMoney)) {
    // Two signs with nothing of a formula behind them are read as two letters at once.
    if (!silent) state.pending += sign;
    state.pos = begin;
    return true;
  }
  if (!silent) state.push('inline_math', '', 0).content = latex.trim();
  state.pos = end + sign.length;
  return true;
};

/** Lines from one that begins with `$$` to one that ends with it. */
export const blockFormula: BlockRule = (state, first, end, silent) => {
  const lineOf = (line: number): string =>
    state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();
  if (state.sCount[first]! - state.blkIndent >= 4) return false;
  const opening = lineOf(first);
  if (!opening.startsWith('$$')) return false;
  const closes = (text: string): boolean => text.endsWith('$$');
  const lines: string[] = [];
  let last = first;
  if (opening.length > 4 && closes(opening)) {
    if (opening.indexOf('$$', 2) !== opening.length - 2) return false;
    lines.push(opening.slice(2, -2));
  } else {
    lines.push(opening.slice(2));
    let length = 0;
    do {
      last++;
      length += state.eMarks[last]! - state.bMarks[last]! + 1;
      // Without an end it is none, nor where what it stands in ends before it does.
      if (last >= end || length > longestFormula || (state.sCount[last]! < state.blkIndent && lineOf(last) !== ''))
        return false;
      lines.push(closes(lineOf(last)) ? lineOf(last).slice(0, -2) : lineOf(last));
    } while (!closes(lineOf(last)));
  }
  const latex = lines.join('\n').trim();
  if (latex === '' || latex.length > longestFormula) return false;
  if (silent) return true;
  state.line = last + 1;
  const token = state.push('block_math', '', 0);
  [token.block, token.content, token.map] = [true, latex, [first, state.line]];
  return true;
};

/** A formula as a line of Markdown has it. */
export const withinDollars = (latex: string): string => {
  const line = latex.split('\n').join(' ').trim();
  if (line === '') return '';
  return unescaped(line, '$', 0) < 0 ? `$${line}$` : `$$${line}$$`;
};
