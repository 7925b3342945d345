import { textOf } from './property.ts';
import { FieldError, type FieldType } from './type.ts';

export const refuseValue = (): never => {
  throw new FieldError('field.read_only', 'This field is set by the system');
};

/** What a button says; without it the words of its type. */
export const buttonProperties = { label: textOf(40, 'Open') } as const;

export const labelProps = ({ label }: { readonly label?: string }): { readonly label?: string } => {
  const said = label?.trim() ?? '';
  return said === '' ? {} : { label: said };
};

/**
 * What buttons have in common: a press does something with the record, and nothing is kept of it. So there is no value
 * that could be imported, pasted, filtered, sorted, totalled or converted.
 */
export const button = {
  apart: 'nothing',
  storage: 'text',
  searchable: false,
  keyable: false,
  conversions: null,
  fromJson: refuseValue,
  toJson: () => null,
  fromText: refuseValue,
  toText: () => '',
  operators: [],
  sortable: false,
  aggregates: [],
} as const satisfies Partial<FieldType>;
