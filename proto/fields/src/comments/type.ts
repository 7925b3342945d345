import { decimalValue } from '@tessera/kernel/decimal';
import { formatDecimal } from '../numbers.ts';
import { numberOperators } from '../operators.ts';
import { noProps } from '../shared.ts';
import { FieldError, type FieldType } from '../type.ts';

const refuse = (): never => {
  throw new FieldError('field.read_only', 'This field is set by the system');
};

/**
 * How many comments a record has; none is 0. It is counted when a page is read, so that nothing is kept that could be
 * wrong: therefore records are neither sorted nor grouped by it, and it has no totals.
 */
export const comments: FieldType = {
  id: 'comments',
  apart: 'comments',
  storage: 'decimal',
  searchable: false,
  keyable: false,
  scale: () => 0,
  conversions: null,
  format: { takes: 'Nothing: it is how many comments the record has.', example: 3 },
  properties: {},
  props: noProps,
  fromJson: refuse,
  toJson: (cell) => decimalValue(cell as string),
  fromText: refuse,
  toText: (cell, _props, { locale }) => formatDecimal(cell as string, locale, 0, true),
  operators: numberOperators,
  sortable: false,
  aggregates: [],
};
