import { permissionFlags, type Actor, type RolePermissions, type Seat, type Snapshot } from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { accessTo, can, narrowed, within } from '@tessera/proto/rights';
import { describe, expect, it } from 'vitest';
import { event } from '../events.ts';
import { aggregates, type ApiToken } from '../evolve.ts';
import { defaultRoles, permissionsOf } from '../roles/permissions.ts';
import { changeApiToken, makeApiToken, regenerateApiToken } from './decide.ts';
import { works } from './works.ts';

const role = (name: string): RolePermissions =>
  permissionsOf(defaultRoles.find((one) => one.role.name === name)!.role.permissions);
const actor = (permissions: RolePermissions, seat: Seat = 'builder', id = 'u1'): Actor => ({
  organizationId: 'o1',
  kind: 'user',
  id,
  userId: id,
  seat,
  roleId: '2',
  permissionVersion: 1,
  permissions,
});
const builder = actor(role('Builder'));
const by = (who: Actor) => ({ meta: { actor: who, origin: 'interface' as const }, now: 1_000 });
const token: ApiToken = { id: 't1', name: 'Sync', userId: 'u1', lastFour: 'abcd', createdAt: 1, deleted: false };
const known = (state = token): Snapshot<ApiToken | undefined> => ({ version: 3, state });
const make = { tokenId: 't1', name: 'Sync', lastFour: 'abcd', expiresAt: 0, scopes: [] };
const of = (tables_enabled: RolePermissions['tables_enabled'], disabled: readonly string[] = []): RolePermissions => ({
  ...role('Builder'),
  tables_enabled,
  tables_disabled: disabled,
});

describe('making a token', () => {
  it('says whose it is, when it ends and what it may reach', () => {
    const scopes = [{ table: '*', access: 'view' as const }];
    expect(
      given(null, by(builder))
        .when(makeApiToken, { ...make, expiresAt: 2_000, scopes })
        .events(),
    ).toEqual([
      event('apiTokenMade', {
        tokenId: 't1',
        name: 'Sync',
        lastFour: 'abcd',
        userId: 'u1',
        expiresAt: 2_000,
        scopes: [{ id: '*', access: 'view' }],
      }),
    ]);
  });
  it('refuses an end that is over, and more than the maker may', () => {
    expect(
      given(null, by(builder))
        .when(makeApiToken, { ...make, expiresAt: 1_000 })
        .rejection().code,
    ).toBe('api_token.expired');
    const narrow = actor(of({ t2: 'view' }));
    for (const table of ['*', 't2', 't3'])
      expect(
        given(null, by(narrow))
          .when(makeApiToken, { ...make, scopes: [{ table, access: 'edit' }] })
          .rejection().code,
      ).toBe('api_token.beyond_rights');
  });
});

describe('changing a token', () => {
  it('names it and switches it off and on, each once', () => {
    const off = given(known(), by(builder)).when(changeApiToken, { tokenId: 't1', name: 'Shop', active: false });
    expect(off.decision().events).toEqual([
      {
        event: event('apiTokenRenamed', { tokenId: 't1', name: 'Shop', nameBefore: 'Sync' }),
        advances: [{ stream: 'token:t1', version: 4 }],
      },
      { event: event('apiTokenDisabled', { tokenId: 't1' }), advances: [{ stream: 'token:t1', version: 5 }] },
    ]);
    const same = { tokenId: 't1', name: 'Sync', active: true };
    expect(given(known(), by(builder)).when(changeApiToken, same).events()).toEqual([]);
    expect(
      given(known({ ...token, off: true }), by(builder))
        .when(changeApiToken, same)
        .events(),
    ).toEqual([event('apiTokenEnabled', { tokenId: 't1' })]);
  });
  it('is its owner’s and an administrator’s; its secret is its owner’s alone', () => {
    const other = actor(role('Builder'), 'builder', 'u2');
    const admin = actor(role('Admin'), 'builder', 'u3');
    const off = { tokenId: 't1', active: false };
    const anew = { tokenId: 't1', lastFour: 'wxyz' };
    expect(given(known(), by(other)).when(changeApiToken, off).rejection().code).toBe('api_token.not_found');
    expect(given(known(), by(other)).when(regenerateApiToken, anew).rejection().code).toBe('api_token.not_found');
    expect(given(known(), by(admin)).when(changeApiToken, off).events()).toHaveLength(1);
    expect(given(known(), by(admin)).when(regenerateApiToken, anew).rejection().code).toBe('api_token.other_owner');
    expect(given(known(), by(builder)).when(regenerateApiToken, anew).events()).toEqual([
      event('apiTokenRegenerated', { tokenId: 't1', lastFour: 'wxyz', generation: 1 }),
    ]);
    expect(
      given(known({ ...token, deleted: true }), by(builder))
        .when(changeApiToken, off)
        .rejection().code,
    ).toBe('api_token.not_found');
  });
});

