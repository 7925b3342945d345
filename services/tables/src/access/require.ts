import { forbidden, notFound, type Actor, type Rejection, type Row } from '@tessera/kernel';
import type { TableState } from '../definitions/state.ts';
import { can, rowAllowed, type Can, type Grant, type TableAction } from '@tessera/proto/rights';

/** What an absent table and one of another organization answer alike. */
export const tableNotFound = (): Rejection => notFound('object_not_found', 'Table not found');

const refusals: Readonly<Partial<Record<TableAction, readonly [code: string, message: string]>>> = {
  'tables.create': ['tables.create_forbidden', "You don't have permission to create tables."],
  // The sentence is the specification's (building section 6), as it stands there.
  'views.manage': ['views.manage_forbidden', 'You do have permissions to manage table views'],
  'fields.manage': ['fields.manage_forbidden', "You don't have permission to change this table's fields and settings."],
  'tables.archive': ['tables.archive_forbidden', "You don't have permission to delete this table."],
  'records.create': ['records.create_forbidden', "You don't have permission to create records in this table."],
  'records.update': ['records.update_forbidden', "You don't have permission to edit records of this table."],
  'records.delete': ['records.delete_forbidden', "You don't have permission to delete records of this table."],
};

export const refuse = (action: TableAction): Rejection => {
  const [code, message] = refusals[action] ?? ['unauthorized', "You don't have access to this table."];
  return forbidden(code, message);
};

/**
 * The grant for an action on a table, or the refusal. A table in the trash answers as absent unless `archived` is asked
 * for.
 */
export const requireGrant = (
  actor: Actor,
  action: TableAction,
  table: TableState | undefined,
  options: { readonly archived?: boolean; readonly can?: Can } = {},
): { readonly table: TableState; readonly grant: Grant } => {
  if (table === undefined || (table.archived && options.archived !== true)) throw tableNotFound();
  const ask = options.can ?? can;
  const grant = ask(actor, action, table.id);
  if (!grant.allow) throw refuse(ask(actor, 'tables.view', table.id).allow ? action : 'tables.view');
  return { table, grant };
};

type RowRight = {
  /** Rows that the actor may not read become as absent ones. */
  readonly seen: (rows: readonly (Row | undefined)[]) => readonly (Row | undefined)[];
  /** Whether a row may be read and acted upon. */
  readonly may: (row: Row) => boolean;
};

/** What an actor may do with the single rows of a table (EVENTS.md 21). */
export const rowRight = (actor: Actor, action: TableAction, tableId: string): RowRight => {
  const [read, act] = [can(actor, 'records.read', tableId), can(actor, action, tableId)];
  return {
    seen: (rows) => rows.map((row) => (row !== undefined && rowAllowed(read, row) ? row : undefined)),
    may: (row) => rowAllowed(read, row) && rowAllowed(act, row),
  };
};

/** Rows for a write: hidden ones are as absent, one that may be read but not written refuses it. */
export const writableRows = (
  actor: Actor,
  action: TableAction,
  tableId: string,
  rows: readonly (Row | undefined)[],
): readonly (Row | undefined)[] => {
  const { seen, may } = rowRight(actor, action, tableId);
  const shown = seen(rows);
  if (!shown.every((row) => row === undefined || may(row))) throw refuse(action);
  return shown;
};
