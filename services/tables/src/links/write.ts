import { mostLinks } from '@tessera/fields';
import { read, type Actor, type Cell, type Claim, type DecidedEvent, type Loading, type Row } from '@tessera/kernel';
import { can, maskAllows, rowAllowed } from '@tessera/proto/rights';
import { fromColumn, type Cells } from '@tessera/proto/cells';
import type { Column } from '@tessera/proto/tables/v1/values';
import { rowRight } from '../access/require.ts';
import { loadDefinition } from '../definitions/handler.ts';
import { linkProps, schemaOf, type Schema, type SchemaField } from '../definitions/schema.ts';
import { recordStream, type TablesEvent } from '../events.ts';
import { invalid } from '../refusals.ts';
import { planChange, wantedKeys } from '../records/change.ts';
import { loadOwners, type Owners } from '../records/claims.ts';
import { loadBytes, neededColumns, predicateColumns, wholeRows } from '../records/needed.ts';
import type { RowError } from '../records/parse.ts';
import { idsOf, linkCell } from './change.ts';
import { linksWished, wished, type LinkWish } from './wish.ts';

/** By field, what each record of a write wants of its links; undefined leaves them. */
export type Wishes = ReadonlyMap<SchemaField, readonly (LinkWish | undefined)[]>;

/** Records that own links, as writing on their other side changes them. */
type OwnerWrites = {
  readonly field: SchemaField;
  readonly schema: Schema;
  readonly rows: readonly Row[];
  /** By place in the write: the owners that are to link its record, and those that are to let go of it. */
  readonly changes: ReadonlyMap<number, { readonly add: readonly string[]; readonly remove: readonly string[] }>;
  readonly owner: Owners;
};

/** What a write does to links: cells of its own table, and records of others that own links to its records. */
export type LinkWrites = {
  readonly columns: ReadonlyMap<SchemaField, Cells>;
  readonly owners: readonly OwnerWrites[];
  readonly errors: readonly RowError[];
};

export const noLinks: LinkWrites = { columns: new Map(), owners: [], errors: [] };

const unknown = (index: number, field: SchemaField, id: string): RowError => ({
  index,
  code: 'links.not_found',
  message: `There is no record "${id}" to link in "${field.name}".`,
  fieldId: field.id,
  params: { id },
});
const tooMany = (index: number, field: SchemaField): RowError => ({
  index,
  code: 'links.too_many',
  message: `"${field.name}" has at most ${mostLinks} links.`,
  fieldId: field.id,
  params: { limit: mostLinks },
});
const onlyOne = (index: number, field: SchemaField): RowError => ({
  index,
  code: 'links.one_only',
  message: `"${field.name}" links one record only.`,
  fieldId: field.id,
});
const readOnly = (index: number, field: SchemaField): RowError => ({
  index,
  code: 'links.read_only',
  message: `"${field.name}" cannot be changed from this side.`,
  fieldId: field.id,
});

/** Which of some records of a table an actor may link: those that are there and that they may read. */
export function* loadOpen(actor: Actor, tableId: string, ids: readonly string[]): Loading<(id: string) => boolean> {
  const { state: table } = yield* loadDefinition(tableId, actor);
  const grant = can(actor, 'records.read', tableId);
  const wanted = [...new Set(ids)];
  if (table === undefined || table.archived || !grant.allow || wanted.length === 0) return () => false;
  const rows = yield* read.rows(tableId, wanted, { columns: predicateColumns(grant.rowPredicate) });
  const open = new Set(
    rows.flatMap((row) => (row !== undefined && !row.deleted && rowAllowed(grant, row) ? [row.id] : [])),
  );
  return (id) => open.has(id);
}

/** Why new records of other services may not be made as they link: to what is not there or hidden, or to too many. */
export function* loadClosed(
  actor: Actor,
  schema: Schema,
  columns: readonly Column[],
  count: number,
): Loading<readonly RowError[]> {
  const errors: RowError[] = [];
  for (const column of columns) {
    const field = schema.byId.get(column.fieldId);
    if (field?.links?.side !== 'owning') continue;
    const { multiple } = linkProps(field.state);
    const lists = fromColumn(column, count).map(idsOf);
    const open = yield* loadOpen(actor, field.links.tableId, lists.flat());
    lists.forEach((ids, index) => {
      const closed = ids.find((id) => !open(id));
      if (closed !== undefined) errors.push(unknown(index, field, closed));
      else if (!multiple && ids.length > 1) errors.push(onlyOne(index, field));
      else if (ids.length > mostLinks) errors.push(tooMany(index, field));
    });
  }
  return errors;
}

