import { phoneOf } from '../shapes.ts';
import { storable } from '../shared.ts';
import { textType } from '../text-type.ts';
import { FieldError } from '../type.ts';

const read = (text: string): string | null => {
  if (text.trim() === '') return null;
  const phone = phoneOf(storable(text));
  if (phone === undefined) throw new FieldError('phone.invalid', 'This is not a phone number');
  return phone;
};

export const phone = textType({
  id: 'phone',
  keyable: true,
  sample: (random) => `+55 (11) 9${String(Math.floor(random() * 1e8)).padStart(8, '0')}`,
  shape: 'phone',
  conversions: { group: 'contact', to: ['text', 'options', 'contact'] },
  format: { takes: 'A phone number as a text.', example: '+1 555 010 7788' },
  read,
});
