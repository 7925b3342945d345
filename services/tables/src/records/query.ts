import {
  civilDate,
  countFunctions,
  decimalValue,
  isChoice,
  isDated,
  isList,
  isMoment,
  isNumber,
  isPerson,
  isRejection,
  isText,
  numberFunctions,
  type Actor,
  type AggregateFunction,
  type Clock,
  type PageQuery,
  type Predicate,
  type SelectedColumn,
  type Sort,
  type StorageKind,
} from '@tessera/kernel';
import type { DocumentReader, RecordReader } from '@tessera/document-store';
import {
  can as ownCan,
  currentUserOf,
  everyRow,
  maskAllows,
  userOf,
  type Can,
  type Grant,
  type TableAction,
} from '@tessera/proto/rights';
import { requireGrant, tableNotFound } from '../access/require.ts';
import { learnTable } from '../access/rows.ts';
import {
  draftSelected,
  isJoined,
  operandOf,
  schemaOf,
  selectedColumns,
  type Schema,
  type SchemaField,
  orderOperand,
  searchOperands,
} from '../definitions/schema.ts';
import type { TableEntry } from '../definitions/projection.ts';
import { tableStale } from '../definitions/stale.ts';
import type { TableState } from '../definitions/state.ts';
import type { Directory, OrganizationFacts } from '@tessera/runtime/directory';
import { linkedConditions, type LinkPorts } from '../links/conditions.ts';
import { linkedMeanings } from '../links/search.ts';
import type { Stars } from '../stars/stars.ts';
import { readConfig } from '@tessera/proto/views';
import { mergeViews, readStreamed, type View } from '../views/list.ts';
import { partNamed, toPredicate, visibleField, type Filter } from './filter.ts';
import { levelsFor, levelsNeedFacts, underPredicate, type GroupBy, type Level } from './levels.ts';
import { meaningsOf } from './search.ts';
import { decimalsAsText, shortLength, type Format } from './wire.ts';
import { invalid } from '../refusals.ts';

type SortRequest = {
  readonly fieldId: string;
  readonly part?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
};
export type QueryRequest = {
  readonly filter?: Filter | undefined;
  readonly sort?: readonly SortRequest[] | undefined;
  readonly search?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
  readonly offset?: number | undefined;
  readonly deleted?: boolean | undefined;
  /** Levels of groups, the outermost first, and the key beneath which the records are, a value a level. */
  readonly groupBy?: readonly GroupBy[] | undefined;
  readonly under?: readonly unknown[] | undefined;
};

export type Authorized = {
  readonly schema: Schema;
  readonly grant: Grant;
  readonly query: PageQuery;
  readonly levels: readonly Level[];
};
export type OpenedTable = { readonly table: TableState; readonly schema: Schema; readonly grant: Grant };

/** How long a definition is taken for the present one, in ms. */
const recheckMs = 20;

/** Whether a filter needs to know the organization: relative dates do. */
const needsFacts = (schema: Schema, filter: Filter | undefined): boolean =>
  filter !== undefined && schema.fields.some((f) => isDated(f.kind) || f.links !== undefined);

/** Selected columns of a schema are made once: records are read far more often than tables change. */
const selections = new WeakMap<Schema, Map<string, readonly SelectedColumn[]>>();

/** What its reader gets of a field; of decimals and texts, with how they are wanted. */
const columnsFor = (field: SchemaField, format: Format): readonly SelectedColumn[] =>
  selectedColumns(field, format.fieldKey ?? 'id').map((column) => ({
    ...column,
    ...(decimalsAsText(format) && isNumber(column.storage) && { asText: true }),
    ...(format.texts === 'short' && isText(column.storage) && column.failure === undefined && { cut: shortLength }),
  }));

/** Every column that the reader may see; links come by `links/shown.ts`, which knows what of them may be seen. */
export const selectAll = (schema: Schema, grant: Grant, format: Format): readonly SelectedColumn[] => {
  const make = () => [
    ...schema.fields
      .filter((f) => !isJoined(f) && maskAllows(grant.fieldMask, f.id))
      .flatMap((f) => columnsFor(f, format)),
    draftSelected,
  ];
  if (grant.fieldMask !== 'all') return make();
  let byKey = selections.get(schema);
  if (byKey === undefined) selections.set(schema, (byKey = new Map()));
  const key = `${format.fieldKey ?? 'id'} ${format.numbers ?? ''} ${format.texts ?? ''}`;
  let columns = byKey.get(key);
  if (columns === undefined) byKey.set(key, (columns = make()));
  return columns;
};