describe('a token', () => {
  it('works until its end, and not while it is off', () => {
    expect([works({}, 9), works({ expiresAt: 10 }, 9), works({ expiresAt: 10 }, 10), works({ off: true }, 9)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  it('folds what happened to it, and what earlier code wrote as it was', () => {
    const { evolve } = aggregates.find(({ kind }) => kind === 'token')!;
    const fold = evolve as (state: ApiToken | undefined, one: unknown, context: unknown) => ApiToken;
    const context = { time: 5, actorId: 'u9' };
    const made = fold(
      undefined,
      event('apiTokenMade', {
        tokenId: 't1',
        name: 'Sync',
        userId: 'u1',
        lastFour: 'abcd',
        expiresAt: 0,
        scopes: [],
      }),
      context,
    );
    expect(made).toEqual({ ...token, createdAt: 5 });
    const off = fold(made, event('apiTokenDisabled', { tokenId: 't1' }), context);
    expect(off).toEqual({ ...made, off: true, changedAt: 5, changedBy: 'u9' });
    const on = fold(off, event('apiTokenEnabled', { tokenId: 't1' }), context);
    expect(on).toEqual({ ...made, changedAt: 5, changedBy: 'u9' });
    const anew = event('apiTokenRegenerated', { tokenId: 't1', lastFour: 'wxyz', generation: 2 });
    expect(fold(on, anew, context)).toMatchObject({ lastFour: 'wxyz', generation: 2 });
  });
});

describe('scopes', () => {
  it('are within what the maker may do, by table', () => {
    const maker = actor(of({ '*': 'view', t1: 'full' }, ['t9']));
    expect(within(maker, [{ table: 't1', access: 'full' }])).toBe(true);
    expect(within(maker, [{ table: 't2', access: 'view' }])).toBe(true);
    expect(within(maker, [{ table: 't2', access: 'edit' }])).toBe(false);
    expect(within(maker, [{ table: 't9', access: 'view' }])).toBe(false);
    expect(within(actor(role('Admin'), 'viewer'), [{ table: '*', access: 'edit' }])).toBe(false);
  });
  it('open what the owner may open now, and no more than they say', () => {
    const owner = actor(of({ '*': 'edit', t1: 'full', t3: 'view' }, ['t9']));
    const access = (scopes: ApiToken['scopes']) => {
      const program: Actor = { ...owner, kind: 'token', id: 't', permissions: narrowed(owner, scopes!) };
      return Object.fromEntries(['t1', 't2', 't3', 't9'].map((id) => [id, accessTo(program, id)]));
    };
    expect(access([{ table: '*', access: 'full' }])).toEqual({ t1: 'full', t2: 'edit', t3: 'view', t9: undefined });
    expect(access([{ table: '*', access: 'view' }])).toEqual({ t1: 'view', t2: 'view', t3: 'view', t9: undefined });
    expect(
      access([
        { table: 't2', access: 'full' },
        { table: 't9', access: 'view' },
      ]),
    ).toEqual({ t1: undefined, t2: 'edit', t3: undefined, t9: undefined });
    expect(
      access([
        { table: '*', access: 'view' },
        { table: 't1', access: 'edit' },
      ]),
    ).toEqual({ t1: 'edit', t2: 'view', t3: 'view', t9: undefined });
  });
  it('leave nothing of a flag, nor of being an administrator', () => {
    const admin = actor(role('Admin'));
    const permissions = narrowed(admin, [{ table: '*', access: 'full' }]);
    expect(permissions.admin).toBe(false);
    expect(permissionFlags.filter((flag) => permissions.flags[flag] === 1)).toEqual([]);
    const program: Actor = { ...admin, kind: 'token', id: 't', permissions };
    expect([can(program, 'tables.create').allow, can(program, 'users.manage').allow]).toEqual([false, false]);
    expect(accessTo(program, 't1')).toBe('full');
  });
});
