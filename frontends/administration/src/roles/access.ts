import { type Holder, mayGrant } from '@tessera/proto/rights';
import { adminRoleId, kinds, levelOf, withLevel, type Data, type Kind, type Level, type Role } from './model.ts';

/** Rights as `mayGrant` asks for them: the levels of tables, without what is left out of them. */
const heldOf = (data: Data): Holder['permissions'] => ({
  ...data,
  flags: data.flags,
  tables_enabled: Object.fromEntries(
    Object.entries(data.tables_enabled).map(([id, rule]) => [id, typeof rule === 'string' ? rule : rule.access]),
  ),
});

export type Access = {
  readonly level: Level;
  /** Why the level is what it is: the admin role, a role that the reader does not change, or its rules. */
  readonly why: 'admin' | 'fixed' | 'ruled' | 'own' | 'left' | 'all';
  /** The levels of its kind, and which of them the reader may give. */
  readonly levels: readonly { readonly level: Level; readonly open: boolean }[];
};

/**
 * What one role opens of one table or app, and what of it the reader may change. What is left out of the reader's own
 * tables a browser does not know: there the server refuses.
 */
export const accessOf = (role: Role, kind: Kind, id: string, reader: Holder): Access => {
  const { profile_data: data, manageable } = role;
  const admin = role.id_profile === adminRoleId;
  const { level, own } = levelOf(data, kind, id);
  const ruled = kind === 'tables' && level !== 'none' && typeof data.tables_enabled[id] === 'object';
  return {
    level,
    why: admin ? 'admin' : !manageable ? 'fixed' : ruled ? 'ruled' : !own ? 'all' : level === 'none' ? 'left' : 'own',
    levels: kinds[kind].levels.map((one) => ({
      level: one,
      open:
        !admin && manageable && (one === level || mayGrant(reader, heldOf(withLevel(data, kind, id, one)), 'viewer')),
    })),
  };
};
