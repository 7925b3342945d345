import { textOperators } from './operators.ts';
import { countAggregates, jsonText, noProps } from './shared.ts';
import type { FieldType } from './type.ts';

/** A type whose cells are texts. What each adds is `read`: a text as its cell, null for an empty one; throws FieldError for one that does not fit. */
export const textType = ({ read, ...own }: Pick<FieldType, 'id' | 'keyable' | 'editor' | 'display'> & { readonly read: (text: string) => string | null }): FieldType => ({
  ...own,
  storage: 'text',
  searchable: true,
  props: noProps,
  fromJson: (value) => (value === null ? null : read(jsonText(value))),
  toJson: (cell) => cell,
  fromText: (text) => read(text),
  toText: (cell) => cell as string,
  operators: textOperators,
  sortable: true,
  aggregates: countAggregates,
});
