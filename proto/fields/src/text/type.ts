import { storable } from '../shared.ts';
import { textType } from '../text-type.ts';

/** Several lines, kept as written; line breaks are "\n". Blanks alone are empty. */
const lines = (text: string): string | null => {
  const clean = storable(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
  return clean.trim() === '' ? null : clean;
};

export const text = textType({
  id: 'text',
  family: 'text',
  anyText: 'lines',
  keyable: true,
  namesRecords: true,
  shape: 'any',
  conversions: { group: 'text', to: 'all' },
  format: { takes: 'A text of any number of lines, at most 100,000 bytes.', example: 'First line\nSecond line' },
  read: lines,
});
