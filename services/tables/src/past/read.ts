import { compareRows, evaluate, type RecordReader } from '@tessera/document-store';
import type { ServiceLog } from '@tessera/event-store';
import {
  partOf,
  systemColumns,
  type Actor,
  type PageQuery,
  type Predicate,
  type Row,
  type SelectedColumn,
} from '@tessera/kernel';
import { everyRow } from '@tessera/proto/rights';
import type { Schema } from '../definitions/schema.ts';
import { draftColumn } from '../definitions/state.ts';
import { recordStream, type TablesEvent } from '../events.ts';
import { named } from '../links/named.ts';
import { answerBytes } from '../records/answer.ts';
import { visibleField } from '../records/filter.ts';
import { predicateColumns } from '../records/needed.ts';
import type { Authorized, Queries, QueryRequest } from '../records/query.ts';
import { rowsJson, type Format } from '../records/wire.ts';
import { invalid } from '../refusals.ts';
import { madeBy, type Past, type Pasts } from './pasts.ts';

export type PastReadPorts = {
  readonly pasts: Pasts;
  readonly store: ServiceLog<TablesEvent>;
  readonly records: RecordReader;
  readonly queries: Queries;
};
export type Asking = { readonly actor: Actor; readonly signal?: AbortSignal | undefined };

/** Ids in one condition. */
const idsAtOnce = 10_000;
/** How often a page is read anew because records that it may have changed meanwhile. */
const tries = 3;
const atOnce = 16;

