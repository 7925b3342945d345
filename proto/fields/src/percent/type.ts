import { decimalValue } from '@tessera/kernel/decimal';
import { decimalFromJson, decimalReader, decimalToText } from '../decimal-type.ts';
import { numberOperators } from '../operators.ts';
import { checkDecimals, decimals, numberAggregates } from '../shared.ts';
import type { FieldProps, FieldType } from '../type.ts';

const freePlaces = 4;
const places = (props: FieldProps): number => props.decimals ?? freePlaces;

/**
 * A percentage is kept as it is spoken: 12 is 12 %, in cells, filters and the API alike, and reads "12%". Texts may
 * leave the sign out.
 */
export const percent: FieldType = {
  id: 'percent',
  storage: 'decimal',
  family: 'number',
  searchable: false,
  keyable: false,
  shape: 'number',
  conversions: { group: 'number', to: ['text', 'number', 'options', 'check'] },
  format: { takes: 'A number or a text of its digits: 12.5 is 12.5 %.', example: 12.5 },
  scale: places,
  properties: { decimals },
  props: (input) => {
    const places = checkDecimals(input.decimals, undefined);
    return places === undefined ? {} : { decimals: places };
  },
  fromJson: (value, props) => decimalFromJson(value, places(props)),
  toJson: (cell) => decimalValue(cell as string),
  ...decimalReader(places, { percent: true }),
  toText: (cell, props, context) => `${decimalToText(cell as string, props, context.locale, false)}%`,
  operators: numberOperators,
  sortable: true,
  aggregates: numberAggregates,
};
