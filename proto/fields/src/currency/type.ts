import { decimalValue } from '@tessera/kernel/cells';
import { decimalFromJson, decimalFromText, decimalToText } from '../number/type.ts';
import { numberOperators } from '../operators.ts';
import { checkDecimals, numberAggregates } from '../shared.ts';
import { FieldError, type FieldProps, type FieldType, type ReadContext } from '../type.ts';

const places = (props: FieldProps): number => props.decimals ?? 2;

/** Whether an amount with this sign belongs to a column of that sign: "$" stands for every dollar, no sign for any. */
export const sameCurrency = (sign: string, own: string): boolean =>
  own === '' || sign.toUpperCase() === own.toUpperCase() || (sign === '$' && own.endsWith('$'));

/** In imports another currency's sign does not fit; typed, the sign is a decoration. */
const accepts =
  (props: FieldProps, context: ReadContext) =>
  (sign: string): boolean =>
    !context.strict || sameCurrency(sign, props.currency_symbol ?? '');

/** Where a locale puts its sign: tight before (en), apart before (pt), apart after (es and the rest). */
const withSymbol = (amount: string, symbol: string, locale: string): string => {
  if (symbol === '') return amount;
  const negative = amount.startsWith('-');
  const digits = negative ? amount.slice(1) : amount;
  const minus = negative ? '-' : '';
  if (locale.startsWith('en')) return `${minus}${symbol}${/\p{L}$/u.test(symbol) ? ' ' : ''}${digits}`;
  return locale.startsWith('pt') ? `${minus}${symbol} ${digits}` : `${minus}${digits} ${symbol}`;
};

export const currency: FieldType = {
  id: 'currency',
  storage: 'decimal',
  searchable: false,
  keyable: false,
  editor: 'number',
  display: 'currency',
  scale: places,
  props: (input) => {
    const symbol = input.currency_symbol?.trim() ?? '';
    if (symbol.length > 8 || /[\d.,()%-]/.test(symbol.replace(/\.$/, '')))
      throw new FieldError('props.currency_symbol', 'A currency sign has at most 8 characters and no digits');
    return {
      decimals: checkDecimals(input.decimals, 2)!,
      ...(symbol === '' ? {} : { currency_symbol: symbol }),
      thousands: input.thousands ?? true,
    };
  },
  fromJson: (value, props) => decimalFromJson(value, places(props)),
  toJson: (cell) => decimalValue(cell as string),
  fromText: (text, props, context) => {
    // A sign that no list knows is still this field's own.
    const own = props.currency_symbol;
    const bare = own && text.includes(own) ? text.replace(own, '') : text;
    return decimalFromText(bare, places(props), context, { currency: accepts(props, context) });
  },
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
