import { systemActor, type Actor, type CommandMeta } from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { AuthEvent as Wire } from '@tessera/proto/auth/v1/events';
import { describe, expect, it } from 'vitest';
import { event, type AuthEvent } from '../events.ts';
import { defaultRoles, permissionsOf } from '../roles/permissions.ts';
import { inverses, undoCommit, type UndoState } from './decide.ts';

const roles = new Map(defaultRoles.map(({ role }) => [role.id, role]));
const admin: CommandMeta = {
  origin: 'undo',
  actor: {
    ...systemActor('auth', 'o'),
    kind: 'user',
    id: 'u1',
    userId: 'u1',
    seat: 'builder',
    roleId: '1',
    permissions: permissionsOf(roles.get('1')!.permissions),
  } as Actor,
};
const member = { userId: 'u2', name: 'Bo', email: 'bo@x.test', seat: 'member' as const, roleId: '3', active: true };
const stateOf = (events: readonly AuthEvent[], more: Partial<UndoState> = {}): UndoState => ({
  commit: { id: 'auth.1.1', position: 1, time: 1, meta: admin, events },
  members: new Map([['u2', { version: 4, state: member }]]),
  invitations: new Map(),
  roles,
  changedRoles: new Map(),
  administrators: { version: 2, state: { former: [] } },
  admins: [{ userId: 'u1' }],
  own: undefined,
  organization: { version: 1, state: undefined },
  ...more,
});
const assigned = event('memberAssigned', {
  userId: 'u2',
  seat: 'member',
  roleId: '3',
  seatBefore: 'member',
  roleIdBefore: '2',
});

describe('every event of auth', () => {
  it('can be taken back, or says why not', () => {
    // Field numbers of the union that decode to a case: each must be one of ours.
    const decoded = Array.from({ length: 100 }, (_, i) => i + 1).flatMap((field) => {
      const tag = (field << 3) | 2;
      const bytes = tag < 128 ? Uint8Array.of(tag, 0) : Uint8Array.of((tag & 127) | 128, tag >> 7, 0);
      return Wire.decode(bytes).event?.$case ?? [];
    });
    expect(Object.keys(inverses).toSorted()).toEqual(decoded.toSorted());
  });
});

describe('taking a role back', () => {
  it('advances the stream of the member with what stands there', () => {
    const { events } = given(stateOf([assigned]), { meta: admin })
      .when(undoCommit, { commitId: 'auth.1.1' })
      .decision();
    expect(events).toEqual([
      {
        event: event('memberAssigned', { ...assigned.value, roleId: '2', roleIdBefore: '3' } as never),
        advances: [{ stream: 'member:u2', version: 5 }],
      },
    ]);
  });

  it('says that the role is gone, whatever is to become of conflicts', () => {
    const gone = stateOf([assigned], { roles: new Map([...roles].filter(([id]) => id !== '2')) });
    expect(given(gone, { meta: admin }).when(undoCommit, { commitId: 'auth.1.1' }).rejection()).toMatchObject({
      code: 'undo.conflicts',
      details: { conflicts: [{ recordLabel: 'Bo', fieldName: 'role', current: 'Member', blocked: 'role.not_found' }] },
    });
    expect(
      given(gone, { meta: admin }).when(undoCommit, { commitId: 'auth.1.1', conflicts: 'overwrite' }).rejection().code,
    ).toBe('undo.nothing');
  });

  it('leaves the last administrator', () => {
    const last = { ...member, userId: 'u2', seat: 'builder' as const, roleId: '1' };
    const promoted = event('memberAssigned', {
      userId: 'u2',
      seat: 'builder',
      roleId: '1',
      seatBefore: 'builder',
      roleIdBefore: '2',
    });
    const state = stateOf([promoted], {
      members: new Map([['u2', { version: 4, state: last }]]),
      admins: [{ userId: 'u2' }],
    });
    expect(given(state, { meta: admin }).when(undoCommit, { commitId: 'auth.1.1' }).rejection().code).toBe(
      'last_admin',
    );
  });
});
