import { storable } from '../shared.ts';
import { textType } from '../text-type.ts';

/** Several lines, kept as written; line breaks are "\n". Blanks alone are empty. */
const lines = (text: string): string | null => {
  const clean = storable(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
  return clean.trim() === '' ? null : clean;
};

export const text = textType({ id: 'text', keyable: true, editor: 'longText', display: 'longText', read: lines });
