import type { AggregateFunction } from '@tessera/kernel';
import { FieldError, type FieldProps } from './type.ts';

export const countAggregates: readonly AggregateFunction[] = ['count', 'filled', 'empty', 'distinct'];
export const numberAggregates: readonly AggregateFunction[] = [...countAggregates, 'sum', 'average', 'min', 'max'];
export const dateAggregates: readonly AggregateFunction[] = [...countAggregates, 'min', 'max'];

/** The largest cell, in bytes of UTF-8 (EVENTS.md 2). */
const maxTextBytes = 100_000;

const utf8Length = (text: string): number => {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
};

/**
 * Refuses texts over the cell limit and takes out what no store keeps: NUL and broken surrogates. Throws
 * `text.too_long`.
 */
export const storable = (text: string): string => {
  if (text.length * 3 > maxTextBytes && utf8Length(text) > maxTextBytes) {
    throw new FieldError('text.too_long', `A text has at most ${maxTextBytes} bytes`, { limit: maxTextBytes });
  }
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

/** A whole number of decimal places, or the default where none is given. Throws `props.decimals`. */
export const checkDecimals = (decimals: number | undefined, fallback: number | undefined): number | undefined => {
  if (decimals === undefined) return fallback;
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 8)
    throw new FieldError('props.decimals', 'Decimal places are a whole number from 0 to 8');
  return decimals;
};
