import type { AggregateFunction } from '@tessera/kernel';
import { checkboxOperators } from '../operators.ts';
import { tickWord } from '../shapes.ts';
import { noProps } from '../shared.ts';
import { FieldError, type FieldType } from '../type.ts';

const yesNo: Readonly<Record<string, readonly [string, string]>> = {
  pt: ['Sim', 'Não'],
  es: ['Sí', 'No'],
  en: ['Yes', 'No'],
};
const aggregates: readonly AggregateFunction[] = ['count', 'checked'];
const notATick = (): FieldError => new FieldError('checkbox.invalid', 'This is neither yes nor no');

export const checkbox: FieldType = {
  id: 'checkbox',
  storage: 'boolean',
  searchable: false,
  keyable: false,
  shape: 'tick',
  conversions: { group: 'check', to: ['text', 'number', 'options'] },
  format: { takes: '`true` or `false`.', example: true },
  properties: {},
  props: noProps,
  fromJson: (value) => {
    if (value === null || value === '') return null;
    if (typeof value === 'boolean') return value;
    const word = typeof value === 'string' || typeof value === 'number' ? tickWord(String(value)) : undefined;
    if (word === undefined) throw notATick();
    return word;
  },
  toJson: (cell) => cell,
  fromText: (text) => {
    if (text.trim() === '') return null;
    const word = tickWord(text);
    if (word === undefined) throw notATick();
    return word;
  },
  toText: (cell, _props, context) => (yesNo[context.locale.slice(0, 2)] ?? yesNo['en']!)[cell === true ? 0 : 1],
  operators: checkboxOperators,
  sortable: true,
  aggregates,
};
