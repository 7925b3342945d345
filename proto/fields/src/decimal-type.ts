import { placesOf, toCanonical } from '@tessera/kernel/decimal';
import { keepDecimal } from './decimal.ts';
import { chooseReading, formatDecimal, numberShape } from './numbers.ts';
import { type BesideDigits, FieldError, type FieldProps, type FieldType, type ReadContext } from './type.ts';

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

/** A text's decimal with all its places, whatever a column keeps of them; null for an empty one. Throws FieldError. */
const decimalIn = (
  text: string,
  props: FieldProps,
  context: ReadContext,
  { percent, sign }: BesideDigits,
): string | null => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const shape = numberShape(trimmed);
  if (!shape) throw notANumber();
  // Typed, a sign is a decoration; in an import it says that the amount is another one.
  if (context.strict) {
    if (shape.percent && !percent) throw new FieldError('number.percent', 'This is a percentage');
    if (shape.currency !== '' && !sign?.(shape.currency, props))
      throw new FieldError('number.currency', `This is an amount in ${shape.currency}`, { currency: shape.currency });
  }
  const reading = chooseReading(shape, context);
  if (reading === undefined) throw notANumber();
  return reading;
};

/** What a type of decimals reads: `beside` the digits, the ways to read them, and what a number would not keep. `bare` takes away what is its own. */
export const decimalReader = (
  places: (props: FieldProps) => number,
  beside: BesideDigits = {},
  bare: (text: string, props: FieldProps) => string = (text) => text,
) => {
  const exactly: NonNullable<FieldType['exactly']> = (text, props, context) =>
    decimalIn(bare(text, props), props, context, beside);
  const fromText: FieldType['fromText'] = (text, props, context) => {
    const decimal = exactly(text, props, context);
    return decimal === null ? null : keepDecimal(decimal, places(props));
  };
  const alters: NonNullable<FieldType['alters']> = (text, props, context) => {
    const shape = numberShape(bare(text, props).trim());
    if (shape === undefined || !(shape.leadingZero || shape.dialled)) return undefined;
    const becomes = chooseReading(shape, context) ?? '';
    return shape.dialled
      ? { code: 'number.plus', message: 'A number has no plus sign before it', becomes }
      : { code: 'number.leading_zeros', message: 'A number has no zeros before it', becomes };
  };
  return { beside, exactly, fromText, alters };
};

export const decimalToText = (decimal: string, props: FieldProps, locale: string, grouping: boolean): string =>
  formatDecimal(decimal, locale, Math.max(placesOf(decimal), props.decimals ?? 0), grouping);
