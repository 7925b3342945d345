import type {
  Actor,
  AppAccess,
  FieldRules,
  LinkScope,
  PageAccess,
  Predicate,
  Row,
  RowRule,
  Seat,
  TableAccess,
} from '@tessera/kernel';
import { recordIdColumn } from '@tessera/kernel/cells';
import { satisfies } from '@tessera/kernel/satisfies';
import { ruleOf, rules, type Action } from './actions.ts';
import type { Rule } from './rule.ts';

/** What `can` looks at: an actor, or what a browser knows of its own session. */
export type Holder = Pick<Actor, 'organizationId' | 'kind' | 'id' | 'userId' | 'seat' | 'permissions'> &
  Partial<Pick<Actor, 'roleId' | 'link' | 'hides'>>;

/** Fields by their ids: all, those of a set, or all but those of a set. */
export type FieldMask = 'all' | ReadonlySet<string> | { readonly except: ReadonlySet<string> };

/**
 * The answer of `can`: `rowPredicate` narrows the records, `fieldMask` the fields that may be seen, `writeMask` those of
 * them whose values may be changed.
 */
export type Grant = {
  readonly allow: boolean;
  readonly rowPredicate: Predicate;
  readonly fieldMask: FieldMask;
  readonly writeMask: FieldMask;
};

/** `resource` is the id of a table or of an app, or of what is somebody's own the id of that person; absent where there is none yet. */
export type Can = (actor: Holder, action: Action, resource?: string) => Grant;

export const everyRow: Predicate = { op: 'and', items: [] };
const granted: Grant = { allow: true, rowPredicate: everyRow, fieldMask: 'all', writeMask: 'all' };
const noField: ReadonlySet<string> = new Set();
const denied: Grant = { allow: false, rowPredicate: { op: 'or', items: [] }, fieldMask: noField, writeMask: noField };

const tableRank: Readonly<Record<TableAccess, number>> = { view: 1, edit: 2, full: 3 };
const seatRank: Readonly<Record<Seat, number>> = { viewer: 1, member: 2, builder: 3 };
/** What a seat opens of a table at most, whatever the role says. */
const seatCap: Readonly<Record<Seat, TableAccess>> = { viewer: 'view', member: 'edit', builder: 'full' };

/** The person who acts: a token acts for its user. */
export const userOf = (actor: Pick<Actor, 'id' | 'userId'>): string => actor.userId ?? actor.id;

/** Whom the rules for rows and the filters take for the current user: the person as whom somebody looks, if they do. */
export const currentUserOf = (actor: Pick<Actor, 'id' | 'userId' | 'viewing'>): string =>
  actor.viewing?.userId ?? userOf(actor);

/** Whether a seat is the other one or a higher one. */
export const seatReaches = (seat: Seat, wanted: Seat): boolean => seatRank[seat] >= seatRank[wanted];

/**
 * The access of an actor to one table: the role's map, a disabled id over the wildcard, capped by the seat; undefined
 * for none.
 */
export const accessTo = (actor: Holder, tableId: string): TableAccess | undefined => {
  const { permissions, seat } = actor;
  const cap = seatCap[seat];
  if (permissions.admin) return cap;
  if (permissions.tables_disabled.includes(tableId)) return undefined;
  const enabled = permissions.tables_enabled;
  const access = Object.hasOwn(enabled, tableId)
    ? enabled[tableId]
    : Object.hasOwn(enabled, '*')
      ? enabled['*']
      : undefined;
  if (access === undefined || !Object.hasOwn(tableRank, access)) return undefined;
  return tableRank[access] <= tableRank[cap] ? access : cap;
};

const appRank: Readonly<Record<AppAccess, number>> = { interact: 1, full: 2 };

/**
 * The access of an actor to one app: the role's map, a disabled id over the wildcard; who is no builder works in apps and
 * changes none. Undefined for none.
 */
export const accessToApp = (actor: Holder, appId: string): AppAccess | undefined => {
  const { permissions, seat } = actor;
  const cap: AppAccess = seat === 'builder' ? 'full' : 'interact';
  if (permissions.admin) return cap;
  if (permissions.dashboards_disabled.includes(appId)) return undefined;
  const enabled = permissions.dashboards_enabled;
  const access = Object.hasOwn(enabled, appId)
    ? enabled[appId]
    : Object.hasOwn(enabled, '*')
      ? enabled['*']
      : undefined;
  if (access === undefined || !Object.hasOwn(appRank, access)) return undefined;
  return appRank[access] <= appRank[cap] ? access : cap;
};

