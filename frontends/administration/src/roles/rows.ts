import { typeOfField, type FilterOperator } from '@tessera/fields';
import type { Answered } from '@tessera/kit';
import type { RowRule } from './model.ts';

type Condition = { readonly fieldId: string; readonly operator: string; readonly value?: unknown };
export type FieldOf = Answered<'get_tables_table'>['fields'][number];

/** A condition as it is built: what is not chosen yet is ''. The person who asks is `me`. */
export type Row = { readonly fieldId: string; readonly operator: string; readonly value: string };
export type Rows = { readonly joint: 'and' | 'or'; readonly rows: readonly Row[] };
export const emptyRow: Row = { fieldId: '', operator: '', value: '' };
export const me = 'me';

/** The operators that there are words for. What a day or several values are to be is written as JSON. */
export const operatorIds = [
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'isEmpty',
  'isNotEmpty',
  'isTrue',
  'isFalse',
  'greaterThan',
  'greaterOrEqual',
  'lessThan',
  'lessOrEqual',
  'hasAnyOf',
  'hasNoneOf',
] as const;
export type OperatorId = (typeof operatorIds)[number];
const isKnown = (id: string): id is OperatorId => operatorIds.some((one) => one === id);

const kinds: readonly FilterOperator['value'][] = ['none', 'text', 'number', 'option', 'options', 'user', 'users'];

/** What a rule may ask of a field. Of links, and of what is computed from other tables, nothing can be told of a row alone. */
export const operatorsOf = (field: FieldOf | undefined): readonly FilterOperator[] => {
  const type = field && typeOfField(field);
  if (type === undefined || type.links !== undefined || type.derived !== undefined) return [];
  return type.operators.filter(({ id, value }) => isKnown(id) && kinds.includes(value));
};
const operatorOf = (field: FieldOf | undefined, id: string): FilterOperator | undefined =>
  operatorsOf(field).find((one) => one.id === id);

/** What stands beside an operator; 'none' where nothing does. */
export const kindOf = (field: FieldOf | undefined, operator: string): FilterOperator['value'] =>
  operatorOf(field, operator)?.value ?? 'none';

const isCondition = (rule: RowRule): rule is Condition & RowRule => 'fieldId' in rule;
const fieldWith = (fields: readonly FieldOf[], id: string): FieldOf | undefined => fields.find((one) => one.id === id);

/** A value as its control has it; undefined where it has none for it. */
const shown = (kind: FilterOperator['value'], value: unknown): string | undefined => {
  if (kind === 'none') return '';
  const one: unknown = kind === 'options' || kind === 'users' ? (Array.isArray(value) ? value[0] : undefined) : value;
  if (Array.isArray(value) && value.length !== 1) return undefined;
  if (typeof one === 'object' && one !== null && 'currentUser' in one) return kind.startsWith('user') ? me : undefined;
  return typeof one === 'string' || typeof one === 'number' ? String(one) : undefined;
};

/** A rule as rows of conditions; undefined where it is none that can be built from them. */
export const rowsOf = (rule: RowRule | undefined, fields: readonly FieldOf[]): Rows | undefined => {
  if (rule === undefined) return { joint: 'and', rows: [] };
  const joint = 'or' in rule ? 'or' : 'and';
  const items: readonly RowRule[] = 'and' in rule ? rule.and : 'or' in rule ? rule.or : [rule];
  const rows = items.map((one): Row | undefined => {
    if (!isCondition(one) || 'part' in one) return undefined;
    const operator = operatorOf(fieldWith(fields, one.fieldId), one.operator);
    const value = operator && shown(operator.value, one.value);
    return value === undefined ? undefined : { fieldId: one.fieldId, operator: one.operator, value };
  });
  return rows.every((one) => one !== undefined) ? { joint, rows } : undefined;
};

/** A condition as rules have it; undefined while something of it is not chosen. */
const conditionOf = (
  { fieldId, operator: id, value: text }: Row,
  fields: readonly FieldOf[],
): Condition | undefined => {
  const operator = operatorOf(fieldWith(fields, fieldId), id);
  if (operator === undefined) return undefined;
  if (operator.value === 'none') return { fieldId, operator: id };
  if (text.trim() === '') return undefined;
  if (operator.value === 'number') {
    const value = Number(text);
    return Number.isFinite(value) ? { fieldId, operator: id, value } : undefined;
  }
  const value = operator.value.startsWith('user') && text === me ? { currentUser: true } : text;
  return { fieldId, operator: id, value: operator.value.endsWith('s') ? [value] : value };
};

/**
 * The rule that rows come to; undefined while one of them is not finished: a rule without it would show more than is
 * meant.
 */
export const ruleOf = ({ joint, rows }: Rows, fields: readonly FieldOf[]): RowRule | undefined => {
  const conditions = rows.map((row) => conditionOf(row, fields));
  if (conditions.length === 0 || !conditions.every((one) => one !== undefined)) return undefined;
  return joint === 'and' ? { and: conditions } : { or: conditions };
};
