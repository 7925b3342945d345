import { forbidden, notFound, type Actor, type Rejection } from '@tessera/kernel';
import type { TableState } from '../definitions/state.ts';
import { can, type Can, type Grant, type TableAction } from './can.ts';

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

/** The grant for an action on a table, or the refusal. A table in the trash answers as absent unless `archived` is asked for. */
export const requireGrant = (
  actor: Actor, action: TableAction, table: TableState | undefined, options: { readonly archived?: boolean; readonly can?: Can } = {},
): { readonly table: TableState; readonly grant: Grant } => {
  if (table === undefined || (table.archived && options.archived !== true)) throw tableNotFound();
  const ask = options.can ?? can;
  const grant = ask(actor, action, table.id);
  if (!grant.allow) throw refuse(ask(actor, 'tables.view', table.id).allow ? action : 'tables.view');
  return { table, grant };
};
