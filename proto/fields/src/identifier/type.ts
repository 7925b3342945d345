import { lineBreaks, storable } from '../shared.ts';
import { type PropsOf, textOf, whole } from '../property.ts';
import { textType } from '../text-type.ts';
import { FieldError, type FieldType } from '../type.ts';

const longestPrefix = 20;
const properties = { prefix: textOf(longestPrefix, 'INV-'), digits: whole(1, 12) } as const;
type Props = PropsOf<typeof properties>;

const usual = 4;
const longest = 100;

const read = (text: string): string | null => {
  const line = storable(text).replace(lineBreaks, ' ').trim();
  if (line.length > longest)
    throw new FieldError('identifier.too_long', `An identifier has at most ${longest} characters`, { limit: longest });
  return line || null;
};

const base = textType({
  id: 'identifier',
  keyable: false,
  namesRecords: true,
  conversions: { group: 'other', to: ['text'], closed: true },
  format: {
    takes: 'Nothing: the server numbers each record when it is made. Answers are texts.',
    example: 'INV-0042',
  },
  sample: (random) => `INV-${String(Math.floor(random() * 10_000)).padStart(4, '0')}`,
  read,
});

/**
 * A prefix and the number of a record, which the server gives and never gives again. A prefix or a number of digits that
 * is changed holds for the records that come.
 */
export const identifier: FieldType<Props> = {
  ...base,
  properties,
  props: ({ prefix, digits }) => {
    const kept = prefix === undefined ? '' : storable(prefix).replace(lineBreaks, ' ').trimStart();
    if (kept.length > longestPrefix)
      throw new FieldError('identifier.prefix', `A prefix has at most ${longestPrefix} characters`, {
        limit: longestPrefix,
      });
    return { ...(kept !== '' && { prefix: kept }), digits: digits ?? usual };
  },
  numbered: (number, { prefix = '', digits = usual }) => `${prefix}${String(number).padStart(digits, '0')}`,
};
