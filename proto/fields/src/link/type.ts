import { linkOf } from '../shapes.ts';
import { storable } from '../shared.ts';
import { textType } from '../text-type.ts';
import { FieldError } from '../type.ts';

const read = (text: string): string | null => {
  if (text.trim() === '') return null;
  const link = linkOf(storable(text));
  if (link === undefined) throw new FieldError('link.invalid', 'This is not a web address');
  return link;
};

export const link = textType({
  id: 'link',
  keyable: false,
  sample: (random) => `https://example.com/${Math.floor(random() * 1e9)}?q=${encodeURIComponent('a "é" b')}`,
  shape: 'link',
  conversions: { group: 'contact', to: ['text', 'options', 'contact'] },
  format: { takes: 'A web address.', example: 'https://marlow.example/scanners' },
  read,
});
