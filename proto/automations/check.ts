import { conditionOf } from './conditions.ts';
import { cronOf, isZone } from './cron.ts';
import { stepType, triggerType } from './list.ts';
import {
  everyStep,
  mostDepth,
  mostSteps,
  stepsBefore,
  type Placed,
  type Program,
  type Step,
  type Trigger,
} from './model.ts';
import { lanes, type Config, type Part } from './type.ts';
import { isOffset, isTime } from './offset.ts';
import { formulasIn, isFormula, isObject, isRef, longestFormula, refsIn, wordsOf } from './values.ts';

/** What is wrong, where: `step` is its id or `trigger`, `field` the part of its configuration. */
export type Issue = {
  readonly step: string;
  readonly field: string;
  readonly code: IssueCode;
  /** What is named that is not there. */
  readonly name?: string;
};
export type IssueCode =
  | 'required'
  | 'wrong'
  | 'unknown'
  | 'table_missing'
  | 'field_missing'
  | 'field_read_only'
  | 'field_computed'
  | 'condition_relative'
  | 'reference_missing'
  | 'no_steps'
  | 'type_unknown'
  | 'id_wrong'
  | 'id_twice'
  | 'too_many'
  | 'too_deep'
  | 'lane_unknown'
  | 'view_missing'
  | 'automation_missing'
  | 'no_value'
  | 'formula_wrong'
  | 'nobody_waits';

/** A field as the checks know it. */
export type KnownField = {
  readonly id: string;
  /** Set by the server alone. */
  readonly isReadOnly: boolean;
  /** Follows from others: its changes are not announced. */
  readonly isComputed: boolean;
  /** What a condition on it may ask. */
  readonly operators: readonly string[];
  /** It holds days or moments. */
  readonly isDate: boolean;
  /** It links records, and is written here. */
  readonly isLinks: boolean;
};
/** The tables that are named, by their ids; one that its owner may not open is not there. */
export type KnownTables = ReadonlyMap<string, readonly KnownField[]>;
/** What else is named: of views the filters by their ids, and the automations that there are. */
export type KnownPlaces = {
  readonly views: ReadonlyMap<string, unknown>;
  readonly automations: ReadonlySet<string>;
};
const noPlaces: KnownPlaces = { views: new Map(), automations: new Set() };

const stepId = /^[A-Za-z0-9]{1,40}$/;
/** Fields of every record that no table has to define. */
const ownFields: ReadonlySet<string> = new Set(['id']);
/** What is known of a run that ended, and of a comment. */
const runParts: ReadonlySet<string> = new Set(['id', 'automationId', 'state', 'reason']);
const commentParts: ReadonlySet<string> = new Set(['text', 'author']);

type Found = Pick<Issue, 'field' | 'code'> & { readonly name?: string };
type Facts = {
  readonly fields: readonly KnownField[] | undefined;
  readonly isTrigger: boolean;
  readonly tables: KnownTables;
  readonly places: KnownPlaces;
};

const missingFields = (ids: readonly string[], field: string, { fields }: Facts): readonly Found[] =>
  fields === undefined
    ? []
    : ids.flatMap((id) =>
        ownFields.has(id) || fields.some((one) => one.id === id) ? [] : [{ field, code: 'field_missing', name: id }],
      );

type Asked = {
  readonly fieldId: string;
  readonly operator: string;
  readonly value: unknown;
  /** It names a part of the value. */
  readonly ofPart: boolean;
  /** It looks into other tables. */
  readonly path: boolean;
};

/** Conditions of a filter with the place where each stands; undefined where it is no filter. */
const conditionsIn = (filter: unknown, depth = 1): readonly Asked[] | undefined => {
  if (!isObject(filter) || depth > 5) return undefined;
  for (const word of ['and', 'or']) {
    const items = filter[word];
    if (items === undefined) continue;
    if (!Array.isArray(items) || items.length > 100 || Object.keys(filter).length !== 1) return undefined;
    const found = items.map((one) => conditionsIn(one, depth + 1));
    return found.includes(undefined) ? undefined : found.flatMap((one) => one ?? []);
  }
  const { fieldId, operator, value, part, ...rest } = filter;
  if (typeof fieldId !== 'string' || typeof operator !== 'string') return undefined;
  if (part !== undefined && typeof part !== 'string') return undefined;
  return [{ fieldId, operator, value, ofPart: part !== undefined, path: Object.keys(rest).length > 0 }];
};

