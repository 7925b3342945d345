import type { AggregateFunction } from '@tessera/kernel';
import { checkboxOperators } from '../operators.ts';
import { noProps } from '../shared.ts';
import { FieldError, type FieldType } from '../type.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const ticked = words('true yes sim sí si verdadeiro verdadero x ✓ ✔ ☑ y s t v on 1 checked [x] wahr ja oui');
const blank = words('false no não nao falso n f off 0 unchecked [] ☐ ✗ ✘ falsch nein non');

/**
 * What a word says as a tick: true, false, or undefined for other texts. English, Portuguese, Spanish, and what
 * spreadsheets write.
 */
export const tickWord = (text: string): boolean | undefined => {
  if (text.length > 10) return undefined;
  const lower = text.toLowerCase();
  const word = /\s/.test(lower) ? lower.replace(/\s/g, '') : lower;
  return ticked.has(word) ? true : blank.has(word) ? false : undefined;
};

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
  editor: 'toggle',
  display: 'check',
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
