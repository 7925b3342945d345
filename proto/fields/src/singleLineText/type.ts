import { textOperators } from '../operators.ts';
import { countAggregates, jsonText, noProps, storable } from '../shared.ts';
import type { FieldType } from '../type.ts';

const lineBreaks = /[\r\n\u2028\u2029\t]/;

/** One line: breaks and tabs become blanks, the ends are trimmed. */
const oneLine = (text: string): string | null => {
  const line = lineBreaks.test(text) ? text.replace(/\s*[\r\n\u2028\u2029\t]\s*/g, ' ') : text;
  return storable(line).trim() || null;
};

export const singleLineText: FieldType = {
  id: 'singleLineText',
  storage: 'text',
  searchable: true,
  keyable: true,
  editor: 'text',
  display: 'text',
  props: noProps,
  fromJson: (value) => (value === null ? null : oneLine(jsonText(value))),
  toJson: (cell) => cell,
  fromText: (text) => oneLine(text),
  toText: (cell) => cell as string,
  operators: textOperators,
  sortable: true,
  aggregates: countAggregates,
};
