/**
 * JSON in lines, two blanks a level. Numbers and names stay as they are written: a parser would round long numbers.
 * A text that is no JSON comes out in some form; who typed it sees it again as it was.
 */
export const pretty = (text: string): string => {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (sign === '"') {
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i++;
      continue;
    }
    if (!'{}[],:'.includes(sign)) continue;
    parts.push(text.slice(from, i));
    from = i + 1;
    if (sign === ':') parts.push(': ');
    else if (sign === ',') parts.push(',', line());
    else if (sign === '}' || sign === ']') {
      depth = Math.max(0, depth - 1);
      parts.push(line(), sign);
    } else if (text[i + 1] === '}' || text[i + 1] === ']') {
      parts.push(sign, text[i + 1]!);
      i++;
      from = i + 1;
    } else {
      depth++;
      parts.push(sign, line());
    }
  }
  parts.push(text.slice(from));
  return parts.join('');
};
