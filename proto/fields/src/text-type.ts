import { longestText, textOperators } from './operators.ts';
import { countAggregates, jsonText, noProps } from './shared.ts';
import type { FieldType, FilterOperator } from './type.ts';

const exact: ReadonlySet<string> = new Set(['equals', 'notEquals', 'isAnyOf', 'isNoneOf']);
const partly: ReadonlySet<string> = new Set(['contains', 'notContains', 'startsWith', 'endsWith']);

/**
 * Whole texts are compared as they are kept: who looks for "example.com" means the address that typing it makes. What
 * does not read stays as it is.
 */
const comparing = (
  read: (text: string) => string | null,
  bare: (text: string) => string = (text) => text,
): readonly FilterOperator[] => {
  const kept = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(kept);
    // What is too long for a filter is refused by its operator.
    if (typeof value !== 'string' || value.length > longestText) return value;
    try {
      return read(value) ?? value;
    } catch {
      return value;
    }
  };
  // A part of nothing but what is not kept is looked for as it stands, and found nowhere.
  const part = (value: unknown): unknown => (typeof value === 'string' ? bare(value) || value : value);
  return textOperators.map((operator) => {
    const asKept = exact.has(operator.id) ? kept : partly.has(operator.id) ? part : undefined;
    return asKept === undefined
      ? operator
      : {
          ...operator,
          predicate: (left, value, props, context) => operator.predicate(left, asKept(value), props, context),
        };
  });
};

/**
 * A type whose cells are texts. What each adds is `read`: a text as its cell, null for an empty one; throws FieldError
 * for one that does not fit. `write`: a cell as people read it, where it is not the cell itself.
 */
export const textType = ({
  read,
  write = (cell) => cell,
  ...own
}: Pick<
  FieldType,
  'id' | 'family' | 'anyText' | 'keyable' | 'namesRecords' | 'conversions' | 'shape' | 'known' | 'format' | 'sample'
> & {
  readonly read: (text: string) => string | null;
  readonly write?: (cell: string) => string;
  readonly bare?: (text: string) => string;
}): FieldType => ({
  ...own,
  storage: 'text',
  searchable: true,
  properties: {},
  props: noProps,
  fromJson: (value) => (value === null ? null : read(jsonText(value))),
  toJson: (cell) => cell,
  fromText: (text) => read(text),
  toText: (cell) => write(cell as string),
  operators: comparing(read, own.bare),
  sortable: true,
  aggregates: countAggregates,
});