const opensApp = (actor: Holder, wanted: NonNullable<Rule['app']>, appId: string | undefined): boolean => {
  if (wanted === 'any') return actor.permissions.admin || Object.keys(actor.permissions.dashboards_enabled).length > 0;
  const access = appId === undefined ? undefined : accessToApp(actor, appId);
  return access !== undefined && appRank[access] >= appRank[wanted];
};

const pageRank: Readonly<Record<PageAccess, number>> = { view: 1, edit: 2, full: 3 };

/**
 * The access of an actor to one doc page, or with '*' to all: the role's map, a disabled id over the wildcard; who only
 * looks on a viewer's seat writes none. Undefined for none.
 */
const accessToPage = ({ permissions, seat }: Holder, pageId: string): PageAccess | undefined => {
  const cap: PageAccess = seat === 'viewer' ? 'view' : 'full';
  if (permissions.admin) return cap;
  const { doc_pages_enabled: enabled = {}, doc_pages_disabled: disabled = [] } = permissions;
  if (disabled.includes(pageId)) return undefined;
  const access = Object.hasOwn(enabled, pageId)
    ? enabled[pageId]
    : Object.hasOwn(enabled, '*')
      ? enabled['*']
      : undefined;
  if (access === undefined || !Object.hasOwn(pageRank, access)) return undefined;
  return pageRank[access] <= pageRank[cap] ? access : cap;
};

const opensPage = (actor: Holder, wanted: NonNullable<Rule['page']>, pageId: string | undefined): boolean => {
  const { admin, doc_pages_enabled: enabled = {} } = actor.permissions;
  if (wanted === 'any') return admin || Object.keys(enabled).length > 0;
  const access = accessToPage(actor, wanted === 'every' ? '*' : (pageId ?? ''));
  if (pageId === undefined && wanted !== 'every') return false;
  return access !== undefined && pageRank[access] >= pageRank[wanted === 'every' ? 'edit' : wanted];
};

const isOne = (actor: Holder, who: NonNullable<Rule['who']>): boolean => {
  if (who === 'service') return actor.kind === 'system';
  return actor.organizationId !== '' && (actor.kind === 'user' || (who === 'member' && actor.kind === 'token'));
};

const opens = (actor: Holder, wanted: NonNullable<Rule['table']>, tableId: string | undefined): boolean => {
  if (wanted === 'any') return actor.permissions.admin || Object.keys(actor.permissions.tables_enabled).length > 0;
  const access = tableId === undefined ? undefined : accessTo(actor, tableId);
  return access !== undefined && tableRank[access] >= tableRank[wanted];
};

const nobody: Predicate = { op: 'or', items: [] };
const oneRow = (recordId: string | undefined): Predicate =>
  recordId === undefined
    ? nobody
    : { op: 'in', left: { kind: 'field', column: recordIdColumn, storage: 'user' }, values: [recordId] };

/** Whether a link shows less than all rows. */
const narrows = ({ viewId, rows }: LinkScope): boolean => viewId !== undefined || rows !== undefined;

/**
 * What a public link may: look at its table as far as it shows it, and read or add rows, or change the one row that its
 * visitor's answer became. The rows of a view or a rule are told by who knows the columns; until then there are none.
 */
const linkRule = ({ link }: Holder, action: Action, tableId: string | undefined): Grant => {
  if (link === undefined || link.tableId !== tableId) return denied;
  const reads = action === 'records.read' && link.right === 'read';
  const changes = (action === 'records.read' || action === 'records.update') && link.right === 'change';
  if (action !== 'tables.view' && !reads && !changes && !(action === 'records.create' && link.right === 'add'))
    return denied;
  const rowPredicate = changes ? oneRow(link.recordId) : reads && narrows(link) ? nobody : everyRow;
  const fields = new Set(link.fields);
  return { allow: true, rowPredicate, fieldMask: fields, writeMask: fields };
};

