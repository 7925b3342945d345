import { read, type Actor, type Claim, type CommandMeta, type Loading, type Row } from '@tessera/kernel';
import { can, maskAllows } from '@tessera/proto/rights';
import { requireGrant, rowRight, writableRows } from '../access/require.ts';
import { loadDefinition, type Handler } from '../definitions/handler.ts';
import { claimKeys, schemaOf, type Schema } from '../definitions/schema.ts';
import { draftColumn } from '../definitions/state.ts';
import { recordStream } from '../events.ts';
import { loadOwners, type Owners } from './claims.ts';
import { loadBytes, neededColumns, wholeRows } from './needed.ts';
import { claimOf } from './rules.ts';
import { recordNotFound, recordStale } from './update.ts';
import { conflict } from '../refusals.ts';
import type { Asked } from '../triggers/guard.ts';

/** `ifMatch`: the version that one record must have to be deleted. */
export type RecordIds = Asked & {
  readonly tableId: string;
  readonly ids: readonly string[];
  readonly ifMatch?: number | undefined;
};
type RowsState = {
  readonly schema: Schema;
  readonly ids: readonly string[];
  readonly rows: readonly (Row | undefined)[];
  readonly owner: Owners;
  /** Other records that hold what these would. */ readonly holders: ReadonlyMap<string, Row>;
};

/**
 * What records hold, as claims: released when they go to the trash, made again when they come back. Drafts hold
 * nothing, but for values of before they were drafts again.
 */
export const heldClaims = (schema: Schema, rows: readonly Row[], drafts = false): readonly Claim[] => {
  const list: Claim[] = [];
  for (const field of schema.claimed) {
    for (const row of rows) {
      if (!drafts && row.cells[draftColumn] === true) continue;
      for (const key of claimKeys(field, row.cells[field.column])) list.push(claimOf(field, key, row.id));
    }
  }
  return list;
};

export const claimsByScope = (claims: readonly Claim[]): ReadonlyMap<string, readonly string[]> => {
  const map = new Map<string, string[]>();
  for (const { scope, key } of claims) {
    const keys = map.get(scope);
    if (keys === undefined) map.set(scope, [key]);
    else keys.push(key);
  }
  return map;
};

function* loadHolders(
  schema: Schema,
  rows: readonly (Row | undefined)[],
  owner: Owners,
  actor: Actor,
): Loading<ReadonlyMap<string, Row>> {
  const held = heldClaims(schema, rows.filter((row) => row?.deleted === true) as readonly Row[]);
  const ids = [
    ...new Set(
      held.flatMap(({ scope, key, owner: own }) => {
        const holder = owner(scope, key);
        return holder === undefined || holder === own ? [] : [holder];
      }),
    ),
  ];
  const columns = neededColumns(schema, actor, 'records.delete');
  const found = ids.length === 0 ? [] : yield* read.rows(schema.table.id, ids, { columns });
  return new Map(found.flatMap((row) => (row === undefined ? [] : [[row.id, row] as const])));
}

function* loadRows(command: RecordIds, meta: CommandMeta): Loading<RowsState> {
  const { state } = yield* loadDefinition(command.tableId);
  const { table } = requireGrant(meta.actor, 'records.delete', state);
  const schema = schemaOf(table);
  const ids = [...new Set(command.ids)];
  const columns = neededColumns(schema, meta.actor, 'records.delete');
  const rows = wholeRows(yield* read.rows(table.id, ids, { columns, bytes: 8 * loadBytes }), ids);
  const owner: Owners = yield* loadOwners(
    claimsByScope(
      heldClaims(
        schema,
        rows.filter((row) => row !== undefined),
      ),
    ),
  );
  return { schema, ids, rows, owner, holders: yield* loadHolders(schema, rows, owner, meta.actor) };
}

const known = ({ ids, rows: all, schema }: RowsState, actor: Actor): readonly Row[] => {
  const rows = writableRows(actor, 'records.delete', schema.table.id, all);
  const missing = ids.filter((_, i) => rows[i] === undefined);
  if (missing.length > 0) throw recordNotFound(missing);
  return rows as readonly Row[];
};

export type TrashAnswer = { readonly ids: readonly string[] };

/** Records to the trash; those that are there already stay. Unknown ids refuse the call. */
export const deleteRecords: Handler<RecordIds, RowsState, TrashAnswer> = {
  load: loadRows,
  decide: ({ tableId, ifMatch }, state, { meta: { actor } }) => {
    const all = known(state, actor);
    if (ifMatch !== undefined && all[0]!.version !== ifMatch) throw recordStale(all[0]!.version);
    const rows = all.filter((row) => !row.deleted);
    if (rows.length === 0) return { events: [] };
    const recordIds = rows.map((row) => row.id);
    const versions = rows.map((row) => row.version + 1);
    return {
      events: [
        {
          event: { $case: 'recordsDeleted', value: { tableId, recordIds, versions } },
          advances: [{ stream: recordStream(tableId), ids: recordIds, versions }],
        },
      ],
      releases: heldClaims(state.schema, rows, true),
    };
  },
  *answer(_command, events) {
    const event = events[0];
    return { ids: event?.$case === 'recordsDeleted' ? event.value.recordIds : [] };
  },
};

/** Records whose unique values were taken by others meanwhile: they cannot come back as they are. */
export const blockedRestores = (
  schema: Schema,
  rows: readonly Row[],
  owner: Owners,
): readonly { readonly recordId: string; readonly fieldId: string; readonly by: string | undefined }[] => {
  const made = new Set<string>();
  return schema.claimed.flatMap((field) =>
    rows.flatMap((row) => {
      const found = heldClaims({ ...schema, claimed: [field] }, [row]).flatMap(({ scope, key }) => {
        const name = `${scope}\0${key}`;
        const holder = owner(scope, key);
        const taken = (holder !== undefined && holder !== row.id) || made.has(name);
        made.add(name);
        return taken ? [{ recordId: row.id, fieldId: field.id, by: holder }] : [];
      });
      return found.slice(0, 1);
    }),
  );
};

export const restoreRecords: Handler<RecordIds, RowsState, TrashAnswer> = {
  load: loadRows,
  decide: ({ tableId }, state, { meta: { actor } }) => {
    const rows = known(state, actor).filter((row) => row.deleted);
    if (rows.length === 0) return { events: [] };
    const blocked = blockedRestores(state.schema, rows, state.owner);
    if (blocked.length > 0) {
      const { fieldMask } = can(actor, 'records.read', tableId);
      const { may } = rowRight(actor, 'records.read', tableId);
      const conflicts = blocked.map(({ recordId, fieldId, by }) => {
        const holder = by === undefined ? undefined : state.holders.get(by);
        return {
          recordId,
          ...(maskAllows(fieldMask, fieldId) && { fieldId }),
          ...(holder !== undefined && may(holder) && { by }),
        };
      });
      throw conflict('records.not_unique', { conflicts });
    }
    const recordIds = rows.map((row) => row.id);
    const versions = rows.map((row) => row.version + 1);
    return {
      events: [
        {
          event: { $case: 'recordsRestored', value: { tableId, recordIds, versions } },
          advances: [{ stream: recordStream(tableId), ids: recordIds, versions }],
        },
      ],
      claims: heldClaims(state.schema, rows),
    };
  },
  *answer(_command, events) {
    const event = events[0];
    return { ids: event?.$case === 'recordsRestored' ? event.value.recordIds : [] };
  },
};