/** The columns that a reader asked for; without a list, all that they may see. */
export const selectFor = (
  schema: Schema,
  grant: Grant,
  fields: readonly string[] | undefined,
  format: Format,
): readonly SelectedColumn[] =>
  fields === undefined
    ? selectAll(schema, grant, format)
    : [...new Set(fields.map((name) => visibleField(schema, grant, name)))]
        .filter((field) => !isJoined(field))
        .flatMap((field) => columnsFor(field, format))
        .concat(draftSelected);

/** More people than this stand in the order of their coming: each is a case of the comparison. */
const mostRanked = 1000;

/** People by name, as their language sorts it. */
const byName = ({ everyone, language }: Pick<OrganizationFacts, 'everyone' | 'language'>): readonly string[] => {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return everyone.length > mostRanked ? [] : everyone.toSorted((a, b) => compare(a.name, b.name)).map(({ id }) => id);
};

const rankFor = ({ kind, state }: SchemaField, people: readonly string[]): readonly string[] | undefined =>
  isList(kind)
    ? undefined
    : isChoice(kind)
      ? (state.props.options ?? []).map((o) => o.id)
      : isPerson(kind)
        ? people
        : undefined;

/** A sort field that comes without an order sorts descending. */
const sortFor = (
  schema: Schema,
  grant: Grant,
  sort: readonly SortRequest[] | undefined,
  people: readonly string[],
): readonly Sort[] =>
  (sort ?? []).map(({ fieldId, part, order = 'desc' }) => {
    const field = visibleField(schema, grant, fieldId);
    if (!field.type.sortable)
      throw invalid('query.not_sortable', `"${field.name}" cannot be sorted.`, { fieldId: field.id });
    const rank = rankFor(field, people);
    const back = order === 'asc' ? 'desc' : 'asc';
    const by = part === undefined ? orderOperand(field) : partNamed(field, part);
    return { by, order: field.type.countsBack ? back : order, ...(rank !== undefined && { rank }) };
  });

const noRow: Predicate = { op: 'or', items: [] };

export type QueryPorts = {
  readonly documents: DocumentReader;
  readonly records: RecordReader;
  readonly directory: Directory;
  readonly clock: Clock;
  /** Which records somebody has starred; nobody has any unless given. */
  readonly stars?: Pick<Stars, 'of'> | undefined;
  readonly can?: Can | undefined;
};