function* loadOwning(
  actor: Actor,
  field: SchemaField,
  wishes: readonly (LinkWish | undefined)[],
  presentOf: (index: number) => readonly string[],
  errors: RowError[],
): Loading<Cells> {
  const { multiple } = linkProps(field.state);
  const looked = wishes.flatMap((wish, i) => (wish === undefined ? [] : [...wished(wish), ...presentOf(i)]));
  const open = yield* loadOpen(actor, field.links!.tableId, looked);
  return wishes.map((wish, index) => {
    if (wish === undefined) return undefined;
    const present = presentOf(index);
    const had = new Set(present);
    const closed = wished(wish).find((id) => !had.has(id) && !open(id));
    if (closed !== undefined) errors.push(unknown(index, field, closed));
    const after = linksWished(present, wish, open, !multiple);
    if (!multiple && wished(wish).length > 1) errors.push(onlyOne(index, field));
    else if (after.length > mostLinks) errors.push(tooMany(index, field));
    return linkCell(after);
  });
}

function* loadOtherSide(
  actor: Actor,
  field: SchemaField,
  wishes: readonly (LinkWish | undefined)[],
  idAt: (index: number) => string | undefined,
  errors: RowError[],
): Loading<OwnerWrites | undefined> {
  const { tableId, ofFieldId, writable } = linkProps(field.state);
  const asked = wishes.flatMap((wish, index) => (wish === undefined ? [] : [{ wish, index }]));
  const { state: table } = yield* loadDefinition(tableId, actor);
  const schema = table === undefined || table.archived ? undefined : schemaOf(table);
  const owning = schema?.byId.get(ofFieldId!);
  const grant = can(actor, 'records.update', tableId);
  if (
    writable === false ||
    schema === undefined ||
    owning === undefined ||
    !grant.allow ||
    !maskAllows(grant.writeMask, owning.id)
  ) {
    for (const { index } of asked) errors.push(readOnly(index, field));
    return undefined;
  }
  const { multiple } = linkProps(field.state);
  const known = asked.flatMap(({ index }) => idAt(index) ?? []);
  const linking = new Map(
    (yield* read.linking(tableId, owning.column, known)).map((rows, i) => [known[i]!, rows.map(({ id }) => id)]),
  );
  const present = (index: number): readonly string[] => linking.get(idAt(index) ?? '') ?? [];
  const ids = [...new Set(asked.flatMap(({ wish, index }) => [...wished(wish), ...present(index)]))];
  const columns = [...neededColumns(schema, actor, 'records.update', [owning]), owning.column];
  const found = wholeRows(yield* read.rows(tableId, ids, { columns, bytes: 8 * loadBytes, weighed: true }), ids);
  const right = rowRight(actor, 'records.update', tableId);
  const open = new Map(
    right.seen(found).flatMap((row) => (row === undefined || row.deleted ? [] : [[row.id, row] as const])),
  );
  const changes = new Map<number, { readonly add: readonly string[]; readonly remove: readonly string[] }>();
  const touched = new Set<string>();
  for (const { wish, index } of asked) {
    const before = present(index);
    const closed = wished(wish).find((id) => !open.has(id) && !before.includes(id));
    if (closed !== undefined) errors.push(unknown(index, field, closed));
    if (multiple === false && wished(wish).length > 1) errors.push(onlyOne(index, field));
    const after = linksWished(before, wish, (id) => open.has(id), multiple === false);
    const add = after.filter((id) => !before.includes(id) && open.has(id));
    const remove = before.filter((id) => !after.includes(id) && open.has(id));
    if (![...add, ...remove].every((id) => right.may(open.get(id)!))) errors.push(readOnly(index, field));
    if (add.length + remove.length === 0) continue;
    changes.set(index, { add, remove });
    for (const id of [...add, ...remove]) touched.add(id);
  }
  const rows = [...touched].map((id) => open.get(id)!);
  const scopes = new Map<string, string[]>();
  if (owning.claimScope !== undefined) scopes.set(owning.claimScope, [...new Set(known)]);
  for (const [scope, keys] of wantedKeys({ rows, columns: new Map() }, schema))
    scopes.set(scope, [...(scopes.get(scope) ?? []), ...keys]);
  return { field: owning, schema, rows, changes, owner: yield* loadOwners(scopes) };
}

