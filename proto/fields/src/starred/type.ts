import { checkboxOperators } from '../operators.ts';
import { noProps } from '../shared.ts';
import { FieldError, type FieldType } from '../type.ts';

const refuse = (): never => {
  throw new FieldError('field.read_only', 'A star is set by its own call');
};

const yesNo: Readonly<Record<string, readonly [string, string]>> = {
  pt: ['Sim', 'Não'],
  es: ['Sí', 'No'],
  en: ['Yes', 'No'],
};

/**
 * Whether its reader has marked the record with a star: each person sees their own. It is kept beside the records and is
 * no part of their history, so nothing is sorted, totalled or grouped by it.
 */
export const starred: FieldType = {
  id: 'starred',
  apart: 'starred',
  storage: 'boolean',
  searchable: false,
  keyable: false,
  conversions: null,
  format: { takes: 'Nothing: whether you have starred the record, which has a call of its own.', example: true },
  properties: {},
  props: noProps,
  fromJson: refuse,
  toJson: (cell) => cell,
  fromText: refuse,
  toText: (cell, _props, { locale }) => (yesNo[locale.slice(0, 2)] ?? yesNo['en']!)[cell === true ? 0 : 1],
  operators: checkboxOperators,
  sortable: false,
  aggregates: [],
};
