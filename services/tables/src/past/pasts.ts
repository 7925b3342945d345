import type { CommitHeader, ServiceLog } from '@tessera/event-store';
import type { RecordReader } from '@tessera/document-store';
import { createdPosition, type Clock, type Predicate, type Row, type SelectedColumn } from '@tessera/kernel';
import { everyRow } from '@tessera/proto/rights';
import { draftSelected, isJoined, selectedColumn, type Schema, type SchemaField } from '../definitions/schema.ts';
import { recordStream, tableStream, type TablesEvent } from '../events.ts';
import { named } from '../links/named.ts';
import { invalid } from '../refusals.ts';
import { addLater, changesFields, changesRecords, foldBack, turnBack, unsettledBy, type Befores } from './fold.ts';

/** Bounds of what is turned back: beyond them a moment is too far away. */
const most = { records: 50_000, commits: 20_000, headers: 100_000, bytes: 64 * 1024 * 1024 } as const;
const page = 500;
/** Mostly nothing was written since the last look. */
const firstPage = 10;
/** From so many commits of a page on, all of it is read at once. */
const dense = 50;
const atOnce = 16;
const rowsAtOnce = 1000;
/** Moments that are kept ready. */
const keptMoments = 4;

type Entry = {
  readonly schema: Schema;
  /** The last commit that the moment has. */
  position: number;
  /** Up to where the log was looked at. */
  head: number;
  readonly befores: Befores;
  readonly unsettled: Set<string>;
  /** Records that changed since as they were; undefined for those that were not there. What was stays as it was. */
  readonly rows: Map<string, Row | undefined>;
  bytes: number;
  /** The last work on it: one is done after another. */
  turn: Promise<unknown>;
};

/** Reads a service's own log and rows to tell how a table was. */
export type PastPorts = {
  readonly store: ServiceLog<TablesEvent>;
  readonly records: RecordReader;
  readonly clock: Clock;
};

/** A table at a moment. */
export type Past = {
  /** The last commit of the table's past. */
  readonly position: number;
  /** Whether a field's values of then are known: those of computed, linked and later fields are not. */
  knows(field: SchemaField): boolean;
  /** The columns of values that are known. */
  readonly select: readonly SelectedColumn[];
  /** Records that changed since, as far as the log was looked at. */
  readonly changed: ReadonlyMap<string, unknown>;
  /** Looks at what was written since. */
  catchUp(): Promise<void>;
  /** All records that changed since and were there, as they were, in the order of their creation. */
  rows(): Promise<readonly Row[]>;
};

const tooFar = () => invalid('asof.too_far', { limit: most.records });

const isMoment = /^\d{4}-\d\d-\d\dT/;

