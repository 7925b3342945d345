import { ruleOf, rules, type Action } from './actions.ts';
import { can, type Holder } from './can.ts';

type Rules = typeof rules;
type Told = { [A in Action]: Rules[A] extends { readonly told: infer N extends string } ? N : never }[Action];
export type RightName = Told | 'isBuilder' | 'isAdmin';
export type Rights = Readonly<Record<RightName, boolean>>;

const told = (Object.keys(rules) as Action[]).flatMap((action) => {
  const name = ruleOf(action).told as Told | undefined;
  return name === undefined ? [] : [{ name, action }];
});

/** The names under which a browser is told what somebody may do. */
export const rightNames: readonly RightName[] = [...told.map(({ name }) => name), 'isBuilder', 'isAdmin'];

/** What somebody may do, by those names: derived from role and seat. */
export const rightsOf = (actor: Holder): Rights => ({
  ...(Object.fromEntries(told.map(({ name, action }) => [name, can(actor, action).allow])) as Record<Told, boolean>),
  isBuilder: actor.seat === 'builder',
  isAdmin: actor.permissions.admin,
});

/** The permissions of a role as a browser is told them: what they leave out of tables is the server's alone. */
export const toldPermissions = ({ permissions }: Pick<Holder, 'permissions'>) => {
  const { table_fields: _fields, table_rows: _rows, ...told } = permissions;
  return { pages_enabled: {}, pages_disabled: [], doc_pages_enabled: {}, doc_pages_disabled: [], ...told };
};

/** The rights that a table's answer carries for its reader. */
export const tableRightsOf = (actor: Holder, tableId: string) => {
  const [create, update, remove] = (['records.create', 'records.update', 'records.delete'] as const).map(
    (action) => can(actor, action, tableId).allow,
  ) as [boolean, boolean, boolean];
  return {
    canManageFieldsAndConfig: can(actor, 'fields.manage', tableId).allow,
    canCreateRecords: create,
    canEditRecords: update,
    canDeleteRecords: remove,
    canManageViews: can(actor, 'views.manage', tableId).allow,
    isReadOnly: !create && !update && !remove,
  };
};
