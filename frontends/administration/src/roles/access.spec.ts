import type { Holder } from '@tessera/proto/rights';
import { describe, expect, it } from 'vitest';
import { accessOf } from './access.ts';
import { groups, withEvery, withLevel, type Data, type Role } from './model.ts';

const none: Data = {
  admin: false,
  flags: Object.fromEntries(groups.flatMap((group) => group.flags.map(({ flag }) => [flag, 0]))) as Data['flags'],
  tables_enabled: {},
  tables_disabled: [],
  dashboards_enabled: {},
  dashboards_disabled: [],
  pages_enabled: {},
  pages_disabled: [],
  doc_pages_enabled: {},
  doc_pages_disabled: [],
};
const role = (profile_data: Data, more: Partial<Role> = {}): Role => ({
  id_profile: '7',
  name: 'Sellers',
  color: 'blue',
  initial_url: null,
  members: [],
  manageable: true,
  updated_at: null,
  updated_by: null,
  profile_data,
  ...more,
});
const reader = (permissions: Partial<Holder['permissions']>) => ({
  organizationId: 'o',
  kind: 'user' as const,
  id: 'u',
  userId: 'u',
  seat: 'builder' as const,
  permissions: { ...(none as Holder['permissions']), ...permissions },
});
const administrator = reader({ admin: true });
const open = (one: ReturnType<typeof accessOf>) => one.levels.flatMap(({ level, open: may }) => (may ? [level] : []));

describe('the access of roles to one table or app', () => {
  it('is as the rule for all, or as the own one, and says so', () => {
    const data = withLevel(withLevel(withEvery(none, 'tables', 'view'), 'tables', 'a', 'edit'), 'tables', 'b', 'none');
    const why = (id: string) => {
      const found = accessOf(role(data), 'tables', id, administrator);
      return [found.level, found.why];
    };
    expect([why('a'), why('b'), why('c')]).toEqual([
      ['edit', 'own'],
      ['none', 'left'],
      ['view', 'all'],
    ]);
    expect(accessOf(role(withLevel(none, 'apps', 'a', 'interact')), 'apps', 'a', administrator)).toEqual({
      level: 'interact',
      why: 'own',
      levels: ['none', 'interact', 'full'].map((level) => ({ level, open: true })),
    });
  });
  it('tells of rules for records and fields, which stay with another level', () => {
    const data: Data = { ...none, tables_enabled: { a: { access: 'view', hidden_fields: ['f'] } } };
    expect(accessOf(role(data), 'tables', 'a', administrator)).toMatchObject({ level: 'view', why: 'ruled' });
    expect(withLevel(data, 'tables', 'a', 'edit').tables_enabled).toEqual({
      a: { access: 'edit', hidden_fields: ['f'] },
    });
  });
  it('of the admin role, and of one that the reader does not change, is shown only', () => {
    const all = withEvery({ ...none, admin: true }, 'tables', 'full');
    const admin = accessOf(role(all, { id_profile: '1' }), 'tables', 'a', administrator);
    expect([admin.level, admin.why, open(admin)]).toEqual(['full', 'admin', []]);
    const fixed = accessOf(role(none, { manageable: false }), 'tables', 'a', administrator);
    expect([fixed.level, fixed.why, open(fixed)]).toEqual(['none', 'fixed', []]);
  });
  it('is never more than the reader has', () => {
    const own = reader({ tables_enabled: { a: 'edit' }, dashboards_enabled: { '*': 'interact' } });
    const given = withLevel(none, 'tables', 'a', 'view');
    expect(open(accessOf(role(given), 'tables', 'a', own))).toEqual(['none', 'view', 'edit']);
    expect(open(accessOf(role(given), 'tables', 'b', own))).toEqual(['none']);
    expect(open(accessOf(role(given), 'apps', 'c', own))).toEqual(['none', 'interact']);
    expect(open(accessOf(role(given), 'tables', 'a', administrator))).toEqual(['none', 'view', 'edit', 'full']);
  });
});