const grants = new WeakMap<FieldRules, Grant>();
/** What a role that leaves fields of a table out opens of it. */
const grantOf = (rules: FieldRules): Grant => {
  const known = grants.get(rules);
  if (known !== undefined) return known;
  const [hidden, fixed] = [new Set(rules.hidden), new Set([...rules.hidden, ...rules.readOnly])];
  const made: Grant = {
    ...granted,
    fieldMask: hidden.size === 0 ? 'all' : { except: hidden },
    writeMask: fixed.size === 0 ? 'all' : { except: fixed },
  };
  grants.set(rules, made);
  return made;
};

/** Turns a role's rule for rows of a table into a predicate for its reader. */
type RowResolver = (rule: RowRule, tableId: string, actor: Holder) => Predicate;

/** Who does not know a table's columns shows no row of it to whom a rule narrows. */
let rowsOf: RowResolver = () => nobody;

/** Installs, in this thread, what knows the columns of tables. What it cannot resolve it answers with no row. */
export const resolveRowsBy = (resolver: RowResolver): void => {
  rowsOf = (rule, tableId, actor) => {
    try {
      return resolver(rule, tableId, actor);
    } catch {
      return nobody;
    }
  };
};

/** What a role opens of a table, without the fields and the rows that it leaves out there. */
const ruledGrant = (actor: Holder, tableId: string): Grant => {
  const { table_fields: fields, table_rows: rows } = actor.permissions;
  const grant = fields !== undefined && Object.hasOwn(fields, tableId) ? grantOf(fields[tableId]!) : granted;
  if (rows === undefined || !Object.hasOwn(rows, tableId)) return grant;
  return { ...grant, rowPredicate: rowsOf(rows[tableId]!, tableId, actor) };
};

const hasRowRule = ({ permissions: { table_rows: rows = {} } }: Holder, tableId: string | undefined): boolean =>
  tableId !== undefined && Object.hasOwn(rows, tableId);

const ownRule: Can = (actor, action, resource) => {
  if (!Object.hasOwn(rules, action)) return denied;
  if (actor.kind === 'link') return linkRule(actor, action, resource);
  const { who = 'member', seat, flag, table, whole, app, page, own, hidden, admin: adminsOnly } = ruleOf(action);
  const { admin, flags } = actor.permissions;
  const allow =
    isOne(actor, who) &&
    (hidden === undefined || actor.hides?.includes(hidden) !== true) &&
    (seat === undefined || seatReaches(actor.seat, seat)) &&
    (adminsOnly === undefined || admin) &&
    (flag === undefined || admin || flags[flag] === 1) &&
    (table === undefined || opens(actor, table, resource)) &&
    (whole === undefined || admin || !hasRowRule(actor, resource)) &&
    (app === undefined || opensApp(actor, app, resource)) &&
    (page === undefined || opensPage(actor, page, resource)) &&
    (own === undefined || (resource !== undefined && (admin || userOf(actor) === resource)));
  if (!allow) return denied;
  return table === undefined || resource === undefined || admin ? granted : ruledGrant(actor, resource);
};

let rule = ownRule;

/**
 * May this actor do this here? The one question of every service and of the browser; denies what it does not know.
 * Pure: the role's permissions came with the actor, at most 5 s old.
 */
export const can: Can = (actor, action, resource) => rule(actor, action, resource);

/**
 * Puts a narrower rule in the place of ours, in this thread: how rights to rows and fields are tested before roles have
 * them.
 */
export const narrowBy = (narrow: (own: Grant, actor: Holder, action: Action, resource?: string) => Grant): void => {
  rule = (actor, action, resource) => narrow(ownRule(actor, action, resource), actor, action, resource);
};

export const maskAllows = (mask: FieldMask, fieldId: string): boolean =>
  mask === 'all' || ('except' in mask ? !mask.except.has(fieldId) : mask.has(fieldId));

/** Whether a grant shows a row. */
export const rowAllowed = ({ rowPredicate }: Pick<Grant, 'rowPredicate'>, row: Row): boolean =>
  rowPredicate === everyRow || satisfies(row, rowPredicate);

/** Whether a grant leaves something out: rows or fields. */
export const isNarrow = (grant: Grant): boolean => grant.rowPredicate !== everyRow || grant.fieldMask !== 'all';