const filterIssues = (value: unknown, field: string, facts: Facts): readonly Found[] => {
  const found = conditionsIn(value);
  if (found === undefined) return [{ field, code: 'wrong' }];
  return found.flatMap(({ fieldId, operator, value: wanted, ofPart, path }): readonly Found[] => {
    const missing = missingFields([fieldId], field, facts);
    if (missing.length > 0) return missing;
    const known = facts.fields?.find(({ id }) => id === fieldId);
    if (known !== undefined && !ofPart && !path && !known.operators.includes(operator))
      return [{ field, code: 'wrong', name: operator }];
    if (facts.isTrigger && ofPart) return [{ field, code: 'field_computed', name: fieldId }];
    if (!facts.isTrigger) return path ? [{ field, code: 'wrong' }] : [];
    // What changes by itself is not announced, so nothing would start when it begins to match.
    if (known?.isComputed === true || path) return [{ field, code: 'field_computed', name: fieldId }];
    const relative = isObject(wanted) ? 'relative' in wanted || 'currentUser' in wanted : wanted === 'currentUser';
    return relative ? [{ field, code: 'condition_relative', name: fieldId }] : [];
  });
};

/** Operators that ask for one value, the first that a type has. */
export const keyOperators = ['equals', 'isAnyOf'] as const;
const isOfKind: Readonly<Record<'date' | 'links' | 'key', (field: KnownField) => boolean>> = {
  date: ({ isDate }) => isDate,
  links: ({ isLinks }) => isLinks,
  key: ({ operators }) => keyOperators.some((one) => operators.includes(one)),
};

const isNames = (value: unknown, most: number): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !isRef(value) && !isFormula(value) && Object.keys(value).length <= most;

const wrongPart = (part: Part, value: unknown, field: string, facts: Facts): readonly Found[] => {
  const wrong = [{ field, code: 'wrong' }] as const;
  switch (part.of) {
    case 'table':
      if (typeof value !== 'string') return wrong;
      return facts.tables.has(value) ? [] : [{ field, code: 'table_missing', name: value }];
    case 'fields':
      if (!Array.isArray(value) || value.length > part.most || value.some((one) => typeof one !== 'string'))
        return wrong;
      return missingFields(value as string[], field, facts);
    case 'field': {
      if (typeof value !== 'string') return wrong;
      const missing = missingFields([value], field, facts);
      if (missing.length > 0) return missing;
      const known = facts.fields?.find(({ id }) => id === value);
      return known === undefined || part.kind === undefined || isOfKind[part.kind](known) ? [] : wrong;
    }
    case 'view': {
      if (typeof value !== 'string') return wrong;
      if (!facts.places.views.has(value)) return [{ field, code: 'view_missing' }];
      const filter = facts.places.views.get(value);
      return isMissing(filter) ? [] : filterIssues(filter, field, facts);
    }
    case 'automation':
      if (typeof value !== 'string') return wrong;
      return facts.places.automations.has(value) ? [] : [{ field, code: 'automation_missing' }];
    case 'conversation':
      return typeof value === 'string' && /^[0-9a-z:]{1,80}$/.test(value) ? [] : wrong;
    case 'offset':
      return isOffset(value) ? [] : wrong;
    case 'time':
      return isTime(value) ? [] : wrong;
    case 'filter':
      return filterIssues(value, field, facts);
    case 'record':
      return isRef(value) || isFormula(value) || typeof value === 'string' ? [] : wrong;
    case 'values': {
      if (!isNames(value, 500)) return wrong;
      const missing = missingFields(Object.keys(value), field, facts);
      if (missing.length > 0) return missing;
      return Object.keys(value).flatMap((id): readonly Found[] =>
        facts.fields?.find((one) => one.id === id)?.isReadOnly === true
          ? [{ field, code: 'field_read_only', name: id }]
          : [],
      );
    }
    case 'people': {
      const isList =
        Array.isArray(value) &&
        value.length <= 100 &&
        value.every((one) => typeof one === 'string' || isRef(one) || isFormula(one));
      return isRef(value) || isFormula(value) || typeof value === 'string' || isList ? [] : wrong;
    }
    case 'value':
      return [];
    case 'names':
      return isNames(value, part.most) ? [] : wrong;
    case 'condition':
      return conditionOf(value) === undefined ? wrong : [];
    case 'integer':
      return Number.isInteger(value) && (value as number) >= part.min && (value as number) <= part.max ? [] : wrong;
    case 'choice':
      return part.values.includes(value as string) ? [] : wrong;
    case 'form':
    case 'function':
      return typeof value === 'string' && /^[0-9a-z]{26}$/.test(value) ? [] : wrong;
    case 'flag':
      return typeof value === 'boolean' ? [] : wrong;
    case 'cron':
      return typeof value === 'string' && cronOf(value) !== undefined ? [] : wrong;
    case 'zone':
      return isZone(value) ? [] : wrong;
  }
};

