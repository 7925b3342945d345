import { longestText, textOperators } from './operators.ts';
import { countAggregates, jsonText, noProps } from './shared.ts';
import type { FieldType, FilterOperator } from './type.ts';

const exact: ReadonlySet<string> = new Set(['equals', 'notEquals', 'isAnyOf', 'isNoneOf']);

/**
 * Whole texts are compared as they are kept: who looks for "example.com" means the address that typing it makes. What
 * does not read stays as it is.
 */
const comparing = (read: (text: string) => string | null): readonly FilterOperator[] => {
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
  return textOperators.map((operator) =>
    exact.has(operator.id)
      ? {
          ...operator,
          predicate: (left, value, props, context) => operator.predicate(left, kept(value), props, context),
        }
      : operator,
  );
};

/**
 * A type whose cells are texts. What each adds is `read`: a text as its cell, null for an empty one; throws FieldError
 * for one that does not fit.
 */
export const textType = ({
  read,
  ...own
}: Pick<FieldType, 'id' | 'keyable' | 'editor' | 'display'> & {
  readonly read: (text: string) => string | null;
}): FieldType => ({
  ...own,
  storage: 'text',
  searchable: true,
  props: noProps,
  fromJson: (value) => (value === null ? null : read(jsonText(value))),
  toJson: (cell) => cell,
  fromText: (text) => read(text),
  toText: (cell) => cell as string,
  operators: comparing(read),
  sortable: true,
  aggregates: countAggregates,
});
