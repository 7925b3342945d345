import { lineBreaks, storable } from '../shared.ts';
import { textType } from '../text-type.ts';
import { FieldError } from '../type.ts';

/** Characters that a code holds in every writing, and that a camera reads without a tripod. */
const longest = 500;

/** What is in a code, in one line. Throws FieldError. */
const read = (text: string): string | null => {
  const code = storable(text).replace(lineBreaks, ' ').trim();
  if (code.length > longest)
    throw new FieldError('barcode.too_long', `A code has at most ${longest} characters`, { limit: longest });
  return code === '' ? null : code;
};

/** The text of a barcode or QR code: shown as a QR code, and scanned by a camera. */
export const barcode = textType({
  id: 'barcode',
  keyable: true,
  conversions: { group: 'other', to: ['text', 'options'] },
  format: { takes: `The text of a code, at most ${longest} characters in one line.`, example: '4006381333931' },
  sample: (random) => `SKU-${Math.floor(random() * 1e9)} ü`,
  read,
});