const isMissing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (isObject(value) && !isRef(value) && Object.keys(value).length === 0) ||
  (isObject(value) && ['and', 'or'].some((word) => Array.isArray(value[word]) && value[word].length === 0));

const configIssues = (
  config: Config,
  values: Readonly<Record<string, unknown>>,
  { tables, places }: Pick<Facts, 'tables' | 'places'>,
  isTrigger: boolean,
): readonly Found[] => {
  const { tableId } = values;
  const fields = typeof tableId === 'string' ? tables.get(tableId) : undefined;
  const facts: Facts = { fields, tables, places, isTrigger };
  const unknown = Object.keys(values).flatMap((field): readonly Found[] =>
    Object.hasOwn(config, field) ? [] : [{ field, code: 'unknown' }],
  );
  return [
    ...unknown,
    ...Object.entries(config).flatMap(([field, part]): readonly Found[] => {
      const value = values[field];
      if (!isMissing(value)) return wrongPart(part, value, field, facts);
      return 'required' in part && part.required === true ? [{ field, code: 'required' }] : [];
    }),
  ];
};

/** The table whose record a trigger brings along. */
export const tableOf = ({ config }: Trigger): string | undefined =>
  typeof config['tableId'] === 'string' ? config['tableId'] : undefined;

const refIssue = (words: readonly string[], program: Program, step: Step, tables: KnownTables): boolean => {
  const [head, second, third, ...rest] = words;
  if (head === 'trigger') {
    if (second === 'at') return third === undefined;
    // What comes in a call is known when it came.
    if (program.trigger.type === 'automation_ended') return second === 'run' && runParts.has(third ?? '');
    if (program.trigger.type === 'comment' && second === 'comment') return commentParts.has(third ?? '');
    if (program.trigger.type === 'webhook') return second === 'body' || second === 'headers' || second === 'query';
    const tableId = tableOf(program.trigger);
    if (second !== 'record' || third === undefined || tableId === undefined) return false;
    // Of a deleted record nothing but its id is left to read.
    if (program.trigger.type === 'record_deleted') return third === 'id' && rest.length === 0;
    const fields = tables.get(tableId);
    return fields === undefined || ownFields.has(third) || fields.some(({ id }) => id === third);
  }
  if (head !== 'steps' || second === undefined || third === undefined) return false;
  const named = stepsBefore(program.steps, step.id).find(({ id }) => id === second);
  if (named === undefined) return false;
  const within = everyStep(program.steps).find((one) => one.step.id === step.id)?.within ?? [];
  const gives = stepType(named.type)?.gives ?? [];
  if (named.type === 'set') return isObject(named.config['values']) && Object.hasOwn(named.config['values'], third);
  if (!(gives as readonly string[]).includes(third)) return false;
  // An item is one only within its loop.
  if (named.type === 'loop') return within.some(({ id }) => id === second);
  if (third !== 'record' || rest[0] === undefined) return true;
  const tableId = named.config['tableId'];
  const fields = typeof tableId === 'string' ? tables.get(tableId) : undefined;
  return fields === undefined || ownFields.has(rest[0]) || fields.some(({ id }) => id === rest[0]);
};

