import { storable } from '../shared.ts';
import { textType } from '../text-type.ts';
import { FieldError } from '../type.ts';

const shape = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*(?:\s?(?:x|ext\.?|ramal)\s?\d{1,6})?$/i;

/**
 * The common shape without a regular expression: digits and signs between single blanks, no extension. A part of what
 * `shape` takes.
 */
const isPlain = (text: string): boolean => {
  let digits = 0;
  let blank = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 32) {
      if (blank) return false;
      blank = true;
      continue;
    }
    if (code >= 48 && code <= 57) digits++;
    else if (!(code === 43 && i === 0) && code !== 40 && code !== 41 && code !== 45 && code !== 46 && code !== 47)
      return false;
    blank = false;
  }
  return !blank && digits >= 5 && digits <= 20 && text.length <= 40;
};

/**
 * A phone number as it was written, blanks collapsed: 5 to 20 digits with the usual signs and an extension. Undefined
 * for other texts.
 */
export const phoneOf = (text: string): string | undefined => {
  if (isPlain(text)) return text;
  const trimmed = text.replace(/^tel:/i, '').replace(/\s+/g, ' ').trim();
  if (trimmed.length > 40 || !shape.test(trimmed)) return undefined;
  const digits = trimmed.replace(/\D/g, '').length;
  return digits >= 5 && digits <= 20 ? trimmed : undefined;
};

const read = (text: string): string | null => {
  if (text.trim() === '') return null;
  const phone = phoneOf(storable(text));
  if (phone === undefined) throw new FieldError('phone.invalid', 'This is not a phone number');
  return phone;
};

export const phone = textType({ id: 'phone', keyable: true, editor: 'text', display: 'phone', read });
