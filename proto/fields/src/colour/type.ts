import { textType } from '../text-type.ts';
import { FieldError } from '../type.ts';

const longest = 40;
const hex = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const parts = /^rgb\( ?(\d{1,3}) ?, ?(\d{1,3}) ?, ?(\d{1,3}) ?\)$/i;

/** A colour as "#rrggbb", undefined for other texts: #f80, FF8800, rgb(255, 136, 0). */
const colourOf = (text: string): string | undefined => {
  if (text.length > longest) return undefined;
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (hex.test(trimmed)) {
    const digits = trimmed.replace('#', '').toLowerCase();
    return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
  }
  const found = parts.exec(trimmed)?.slice(1).map(Number);
  return found?.every((part) => part <= 255)
    ? `#${found.map((part) => part.toString(16).padStart(2, '0')).join('')}`
    : undefined;
};

/** Throws FieldError. */
const read = (text: string): string | null => {
  if (text.trim() === '') return null;
  const colour = colourOf(text);
  if (colour === undefined) throw new FieldError('colour.invalid', 'This is not a colour');
  return colour;
};

/** A colour of a screen, without transparency. */
export const colour = textType({
  id: 'colour',
  keyable: false,
  conversions: { group: 'other', to: ['text', 'options'] },
  format: { takes: 'A colour as "#rrggbb", "#rgb" or "rgb(r, g, b)"; answers are "#rrggbb".', example: '#ff8800' },
  known: {
    least: 4,
    most: longest,
    reads: (text) => (colourOf(text) === undefined ? 'no' : /^#[0-9a-f]{6}$|^rgb/i.test(text) ? 'surely' : 'maybe'),
    names: /(^|[^\p{L}])(colou?r|cor|hex)([^\p{L}]|$)/iu,
  },
  sample: (random) =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`,
  read,
});