/** What is wrong with how an automation is put together, whatever its parts say: it could not even be kept. */
export const shapeIssues = ({ trigger, steps }: Program): readonly Issue[] => {
  const all = everyStep(steps);
  const seen = new Set<string>();
  const of = ({ step, depth }: Placed): readonly Issue[] => {
    const { id, type } = step;
    const issue = (field: string, code: IssueCode): Issue => ({ step: id, field, code });
    if (depth > mostDepth) return [issue('id', 'too_deep')];
    if (!stepId.test(id)) return [issue('id', 'id_wrong')];
    if (seen.has(id)) return [issue('id', 'id_twice')];
    seen.add(id);
    const known = stepType(type);
    if (known === undefined) return [issue('type', 'type_unknown')];
    return lanes.flatMap((lane) =>
      step[lane] !== undefined && known.lanes?.includes(lane) !== true ? [issue(lane, 'lane_unknown')] : [],
    );
  };
  return [
    ...(triggerType(trigger.type) === undefined
      ? [{ step: 'trigger', field: 'type', code: 'type_unknown' } as const]
      : []),
    ...(all.length > mostSteps ? [{ step: 'trigger', field: 'steps', code: 'too_many' } as const] : []),
    ...all.slice(0, mostSteps).flatMap(of),
  ];
};

/** What parts of a step ask of one another. */
const partsTogether = ({ type, config }: Step): readonly Found[] => {
  const { keyFieldId, values, fieldId, function: fn, tableId, recordId } = config;
  if (type === 'upsert_record')
    return typeof keyFieldId !== 'string' || (isObject(values) && !isMissing(values[keyFieldId]))
      ? []
      : [{ field: 'values', code: 'no_value', name: keyFieldId }];
  if (type === 'aggregate_records' && fn !== undefined && fn !== 'count' && isMissing(fieldId))
    return [{ field: 'fieldId', code: 'required' }];
  if (type === 'create_task' && !isMissing(tableId) && isMissing(recordId))
    return [{ field: 'recordId', code: 'required' }];
  return [];
};

/** Everything that keeps an automation from running, the trigger's first, then step by step. */
export const issuesOf = (program: Program, tables: KnownTables, places: KnownPlaces = noPlaces): readonly Issue[] => {
  const known = { tables, places };
  const shape = shapeIssues(program);
  if (shape.length > 0) return shape;
  const { trigger, steps } = program;
  const ofTrigger = configIssues(triggerType(trigger.type)!.config, trigger.config, known, true);
  return [
    ...ofTrigger.map((one): Issue => ({ step: 'trigger', ...one })),
    // Nothing is known yet that it could refer to.
    ...refsIn(trigger.config).map(({ ref, at }): Issue => ({
      step: 'trigger',
      field: at.split('.')[0]!,
      code: 'reference_missing',
      name: ref.ref,
    })),
    ...(steps.length === 0 ? [{ step: 'trigger', field: 'steps', code: 'no_steps' } as const] : []),
    ...everyStep(steps).flatMap(({ step }): readonly Issue[] => [
      ...configIssues(stepType(step.type)!.config, step.config, known, false).map((one): Issue => ({
        step: step.id,
        ...one,
      })),
      ...formulasIn(step.config).flatMap(({ formula, at }): readonly Issue[] =>
        formula.trim() === '' || formula.length > longestFormula
          ? [{ step: step.id, field: at.split('.')[0]!, code: 'formula_wrong' }]
          : [],
      ),
      ...partsTogether(step).map((one): Issue => ({ step: step.id, ...one })),
      ...(step.type === 'respond' && trigger.type !== 'webhook'
        ? [{ step: step.id, field: 'type', code: 'nobody_waits' } as const]
        : []),
      ...refsIn(step.config).flatMap(({ ref, at }): readonly Issue[] =>
        refIssue(wordsOf(ref), program, step, tables)
          ? []
          : [{ step: step.id, field: at.split('.')[0]!, code: 'reference_missing', name: ref.ref }],
      ),
    ]),
  ];
};

/** The view that starts an automation as a record comes into it. */
export const viewOf = ({ type, config }: Trigger): string | undefined =>
  type === 'enters_view' && typeof config['viewId'] === 'string' ? config['viewId'] : undefined;

/** The ids of all automations that an automation names. */
export const automationsIn = ({ trigger, steps }: Program): readonly string[] => [
  ...new Set(
    [trigger.config, ...everyStep(steps).map(({ step }) => step.config)].flatMap(({ automationId }) =>
      typeof automationId === 'string' && automationId !== '' ? [automationId] : [],
    ),
  ),
];

/** The ids of all tables that an automation names. */
export const tablesIn = ({ trigger, steps }: Program): readonly string[] => [
  ...new Set(
    [trigger.config, ...everyStep(steps).map(({ step }) => step.config)].flatMap(({ tableId }) =>
      typeof tableId === 'string' && tableId !== '' ? [tableId] : [],
    ),
  ),
];
