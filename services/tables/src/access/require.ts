import { type Actor, type Row, type Rejection } from '@tessera/kernel';
import type { TableState } from '../definitions/state.ts';
import { can, rowAllowed, type Can, type Grant, type TableAction } from '@tessera/proto/rights';
import { forbidden, notFound } from '../refusals.ts';
import { learnTable } from './rows.ts';

/** What an absent table and one of another organization answer alike. */
export const tableNotFound = (): Rejection => notFound('object_not_found', 'Table not found');

const refusals: Readonly<Partial<Record<TableAction, Parameters<typeof forbidden>[0]>>> = {
  'tables.create': 'tables.create_forbidden',
  'views.manage': 'views.manage_forbidden',
  'fields.manage': 'fields.manage_forbidden',
  'tables.archive': 'tables.archive_forbidden',
  'tables.erase': 'tables.erase_forbidden',
  'records.create': 'records.create_forbidden',
  'records.update': 'records.update_forbidden',
  'records.delete': 'records.delete_forbidden',
};

export const refuse = (action: TableAction): Rejection => forbidden(refusals[action] ?? 'unauthorized');

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
  learnTable(table, actor.organizationId);
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

/** What an actor may do with the single rows of a table (docs/events.md 21). */
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
