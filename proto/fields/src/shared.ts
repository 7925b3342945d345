import type { AggregateFunction } from '@tessera/kernel';
import { whole } from './property.ts';
import { FieldError, type FieldProps } from './type.ts';

export const countAggregates: readonly AggregateFunction[] = ['count', 'filled', 'empty', 'percentFilled', 'distinct'];
export const numberAggregates: readonly AggregateFunction[] = [
  ...countAggregates,
  'sum',
  'average',
  'median',
  'min',
  'max',
  'range',
];
export const dateAggregates: readonly AggregateFunction[] = [...countAggregates, 'min', 'max', 'range'];

/** The largest cell, in bytes of UTF-8. */
const maxTextBytes = 100_000;

const utf8Length = (text: string): number => {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
};

/** Whether a text is longer than a cell may be. */
export const isTooLong = (text: string): boolean => text.length * 3 > maxTextBytes && utf8Length(text) > maxTextBytes;

/** What no text of one line holds: each run of them is a blank there. */
export const lineBreaks = /[\r\n\u2028\u2029\t]+/g;

/**
 * Refuses texts over the cell limit and takes out what no store keeps: NUL and broken surrogates. Throws
 * `text.too_long`.
 */
export const storable = (text: string): string => {
  if (isTooLong(text))
    throw new FieldError('text.too_long', `A text has at most ${maxTextBytes} bytes`, { limit: maxTextBytes });
  const clean = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return clean.isWellFormed() ? clean : clean.toWellFormed();
};

export const noProps = (): FieldProps => ({});

/**
 * The text of a JSON value for a text-like field: strings, and numbers and booleans as they read. Throws
 * `text.not_text`.
 */
export const jsonText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new FieldError('text.not_text', 'This field takes a text');
};

/** Most decimal places that a field keeps: of 18 digits, three are left before the decimals. */
export const maxDecimals = 15;

export const decimals = whole(0, maxDecimals);

/** A whole number of decimal places, or the default where none is given. Throws `props.decimals`. */
export const checkDecimals = (given: number | undefined, fallback: number | undefined): number | undefined => {
  if (given === undefined) return fallback;
  if (!Number.isInteger(given) || given < 0 || given > maxDecimals)
    throw new FieldError('props.decimals', `Decimal places are a whole number from 0 to ${maxDecimals}`);
  return given;
};