/** Reads of this service: every one of them goes through `open` and `authorizedQuery`. */
export const createQueries = ({
  documents,
  records,
  directory,
  clock,
  stars = { of: () => Promise.resolve([]) },
  can = ownCan,
}: QueryPorts) => {
  const known = new Map<string, { table: TableState; checkedAt: number }>();
  const looking = new Map<string, Promise<TableState | undefined>>();
  const keyOf = (organizationId: string, tableId: string): string => `${organizationId}\0${tableId}`;

  /**
   * The present definition. Its version is looked up again after a moment, and at once after a change made here
   * (`forget`), so that a read sees what its caller wrote; another replica's change shows within that moment. Writes
   * are decided on the definition of the log, never on this.
   */
  const definition = async (organizationId: string, tableId: string): Promise<TableState | undefined> => {
    const key = keyOf(organizationId, tableId);
    const cached = known.get(key);
    const now = performance.now();
    if (cached !== undefined && now - cached.checkedAt < recheckMs) {
      learnTable(cached.table, organizationId);
      return cached.table;
    }
    // One look for all who ask meanwhile.
    const underway = looking.get(key);
    if (underway !== undefined) return underway;
    const look: Promise<TableState | undefined> = lookUp(
      organizationId,
      tableId,
      key,
      now,
      () => looking.get(key) === look,
    ).finally(() => void (looking.get(key) === look && looking.delete(key)));
    looking.set(key, look);
    return look;
  };

  /** What is stored at present; kept as that only while `stands`: a change made here meanwhile may have been missed. */
  const lookUp = async (
    organizationId: string,
    tableId: string,
    key: string,
    now: number,
    stands: () => boolean,
  ): Promise<TableState | undefined> => {
    const cached = known.get(key);
    const entry = await documents.get<TableEntry>(organizationId, 'tables', tableId);
    if (entry === undefined) return undefined;
    if (cached !== undefined && cached.table.version === entry.version) {
      if (stands()) cached.checkedAt = now;
      learnTable(cached.table, organizationId);
      return cached.table;
    }
    const table = await documents.get<TableState>(organizationId, 'definitions', tableId);
    learnTable(table, organizationId);
    if (table !== undefined && stands()) {
      known.delete(key);
      known.set(key, { table, checkedAt: now });
      if (known.size > 2_000) known.delete(known.keys().next().value!);
    }
    return table;
  };

  /**
   * As this process saw it last, however long ago; undefined where it has not yet. For what is found out where it was
   * too old.
   */
  const remembered = (organizationId: string, tableId: string): TableState | undefined =>
    known.get(keyOf(organizationId, tableId))?.table;

  /** Looks at the definitions of an organization anew. */
  const forget = (organizationId: string): void => {
    for (const [key, entry] of known) if (key.startsWith(organizationId)) entry.checkedAt = Number.NEGATIVE_INFINITY;
    for (const key of looking.keys()) if (key.startsWith(organizationId)) looking.delete(key);
  };

  /** The table and the actor's grant on it, or the refusal; an id of another organization answers as an absent one. */
  const open = async (
    actor: Actor,
    action: TableAction,
    tableId: string,
    options: { readonly archived?: boolean } = {},
  ): Promise<OpenedTable> => {
    const table = await definition(actor.organizationId, tableId);
    if (table === undefined) throw tableNotFound();
    const { grant } = requireGrant(actor, action, table, { ...options, can });
    const opened = { table, schema: schemaOf(table), grant };
    const { viewId, rows } = (action === 'records.read' ? actor.link : undefined) ?? {};
    if (viewId === undefined && rows === undefined) return opened;
    const shown = await Promise.all([
      viewId === undefined ? everyRow : rowsOfView(actor, opened, viewId),
      rows === undefined ? everyRow : rowsOfFilter(actor, opened, rows as Filter),
    ]);
    return { ...opened, grant: { ...grant, rowPredicate: { op: 'and', items: shown } } };
  };

  /** The rows that a public link to a view opens. */
  const rowsOfView = async (actor: Actor, opened: OpenedTable, viewId: string): Promise<Predicate> => {
    const view = (await views(actor, opened.table)).find(({ id }) => id === viewId);
    if (view === undefined) return noRow;
    const filter = readConfig(view.type, view.configVersion, view.configJson)['filter'] as Filter | undefined;
    return filter === undefined ? everyRow : rowsOfFilter(actor, opened, filter);
  };

  /**
   * The rows of a filter for a public link, which may ask of fields that the link does not show. Where it can no longer
   * be read as it stands there are none: a condition that is left out would show more than it did.
   */
  const rowsOfFilter = async (actor: Actor, { schema, grant }: OpenedTable, filter: Filter): Promise<Predicate> => {
    const now = clock();
    const facts = needsFacts(schema, filter) ? await directory.facts(actor) : undefined;
    const timezone = facts?.timezone ?? 'UTC';
    const today = facts === undefined ? '1970-01-01' : civilDate(now, timezone);
    const context = {
      now,
      today,
      timezone,
      weekStart: facts?.weekStart ?? 0,
      currentUserId: currentUserOf(actor),
    } as const;
    try {
      return toPredicate(schema, { ...grant, fieldMask: 'all' }, filter, context);
    } catch (error) {
      if (!isRejection(error)) throw error;
      return noRow;
    }
  };

  const linkPorts: LinkPorts = { records, stars, open: (asking, id) => open(asking, 'records.read', id) };

  /** The views of a table that an actor may see, in their order, with those of others that the table's stream has. */
  const views = async (actor: Actor, table: TableState): Promise<readonly View[]> =>
    mergeViews(table, await readStreamed(documents, actor.organizationId, table.id, userOf(actor)));

  /**
   * A request to a query that may be run: fields, operators, dates, the current user, the field mask and the row
   * predicate resolved.
   */
  const authorizedQuery = async (
    actor: Actor,
    tableId: string,
    request: QueryRequest,
    format: Format = {},
    action: TableAction = 'records.read',
  ): Promise<Authorized> => {
    const table = await open(actor, request.deleted === true ? 'records.delete' : action, tableId);
    const { schema, grant } = table;
    const now = clock();
    const sortsPeople =
      request.sort?.some(({ fieldId }) => isPerson(visibleField(schema, grant, fieldId).kind)) === true;
    const search = request.search?.trim() ?? '';
    const facts =
      sortsPeople ||
      search !== '' ||
      needsFacts(schema, request.filter) ||
      levelsNeedFacts(schema, grant, request.groupBy)
        ? await directory.facts(actor)
        : undefined;
    const timezone = facts?.timezone ?? 'UTC';
    const today = facts === undefined ? '1970-01-01' : civilDate(now, timezone);
    const context = {
      now,
      today,
      timezone,
      weekStart: facts?.weekStart ?? 0,
      currentUserId: currentUserOf(actor),
    } as const;
    const linked =
      schema.links.length + schema.apart.length === 0
        ? undefined
        : await linkedConditions(linkPorts, actor, table, request.filter, context);
    const filtered = toPredicate(schema, grant, request.filter, context, linked);
    const levels = levelsFor(schema, grant, request.groupBy ?? [], context, facts === undefined ? [] : byName(facts));
    const beneath = underPredicate(levels, request.under ?? []);
    const where: Predicate = beneath.length === 0 ? filtered : { op: 'and', items: [filtered, ...beneath] };
    const seeks = { people: facts?.everyone ?? [], language: facts?.language ?? 'en', timezone, today };
    const seen = schema.fields.filter((f) => f.system === undefined && !f.apart && maskAllows(grant.fieldMask, f.id));
    return {
      schema,
      grant,
      levels,
      query: {
        table: tableId,
        select: selectFor(schema, grant, request.fields, format),
        where,
        allow: grant.rowPredicate,
        sort: sortFor(schema, grant, request.sort, sortsPeople && facts !== undefined ? byName(facts) : []),
        ...(search !== '' && {
          search: {
            text: search,
            columns: seen.flatMap(searchOperands),
            also: [
              ...meaningsOf(seen, search, seeks),
              ...(schema.links.length === 0 ? [] : await linkedMeanings(linkPorts, actor, table, search, seeks)),
            ],
          },
        }),
        limit: request.limit ?? 50,
        ...(request.after !== undefined && { after: request.after }),
        ...(request.offset !== undefined && { offset: request.offset }),
        ...(request.deleted === true && { deleted: true }),
      },
    };
  };

  /**
   * Refuses what was decided on another version of the definition (a strict If-Match); for writes that begin with work
   * of their own.
   */
  const match = async (actor: Actor, tableId: string, version: number | undefined): Promise<void> => {
    if (version === undefined) return;
    forget(actor.organizationId);
    const { table } = await open(actor, 'tables.view', tableId);
    if (table.version !== version) throw tableStale(table.version);
  };

  return { definition, remembered, forget, match, open, views, authorizedQuery };
};

