import { emailOf } from '../shapes.ts';
import { storable } from '../shared.ts';
import { textType } from '../text-type.ts';
import { FieldError } from '../type.ts';

const read = (text: string): string | null => {
  if (text.trim() === '') return null;
  const email = emailOf(storable(text));
  if (email === undefined) throw new FieldError('email.invalid', 'Invalid email address');
  return email;
};

export const email = textType({
  id: 'email',
  keyable: true,
  namesRecords: true,
  sample: (random) => `${['ana', 'tom.b', 'x+y'][Math.floor(random() * 3)]}${Math.floor(random() * 1e6)}@example.com`,
  shape: 'email',
  conversions: { group: 'contact', to: ['text', 'options', 'contact', 'person'] },
  format: { takes: 'An e-mail address.', example: 'maren@marlow.example' },
  read,
});
