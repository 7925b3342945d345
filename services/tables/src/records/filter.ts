import { fold, wholePart, type Operand, type Predicate } from '@tessera/kernel';
import type { FilterContext, FilterOperator } from '@tessera/fields';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import { hasColumn, operandOf, partOperand, type Schema, type SchemaField } from '../definitions/schema.ts';
import { draftColumn, draftFieldId } from '../definitions/state.ts';
import { isFieldError } from './context.ts';
import { invalid } from '../refusals.ts';

/**
 * One condition of a filter as the API and saved views write it; how its operator reads the value is the field type's.
 */
type FilterLeaf = {
  readonly fieldId: string;
  /** Links to go along, and the field at their end that the condition is on; then `fieldId` is the first of them. */
  readonly path?: readonly string[] | undefined;
  /** Of the records at the end of the links: of one of them (`any`), of each, or of none. */
  readonly match?: 'any' | 'all' | 'none' | undefined;
  /** Of a structured field, by its name in the value: the condition is on this part of it. */
  readonly part?: string | undefined;
  readonly operator: string;
  readonly value?: unknown;
};
export type FilterGroup = { readonly and: readonly Filter[] } | { readonly or: readonly Filter[] };
export type Filter = FilterLeaf | FilterGroup;

const maxDepth = 5;
export const maxLeaves = 100;

export const isFilterGroup = (filter: Filter): filter is FilterGroup => 'and' in filter || 'or' in filter;

/**
 * A field that the reader may see, by id or, where the caller uses names, by name. Hidden, deleted and absent ones
 * answer alike.
 */
export const visibleField = (schema: Schema, grant: Grant, name: string): SchemaField => {
  const field = schema.byId.get(name) ?? schema.byName.get(fold(name));
  if (field === undefined || !maskAllows(grant.fieldMask, field.id))
    throw invalid('fields.not_found', `There is no field "${name}".`, { fieldId: name });
  return field;
};

/** A part of a structured field. Throws `fields.part_unknown`. */
export const partNamed = (field: SchemaField, part: string): Operand => {
  const operand = partOperand(field, part);
  if (operand === undefined)
    throw invalid('fields.part_unknown', `"${field.name}" has no part "${part}".`, {
      fieldId: field.id,
      parts: Object.keys(field.parts ?? {}).filter((name) => name !== wholePart),
    });
  return operand;
};

/** The automatic draft flag is filtered by its two values. */
const draftLeaf = ({ operator, value }: FilterLeaf): Predicate => {
  const left = { kind: 'field', column: draftColumn, storage: 'boolean' } as const;
  if (operator !== 'equals' || ![0, 1, '0', '1', true, false].includes(value as number))
    throw invalid('filter.value_invalid', 'The draft flag equals 0 or 1.', {
      fieldId: draftFieldId,
      operators: ['equals'],
    });
  return Number(value) === 1 ? { op: 'eq', left, value: true } : { op: 'not', item: { op: 'eq', left, value: true } };
};

/** What a condition on a field, or on a part of it, may ask. */
export const operatorsOf = ({ type }: SchemaField, part: string | undefined): readonly FilterOperator[] =>
  part === undefined ? type.operators : (type.partOperators?.[part] ?? []);

/** Conditions that look into other tables, as they were found out before (links/conditions.ts). */
export type Linked = ReadonlyMap<FilterLeaf, Predicate>;
export type { FilterLeaf };

/** Whether a condition is on records of other tables, or on a field that has no column. */
export const looksAway = (schema: Schema, { path, fieldId }: FilterLeaf): boolean => {
  // A path names its fields itself.
  if (path !== undefined) return true;
  const field = schema.byId.get(fieldId) ?? schema.byName.get(fold(fieldId));
  return field !== undefined && !hasColumn(field);
};

export const leafPredicate = (
  schema: Schema,
  grant: Grant,
  condition: FilterLeaf,
  context: FilterContext,
): Predicate => {
  if (condition.fieldId === draftFieldId) return draftLeaf(condition);
  const field = visibleField(schema, grant, condition.fieldId);
  const left = condition.part === undefined ? operandOf(field) : partNamed(field, condition.part);
  const operators = operatorsOf(field, condition.part);
  const operator = operators.find((o) => o.id === condition.operator);
  if (operator === undefined) {
    throw invalid('filter.operator_unknown', `"${field.name}" has no operator "${condition.operator}".`, {
      fieldId: field.id,
      operators: operators.map((o) => o.id),
    });
  }
  try {
    return operator.predicate(left, condition.value, field.state.props, context);
  } catch (error) {
    if (isFieldError(error))
      throw invalid(error.code === 'select.ambiguous' ? error.code : 'filter.value_invalid', error.message, {
        fieldId: field.id,
        operator: operator.id,
        reason: error.code,
        ...error.params,
      });
    throw error;
  }
};

/** A filter to the query tree: fields, operators, relative dates and the current user resolved. */
export const toPredicate = (
  schema: Schema,
  grant: Grant,
  filter: Filter | undefined,
  context: FilterContext,
  linked: Linked = new Map(),
): Predicate => {
  let leaves = 0;
  const walk = (item: Filter, depth: number): Predicate => {
    if (depth > maxDepth)
      throw invalid('filter.too_deep', `A filter is at most ${maxDepth} groups deep.`, { limit: maxDepth });
    if (!isFilterGroup(item)) {
      if (++leaves > maxLeaves)
        throw invalid('filter.too_large', `A filter has at most ${maxLeaves} conditions.`, { limit: maxLeaves });
      return linked.get(item) ?? leafPredicate(schema, grant, item, context);
    }
    const [op, items] = 'and' in item ? (['and', item.and] as const) : (['or', item.or] as const);
    // An empty group of a filter being built matches everything, whichever its word.
    if (items.length === 0) return { op: 'and', items: [] };
    return { op, items: items.map((inner) => walk(inner, depth + 1)) };
  };
  return filter === undefined ? { op: 'and', items: [] } : walk(filter, 1);
};