export type Queries = ReturnType<typeof createQueries>;

export type AggregateRequest = { readonly fieldId: string; readonly function: AggregateFunction };

/** Aggregates that a reader may ask for, checked against each field's type. */
export const resolveAggregates = (schema: Schema, grant: Grant, aggregates: readonly AggregateRequest[]) =>
  aggregates.map((one) => {
    const field = visibleField(schema, grant, one.fieldId);
    if (!field.type.aggregates.includes(one.function)) {
      throw invalid('query.aggregate_unknown', `"${field.name}" has no ${one.function}.`, {
        fieldId: field.id,
        functions: field.type.aggregates,
      });
    }
    const ofPart = one.function === 'min' || one.function === 'max' || one.function === 'range';
    return { field, of: ofPart ? orderOperand(field) : operandOf(field), function: one.function };
  });

/** An aggregate's value as JSON: counts as numbers, decimals as `decimalValue` has them, dates as text. */
export const aggregateValue = (
  kind: StorageKind,
  fn: AggregateFunction,
  value: string | number | null,
  asText: boolean,
): string | number | null =>
  value === null
    ? null
    : countFunctions.has(fn)
      ? Number(value)
      : isNumber(kind) || numberFunctions.has(fn)
        ? decimalValue(String(value), asText)
        : isMoment(kind)
          ? new Date(Number.isNaN(Number(value)) ? value : Number(value)).toISOString()
          : value;
