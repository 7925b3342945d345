import {
  systemActor,
  type Actor,
  type CommandMeta,
  type PermissionFlag,
  type RolePermissions,
  type Seat,
  type Snapshot,
} from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import { maySeeAs } from '@tessera/proto/rights';
import type { Member } from '../evolve.ts';
import { defaultRoles, permissionsOf, wireOf } from '../roles/permissions.ts';
import { startViewAs, stopViewAs } from './decide.ts';

const none = permissionsOf(undefined);
const flagged = (...on: readonly PermissionFlag[]): RolePermissions => ({
  ...none,
  flags: { ...none.flags, ...Object.fromEntries(on.map((flag) => [flag, 1])) },
});
const actor = (permissions: RolePermissions, seat: Seat = 'builder'): Actor => ({
  ...systemActor('auth', 'o'),
  kind: 'user',
  id: 'u1',
  userId: 'u1',
  seat,
  roleId: '9',
  permissions,
});
const meta = (permissions: RolePermissions, seat?: Seat): CommandMeta => ({
  origin: 'interface',
  actor: actor(permissions, seat),
});
const roleOf = (id: string) => defaultRoles.find(({ role }) => role.id === id)!.role;
const admin = meta(permissionsOf(roleOf('1').permissions));
const manager = { ...flagged('manage_profile', 'manage_users'), tables_enabled: { '*': 'edit' } } as const;
const member = (userId: string, seat: Seat, active = true): Member => ({
  userId,
  name: userId,
  email: '',
  seat,
  roleId: '3',
  active,
});
const state = (parts: Partial<Parameters<typeof startViewAs.decide>[1]> = {}) => ({
  own: { version: 4, state: member('u1', 'builder') },
  seen: undefined,
  role: roleOf('3'),
  people: [],
  ...parts,
});
const own: Snapshot<Member | undefined> = { version: 7, state: member('u1', 'builder') };
const until = 1_700_000_900_000;
const seenAs = (parts: object, as: { roleId: string } | { userId: string }, by = admin) =>
  given(state(parts), { meta: by }).when(startViewAs, { as, until });

describe('seeing the workspace as somebody else', () => {
  it('is told of a role on the highest seat of its people who are there', () => {
    const people = [member('a', 'viewer'), member('b', 'member'), member('c', 'builder', false)];
    expect(seenAs({ people }, { roleId: '3' }).decision().events).toEqual([
      {
        event: { $case: 'viewAsStarted', value: { userId: 'u1', roleId: '3', seenAs: '', seat: 'member', until } },
        advances: [{ stream: 'member:u1', version: 5 }],
      },
    ]);
  });
  it('is told of a role that nobody has on the seat of a member', () =>
    expect(seenAs({}, { roleId: '3' }).events()).toMatchObject([{ value: { seat: 'member' } }]));
  it('is told of a person on their own seat', () =>
    expect(seenAs({ seen: member('u2', 'viewer') }, { userId: 'u2' }).events()).toMatchObject([
      { value: { seenAs: 'u2', seat: 'viewer', roleId: '3' } },
    ]));
  it.each([
    ['a person who is off', { seen: member('u2', 'member', false) }, { userId: 'u2' }, 'user.not_found'],
    [
      'a person who was forgotten',
      { seen: { ...member('u2', 'member'), erased: true } },
      { userId: 'u2' },
      'user.not_found',
    ],
    ['nobody', {}, { userId: 'u2' }, 'user.not_found'],
    ['a role that is gone', { role: undefined }, { roleId: '8' }, 'role.not_found'],
  ] as const)('is refused for %s', (_what, parts, as, code) => expect(seenAs(parts, as).rejection().code).toBe(code));
  it.each([
    ['manages neither roles nor people', none, { roleId: '3' }],
    ['manages people and asks for a role', flagged('manage_users'), { roleId: '3' }],
    ['manages roles and asks for a person', flagged('manage_profile'), { userId: 'u2' }],
  ] as const)('is refused to who %s', (_what, permissions, as) =>
    expect(seenAs({ seen: member('u2', 'viewer') }, as, meta(permissions)).rejection().code).toBe('forbidden'),
  );
  it('is refused for a role or a seat with more rights than whoever looks', () => {
    const beyond = 'view_as.beyond_rights';
    expect(seenAs({ role: roleOf('1') }, { roleId: '1' }, meta(manager)).rejection().code).toBe(beyond);
    expect(seenAs({ seen: member('u2', 'builder') }, { userId: 'u2' }, meta(manager, 'member')).rejection().code).toBe(
      beyond,
    );
    expect(
      seenAs({ role: { ...roleOf('3'), permissions: wireOf(none) } }, { roleId: '3' }, meta(manager)).events(),
    ).toHaveLength(1);
  });
  it('ends with an event', () =>
    expect(given(own, { meta: admin }).when(stopViewAs, {}).decision().events).toEqual([
      { event: { $case: 'viewAsStopped', value: { userId: 'u1' } }, advances: [{ stream: 'member:u1', version: 8 }] },
    ]));
});

describe('who sees only their own records of a table', () => {
  const rows = (value: unknown) => ({ t: { and: [{ fieldId: 'f', operator: 'equals', value }] } });
  const table = (value: unknown): RolePermissions => ({
    ...none,
    tables_enabled: { t: 'edit' },
    table_rows: rows(value),
  });
  const sees = (own: RolePermissions, userId: string | undefined) =>
    maySeeAs(actor(own), own, { seat: 'member', ...(userId !== undefined && { userId }) });
  it('does not see those of another person', () =>
    expect([undefined, 'u1', 'u2'].map((id) => sees(table({ currentUser: true }), id))).toEqual([true, true, false]));
  it('sees as another what the same rule shows to both', () => expect(sees(table('x'), 'u2')).toBe(true));
});
