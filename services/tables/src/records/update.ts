import { read, type CommandMeta, type DecidedEvent, type Loading, type Row, type Rejection } from '@tessera/kernel';
import { can } from '@tessera/proto/rights';
import { requireGrant, writableRows } from '../access/require.ts';
import { loadDefinition, type Handler } from '../definitions/handler.ts';
import { hasColumn, schemaOf, type Schema } from '../definitions/schema.ts';
import { checkOnce, loadLinks, planOwners, type LinkWrites } from '../links/write.ts';
import { recordStream, type EventOf, type TablesEvent } from '../events.ts';
import { planChange, wantedKeys, type Change } from './change.ts';
import { loadOwners, type Owners } from './claims.ts';
import { contextOf, type SentUsers } from './context.ts';
import { sameCell } from '@tessera/proto/cells';
import {
  amendCells,
  maskErrors,
  readBody,
  readCells,
  rowsRefused,
  type ParsedCells,
  type RecordItem,
  type WriteBody,
} from './parse.ts';
import { loadAnswer } from './answer.ts';
import { loadBytes, neededColumns, wholeRows } from './needed.ts';
import { growsRecords } from './record-weight.ts';
import { cellValue, decimalsAsText, formatOf, type FieldKey, type Format } from './wire.ts';
import { conflict, invalid, notFound, rejection } from '../refusals.ts';
import type { Asked } from '../triggers/guard.ts';

export type UpdateRecords = SentUsers &
  Asked & {
    readonly tableId: string;
    readonly key: FieldKey;
    readonly numbers?: Format['numbers'];
    readonly texts?: Format['texts'];
    /**
     * The body of the request: `{records:[{id, fields, version?}]}`, or `{fields, version?}` for the record `recordId`.
     */
    readonly body: unknown;
    readonly recordId?: string | undefined;
    /** A strict If-Match: the version that the record must have. */
    readonly ifMatch?: number | undefined;
  };

export type UpdateState = {
  readonly schema: Schema;
  readonly body: WriteBody;
  readonly items: readonly (RecordItem & { readonly id: string })[];
  readonly parsed: ParsedCells;
  readonly rows: readonly (Row | undefined)[];
  readonly owner: Owners;
  readonly links: LinkWrites;
  /**
   * Of each record that its editor saw at an earlier version: the field columns that were written since, by the name
   * that they share over all generations, with the position of the first commit that did.
   */
  readonly since: ReadonlyMap<string, ReadonlyMap<string, number>>;
};

const itemsOf = (body: WriteBody, recordId: string | undefined): readonly (RecordItem & { readonly id: string })[] => {
  if (recordId !== undefined && (!body.single || body.items[0]?.id !== undefined))
    throw invalid('request.invalid', {
      issues: [{ path: 'body', message: 'expected {fields, version?}' }],
    });
  if (recordId === undefined && (body.single || body.upsert || body.partial))
    throw invalid('request.invalid', {
      issues: [{ path: 'body', message: 'expected {records: [{id, fields, version?}]}' }],
    });
  const items = body.items.map((item) => {
    const id = recordId ?? item.id;
    if (id === undefined)
      throw invalid('request.invalid', {
        issues: [{ path: 'body.records', message: 'every record needs its id' }],
      });
    return { ...item, id };
  });
  if (new Set(items.map((i) => i.id)).size !== items.length) throw invalid('records.repeated');
  return items;
};

export const recordStale = (version: number): Rejection => rejection('stale', 'records.stale', { version });
export const recordNotFound = (ids: readonly string[]): Rejection => notFound('records.not_found', { ids });

const liveRows = (rows: readonly (Row | undefined)[], ids: readonly string[]): readonly Row[] => {
  const missing = ids.filter((_, i) => rows[i] === undefined || rows[i].deleted);
  if (missing.length > 0) throw recordNotFound(missing);
  return rows as readonly Row[];
};

/** The part of a column's name that a conversion leaves as it is: `c<number>`. */
const anyGeneration = (column: string): string => column.slice(0, column.indexOf('_'));

/** What was written to the records since the versions that their editor saw, from the records' own index of versions. */
function* loadSince(
  tableId: string,
  items: readonly (RecordItem & { readonly id: string })[],
  rows: readonly (Row | undefined)[],
): Loading<UpdateState['since']> {
  const seen = items.flatMap(({ id, version }, i) => {
    const row = rows[i];
    return version === undefined || row === undefined || version >= row.version
      ? []
      : [{ id, after: version, through: row.version }];
  });
  if (seen.length === 0) return new Map();
  const changed = yield* read.changedAfter(tableId, seen);
  return new Map(
    seen.map(({ id }, i) => {
      const first = new Map<string, number>();
      for (const { column, position } of changed[i]!) {
        const name = anyGeneration(column);
        first.set(name, Math.min(first.get(name) ?? position, position));
      }
      return [id, first];
    }),
  );
}

/**
 * A field that somebody else changed. `position` is that of the first commit that changed it since the editor's version.
 */
export type FieldConflict = {
  readonly recordId: string;
  readonly fieldId: string;
  readonly yours: unknown;
  readonly theirs: unknown;
  readonly position: number;
};

/**
 * Merges what was changed elsewhere since the caller's version: disjoint fields pass, the same field with another value
 * is a conflict (docs/events.md 14). What changes a part of a value leaves the rest as others have it: it is none.
 */
