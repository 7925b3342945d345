import { readFileSync } from 'node:fs';
import type { Actor, AnyHandler, CommandHandler, CommandMeta, DecideEnv, EventContext, Seat } from '@tessera/kernel';
import { given as givenState } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import { askPasswordReset, changePassword, openAccount, setSecondFactor } from './accounts/decide.ts';
import { systemActor } from './context.ts';
import { codec, event, systemOrganization, type AuthEvent } from './events.ts';
import { aggregates, type Invitation, type Member } from './evolve.ts';
import { createOrganization, foundOrganization, setUpInstallation } from './installation/decide.ts';
import { acceptInvitation, invitationLife, makeInvitation, revokeInvitation } from './invitations/decide.ts';
import { changeMember } from './members/decide.ts';
import { defaultRoles, permissionsOf } from './roles/permissions.ts';

// States are written as plain objects here; the handlers' own types are checked where they are defined.
const given = (state: unknown, env: Partial<DecideEnv> & { meta: CommandMeta }) => ({
  when: (handler: AnyHandler<AuthEvent>, command: unknown) =>
    givenState<unknown>(state, env).when(handler as CommandHandler<unknown, unknown, AuthEvent, unknown>, command),
});
const now = 1_700_000_000_000;
const system: CommandMeta = { actor: systemActor(systemOrganization), origin: 'interface' };
const roleOf = (name: string) => defaultRoles.find((one) => one.role.name === name)!.role;
const by = (name: string, seat: Seat = 'builder'): CommandMeta => ({
  origin: 'interface',
  actor: {
    organizationId: 'o1',
    kind: 'user',
    id: 'u1',
    userId: 'u1',
    seat,
    roleId: roleOf(name).id,
    permissionVersion: 1,
    permissions: permissionsOf(roleOf(name).permissions),
  } as Actor,
});
const command = {
  organizationId: 'o1',
  organizationName: 'Acme',
  accountId: 'u1',
  name: 'Ana',
  email: 'Ana@Acme.test',
  language: 'en',
  timezone: 'UTC',
  currencySymbol: '$',
};
const absent = { version: 0, state: undefined };

describe('the first run', () => {
  it('claims the installation and the address, folded', () => {
    const decision = given({ version: 0, state: { setUp: undefined } }, { meta: system })
      .when(setUpInstallation, command)
      .decision();
    expect(decision.events.map(({ event: one }) => one.$case)).toEqual(['installationSetUp', 'accountOpened']);
    expect(decision.claims).toEqual([
      { scope: 'installation', key: '1', owner: 'o1' },
      { scope: 'account.email', key: 'ana@acme.test', owner: 'u1' },
    ]);
  });
  it('happens once', () => {
    expect(
      given({ version: 1, state: { setUp: command } }, { meta: system })
        .when(setUpInstallation, command)
        .rejection(),
    ).toMatchObject({ code: 'already_set_up', kind: 'conflict' });
  });
  it('makes the organization with its three roles and its administrator, and nothing when done again', () => {
    const decision = given(absent, { meta: system }).when(createOrganization, command).decision();
    expect(decision.events.map(({ event: one }) => one.$case)).toEqual([
      'organizationCreated',
      'roleCreated',
      'roleCreated',
      'roleCreated',
      'memberJoined',
    ]);
    expect(
      given({ version: 1, state: undefined }, { meta: system }).when(createOrganization, command).events(),
    ).toEqual([]);
  });
  it('makes a further organization with an invitation for its administrator, once', () => {
    const founding = {
      organizationId: 'o2',
      name: 'Brisk',
      language: 'en',
      timezone: 'UTC',
      currencySymbol: '$',
      invitationId: 'i1',
      email: 'bo@brisk.test',
    };
    const events = given(absent, { meta: system, now }).when(foundOrganization, founding).events();
    expect(events.map((one) => one.$case)).toEqual([
      'organizationCreated',
      'roleCreated',
      'roleCreated',
      'roleCreated',
      'invitationMade',
    ]);
    expect(events.at(-1)?.value).toMatchObject({
      email: 'bo@brisk.test',
      seat: 'builder',
      roleId: '1',
      expiresAt: now + invitationLife,
    });
    expect(
      given({ version: 1, state: undefined }, { meta: system, now }).when(foundOrganization, founding).events(),
    ).toEqual([]);
  });
  it('is the system’s alone', () => {
    for (const handler of [setUpInstallation, createOrganization, foundOrganization] as const)
      expect(
        given({ version: 0, state: undefined }, { meta: by('Admin') })
          .when(handler, command)
          .rejection().kind,
      ).toBe('forbidden');
  });
});

