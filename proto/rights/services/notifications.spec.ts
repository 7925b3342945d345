import { noPermissions, type Actor } from '@tessera/kernel';
import { describe, expect, it } from 'vitest';
import { can, rightsOf } from '../index.ts';

const actor = (kind: Actor['kind'], admin: boolean): Actor => ({
  organizationId: 'o',
  kind,
  id: 'u',
  seat: 'viewer',
  roleId: '1',
  permissionVersion: 1,
  permissions: { ...noPermissions, admin },
});
const allowed = (one: Actor) =>
  (['inbox.own', 'mail.read', 'mail.replay'] as const).filter((action) => can(one, action).allow);

describe('rights to notifications and mail', () => {
  it('an inbox is a person, mail is administrators', () => {
    expect(allowed(actor('user', false))).toEqual(['inbox.own']);
    expect(allowed(actor('user', true))).toEqual(['inbox.own', 'mail.read', 'mail.replay']);
    for (const kind of ['token', 'link', 'system'] as const) expect(allowed(actor(kind, true))).toEqual([]);
  });
  it('a browser is told who may read mail', () => {
    expect([true, false].map((admin) => rightsOf(actor('user', admin)).canReadMail)).toEqual([true, false]);
  });
});
