import { isNumber, typeOfField, fromUnscaled, placesOf, roundDecimal, toCanonical, toUnscaled } from '@tessera/fields';
import type { Field } from '@tessera/kit';

/** How many decimal places an average of a field has: its own, and at least two. */
export const averagePlaces = (field: Pick<Field, 'props'>): number => Math.max(2, field.props.decimals ?? 0);

/** A number of the API, rounded as people do it, exactly: 0.175 to two places is 0.18, which floats do not say. */
export const rounded = (value: number | string, places: number): string => {
  const decimal = toCanonical(String(value));
  return decimal === undefined ? String(value) : roundDecimal(decimal, places);
};

export type Sums = { readonly sum: string; readonly average: string };

/** Sum and average of numbers as exact decimals; the average to `places`, half away from zero. Null for none. */
export const sumsOf = (values: readonly (number | string)[], places: number): Sums | null => {
  const decimals = values.flatMap((value) => toCanonical(String(value)) ?? []);
  if (decimals.length === 0) return null;
  const scale = decimals.reduce((most, one) => Math.max(most, placesOf(one)), places + 1);
  const sum = decimals.reduce((all, one) => all + toUnscaled(one, scale), 0n);
  // One place more than is kept, cut towards zero, says on which side of the half it lies.
  const mean = fromUnscaled(sum / BigInt(decimals.length), scale);
  return { sum: fromUnscaled(sum, scale), average: roundDecimal(mean, places) };
};

/** The one field that stands for several when their numbers read alike: the same type with the same properties. */
export const alike = (fields: readonly Field[]): Field | undefined => {
  const [first, ...rest] = fields;
  return first !== undefined &&
    rest.every((field) => field.type === first.type && JSON.stringify(field.props) === JSON.stringify(first.props))
    ? first
    : undefined;
};

/** Whether a column's values can be summed. */
export const isSummed = (field: Pick<Field, 'type' | 'props'>): boolean => isNumber(typeOfField(field)?.storage);
