import { decimalValue } from '@tessera/kernel/cells';
import { keepDecimal, placesOf, toCanonical } from '../decimal.ts';
import { chooseReading, formatDecimal, numberShape } from '../numbers.ts';
import { numberOperators } from '../operators.ts';
import { checkDecimals, numberAggregates } from '../shared.ts';
import { FieldError, type FieldProps, type FieldType, type ReadContext } from '../type.ts';

/** Without `decimals` a number keeps six places and shows those that it has. */
const freePlaces = 6;

const notANumber = (): FieldError => new FieldError('number.invalid', 'This is not a number');

/**
 * A JSON number, or a string written like one ("12.50", "-1e3"), rounded half away from zero to the scale. Throws
 * FieldError.
 */
export const decimalFromJson = (value: unknown, scale: number): string | null => {
  if (value === null || value === '') return null;
  const canonical =
    typeof value === 'number' && Number.isFinite(value)
      ? toCanonical(String(value))
      : typeof value === 'string'
        ? toCanonical(value.trim())
        : undefined;
  if (canonical === undefined) throw notANumber();
  return keepDecimal(canonical, scale);
};

export const decimalFromText = (
  text: string,
  scale: number,
  context: ReadContext,
  accept: { readonly percent?: boolean; readonly currency?: (sign: string) => boolean },
): string | null => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const shape = numberShape(trimmed);
  if (!shape) throw notANumber();
  if (shape.percent && !accept.percent && context.strict)
    throw new FieldError('number.percent', 'This is a percentage');
  if (shape.currency !== '' && (accept.currency ? !accept.currency(shape.currency) : context.strict))
    throw new FieldError('number.currency', `This is an amount in ${shape.currency}`, { currency: shape.currency });
  const reading = chooseReading(shape, context);
  if (reading === undefined) throw notANumber();
  return keepDecimal(reading, scale);
};

export const decimalToText = (decimal: string, props: FieldProps, locale: string, grouping: boolean): string =>
  formatDecimal(decimal, locale, Math.max(placesOf(decimal), props.decimals ?? 0), grouping);

export const number: FieldType = {
  id: 'number',
  storage: 'decimal',
  searchable: false,
  keyable: true,
  editor: 'number',
  display: 'number',
  scale: (props) => props.decimals ?? freePlaces,
  props: (input) => {
    const decimals = checkDecimals(input.decimals, undefined);
    return { ...(decimals === undefined ? {} : { decimals }), ...(input.thousands ? { thousands: true } : {}) };
  },
  fromJson: (value, props) => decimalFromJson(value, props.decimals ?? freePlaces),
  toJson: (cell) => decimalValue(cell as string),
  fromText: (text, props, context) => decimalFromText(text, props.decimals ?? freePlaces, context, {}),
  toText: (cell, props, context) => decimalToText(cell as string, props, context.locale, props.thousands === true),
  operators: numberOperators,
  sortable: true,
  aggregates: numberAggregates,
};
