import { decimalValue } from '@tessera/kernel/decimal';
import { decimalFromJson, decimalReader, decimalToText } from '../decimal-type.ts';
import { numberOperators } from '../operators.ts';
import { flag } from '../property.ts';
import { checkDecimals, decimals, numberAggregates } from '../shared.ts';
import type { FieldProps, FieldType } from '../type.ts';

/** Without `decimals` a number keeps six places and shows those that it has. */
const freePlaces = 6;
const places = (props: FieldProps): number => props.decimals ?? freePlaces;

export const number: FieldType = {
  id: 'number',
  storage: 'decimal',
  family: 'number',
  searchable: false,
  keyable: true,
  shape: 'number',
  conversions: { group: 'number', to: ['text', 'number', 'options', 'check'] },
  format: { takes: 'A number, or a text of its digits ("1234.5").', example: 1234.5 },
  scale: places,
  properties: { decimals, thousands: flag },
  props: (input) => {
    const places = checkDecimals(input.decimals, undefined);
    return { ...(places === undefined ? {} : { decimals: places }), ...(input.thousands ? { thousands: true } : {}) };
  },
  fromJson: (value, props) => decimalFromJson(value, places(props)),
  toJson: (cell) => decimalValue(cell as string),
  ...decimalReader(places),
  toText: (cell, props, context) => decimalToText(cell as string, props, context.locale, props.thousands === true),
  operators: numberOperators,
  sortable: true,
  aggregates: numberAggregates,
};
