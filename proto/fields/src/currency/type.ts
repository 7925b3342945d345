import { decimalValue } from '@tessera/kernel/decimal';
import { decimalFromJson, decimalReader, decimalToText } from '../decimal-type.ts';
import { numberOperators } from '../operators.ts';
import { flag, textOf } from '../property.ts';
import { sameCurrency } from '../shapes.ts';
import { checkDecimals, decimals, numberAggregates } from '../shared.ts';
import { FieldError, type FieldProps, type FieldType } from '../type.ts';

const places = (props: FieldProps): number => props.decimals ?? 2;

/** Where a locale puts its sign: tight before (en), apart before (pt), apart after (es and the rest). */
const withSymbol = (amount: string, symbol: string, locale: string): string => {
  if (symbol === '') return amount;
  const negative = amount.startsWith('-');
  const digits = negative ? amount.slice(1) : amount;
  const minus = negative ? '-' : '';
  if (locale.startsWith('en')) return `${minus}${symbol}${/\p{L}$/u.test(symbol) ? ' ' : ''}${digits}`;
  return locale.startsWith('pt') ? `${minus}${symbol} ${digits}` : `${minus}${digits} ${symbol}`;
};

/** A sign without blanks around it. Throws `props.currency_symbol`. */
export const checkSign = (text: string): string => {
  const sign = text.trim();
  if (sign.length > 8 || /[\d.,()%-]/.test(sign.replace(/\.$/, '')))
    throw new FieldError('props.currency_symbol', 'A currency sign has at most 8 characters and no digits');
  return sign;
};

export const currency: FieldType = {
  id: 'currency',
  storage: 'decimal',
  family: 'number',
  searchable: false,
  keyable: false,
  shape: 'number',
  conversions: { group: 'number', to: ['text', 'number', 'options', 'check'] },
  format: { takes: "A number or a text of its digits, in the field's currency.", example: 184000 },
  scale: places,
  properties: { decimals, currency_symbol: textOf(20, 'R$'), thousands: flag },
  props: (input) => {
    const symbol = checkSign(input.currency_symbol ?? '');
    return {
      decimals: checkDecimals(input.decimals, 2)!,
      ...(symbol === '' ? {} : { currency_symbol: symbol }),
      thousands: input.thousands ?? true,
    };
  },
  fromJson: (value, props) => decimalFromJson(value, places(props)),
  toJson: (cell) => decimalValue(cell as string),
  ...decimalReader(
    places,
    { sign: (sign, props) => sameCurrency(sign, props.currency_symbol ?? '') },
    (text, { currency_symbol: own }) =>
      // A sign that no list knows is still this field's own.
      own && text.includes(own) ? text.replace(own, '') : text,
  ),
  toText: (cell, props, context) =>
    withSymbol(
      decimalToText(cell as string, { ...props, decimals: places(props) }, context.locale, props.thousands !== false),
      props.currency_symbol ?? context.currency ?? '',
      context.locale,
    ),
  operators: numberOperators,
  sortable: true,
  aggregates: numberAggregates,
};