describe('an account', () => {
  it('is one per address', () => {
    expect(
      given(['someone'], { meta: system })
        .when(openAccount, { accountId: 'u2', email: 'ana@acme.test', name: 'A', organizationId: 'o1' })
        .rejection().code,
    ).toBe('email_taken');
  });
  it('gets a higher credential version with each password, which ends its sessions', () => {
    const state = { id: 'u1', email: 'a', name: 'A', organizationId: 'o1', open: true, credentialVersion: 4 };
    expect(given({ version: 7, state }, { meta: system }).when(changePassword, { accountId: 'u1' }).events()).toEqual([
      event('passwordChanged', { accountId: 'u1', credentialVersion: 5, resetId: '' }),
    ]);
  });
  it('takes a link to a new password once, and none that was made before another password', () => {
    const state = { id: 'u1', email: 'a', name: 'A', organizationId: 'o1', open: true, credentialVersion: 4 };
    const by = (credentialVersion: number, account = state) =>
      given({ version: 7, state: account }, { meta: system }).when(changePassword, {
        accountId: 'u1',
        reset: { id: 'r1', credentialVersion },
      });
    expect(by(4).events()).toEqual([
      event('passwordChanged', { accountId: 'u1', credentialVersion: 5, resetId: 'r1' }),
    ]);
    expect(by(3).rejection()).toMatchObject({ code: 'invalid_token', kind: 'unauthenticated' });
    expect(by(4, { ...state, open: false }).rejection().code).toBe('invalid_token');
  });
  it('asks for a second step from the one event to the other', () => {
    const state = { id: 'u1', email: 'a', name: 'A', organizationId: 'o1', open: true, credentialVersion: 4 };
    const set = (on: boolean, account: object = state) =>
      given({ version: 7, state: account }, { meta: system }).when(setSecondFactor, { accountId: 'u1', on });
    expect(set(true).events()).toEqual([event('secondFactorEnabled', { accountId: 'u1' })]);
    expect(set(false).events()).toEqual([]);
    expect(set(false, { ...state, secondFactor: true }).events()).toEqual([
      event('secondFactorDisabled', { accountId: 'u1' }),
    ]);
  });
  it('is asked for a new password by the system alone, and says whose mail that is', () => {
    const state = { id: 'u1', email: 'a', name: 'A', organizationId: 'o1', open: true, credentialVersion: 4 };
    const command = { accountId: 'u1', resetId: 'r1' };
    expect(given({ version: 7, state }, { meta: system }).when(askPasswordReset, command).decision().events).toEqual([
      {
        event: event('passwordResetAsked', { ...command, organizationId: 'o1' }),
        advances: [{ stream: 'account:u1', version: 8 }],
      },
    ]);
    expect(
      given({ version: 7, state }, { meta: by('Admin') })
        .when(askPasswordReset, command)
        .rejection().kind,
    ).toBe('forbidden');
  });
});