const checkVersions = (command: UpdateRecords, state: UpdateState, rows: readonly Row[]): void => {
  const { items, parsed, since } = state;
  if (command.ifMatch !== undefined && rows[0]!.version !== command.ifMatch) {
    throw recordStale(rows[0]!.version);
  }
  const conflicts: FieldConflict[] = [];
  items.forEach((item, i) => {
    const row = rows[i]!;
    if (item.version === undefined || item.version === row.version) return;
    if (item.version > row.version)
      throw invalid('records.version_unknown', {
        recordId: item.id,
        version: row.version,
      });
    for (const [field, cells] of parsed.columns) {
      const yours = cells[i];
      const theirs = row.cells[field.column] ?? null;
      const position = since.get(item.id)?.get(anyGeneration(field.column));
      if (yours === undefined || position === undefined || sameCell(yours, theirs)) continue;
      conflicts.push({
        recordId: item.id,
        fieldId: field.id,
        yours: cellValue(yours, field.kind, decimalsAsText(command)),
        theirs: cellValue(theirs, field.kind, decimalsAsText(command)),
        position,
      });
    }
  });
  if (conflicts.length > 0) throw conflict('records.conflict', { conflicts });
};

function* load(command: UpdateRecords, meta: CommandMeta): Loading<UpdateState> {
  const definition = yield* loadDefinition(command.tableId);
  const { table, grant } = requireGrant(meta.actor, 'records.update', definition.state);
  const schema = schemaOf(table);
  const body = readBody(command.body);
  const items = itemsOf(body, command.recordId);
  const context = contextOf(command);
  const parsed = readCells(schema, items, command.key, context, grant);
  context.check();
  const ids = items.map((i) => i.id);
  const written = [...parsed.columns.keys(), ...[...parsed.wishes.keys()].filter(hasColumn)];
  const columns = neededColumns(schema, meta.actor, 'records.update', written);
  const weighed = parsed.wishes.size > 0 || parsed.amended.length > 0 || growsRecords(parsed.columns.values());
  const rows = wholeRows(yield* read.rows(table.id, ids, { columns, bytes: loadBytes, weighed }), ids);
  const present = rows.flatMap((row, i) => (row === undefined ? [] : [{ row, i }]));
  const links = yield* loadLinks(
    meta.actor,
    parsed.wishes,
    (i) => rows[i],
    (i) => ids[i],
  );
  const change: Change = {
    rows: present.map((p) => p.row),
    columns: new Map(
      [...parsed.columns, ...links.columns].map(([field, cells]) => [field, present.map((p) => cells[p.i])]),
    ),
  };
  const owner = yield* loadOwners(wantedKeys(change, schema));
  return { schema, body, items, parsed, rows, owner, links, since: yield* loadSince(table.id, items, rows) };
}

/** Where the records of an event stand in the request. */
export const updatedPlaces = (
  event: TablesEvent,
  _command: UpdateRecords,
  { items }: Pick<UpdateState, 'items'>,
): readonly number[] =>
  event.$case === 'cellsChanged' ? event.value.recordIds.map((id) => items.findIndex((item) => item.id === id)) : [];

const changedEvents = (tableId: string, event: EventOf<'cellsChanged'>): readonly DecidedEvent<TablesEvent>[] => [
  {
    event: { $case: 'cellsChanged', value: event },
    advances: [{ stream: recordStream(tableId), ids: event.recordIds, versions: event.versions }],
  },
];

export const updateRecords: Handler<UpdateRecords, UpdateState, string> = {
  merges: true,
  load,
  decide: (command, state, { meta: { actor }, now, newId }) => {
    const rows = liveRows(
      writableRows(actor, 'records.update', command.tableId, state.rows),
      state.items.map((i) => i.id),
    );
    checkVersions(command, state, rows);
    const { links } = state;
    const parsed = amendCells(state.parsed, rows, { now, by: actor.userId, newId });
    const columns = new Map([...parsed.columns, ...links.columns]);
    const plan = planChange(
      { rows, columns },
      { schema: state.schema, owner: state.owner, reach: can(actor, 'records.update', command.tableId) },
    );
    const others = planOwners(links, (i) => rows[i]!.id);
    const found = [...parsed.errors, ...links.errors, ...plan.errors, ...others.errors];
    const errors = maskErrors(can(actor, 'records.read', command.tableId), found);
    if (errors.length > 0) throw rowsRefused(errors, command.recordId !== undefined);
    const own = plan.event === undefined ? [] : changedEvents(command.tableId, plan.event);
    const events = [...own, ...others.events];
    if (others.events.length > 0) checkOnce(events);
    return {
      events,
      claims: [...plan.claims, ...others.claims],
      releases: [...plan.releases, ...others.releases],
    };
  },
  *answer(command, _events, _commit, meta) {
    const { state: table } = yield* loadDefinition(command.tableId, meta.actor);
    const one = command.recordId !== undefined;
    const ids = one ? [command.recordId] : itemsOf(readBody(command.body), undefined).map((i) => i.id);
    const format = { ...formatOf(command), whole: one };
    const records = yield* loadAnswer(schemaOf(table!), can(meta.actor, 'records.read', command.tableId), ids, format);
    return one ? records[0]! : `{"records":[${records.join(',')}]}`;
  },
};
