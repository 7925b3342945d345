import type { RolePermissions, RowRule, Seat } from '@tessera/kernel';
import { permissionFlags } from '@tessera/kernel/actor';
import { seatReaches, userOf, type Holder } from './can.ts';

const tableRank = { view: 1, edit: 2, full: 3 } as const;
const appRank = { interact: 1, full: 2 } as const;
const pageRank = tableRank;

const mapWithin = (
  wanted: Readonly<Record<string, string>>,
  held: Readonly<Record<string, string>>,
  withheld: readonly string[],
  ranks: Readonly<Record<string, number>>,
): boolean =>
  Object.entries(wanted).every(([id, access]) => {
    const own = id !== '*' && withheld.includes(id) ? undefined : (held[id] ?? held['*']);
    return own !== undefined && (ranks[own] ?? 0) >= (ranks[access] ?? Number.POSITIVE_INFINITY);
  });

/** Of a table that is not given by name: whether it is not given at all. Undefined for one that is. */
const givenWithout = (wanted: RolePermissions, table: string): boolean | undefined => {
  if (wanted.tables_disabled.includes(table)) return true;
  return Object.hasOwn(wanted.tables_enabled, table) ? undefined : wanted.tables_enabled['*'] === undefined;
};

/** Whether every field that is left out of the actor's tables is left out of those that are given, too. */
const fieldsWithin = (wanted: RolePermissions, own: RolePermissions): boolean =>
  Object.entries(own.table_fields ?? {}).every(([table, { hidden, readOnly }]) => {
    const without = givenWithout(wanted, table);
    if (without !== undefined) return without;
    const given = wanted.table_fields?.[table];
    const closed = new Set([...(given?.hidden ?? []), ...(given?.readOnly ?? [])]);
    return hidden.every((id) => given?.hidden.includes(id) === true) && readOnly.every((id) => closed.has(id));
  });

/** A rule as a text that is the same for the same rule, in whatever order its names stand. */
const ruleText = (rule: unknown): string =>
  JSON.stringify(rule, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Whether a rule shows no row that the other one hides: it is that one, or has it beside others that must hold too. */
const keeps = (rule: RowRule | undefined, own: RowRule): boolean =>
  rule !== undefined &&
  (ruleText(rule) === ruleText(own) || ('and' in rule && rule.and.some((inner) => keeps(inner, own))));

/** Whether the rows that are hidden from the actor are hidden in every table that is given. */
const rowsWithin = (wanted: RolePermissions, own: RolePermissions): boolean =>
  Object.entries(own.table_rows ?? {}).every(
    ([table, rule]) => givenWithout(wanted, table) ?? keeps(wanted.table_rows?.[table], rule),
  );

/** What a role opens of pages and of doc pages. */
const pagesOf = (role: RolePermissions) => [
  { enabled: role.pages_enabled ?? {}, disabled: role.pages_disabled ?? [] },
  { enabled: role.doc_pages_enabled ?? {}, disabled: role.doc_pages_disabled ?? [] },
];

/**
 * Whether every right of `wanted` and the seat is one that the actor holds: nobody grants more than that
 * (docs/security.md 3).
 */
export const mayGrant = (actor: Holder, wanted: RolePermissions, seat: Seat): boolean => {
  const own = actor.permissions;
  if (!seatReaches(actor.seat, seat)) return false;
  if (own.admin) return true;
  if (wanted.admin) return false;
  if (permissionFlags.some((flag) => wanted.flags[flag] === 1 && own.flags[flag] !== 1)) return false;
  // A wildcard gives also what is withheld from the actor by name, unless it is withheld there too.
  const wildcards = (
    enabled: Readonly<Record<string, string>>,
    disabled: readonly string[],
    ownDisabled: readonly string[],
  ) => enabled['*'] === undefined || ownDisabled.every((id) => disabled.includes(id));
  return (
    fieldsWithin(wanted, own) &&
    rowsWithin(wanted, own) &&
    mapWithin(wanted.tables_enabled, own.tables_enabled, own.tables_disabled, tableRank) &&
    mapWithin(wanted.dashboards_enabled, own.dashboards_enabled, own.dashboards_disabled, appRank) &&
    wildcards(wanted.tables_enabled, wanted.tables_disabled, own.tables_disabled) &&
    wildcards(wanted.dashboards_enabled, wanted.dashboards_disabled, own.dashboards_disabled) &&
    pagesOf(wanted).every(({ enabled, disabled }, at) => {
      const held = pagesOf(own)[at]!;
      return mapWithin(enabled, held.enabled, held.disabled, pageRank) && wildcards(enabled, disabled, held.disabled);
    })
  );
};

/** Whether a rule for rows asks who the current user is, at whatever depth. */
const asksWho = (rule: unknown): boolean =>
  typeof rule === 'object' &&
  rule !== null &&
  (('currentUser' in rule && rule.currentUser === true) || Object.values(rule).some(asksWho));

/**
 * Whether somebody sees nothing through a role or a person that they do not see themselves: no right and no seat that is
 * not theirs, and nothing through another person where their own role ties rows of a table to whoever looks.
 */
export const maySeeAs = (
  actor: Holder,
  permissions: RolePermissions,
  { seat, userId }: { readonly seat: Seat; readonly userId?: string | undefined },
): boolean =>
  mayGrant(actor, permissions, seat) &&
  (userId === undefined ||
    actor.permissions.admin ||
    userId === userOf(actor) ||
    !asksWho(actor.permissions.table_rows));

/** The default role that goes with a seat, by its name. */
export const roleOfSeat: Readonly<Record<Seat, string>> = { builder: 'Builder', member: 'Member', viewer: 'Member' };