describe('an invitation', () => {
  const make = { invitationId: 'i1', email: 'bo@acme.test', seat: 'member', roleId: '3' } as const;
  const state = (name: string) => ({
    role: { version: 1, state: roleOf(name) },
    inviter: { version: 1, state: { name: 'Ana' } as Member },
  });
  it('lasts seven days and names who invites', () => {
    expect(
      given(state('Member'), { meta: by('Admin'), now })
        .when(makeInvitation, make)
        .events()[0]?.value,
    ).toMatchObject({ expiresAt: now + invitationLife, inviterName: 'Ana', inviterId: 'u1' });
    expect(invitationLife).toBe(7 * 86_400_000);
  });
  it('gives no right that the inviter lacks', () => {
    expect(
      given(state('Admin'), { meta: by('Builder') })
        .when(makeInvitation, { ...make, roleId: '1', seat: 'builder' })
        .rejection().code,
    ).toBe('role.not_grantable');
    expect(
      given(state('Member'), { meta: by('Member', 'member') })
        .when(makeInvitation, make)
        .rejection().kind,
    ).toBe('forbidden');
  });
  it('needs a role that is there', () => {
    expect(
      given({ ...state('Member'), role: absent }, { meta: by('Admin') })
        .when(makeInvitation, make)
        .rejection().code,
    ).toBe('role.not_found');
  });

  const open: Invitation = {
    id: 'i1',
    email: 'bo@acme.test',
    seat: 'member',
    roleId: '3',
    expiresAt: now + 1,
    inviterId: 'u1',
    inviterName: 'Ana',
    state: 'open',
    usedBy: '',
  };
  const accept = { invitationId: 'i1', userId: 'u2', name: 'Bo', email: 'BO@acme.test' };
  const ana: Member = { userId: 'u1', name: 'Ana', email: 'a', seat: 'builder', roleId: '2', active: true };
  const accepting = (invitation: Partial<Invitation>, member: object = absent, inviter: object = {}) =>
    given(
      {
        invitation: { version: 1, state: { ...open, ...invitation } },
        member,
        role: roleOf('Member'),
        inviter: { ...ana, ...inviter },
        inviterRole: roleOf('Builder'),
        ...inviter,
      },
      { meta: system, now },
    ).when(acceptInvitation, accept);
  it('makes a member with its seat and role, once', () => {
    expect(accepting({}).events()).toEqual([
      event('invitationAccepted', { invitationId: 'i1', userId: 'u2' }),
      event('memberJoined', {
        invitationId: 'i1',
        member: { userId: 'u2', name: 'Bo', email: 'BO@acme.test', seat: 'member', roleId: '3' },
      }),
    ]);
    expect(accepting({ state: 'used' }).rejection().code).toBe('invitation.used');
  });
  it.each<[string, Partial<Invitation>]>([
    ['invitation.expired', { expiresAt: now }],
    ['invitation.revoked', { state: 'revoked' }],
    ['invitation.other_email', { email: 'someone@else.test' }],
  ])('is refused as %s', (code, change) => {
    expect(accepting(change).rejection().code).toBe(code);
  });
  it.each<[string, object]>([
    ['is gone', { inviter: undefined }],
    ['may not come in', { active: false }],
    ['may not invite', { inviterRole: roleOf('Member') }],
    ['sits below the seat that it gives', { seat: 'viewer' }],
  ])('ends when its inviter %s', (_what, inviter) => {
    expect(accepting({}, absent, inviter).rejection().code).toBe('invitation.revoked');
  });
  it('gives no role that its inviter could not give today', () => {
    expect(accepting({}, absent, { role: roleOf('Admin') }).rejection().code).toBe('invitation.revoked');
  });
  it('of the installation itself has no inviter', () => {
    expect(accepting({ inviterId: '' }, absent, { inviter: undefined }).events()).toHaveLength(2);
  });
  it('of nobody in particular takes any address', () => {
    expect(accepting({ email: '' }).events()).toHaveLength(2);
  });
  it('is not for whoever is a member already', () => {
    expect(accepting({}, { version: 1, state: {} }).rejection().code).toBe('member.exists');
  });
  it('can be taken back until it is used', () => {
    expect(
      given({ version: 1, state: open }, { meta: by('Admin') })
        .when(revokeInvitation, { invitationId: 'i1' })
        .events(),
    ).toHaveLength(1);
    expect(
      given({ version: 2, state: { ...open, state: 'revoked' } }, { meta: by('Admin') })
        .when(revokeInvitation, { invitationId: 'i1' })
        .events(),
    ).toEqual([]);
    expect(
      given({ version: 2, state: { ...open, state: 'used' } }, { meta: by('Admin') })
        .when(revokeInvitation, { invitationId: 'i1' })
        .rejection().code,
    ).toBe('invitation.used');
    expect(
      given(absent, { meta: by('Admin') })
        .when(revokeInvitation, { invitationId: 'i1' })
        .rejection().kind,
    ).toBe('not_found');
  });
});

