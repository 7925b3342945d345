import { satisfies, type Actor, type Predicate, type Row, type Seat, type TableAccess } from '@tessera/kernel';

/** What can be asked of tables (building section 6). */
export type TableAction =
  | 'tables.create'
  | 'tables.view'
  | 'tables.archive'
  | 'fields.manage'
  | 'views.manage'
  | 'views.own'
  | 'records.read'
  | 'records.create'
  | 'records.update'
  | 'records.delete';

/**
 * The answer of `can`: `rowPredicate` narrows the records, `fieldMask` names the fields that may be seen ('all', or a
 * set of ids).
 */
export type Grant = {
  readonly allow: boolean;
  readonly rowPredicate: Predicate;
  readonly fieldMask: 'all' | ReadonlySet<string>;
};

/** The one question of this service. `tableId` is absent for actions that concern no table yet. */
export type Can = (actor: Actor, action: TableAction, tableId?: string) => Grant;

export const everyRow: Predicate = { op: 'and', items: [] };
const granted: Grant = { allow: true, rowPredicate: everyRow, fieldMask: 'all' };
const denied: Grant = { allow: false, rowPredicate: { op: 'or', items: [] }, fieldMask: new Set() };

const rank: Readonly<Record<TableAccess, number>> = { view: 1, edit: 2, full: 3 };
const seatCap: Readonly<Record<Seat, TableAccess>> = { builder: 'full', member: 'edit', viewer: 'view' };

/**
 * The access of an actor to one table: the role's map, a disabled id over the wildcard, capped by the seat; undefined
 * for none.
 */
export const accessTo = (actor: Actor, tableId: string): TableAccess | undefined => {
  const { permissions, seat } = actor;
  const cap = permissions.admin && seat !== 'viewer' ? 'full' : seatCap[seat];
  if (permissions.admin) return cap;
  if (permissions.tables_disabled.includes(tableId)) return undefined;
  const enabled = permissions.tables_enabled;
  const access = Object.hasOwn(enabled, tableId)
    ? enabled[tableId]
    : Object.hasOwn(enabled, '*')
      ? enabled['*']
      : undefined;
  if (access === undefined || !Object.hasOwn(rank, access)) return undefined;
  return rank[access] <= rank[cap] ? access : cap;
};

const hasFlag = (actor: Actor, flag: 'create_table' | 'create_dashboard'): boolean =>
  actor.seat !== 'viewer' && (actor.permissions.admin || actor.permissions.flags[flag] === 1);

const needs: Readonly<Record<Exclude<TableAction, 'tables.create' | 'views.manage'>, TableAccess>> = {
  'tables.view': 'view',
  'records.read': 'view',
  'views.own': 'view',
  'records.create': 'edit',
  'records.update': 'edit',
  'records.delete': 'edit',
  'fields.manage': 'full',
  'tables.archive': 'full',
};

const ownRule: Can = (actor, action, tableId) => {
  if (action === 'tables.create') return hasFlag(actor, 'create_table') ? granted : denied;
  if (tableId === undefined) return denied;
  const access = accessTo(actor, tableId);
  if (access === undefined) return denied;
  if (action === 'views.manage') return hasFlag(actor, 'create_dashboard') ? granted : denied;
  if (!Object.hasOwn(needs, action)) return denied;
  return rank[access] >= rank[needs[action]] ? granted : denied;
};

let rule = ownRule;

/**
 * May this actor do this here? Denies what it does not know. Pure: the role's permissions came with the actor, at most
 * 5 s old.
 */
export const can: Can = (actor, action, tableId) => rule(actor, action, tableId);

/**
 * Puts a narrower rule in the place of ours, in this thread: how rights to rows and fields are tested before roles have
 * them.
 */
export const narrowBy = (narrow: (own: Grant, actor: Actor, action: TableAction, tableId?: string) => Grant): void => {
  rule = (actor, action, tableId) => narrow(ownRule(actor, action, tableId), actor, action, tableId);
};

/** The rights that a table's answer carries for its reader. */
export const rightsOf = (actor: Actor, tableId: string) => {
  const may = (action: TableAction) => can(actor, action, tableId).allow;
  return {
    canManageFieldsAndConfig: may('fields.manage'),
    canCreateRecords: may('records.create'),
    canEditRecords: may('records.update'),
    canDeleteRecords: may('records.delete'),
    canManageViews: may('views.manage'),
    isReadOnly: !may('records.create') && !may('records.update') && !may('records.delete'),
  };
};

export const maskAllows = (mask: Grant['fieldMask'], fieldId: string): boolean => mask === 'all' || mask.has(fieldId);

/** Whether a grant shows a row. */
export const rowAllowed = ({ rowPredicate }: Pick<Grant, 'rowPredicate'>, row: Row): boolean =>
  rowPredicate === everyRow || satisfies(row, rowPredicate);

/** Whether a grant leaves something out: rows or fields. */
export const isNarrow = (grant: Grant): boolean => grant.rowPredicate !== everyRow || grant.fieldMask !== 'all';
