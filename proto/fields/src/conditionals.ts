import type { Cell, Operand, Predicate, Row } from '@tessera/kernel';
import { partColumn } from '@tessera/kernel/cells';
import { isMoment } from '@tessera/kernel/kinds';
import { satisfies } from '@tessera/kernel/satisfies';
import type { FieldProps, FieldType, FilterContext } from './type.ts';

/** What a rule does with its fields while its conditions are met. Fields to show are hidden until then. */
export const ruleActions = ['show', 'hide', 'require', 'read_only'] as const;
export type RuleAction = (typeof ruleActions)[number];

/** One condition: a field, or a part of it, an operator of its type, and what that takes. */
export type RuleCondition = {
  readonly fieldId: string;
  readonly part?: string | undefined;
  readonly operator: string;
  readonly value?: unknown;
};
/** A rule about fields of a table, as it is kept and told. */
export type ConditionalRule = {
  readonly id: string;
  readonly action: RuleAction;
  readonly fieldIds: readonly string[];
  /** Whether all conditions are to be met, or one of them. */
  readonly match: 'and' | 'or';
  readonly conditions: readonly RuleCondition[];
  readonly off?: boolean | undefined;
};

/** A field as rules look at it. */
export type RuleField = { readonly type: FieldType; readonly props: FieldProps };

/**
 * Whether a condition may ask of a field: its cell stands in the record itself, and says the same to everybody at any
 * time. Moments fall on days by the zone of who looks.
 */
export const canDecide = ({ type }: RuleField): boolean =>
  type.system === undefined &&
  type.derived === undefined &&
  type.apart === undefined &&
  type.links === undefined &&
  type.numbered === undefined &&
  !isMoment(type.storage);

/** Whether a value of a condition means another thing tomorrow, or for somebody else. */
const isRelative = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) ? value.some(isRelative) : 'relative' in value || 'currentUser' in value);

const still: FilterContext = { now: 0, today: '1970-01-01', timezone: 'UTC', weekStart: 0 };

/** The column in which a part of a field is looked up, or the field itself. */
export type ColumnOf = (fieldId: string, part: string | undefined) => Operand | undefined;

/** One condition as a predicate; undefined where its field, option or person is gone, or it asks what no rule may ask. */
const conditionPredicate = (
  { fieldId, part, operator, value }: RuleCondition,
  fieldOf: (id: string) => RuleField | undefined,
  columnOf: ColumnOf,
): Predicate | undefined => {
  const field = fieldOf(fieldId);
  const column = columnOf(fieldId, part);
  if (field === undefined || column === undefined || !canDecide(field) || isRelative(value)) return undefined;
  const operators = part === undefined ? field.type.operators : (field.type.partOperators?.[part] ?? []);
  try {
    return operators.find(({ id }) => id === operator)?.predicate(column, value, field.props, still);
  } catch {
    return undefined;
  }
};

/** When a rule holds, as a predicate; undefined while it is off, or one of its conditions cannot be read: it does nothing. */
export const rulePredicate = (
  rule: ConditionalRule,
  fieldOf: (id: string) => RuleField | undefined,
  columnOf: ColumnOf,
): Predicate | undefined => {
  if (rule.off === true || rule.conditions.length === 0) return undefined;
  const items = rule.conditions.map((condition) => conditionPredicate(condition, fieldOf, columnOf));
  return items.some((item) => item === undefined) ? undefined : { op: rule.match, items: items as Predicate[] };
};

/** The places of the conditions of a rule that cannot be read. */
export const brokenConditions = (
  rule: ConditionalRule,
  fieldOf: (id: string) => RuleField | undefined,
  columnOf: ColumnOf,
): readonly number[] =>
  rule.conditions.flatMap((condition, at) =>
    conditionPredicate(condition, fieldOf, columnOf) === undefined ? [at] : [],
  );

/** A field as a form or a record shows it by the rules. */
export type RuledState = { readonly hidden: boolean; readonly required: boolean; readonly readOnly: boolean };

/** Values of a record by the ids of its fields. */
export type RuleCells = Readonly<Record<string, Cell | null>>;

/** What the rules come to for a record, by the ids of the fields that some rule is about. The lower one wins. */
export const ruledFields = (
  rules: readonly ConditionalRule[],
  fieldOf: (id: string) => RuleField | undefined,
  cells: RuleCells,
): ReadonlyMap<string, RuledState> => {
  const columns = new Map<string, string>();
  const columnOf: ColumnOf = (id, part) => {
    const field = fieldOf(id);
    if (field === undefined) return undefined;
    const column = columns.get(id) ?? `c${columns.size + 1}_0`;
    columns.set(id, column);
    if (part === undefined) return { kind: 'field', column, storage: field.type.storage };
    const spec = field.type.parts?.[part];
    return spec === undefined ? undefined : { kind: 'field', column: partColumn(column, part), storage: spec.kind };
  };
  const ready = rules.flatMap((rule) => {
    const predicate = rulePredicate(rule, fieldOf, columnOf);
    return predicate === undefined ? [] : [{ rule, predicate }];
  });
  const row: Row = {
    id: '',
    version: 0,
    deleted: false,
    createdAt: 0,
    createdBy: '',
    updatedAt: 0,
    updatedBy: '',
    cells: Object.fromEntries([...columns].map(([id, column]) => [column, cells[id] ?? null])),
  };
  const states = new Map<string, RuledState>();
  const stateOf = (id: string): RuledState => states.get(id) ?? { hidden: false, required: false, readOnly: false };
  for (const { rule, predicate } of ready) {
    const met = satisfies(row, predicate);
    for (const id of rule.fieldIds) {
      const before = stateOf(id);
      const after =
        rule.action === 'show'
          ? { ...before, hidden: !met }
          : !met
            ? before
            : rule.action === 'hide'
              ? { ...before, hidden: true }
              : rule.action === 'require'
                ? { ...before, required: true }
                : { ...before, readOnly: true };
      states.set(id, after);
    }
  }
  return states;
};

/** Kinds of cells that hold one value of their own, so that a rule may ask for it or keep it. */
export const canBeRuled = ({ type }: RuleField): boolean =>
  type.system === undefined &&
  type.derived === undefined &&
  type.apart === undefined &&
  type.links === undefined &&
  type.unwritten === undefined;
