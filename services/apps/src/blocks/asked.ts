import { blockType } from '@tessera/proto/blocks';
import { daysOf, operationOf, type ColorRule, type Operation, type Period } from '@tessera/proto/blocks/figures';

/** A filter as the API has it. */
export type Filter = Readonly<Record<string, unknown>>;
type Sort = { readonly fieldId: string; readonly order?: 'asc' | 'desc' };
type By = { readonly fieldId: string; readonly bucket?: string };
export type Measure = { readonly function: string; readonly fieldId?: string };
/** A number that records come to. */
export type Amount = Measure & { readonly filter?: Filter };

/** What a block asks of its table. */
export type Ask =
  | {
      readonly kind: 'rows';
      readonly filter?: Filter;
      readonly sort: readonly Sort[];
      readonly limit: number;
      /** The fields that it names, in their order; all where it names none. */
      readonly fieldIds: readonly string[];
      /** By whose options the rows are parted. */
      readonly lane?: string;
    }
  | {
      readonly kind: 'value';
      readonly first: Amount;
      readonly second?: Amount | { readonly fixed: number | null };
      readonly operation: Operation;
      readonly period?: { readonly dateFieldId: string; readonly kind: Period };
      readonly compare: boolean;
      readonly target?: number;
      readonly colors?: readonly ColorRule[];
    }
  | {
      readonly kind: 'series';
      readonly filter?: Filter;
      readonly by: By;
      readonly split?: string;
      readonly measure: Measure;
      /** Of a funnel: the options that are its steps, and whether each counts those beyond it. */
      readonly steps?: { readonly named: readonly string[]; readonly through: boolean };
    };

type Config = Readonly<Record<string, unknown>>;
const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const objectIn = (value: unknown): Config | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : undefined;
const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const part = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: Value };

const measureIn = (value: unknown): Measure => {
  const given = objectIn(value) ?? {};
  const fieldId = textIn(given['fieldId']);
  const fn = textIn(given['function']) ?? 'count';
  return fn === 'count' || fieldId === undefined ? { function: 'count' } : { function: fn, fieldId };
};
const byIn = (value: unknown): By | undefined => {
  const given = objectIn(value);
  const fieldId = textIn(given?.['fieldId']);
  return fieldId === undefined ? undefined : { fieldId, ...part('bucket', textIn(given?.['bucket'])) };
};

/** The rows of a list where nothing else is said, and of what has no limit of its own. */
const usual = { smart_list: 20, table: 100 } as const;
const mostShown = 200;

/** What a block asks; undefined where it asks nothing, or nothing yet. */
export const askOf = (type: string, config: Config): Ask | undefined => {
  if (blockType(type)?.shares !== 'shown' || textIn(config['tableId']) === undefined) return undefined;
  const filter = part('filter', objectIn(config['filter']));
  switch (type) {
    case 'table':
    case 'smart_list':
    case 'gallery':
    case 'smart_kanban': {
      const lane = type === 'smart_kanban' ? textIn(config['kanban_field']) : undefined;
      if (type === 'smart_kanban' && lane === undefined) return undefined;
      const limit =
        typeof config['limit'] === 'number' ? config['limit'] : type === 'smart_list' ? usual.smart_list : usual.table;
      return {
        kind: 'rows',
        ...filter,
        sort: Array.isArray(config['sort']) ? (config['sort'] as readonly Sort[]) : [],
        limit: Math.min(limit, mostShown),
        fieldIds: textsIn(config['fields']),
        ...part('lane', lane),
      };
    }
    case 'simple_indicator':
    case 'speedometer':
    case 'complex_indicator': {
      const operation = type === 'complex_indicator' ? operationOf(config['operation']) : 'alone';
      const given = objectIn(config['period']);
      const dateFieldId = textIn(given?.['dateFieldId']);
      const fixed = config['secondFunction'] === 'fixed';
      const second = fixed
        ? { fixed: typeof config['fixed'] === 'number' ? config['fixed'] : null }
        : {
            ...measureIn({ function: config['secondFunction'], fieldId: config['secondFieldId'] }),
            ...part('filter', objectIn(config['secondFilter'])),
          };
      return {
        kind: 'value',
        first: { ...measureIn(config), ...filter },
        ...(operation !== 'alone' && { second }),
        operation,
        ...(dateFieldId !== undefined && { period: { dateFieldId, kind: (given?.['kind'] ?? 'all') as Period } }),
        compare: type === 'complex_indicator' || config['compare'] === true,
        ...part('target', typeof config['target'] === 'number' ? config['target'] : undefined),
        ...part('colors', Array.isArray(config['colors']) ? (config['colors'] as readonly ColorRule[]) : undefined),
      };
    }
    case 'funnel': {
      const fieldId = textIn(config['field']);
      if (fieldId === undefined) return undefined;
      const steps = { named: textsIn(config['steps']), through: config['cumulative'] === true };
      return { kind: 'series', ...filter, by: { fieldId }, measure: measureIn(config['value']), steps };
    }
    default: {
      const by = byIn(config[type === 'pivot' ? 'rows' : 'x']);
      if (by === undefined) return undefined;
      const split = textIn(config[type === 'pivot' ? 'columns' : 'split']);
      return { kind: 'series', ...filter, by, ...part('split', split), measure: measureIn(config['value']) };
    }
  }
};

/** Both of two filters. */
export const bothOf = (a: Filter | undefined, b: Filter | undefined): Filter | undefined =>
  a === undefined ? b : b === undefined ? a : { and: [a, b] };

/** The filter of a number within the period of its block, or within the one before it; undefined for all records. */
export const within = (
  { filter }: Amount,
  period: Extract<Ask, { kind: 'value' }>['period'],
  today: string,
  back: 0 | 1,
): Filter | undefined => {
  const days = period && daysOf(period.kind, today, 1, back);
  return bothOf(filter, days && { fieldId: period.dateFieldId, operator: 'between', value: days });
};

/** The fields that an answer is made of; of rows that name none, all of the table. */
export const fieldsOf = (ask: Ask, all: readonly string[]): readonly string[] => {
  switch (ask.kind) {
    case 'rows':
      return [
        ...new Set([...(ask.fieldIds.length > 0 ? ask.fieldIds : all), ...(ask.lane === undefined ? [] : [ask.lane])]),
      ];
    case 'value': {
      const amounts = [ask.first, ...(ask.second !== undefined && 'function' in ask.second ? [ask.second] : [])];
      return [...new Set(amounts.flatMap(({ fieldId }) => fieldId ?? []))];
    }
    case 'series':
      return [
        ...new Set([
          ask.by.fieldId,
          ...(ask.split === undefined ? [] : [ask.split]),
          ...(ask.measure.fieldId === undefined ? [] : [ask.measure.fieldId]),
        ]),
      ];
  }
};

/** What says which rows an answer is about, as one text: while it is the same, they are. */
export const rowsTold = (tableId: string, ask: Ask): string =>
  JSON.stringify(
    ask.kind === 'value'
      ? [
          tableId,
          ask.first.filter ?? null,
          ask.second !== undefined && 'function' in ask.second ? (ask.second.filter ?? null) : null,
          ask.period ?? null,
        ]
      : [tableId, ask.filter ?? null],
  );