/**
 * Looks up what wishes for links come to. `rowAt` and `idAt` give the present record of a place in the write, undefined
 * for one that is to be made.
 */
export function* loadLinks(
  actor: Actor,
  wishes: Wishes,
  rowAt: (index: number) => Row | undefined,
  idAt: (index: number) => string | undefined,
): Loading<LinkWrites> {
  if (wishes.size === 0) return noLinks;
  const columns = new Map<SchemaField, Cells>();
  const owners: OwnerWrites[] = [];
  const errors: RowError[] = [];
  for (const [field, list] of wishes) {
    if (field.links!.side === 'owning') {
      const presentOf = (index: number): readonly string[] => idsOf(rowAt(index)?.cells[field.column]);
      columns.set(field, yield* loadOwning(actor, field, list, presentOf, errors));
      continue;
    }
    const found = yield* loadOtherSide(actor, field, list, idAt, errors);
    if (found !== undefined) owners.push(found);
  }
  return { columns, owners, errors };
}

/**
 * Refuses a write that would change one record twice, once for itself and once as the owner of a link to another: its
 * versions would meet.
 */
export const checkOnce = (events: readonly DecidedEvent<TablesEvent>[]): void => {
  const seen = new Set<string>();
  for (const { advances } of events)
    for (const advance of advances)
      for (const id of 'ids' in advance ? advance.ids : []) {
        if (seen.has(id)) throw invalid('links.twice', { recordId: id });
        seen.add(id);
      }
};

type OwnerPlan = {
  readonly events: readonly DecidedEvent<TablesEvent>[];
  readonly claims: readonly Claim[];
  readonly releases: readonly Claim[];
  readonly errors: readonly RowError[];
};

/**
 * The events by which records that own links change, of writes on the other side. `idAt` gives the id of each written
 * record; places that are not written have none.
 */
export const planOwners = ({ owners }: LinkWrites, idAt: (index: number) => string | undefined): OwnerPlan => {
  const events: DecidedEvent<TablesEvent>[] = [];
  const claims: Claim[] = [];
  const releases: Claim[] = [];
  const errors: RowError[] = [];
  for (const { field, schema, rows, changes, owner } of owners) {
    const single = !linkProps(field.state).multiple;
    const lists = new Map(rows.map((row) => [row.id, [...idsOf(row.cells[field.column])]]));
    const places = new Map<string, number>();
    for (const [index, { add, remove }] of changes) {
      const id = idAt(index);
      if (id === undefined) continue;
      for (const ownerId of remove) {
        lists.set(
          ownerId,
          lists.get(ownerId)!.filter((one) => one !== id),
        );
        places.set(ownerId, index);
      }
      for (const ownerId of add) {
        const list = lists.get(ownerId)!;
        lists.set(ownerId, single ? [id] : [...list.filter((one) => one !== id), id]);
        places.set(ownerId, index);
      }
    }
    const written = rows.filter(({ id }) => places.has(id));
    const cells: (Cell | null)[] = written.map(({ id }) => linkCell(lists.get(id)!));
    written.forEach(({ id }) => {
      if (lists.get(id)!.length > mostLinks) errors.push(tooMany(places.get(id)!, field));
    });
    const plan = planChange(
      { rows: written, columns: new Map([[field, cells]]) },
      { schema, owner, indexOf: (i) => places.get(written[i]!.id)! },
    );
    errors.push(...plan.errors);
    claims.push(...plan.claims);
    releases.push(...plan.releases);
    if (plan.event === undefined) continue;
    const { tableId, recordIds: ids, versions } = plan.event;
    events.push({
      event: { $case: 'cellsChanged', value: plan.event },
      advances: [{ stream: recordStream(tableId), ids, versions }],
    });
  }
  return { events, claims, releases, errors };
};
