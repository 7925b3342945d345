import { storable } from '../shared.ts';
import { textType } from '../text-type.ts';

const lineBreaks = /[\r\n\u2028\u2029\t]/;

/** One line: breaks and tabs become blanks, the ends are trimmed. */
const oneLine = (text: string): string | null => {
  // A pattern that takes the blanks around a break looks at a run of them from each of its places.
  const line = lineBreaks.test(text)
    ? text
        .split(lineBreaks)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(' ')
    : text;
  return storable(line).trim() || null;
};

export const singleLineText = textType({
  id: 'singleLineText',
  family: 'text',
  anyText: 'line',
  keyable: true,
  namesRecords: true,
  shape: 'any',
  conversions: { group: 'text', to: 'all' },
  format: { takes: 'A text in one line, at most 100,000 bytes.', example: 'Dispatch scanners' },
  read: oneLine,
});
