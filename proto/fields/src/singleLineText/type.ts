import { storable } from '../shared.ts';
import { textType } from '../text-type.ts';

const lineBreaks = /[\r\n\u2028\u2029\t]/;

/** One line: breaks and tabs become blanks, the ends are trimmed. */
const oneLine = (text: string): string | null => {
  const line = lineBreaks.test(text) ? text.replace(/\s*[\r\n\u2028\u2029\t]\s*/g, ' ') : text;
  return storable(line).trim() || null;
};

export const singleLineText = textType({
  id: 'singleLineText',
  keyable: true,
  editor: 'text',
  display: 'text',
  read: oneLine,
});
