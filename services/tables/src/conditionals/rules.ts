import {
  brokenConditions,
  canBeRuled,
  canDecide,
  rulePredicate,
  type ColumnOf,
  type ConditionalRule,
  type RuleAction,
  type RuleField,
} from '@tessera/fields/conditionals';
import type { Cell, Predicate, Row } from '@tessera/kernel';
import { satisfies } from '@tessera/kernel/satisfies';
import { operandOf, partOperand, type Schema, type SchemaField } from '../definitions/schema.ts';

/** Rules as an event has them. */
export const rulesJson = (rules: readonly ConditionalRule[]): string =>
  rules.length === 0 ? '' : JSON.stringify(rules);
export const rulesIn = (json: string): readonly ConditionalRule[] =>
  json === '' ? [] : (JSON.parse(json) as readonly ConditionalRule[]);

/** A rule that a write is judged by: while its predicate holds of the row after the write, its fields are so. */
export type WriteRule = {
  readonly action: Extract<RuleAction, 'require' | 'read_only'>;
  readonly fields: readonly SchemaField[];
  readonly predicate: Predicate;
};

const asRuled = ({ type, state }: SchemaField): RuleField => ({ type, props: state.props });
const lookup = ({
  byId,
}: Schema): { readonly fieldOf: (id: string) => RuleField | undefined; readonly columnOf: ColumnOf } => ({
  fieldOf: (id) => {
    const field = byId.get(id);
    return field === undefined ? undefined : asRuled(field);
  },
  columnOf: (id, part) => {
    const field = byId.get(id);
    return field === undefined ? undefined : part === undefined ? operandOf(field) : partOperand(field, part);
  },
});

const made = new WeakMap<Schema, readonly WriteRule[]>();
/** The rules that ask for values or keep them; what is shown is no matter of writes. One that cannot be read does nothing. */
export const writeRules = (schema: Schema): readonly WriteRule[] => {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const { fieldOf, columnOf } = lookup(schema);
  const rules = (schema.table.conditionals ?? []).flatMap((rule): WriteRule[] => {
    const { action } = rule;
    if (action !== 'require' && action !== 'read_only') return [];
    const predicate = rulePredicate(rule, fieldOf, columnOf);
    const fields = rule.fieldIds.flatMap((id) => {
      const field = schema.byId.get(id);
      return field !== undefined && canBeRuled(asRuled(field)) ? [field] : [];
    });
    return predicate === undefined || fields.length === 0 ? [] : [{ action, fields, predicate }];
  });
  made.set(schema, rules);
  return rules;
};

/** Whether fields may stand in a rule: as what it is about, and as what it asks. */
export const mayStand = (schema: Schema, { action, fieldIds, ...rule }: ConditionalRule) => {
  const { fieldOf, columnOf } = lookup(schema);
  return {
    /** Fields that are not there, or cannot be asked for or kept. */
    fields: fieldIds.filter((id) => {
      const field = fieldOf(id);
      return field === undefined || ((action === 'require' || action === 'read_only') && !canBeRuled(field));
    }),
    conditions: brokenConditions({ ...rule, action, fieldIds }, fieldOf, columnOf),
    deciding: (id: string): boolean => {
      const field = fieldOf(id);
      return field !== undefined && canDecide(field);
    },
  };
};

/** Fields that the rules ask for in new rows and that are empty there, by the place of the row. */
export const missingByRules = (
  schema: Schema,
  cellsOf: (field: SchemaField) => readonly (Cell | null | undefined)[] | undefined,
  count: number,
): ReadonlyMap<number, readonly SchemaField[]> => {
  const missing = new Map<number, SchemaField[]>();
  const rules = writeRules(schema).filter(({ action }) => action === 'require');
  if (rules.length === 0) return missing;
  const columns = schema.fields.flatMap((field) => {
    const cells = cellsOf(field);
    return cells === undefined ? [] : [{ column: field.column, cells }];
  });
  for (let index = 0; index < count; index++) {
    const cells = Object.fromEntries(columns.map(({ column, cells: all }) => [column, all[index] ?? null]));
    const row: Row = {
      id: '',
      version: 0,
      deleted: false,
      createdAt: 0,
      createdBy: '',
      updatedAt: 0,
      updatedBy: '',
      cells,
    };
    for (const { fields, predicate } of rules) {
      const empty = fields.filter((field) => (cells[field.column] ?? null) === null);
      if (empty.length === 0 || !satisfies(row, predicate)) continue;
      const known = missing.get(index) ?? [];
      missing.set(index, [...known, ...empty.filter((field) => !known.includes(field))]);
    }
  }
  return missing;
};