describe('changing a member', () => {
  const member = (roleId: string, active = true): { version: number; state: Member } => ({
    version: 3,
    state: { userId: 'u2', name: 'Bo', email: 'b', seat: 'builder', roleId, active },
  });
  const changing = (
    meta: CommandMeta,
    from: string,
    to: string,
    change: object,
    admins = ['u1', 'u2'],
    administrators: object = absent,
  ) =>
    given(
      {
        member: member(roleOf(from).id),
        before: roleOf(from),
        after: roleOf(to),
        administrators,
        admins: admins.map((userId) => ({ userId })),
      },
      { meta },
    ).when(changeMember, { userId: 'u2', roleId: roleOf(to).id, ...change });
  it('says what was before', () => {
    expect(changing(by('Admin'), 'Builder', 'Member', { seat: 'member', active: false }).decision().events).toEqual([
      {
        event: event('memberAssigned', {
          userId: 'u2',
          seat: 'member',
          roleId: '3',
          seatBefore: 'builder',
          roleIdBefore: '2',
        }),
        advances: [{ stream: 'member:u2', version: 4 }],
      },
      { event: event('memberDisabled', { userId: 'u2' }), advances: [{ stream: 'member:u2', version: 5 }] },
    ]);
  });
  it('touches nobody with more rights than the own', () => {
    expect(changing(by('Builder'), 'Admin', 'Member', {}).rejection().code).toBe('role.not_grantable');
    expect(changing(by('Builder'), 'Member', 'Admin', {}).rejection().code).toBe('role.not_grantable');
  });
  it('leaves an administrator', () => {
    expect(changing(by('Admin'), 'Admin', 'Member', {}, ['u2']).rejection().code).toBe('last_admin');
    expect(changing(by('Admin'), 'Admin', 'Admin', { active: false }, ['u2']).rejection().code).toBe('last_admin');
    expect(changing(by('Admin'), 'Admin', 'Admin', { seat: 'member' }, ['u2']).rejection().code).toBe('last_admin');
    expect(changing(by('Admin'), 'Admin', 'Member', {}).events()).toHaveLength(1);
  });
  it('advances one stream with every change of who administers, so that two at once meet there', () => {
    const shared = { stream: 'administrators:1', version: 8 };
    const known = { version: 7, state: { former: [] } };
    for (const change of [{ roleId: '3' }, { seat: 'viewer' }, { active: false }]) {
      const { events } = changing(by('Admin'), 'Admin', 'Admin', change, ['u1', 'u2'], known).decision();
      expect(events.map((one) => one.advances)).toEqual([[{ stream: 'member:u2', version: 4 }, shared]]);
    }
    const { events } = changing(by('Admin'), 'Builder', 'Member', {}, ['u1'], known).decision();
    expect(events.map((one) => one.advances)).toEqual([[{ stream: 'member:u2', version: 4 }]]);
  });
  it('takes the word of that stream before that of a model that lags', () => {
    const aggregate = aggregates.find((one) => one.kind === 'administrators')!;
    const fold = (state: unknown, one: AuthEvent) =>
      (aggregate.evolve as (state: unknown, one: AuthEvent, context: EventContext) => unknown)(state, one, {
        time: now,
      } as EventContext);
    const gone = fold(aggregate.initial, event('memberDisabled', { userId: 'u1' }));
    expect(
      changing(by('Admin'), 'Admin', 'Member', {}, ['u1', 'u2'], { version: 1, state: gone }).rejection().code,
    ).toBe('last_admin');
    const back = fold(gone, event('memberEnabled', { userId: 'u1' }));
    expect(
      changing(by('Admin'), 'Admin', 'Member', {}, ['u1', 'u2'], { version: 2, state: back }).events(),
    ).toHaveLength(1);
  });
});

describe('events', () => {
  it('survive encoding', () => {
    const one = event('invitationMade', {
      invitationId: 'i',
      email: 'a@b.c',
      seat: 'member',
      roleId: '3',
      expiresAt: now,
      inviterId: 'u',
      inviterName: 'Ana',
    });
    const { type, bytes } = codec.encode(one);
    expect(codec.decode(type, bytes)).toEqual(one);
  });
  it('read as they were first written', () => {
    expect(Buffer.from(codec.encode(event('memberDisabled', { userId: 'u9' })).bytes).toString('hex')).toBe(
      '6a040a027539',
    );
    expect(codec.decode('memberDisabled', Buffer.from('6a040a027539', 'hex'))).toEqual(
      event('memberDisabled', { userId: 'u9' }),
    );
  });
  it('fold the same when they come twice', () => {
    const context = { time: now } as EventContext;
    const events = [
      event('accountOpened', { accountId: 'u1', email: 'a', name: 'A', organizationId: 'o' }),
      event('passwordChanged', { accountId: 'u1', credentialVersion: 2, resetId: '' }),
      event('passwordResetAsked', { accountId: 'u1', resetId: 'r1', organizationId: 'o' }),
      event('secondFactorEnabled', { accountId: 'u1' }),
      event('secondFactorDisabled', { accountId: 'u1' }),
      event('memberJoined', {
        member: { userId: 'u1', name: 'A', email: 'a', seat: 'member', roleId: '3' },
        invitationId: '',
      }),
      event('memberAssigned', { userId: 'u1', seat: 'builder', roleId: '2', seatBefore: 'member', roleIdBefore: '3' }),
      event('memberDisabled', { userId: 'u1' }),
    ];
    for (const aggregate of aggregates) {
      const fold = aggregate.evolve as (state: unknown, one: unknown, context: EventContext) => unknown;
      const once = events.reduce<unknown>((state, one) => fold(state, one, context), aggregate.initial);
      const twice = events.reduce<unknown>(
        (state, one) => fold(fold(state, one, context), one, context),
        aggregate.initial,
      );
      expect(twice).toEqual(once);
    }
  });
  it('have no field for a secret', () => {
    const contract = readFileSync(
      new URL('../../../proto/tessera/auth/v1/events.proto', import.meta.url),
      'utf8',
    ).replaceAll(/\/\/.*/g, '');
    const fields = [...contract.matchAll(/(?:string|bytes)\s+(\w+)\s*=/g)].map((match) => match[1]!);
    expect(fields.length).toBeGreaterThan(20);
    expect(fields.filter((name) => /hash|secret|password|^token$|link/.test(name))).toEqual([]);
  });
});
