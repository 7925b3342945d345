import { textOperators } from '../operators.ts';
import { countAggregates, jsonText, noProps, storable } from '../shared.ts';
import { FieldError, type FieldType } from '../type.ts';

const plain = /^\d{5,20}$/;
const shape = /^\+?[\d\s().\-/]*\d[\d\s().\-/]*(?:\s?(?:x|ext\.?|ramal)\s?\d{1,6})?$/i;

/** A phone number as it was written, blanks collapsed: 5 to 20 digits with the usual signs and an extension. Undefined for other texts. */
export const phoneOf = (text: string): string | undefined => {
  if (plain.test(text)) return text;
  const trimmed = text.replace(/^tel:/i, '').replace(/\s+/g, ' ').trim();
  if (trimmed.length > 40 || !shape.test(trimmed)) return undefined;
  const digits = trimmed.replace(/\D/g, '').length;
  return digits >= 5 && digits <= 20 ? trimmed : undefined;
};

const read = (text: string): string | null => {
  if (text.trim() === '') return null;
  const phone = phoneOf(storable(text));
  if (phone === undefined) throw new FieldError('phone.invalid', 'This is not a phone number');
  return phone;
};

export const phone: FieldType = {
  id: 'phone',
  storage: 'text',
  searchable: true,
  keyable: true,
  editor: 'text',
  display: 'phone',
  props: noProps,
  fromJson: (value) => (value === null ? null : read(jsonText(value))),
  toJson: (cell) => cell,
  fromText: (text) => read(text),
  toText: (cell) => cell as string,
  operators: textOperators,
  sortable: true,
  aggregates: countAggregates,
};