export const createPasts = ({ store, records, clock }: PastPorts) => {
  const kept = new Map<string, Promise<Entry>>();

  /** Headers of what was written to a table since, newest first; ends with the first commit that the moment has. */
  const headersSince = async (
    organizationId: string,
    tableId: string,
    has: (header: CommitHeader) => boolean,
  ): Promise<{ readonly since: readonly CommitHeader[]; readonly last: number }> => {
    const since: CommitHeader[] = [];
    let [commits, items] = [0, 0];
    for (let before: number | undefined; ;) {
      const found = await store.headers(organizationId, {
        root: tableStream(tableId),
        limit: before === undefined ? firstPage : page,
        ...(before !== undefined && { before }),
      });
      for (const header of found) {
        if (has(header)) return { since, last: header.position };
        since.push(header);
        const changed = header.events.filter(({ type }) => changesRecords(type));
        if (changed.length > 0) commits++;
        for (const one of changed) items += one.items;
        if (commits > most.commits || since.length > most.headers || items > 4 * most.records) throw tooFar();
      }
      if (found.length === 0) return { since, last: 0 };
      before = found.at(-1)!.position;
    }
  };

  const fold = async (organizationId: string, entry: Entry, has: (header: CommitHeader) => boolean): Promise<void> => {
    const { id: tableId } = entry.schema.table;
    const { since, last } = await headersSince(organizationId, tableId, has);
    if (entry.head < 0) entry.position = last;
    const fresh: Befores = new Map();
    const take = (events: readonly TablesEvent[]): void => {
      for (const event of events.toReversed()) {
        for (const fieldId of unsettledBy(event)) entry.unsettled.add(fieldId);
        if ('tableId' in event.value && event.value.tableId === tableId) foldBack(fresh, event);
      }
      if (fresh.size > most.records) throw tooFar();
    };
    for (let from = 0; from < since.length; from += page) {
      const some = since.slice(from, from + page);
      const needed = some.filter(({ events }) =>
        events.some(({ type }) => changesRecords(type) || changesFields(type)),
      );
      const ofRecords = needed.filter(({ events }) => events.some(({ type }) => changesRecords(type)));
      if (ofRecords.length < dense)
        for (let at = 0; at < needed.length; at += atOnce)
          for (const commit of await Promise.all(
            needed.slice(at, at + atOnce).map(({ id }) => store.commit(organizationId, id)),
          ))
            take(commit?.events ?? []);
      else {
        for (const { id, events } of needed)
          if (events.some(({ type }) => changesFields(type)))
            for (const event of (await store.commit(organizationId, id))?.events ?? [])
              for (const fieldId of unsettledBy(event)) entry.unsettled.add(fieldId);
        const end = ofRecords.at(-1)!.position;
        for (let before = ofRecords[0]!.position + 1; before > end;) {
          const commits = await store.history(organizationId, recordStream(tableId), undefined, {
            before,
            limit: page,
          });
          for (const commit of commits) if (commit.position >= end) take(commit.events);
          before = commits.at(-1)?.position ?? 0;
        }
      }
    }
    addLater(entry.befores, fresh);
    if (entry.befores.size > most.records) throw tooFar();
    entry.head = Math.max(entry.head, since[0]?.position ?? 0, last);
  };

  const inTurn = <T>(entry: Entry, work: () => Promise<T>): Promise<T> => {
    const next = entry.turn.then(work, work);
    entry.turn = next.catch(() => undefined);
    return next;
  };

  const catchUp = (organizationId: string, entry: Entry): Promise<void> =>
    inTurn(entry, () => fold(organizationId, entry, ({ position }) => position <= entry.head));

  /** Present rows of records, whether in the trash or not, which the moment had. */
  const presentRows = async (
    organizationId: string,
    { schema, position }: Entry,
    select: readonly SelectedColumn[],
    ids: readonly string[],
  ): Promise<readonly Row[]> => {
    const where: Predicate = { op: 'and', items: [named(ids), madeBy(position)] };
    const found: Row[] = [];
    // One that leaves the trash meanwhile is met on the second look at those that live.
    for (const deleted of [false, true, false]) {
      if (found.length === ids.length) break;
      for (let after: string | undefined; ;) {
        const { rows, next } = await records.rows(organizationId, {
          table: schema.table.id,
          select,
          where,
          allow: everyRow,
          sort: [],
          limit: rowsAtOnce,
          places: true,
          ...(deleted && { deleted }),
          ...(after !== undefined && { after }),
        });
        found.push(...rows);
        if (next === undefined) break;
        after = next;
      }
    }
    return found;
  };

  const knows =
    (entry: Entry) =>
    (field: SchemaField): boolean =>
      !field.derived && !isJoined(field) && !entry.unsettled.has(field.id);

  const selectOf = (entry: Entry): readonly SelectedColumn[] => [
    ...entry.schema.fields
      .filter((field) => field.system === undefined && knows(entry)(field))
      .map((field) => selectedColumn(field, 'id')),
    draftSelected,
  ];

  const rowsOf = async (organizationId: string, entry: Entry): Promise<readonly Row[]> => {
    const select = selectOf(entry);
    const missing = [...entry.befores.keys()].filter((id) => !entry.rows.has(id));
    for (let at = 0; at < missing.length; at += rowsAtOnce) {
      const ids = missing.slice(at, at + rowsAtOnce);
      const present = await presentRows(organizationId, entry, select, ids);
      // What was written up to the reading is taken back; what comes after it does not stand in these rows.
      await catchUp(organizationId, entry);
      const byId = new Map(present.map((row) => [row.id, row]));
      for (const id of ids) {
        const row = byId.get(id);
        const then = row && turnBack(entry.schema, row, entry.befores.get(id));
        if (then !== undefined) entry.bytes += JSON.stringify(then.cells).length;
        entry.rows.set(id, then);
      }
      if (entry.bytes > most.bytes) throw tooFar();
    }
    return [...entry.rows.values()].filter((row) => row !== undefined).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  };

  const start = async (
    organizationId: string,
    schema: Schema,
    has: (header: CommitHeader) => boolean,
  ): Promise<Entry> => {
    const entry: Entry = {
      schema,
      position: 0,
      head: -1,
      befores: new Map(),
      unsettled: new Set(),
      rows: new Map(),
      bytes: 0,
      turn: Promise.resolve(),
    };
    await fold(organizationId, entry, has);
    return entry;
  };

  return {
    /**
     * A table as it was at a moment or after a commit. Throws `asof.unknown` for what is neither, `asof.too_far` where
     * too much changed since.
     */
    async open(organizationId: string, schema: Schema, asOf: string): Promise<Past> {
      let key: string;
      let has: (header: CommitHeader) => boolean;
      if (isMoment.test(asOf)) {
        const time = Date.parse(asOf);
        if (Number.isNaN(time)) throw invalid('asof.unknown');
        const moment = Math.min(time, clock());
        key = String(moment);
        has = (header) => header.time <= moment;
      } else {
        const commit = await store.commit(organizationId, asOf);
        if (commit === undefined) throw invalid('asof.unknown');
        key = `p${commit.position}`;
        has = ({ position }) => position <= commit.position;
      }
      const name = `${organizationId}\0${schema.table.id}\0${schema.table.version}\0${key}`;
      const known = kept.get(name);
      kept.delete(name);
      const started = known ?? start(organizationId, schema, has);
      kept.set(name, started);
      for (const oldest of kept.keys()) {
        if (kept.size <= keptMoments) break;
        kept.delete(oldest);
      }
      try {
        const entry = await started;
        if (known !== undefined) await catchUp(organizationId, entry);
        return {
          position: entry.position,
          knows: knows(entry),
          select: selectOf(entry),
          changed: entry.befores,
          catchUp: () => catchUp(organizationId, entry),
          rows: () => rowsOf(organizationId, entry),
        };
      } catch (error) {
        kept.delete(name);
        throw error;
      }
    },
  };
};

export type Pasts = ReturnType<typeof createPasts>;

/** Records that were made up to a commit. */
export const madeBy = (position: number): Predicate => ({
  op: 'le',
  left: { kind: 'field', column: createdPosition, storage: 'instant' },
  value: position,
});
