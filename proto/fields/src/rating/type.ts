import { decimalValue, placesOf } from '@tessera/kernel/decimal';
import { formatDecimal } from '../numbers.ts';
import { numberOperators } from '../operators.ts';
import { choice, type PropsOf, whole } from '../property.ts';
import { numberAggregates } from '../shared.ts';
import { FieldError, type FieldType } from '../type.ts';

const properties = { max: whole(1, 10), icon: choice('star', 'heart', 'thumb', 'flame') } as const;
type Props = PropsOf<typeof properties>;

const usual = 5;
/** Characters of ten stars, each of two codes, with blanks between. */
const longest = 30;
const bare = /^\d{1,2}$/;

/** A whole number from 1 to the most as its cell: "4", "4/5", "★★★★☆". Throws FieldError. */
const read = (text: string, { max = usual }: Props): string | null => {
  const trimmed = text.length > longest ? text.slice(0, longest) : text.trim();
  if (trimmed === '') return null;
  const [given = '', of] = trimmed.split('/').map((part) => part.trim());
  const stars = /^[★☆⭐\s]+$/u.test(trimmed) ? [...trimmed].filter((sign) => sign === '★' || sign === '⭐').length : 0;
  const count = stars > 0 ? stars : bare.test(given) && (of === undefined || of === String(max)) ? Number(given) : 0;
  if (count < 1 || count > max)
    throw new FieldError('rating.out_of_range', `This is no whole number from 1 to ${max}`, { max });
  return String(count);
};

/** A number of stars from 1 to the most, which each field sets. */
export const rating: FieldType<Props> = {
  id: 'rating',
  storage: 'decimal',
  searchable: false,
  keyable: false,
  scale: () => 0,
  conversions: { group: 'other', to: ['text', 'number', 'options'], from: ['number'] },
  format: { takes: 'A whole number from 1 to `max` of the field.', example: 4 },
  properties,
  props: ({ max, icon }) => ({ max: max ?? usual, icon: icon ?? 'star' }),
  fromJson: (value, props) => {
    if (value === null || value === '') return null;
    if (typeof value === 'number' || typeof value === 'string') return read(String(value), props);
    throw new FieldError('rating.invalid', 'This field takes a whole number');
  },
  toJson: (cell) => decimalValue(cell as string),
  fromText: (text, props) => read(text, props),
  // Averages have decimals.
  toText: (cell, _props, { locale }) => formatDecimal(cell as string, locale, placesOf(cell as string), false),
  sample: (random) => String(1 + Math.floor(random() * usual)),
  operators: numberOperators,
  sortable: true,
  aggregates: numberAggregates,
};
