import { decimalValue } from '@tessera/kernel/cells';
import { decimalFromJson, decimalFromText, decimalToText } from '../number/type.ts';
import { numberOperators } from '../operators.ts';
import { checkDecimals, numberAggregates } from '../shared.ts';
import type { FieldType } from '../type.ts';

const freePlaces = 4;

/**
 * A percentage is kept as it is spoken: 12 is 12 %, in cells, filters and the API alike, and reads "12%". Texts may
 * leave the sign out.
 */
export const percent: FieldType = {
  id: 'percent',
  storage: 'decimal',
  searchable: false,
  keyable: false,
  editor: 'number',
  display: 'percent',
  scale: (props) => props.decimals ?? freePlaces,
  props: (input) => {
    const decimals = checkDecimals(input.decimals, undefined);
    return decimals === undefined ? {} : { decimals };
  },
  fromJson: (value, props) => decimalFromJson(value, props.decimals ?? freePlaces),
  toJson: (cell) => decimalValue(cell as string),
  fromText: (text, props, context) => decimalFromText(text, props.decimals ?? freePlaces, context, { percent: true }),
  toText: (cell, props, context) => `${decimalToText(cell as string, props, context.locale, false)}%`,
  operators: numberOperators,
  sortable: true,
  aggregates: numberAggregates,
};
