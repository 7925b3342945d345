import { textOperators } from '../operators.ts';
import { countAggregates, jsonText, noProps, storable } from '../shared.ts';
import type { FieldType } from '../type.ts';

/** Several lines, kept as written; line breaks are "\n". Blanks alone are empty. */
const lines = (text: string): string | null => {
  const clean = storable(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
  return clean.trim() === '' ? null : clean;
};

export const text: FieldType = {
  id: 'text',
  storage: 'text',
  searchable: true,
  keyable: true,
  editor: 'longText',
  display: 'longText',
  props: noProps,
  fromJson: (value) => (value === null ? null : lines(jsonText(value))),
  toJson: (cell) => cell,
  fromText: (value) => lines(value),
  toText: (cell) => cell as string,
  operators: textOperators,
  sortable: true,
  aggregates: countAggregates,
};
