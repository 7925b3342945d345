import { isRejection } from '@tessera/kernel';
import { maskAllows, type Grant } from '@tessera/proto/rights';
import { idsOf, partsOf, readConfig } from '@tessera/proto/views';
import { schemaOf, type Schema } from '../definitions/schema.ts';
import { draftFieldId, type TableState, type ViewState } from '../definitions/state.ts';
import { groupable, type GroupBy } from '../records/levels.ts';
import { isFilterGroup, toPredicate, type Filter } from '../records/filter.ts';

type Aggregate = { readonly fieldId?: string; readonly function: string };
type Column = { readonly fieldId: string; readonly total?: string };

type Paged = { readonly fieldId: string; readonly page?: string | undefined };
/** The questions that a reader sees; a page whose first one they do not see begins with the next. */
const shownQuestions = (questions: readonly Paged[], shown: (id: string) => boolean): readonly Paged[] => {
  let begins: string | undefined;
  return questions.flatMap((question) => {
    begins = question.page ?? begins;
    if (!shown(question.fieldId)) return [];
    const page = begins;
    begins = undefined;
    return [page === undefined ? question : { ...question, page }];
  });
};

/** Only whether a condition can be read counts here, not what it comes to. */
const facts = { now: 0, today: '2000-01-01', timezone: 'UTC', weekStart: 0, currentUserId: '' } as const;

const readable = (schema: Schema, grant: Grant, filter: Filter): boolean => {
  try {
    toPredicate(schema, grant, filter, facts);
    return true;
  } catch (error) {
    if (!isRejection(error)) throw error;
    return false;
  }
};

const shownFilter = (schema: Schema, grant: Grant, filter: Filter): Filter | undefined => {
  if (!isFilterGroup(filter)) return readable(schema, grant, filter) ? filter : undefined;
  const items = ('and' in filter ? filter.and : filter.or).flatMap((item) => shownFilter(schema, grant, item) ?? []);
  return items.length === 0 ? undefined : 'and' in filter ? { and: items } : { or: items };
};

/**
 * A view's configuration as it can be used: conditions, sorts and totals of fields that the reader may not see, that
 * are gone, or that no longer take the operator are left out. What is stored stays, so that an undo or a right given
 * back brings them back.
 */
export const shownConfig = (
  view: Pick<ViewState, 'type' | 'configJson' | 'configVersion'>,
  table: TableState,
  grant: Grant,
): Readonly<Record<string, unknown>> => {
  const config = readConfig(view.type, view.configVersion, view.configJson);
  const schema = schemaOf(table);
  const shown = (id: string): boolean => id === draftFieldId || maskAllows(grant.fieldMask, id);
  const live = (id: string): boolean => shown(id) && (id === draftFieldId || schema.byId.has(id));
  /** How each kind of part that names fields is shown. */
  const parts = {
    columns: (value: unknown) =>
      (value as readonly Column[])
        .filter((f) => shown(f.fieldId))
        .map((f) => {
          const aggregates: readonly string[] | undefined = schema.byId.get(f.fieldId)?.type.aggregates;
          if (f.total === undefined || aggregates === undefined || aggregates.includes(f.total)) return f;
          const { total: _total, ...kept } = f;
          return kept;
        }),
    questions: (value: unknown) => shownQuestions(value as readonly Paged[], (id) => shown(id)),
    sort: (value: unknown) =>
      (value as readonly Column[]).filter(
        (s) => live(s.fieldId) && (schema.byId.get(s.fieldId)?.type.sortable ?? true),
      ),
    group: (value: unknown) =>
      (value as readonly GroupBy[]).filter(({ fieldId, bucket }) => {
        const field = live(fieldId) ? schema.byId.get(fieldId) : undefined;
        return field !== undefined && groupable(field, bucket);
      }),
    field: (value: unknown) => (live(value as string) ? value : undefined),
    fields: (value: unknown) => {
      const ids = idsOf(value).filter(live);
      return ids.length === 0 ? undefined : Array.isArray(value) ? ids : value;
    },
    aggregate: (value: unknown) => {
      const { fieldId, function: fn } = value as Aggregate;
      if (fieldId === undefined) return value;
      const aggregates: readonly string[] | undefined = schema.byId.get(fieldId)?.type.aggregates;
      return live(fieldId) && aggregates?.includes(fn) === true ? value : undefined;
    },
    filter: (value: unknown) => shownFilter(schema, grant, value as Filter),
  } as const;
  const told: Record<string, unknown> = { ...config };
  for (const kind of ['columns', 'questions', 'sort', 'group', 'filter', 'field', 'fields', 'aggregate'] as const)
    for (const name of partsOf(view.type, kind)) {
      if (config[name] === undefined) continue;
      const value = parts[kind](config[name]);
      if (value === undefined) delete told[name];
      else told[name] = value;
    }
  return told;
};