const chunks = <T>(all: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

const placeOf = (after: string | undefined): number => {
  if (after === undefined) return 0;
  const [, place] = /^t(\d{1,8})$/.exec(after) ?? [];
  if (place === undefined) throw invalid('query.invalid_cursor');
  return Number(place);
};

const created: ReadonlySet<string> = new Set([systemColumns.createdAt, systemColumns.createdBy, draftColumn]);

/** Whether what stands in a column was the same, or is known as it was. */
const knownColumn = (past: Past, schema: Schema, column: string): boolean => {
  if (created.has(column)) return true;
  const field = schema.byColumn.get(column) ?? schema.byColumn.get(partOf(column)?.column ?? '');
  return field !== undefined && field.system === undefined && past.knows(field);
};

const judgeable = (past: Past, schema: Schema, predicate: Predicate): boolean =>
  predicateColumns(predicate).every((column) => knownColumn(past, schema, column));

/** A query whose every condition can be judged on the values of then. Throws `asof.field_unknown`. */
const judged = (past: Past, schema: Schema, { where, sort, search }: PageQuery) => {
  for (const column of [...predicateColumns(where), ...sort.map(({ by }) => by.column)]) {
    if (knownColumn(past, schema, column)) continue;
    const field = schema.byColumn.get(column) ?? schema.byColumn.get(partOf(column)?.column ?? '');
    throw invalid('asof.field_unknown', field === undefined ? {} : { fieldId: field.id });
  }
  return {
    where,
    sort,
    ...(search !== undefined && {
      search: {
        text: search.text,
        columns: search.columns.filter(({ column }) => knownColumn(past, schema, column)),
        also: (search.also ?? []).map(({ word, or }) => ({
          word,
          or: or.filter((one) => judgeable(past, schema, one)),
        })),
      },
    }),
  };
};

const noRow: Predicate = { op: 'or', items: [] };

/** A query over a table as it was, ready to be read: its part in the store, and its part that was turned back. */
type Parted = {
  /** What the store answers: records that did not change since. */
  readonly present: Pick<PageQuery, 'table' | 'where' | 'allow' | 'sort' | 'search'>;
  /** Records that changed since, as they were, those that match, in their order. */
  readonly turned: readonly Row[];
};

export const createPastReads = ({ pasts, store, records, queries }: PastReadPorts) => {
  /** Which of these records there are, in the trash or not, and may be seen as they are now. */
  const standingOf = async (
    { actor, signal }: Asking,
    table: string,
    rows: readonly Row[],
    allow: Predicate,
  ): Promise<ReadonlySet<string>> => {
    const found = new Set<string>();
    const ids = rows.map(({ id }) => id);
    for (const some of chunks(ids, idsAtOnce))
      for (const deleted of [false, true]) {
        const { rows: there } = await records.rows(
          actor.organizationId,
          { table, select: [], where: named(some), allow, sort: [], limit: idsAtOnce, ...(deleted && { deleted }) },
          { ...(signal && { signal }), asker: actor.id },
        );
        for (const { id } of there) found.add(id);
      }
    return found;
  };

  const part = async (
    asking: Asking,
    past: Past,
    { schema, query }: Pick<Authorized, 'schema' | 'query'>,
    counted: boolean,
  ): Promise<Parted> => {
    const { table, allow } = query;
    const core = judged(past, schema, query);
    const rows = await past.rows();
    const matching = evaluate(rows, {
      table,
      ...core,
      // What cannot be told of how a record was is not shown.
      allow: judgeable(past, schema, allow) ? allow : noRow,
    });
    // Rights are those of today: what may not be seen now is not seen as it was, and what was erased is gone. Without
    // rules, those are looked for alone that are told.
    const seen = counted || allow !== everyRow ? await standingOf(asking, table, matching, allow) : undefined;
    const without = chunks([...past.changed.keys()], idsAtOnce).map((ids): Predicate => ({
      op: 'not',
      item: named(ids),
    }));
    return {
      present: {
        table,
        ...core,
        where: { op: 'and', items: [core.where, madeBy(past.position), ...without] },
        allow,
      },
      turned: seen === undefined ? matching : matching.filter(({ id }) => seen.has(id)),
    };
  };

  /** Does a reading again while records change under it, a few times. */
  const steady = async <T>(past: Past, read: () => Promise<T>): Promise<T> => {
    for (let left = tries; ; left--) {
      const before = past.changed.size;
      const found = await read();
      await past.catchUp();
      if (past.changed.size === before || left <= 1) return found;
    }
  };

  const countOf = async ({ actor, signal }: Asking, { present, turned }: Parted): Promise<number> => {
    const { sort: _sort, ...query } = present;
    const options = { ...(signal && { signal }), asker: actor.id };
    return (await records.count(actor.organizationId, { ...query, sort: [] }, options)) + turned.length;
  };

  /** Versions and times of records as they were at the moment; they are in the log alone. */
  const dated = async (organizationId: string, table: string, position: number, rows: readonly Row[]) => {
    const made: Row[] = [];
    for (const some of chunks(rows, atOnce))
      made.push(
        ...(await Promise.all(
          some.map(async (row): Promise<Row> => {
            const [commit] = await store.history(organizationId, recordStream(table), row.id, {
              before: position + 1,
              limit: 1,
            });
            const event = commit?.events.find(
              (one) => 'recordIds' in one.value && one.value.recordIds.includes(row.id),
            );
            if (commit === undefined || event === undefined || !('recordIds' in event.value)) return row;
            const versions = 'versions' in event.value ? event.value.versions : undefined;
            const { actor } = commit.meta;
            return {
              ...row,
              version: versions?.[event.value.recordIds.indexOf(row.id)] ?? 1,
              updatedAt: commit.time,
              updatedBy: actor.userId ?? actor.id,
            };
          }),
        )),
      );
    return made;
  };

  /** Of the first `start` records of both parts together, how many were turned back. */
  const turnedBefore = async (
    { actor, signal }: Asking,
    { present, turned }: Parted,
    select: readonly SelectedColumn[],
    start: number,
  ): Promise<number> => {
    let [low, high] = [0, Math.min(turned.length, start)];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { rows } = await records.rows(
        actor.organizationId,
        { ...present, select, limit: 1, offset: start - middle - 1, places: true },
        { ...(signal && { signal }), asker: actor.id },
      );
      const [row] = rows;
      if (row !== undefined && isBefore(row, turned[middle]!, present.sort)) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  const open = async (asking: Asking, tableId: string, asOf: string, request: QueryRequest, format: Format) => {
    const authorized = await queries.authorizedQuery(asking.actor, tableId, request, format);
    const past = await pasts.open(asking.actor.organizationId, authorized.schema, asOf);
    return { authorized, past };
  };

  return {
    /** Records that changed since a moment as they were, those that match, and may be seen as they are now. */
    async turned(
      asking: Asking,
      tableId: string,
      asOf: string,
      request: QueryRequest,
      format: Format,
    ): Promise<{ readonly authorized: Authorized; readonly past: Past; readonly turned: readonly Row[] }> {
      const { authorized, past } = await open(asking, tableId, asOf, request, format);
      const { turned } = await steady(past, () => part(asking, past, authorized, true));
      return { authorized, past, turned };
    },

    /** How many records matched at a moment. */
    async count(asking: Asking, tableId: string, asOf: string, request: QueryRequest): Promise<number> {
      const { authorized, past } = await open(asking, tableId, asOf, request, {});
      return steady(past, async () => countOf(asking, await part(asking, past, authorized, true)));
    },

    /** A page of a table as it was, as the API writes it. Throws what a query and `pasts.open` throw. */
    async page(
      asking: Asking,
      tableId: string,
      asOf: string,
      { total, after, offset = 0, ...request }: QueryRequest & { readonly total?: boolean | undefined },
      format: Format,
    ): Promise<string> {
      const { authorized, past } = await open(asking, tableId, asOf, request, format);
      const { schema, grant, query } = authorized;
      const { actor, signal } = asking;
      const { organizationId } = actor;
      const { limit } = query;
      const start = placeOf(after) + offset;
      const { select } = past;
      const found = await steady(past, async () => {
        const parted = await part(asking, past, authorized, total === true);
        const { present, turned } = parted;
        const before = await turnedBefore(asking, parted, select, start);
        const read = await records.rows(
          organizationId,
          {
            ...present,
            select,
            limit,
            places: true,
            ...(start > before && { offset: start - before }),
          },
          { ...(signal && { signal }), asker: actor.id },
        );
        const merged = merge(read, turned.slice(before), present.sort, limit);
        return {
          ...merged,
          turned: new Set(turned.map(({ id }) => id)),
          total: total === true ? await countOf(asking, parted) : undefined,
        };
      });
      // Records that changed again and again during the reading are taken as they were, too.
      const late = found.rows.some(({ id }) => past.changed.has(id) && !found.turned.has(id))
        ? new Map((await part(asking, past, authorized, false)).turned.map((row) => [row.id, row]))
        : undefined;
      const changed = found.rows.flatMap((row) =>
        found.turned.has(row.id) ? [row] : past.changed.has(row.id) ? (late?.get(row.id) ?? []) : [],
      );
      const there = await standingOf(asking, tableId, changed, grant.rowPredicate);
      const left = changed.filter(({ id }) => there.has(id));
      const told = new Map((await dated(organizationId, tableId, past.position, left)).map((row) => [row.id, row]));
      const shown = found.rows.flatMap((row) => (past.changed.has(row.id) ? (told.get(row.id) ?? []) : [row]));
      const asked = request.fields && new Set(request.fields.map((name) => visibleField(schema, grant, name).id));
      const texts = rowsJson(
        shown,
        { ...schema, fields: schema.fields.filter((f) => past.knows(f) && asked?.has(f.id) !== false) },
        { ...grant, rowPredicate: everyRow },
        format,
      );
      let bytes = 0;
      let whole = 0;
      while (whole < texts.length && bytes <= answerBytes) bytes += Buffer.byteLength(texts[whole++]!);
      // Those that are gone for good hold a place of the page all the same.
      const through = whole < texts.length ? found.rows.indexOf(shown[whole]!) : found.rows.length;
      const more = found.more || whole < texts.length;
      return (
        `{"records":[${texts.slice(0, whole).join(',')}]` +
        (more ? `,"next":"t${start + through}"` : '') +
        (found.total === undefined ? '}' : `,"total":${found.total}}`)
      );
    },
  };
};

export type PastReads = ReturnType<typeof createPastReads>;

const isBefore = (a: Row, b: Row, sort: PageQuery['sort']): boolean => {
  const order = compareRows(a, b, sort);
  return (order === 0 ? (a.place ?? 0) - (b.place ?? 0) : order) < 0;
};

/** The first records of both parts in one order, as far as both are known. */
const merge = (
  present: { readonly rows: readonly Row[]; readonly next?: string },
  then: readonly Row[],
  sort: PageQuery['sort'],
  limit: number,
): { readonly rows: readonly Row[]; readonly more: boolean } => {
  const rows: Row[] = [];
  let [p, t] = [0, 0];
  while (rows.length < limit) {
    const [a, b] = [present.rows[p], then[t]];
    // The page of the store ended where it was large: what comes next in it is not known here.
    if (a === undefined && present.next !== undefined) break;
    if (a === undefined && b === undefined) break;
    if (b === undefined || (a !== undefined && isBefore(a, b, sort))) {
      rows.push(a!);
      p++;
    } else {
      rows.push(b);
      t++;
    }
  }
  return { rows, more: p < present.rows.length || present.next !== undefined || t < then.length };
};
