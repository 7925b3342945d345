import { fieldTypes } from './list.ts';
import type { ValueFormat } from './type.ts';

/** The format of each type's values, by type. Values of system types are answered and refused in writes. */
export const valueFormats: Readonly<Record<string, ValueFormat>> = Object.fromEntries(
  fieldTypes.map(({ id, format }) => [id, format]),
);

/** How an operator's value is written. */
export const operandFormats = {
  none: 'no value',
  text: 'a text',
  texts: 'a list of texts',
  number: 'a number',
  option: 'an option',
  options: 'a list of options',
  date: 'a day, or a relative date',
  user: 'a person by id, or `{"currentUser": true}`',
  users: 'a list of people',
  records: 'a list of records by id',
  boolean: '`true` or `false`',
  time: 'a time of day, "HH:mm"',
  range: '`{from, to}`, either may be missing',
} as const satisfies Readonly<Record<(typeof fieldTypes)[number]['operators'][number]['value'], string>>;
