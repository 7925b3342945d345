import { generateKeyPairSync, verify } from 'node:crypto';
import { systemActor, type Actor, type CommandMeta, type RolePermissions } from '@tessera/kernel';
import { given } from '@tessera/kernel/testing';
import { describe, expect, it } from 'vitest';
import type { Member, Provider } from '../evolve.ts';
import { defaultRoles, permissionsOf } from '../roles/permissions.ts';
import { appleSecret, isPrivateKey } from './apple.ts';
import { comeByProvider, saveProvider } from './decide.ts';
import { domainOf, isOf, issuerOf } from './kinds.ts';
import { provenBy } from './proven.ts';

const tenant = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490';
const provider: Provider = {
  id: 'p1',
  kind: 'oidc',
  name: 'Marlow',
  at: 'https://id.marlow.example',
  issuer: 'https://id.marlow.example',
  clientId: 'tessera',
  teamId: '',
  keyId: '',
  on: true,
  domains: ['marlow.example'],
  joins: true,
  roleId: '3',
  seat: 'member',
};
const role = defaultRoles.find((one) => one.role.id === '3')!.role;
const admin = permissionsOf(defaultRoles.find((one) => one.role.id === '1')!.role.permissions);
const meta = (permissions: RolePermissions): CommandMeta => ({
  origin: 'interface',
  actor: {
    ...systemActor('auth', 'o'),
    kind: 'user',
    id: 'u1',
    userId: 'u1',
    seat: 'builder',
    roleId: '9',
    permissions,
  } as Actor,
});
const system: CommandMeta = { origin: 'interface', actor: systemActor('auth', 'o') };
const member = (active: boolean): Member => ({
  userId: 'u2',
  name: 'Ana',
  email: 'ana@marlow.example',
  seat: 'member',
  roleId: '3',
  active,
});

/** What a command reads. */
type Loaded<H extends { decide: (...rest: never[]) => unknown }> = Parameters<H['decide']>[1];

describe('a provider', () => {
  const save = (next: Partial<Provider>, by = meta(admin)) =>
    given<Loaded<typeof saveProvider>>({ provider: { version: 0, state: undefined }, role }, { meta: by }).when(
      saveProvider,
      {
        provider: { ...provider, ...next },
      },
    );
  it('is saved by administrators alone', () => {
    expect(save({}).events()).toMatchObject([{ $case: 'signInProviderSaved' }]);
    expect(save({}, meta({ ...admin, admin: false })).rejection().code).toBe('forbidden');
  });
  it.each([{ domains: [] }, { seat: '' as const }, { roleId: '' }])('lets nobody new in without %o', (without) =>
    expect(save(without).rejection().code).toBe('provider.incomplete'),
  );
});

describe('who comes by a provider', () => {
  const come = (
    parts: { provider?: Partial<Provider>; member?: Member; identity?: number; before?: Member },
    command: { email?: string; name?: string },
  ) =>
    given<Loaded<typeof comeByProvider>>(
      {
        provider: { ...provider, ...parts.provider },
        identity: { version: parts.identity ?? 0, state: undefined },
        before: parts.before,
        member: { version: parts.member === undefined ? 0 : 3, state: parts.member },
        role,
      },
      { meta: system },
    ).when(comeByProvider, {
      providerId: 'p1',
      identity: 'hash',
      userId: 'u2',
      email: 'ana@marlow.example',
      ...command,
    });
  it('is tied to the person who is here', () =>
    expect(come({ member: member(true) }, {}).decision().events).toEqual([
      {
        event: { $case: 'identityLinked', value: { identity: 'hash', providerId: 'p1', userId: 'u2' } },
        advances: [{ stream: 'identity:hash', version: 1 }],
      },
    ]));
  it('is somebody new where they were forgotten', () =>
    expect(
      come({ identity: 1, before: { ...member(false), erased: true } }, { name: 'Ana' }).decision().events[1]?.advances,
    ).toEqual([{ stream: 'identity:hash', version: 2 }]));
  it('joins with the role and the seat that were named', () =>
    expect(come({}, { name: 'Ana' }).events()).toMatchObject([
      { $case: 'memberJoined', value: { member: { userId: 'u2', seat: 'member', roleId: '3' } } },
      { $case: 'identityLinked' },
    ]));
  it.each([
    ['the provider is off', { provider: { on: false }, member: member(true) }, {}],
    ['the address is of another domain', { member: member(true) }, { email: 'ana@evil.example' }],
    ['the address only ends so', {}, { email: 'ana@notmarlow.example', name: 'Ana' }],
    ['the person was disabled', { member: member(false) }, {}],
    ['nobody new is let in', { provider: { joins: false } }, { name: 'Ana' }],
    ['somebody is known by it already', { identity: 1, member: member(true) }, {}],
  ] as const)('is nobody where %s', (_why, parts, command) =>
    expect(come(parts, command).rejection().code).toBe('oauth_mismatch'),
  );
});

describe('the issuer', () => {
  it.each([
    ['oidc', 'https://id.marlow.example/realms/x/', 'https://id.marlow.example/realms/x'],
    ['oidc', 'http://localhost:9000', 'http://localhost:9000'],
    ['oidc', 'http://id.marlow.example', undefined],
    ['oidc', 'https://user:word@id.marlow.example', undefined],
    ['oidc', 'id.marlow.example', undefined],
    ['google', 'https://evil.example', 'https://accounts.google.com'],
    ['apple', '', 'https://appleid.apple.com'],
    ['microsoft', tenant.toUpperCase(), `https://login.microsoftonline.com/${tenant}/v2.0`],
    ['microsoft', 'marlow.example', undefined],
    ['microsoft', 'common', undefined],
    ['microsoft', 'a/../b.c', undefined],
  ] as const)('of %s %s is %s', (kind, at, issuer) => expect(issuerOf(kind, at)).toBe(issuer));
});

describe('what a provider says', () => {
  const email = 'Ana@marlow.example';
  it('of an address counts where it says that it is theirs', () => {
    expect(provenBy('oidc', 's', { email }).email).toBe('');
    expect(provenBy('oidc', 's', { email, email_verified: false }).email).toBe('');
    expect(provenBy('oidc', 's', { email, email_verified: true }).email).toBe(email);
    expect(provenBy('apple', 's', { email, email_verified: 'true' }).email).toBe(email);
    expect(provenBy('microsoft', 's', { email, xms_edov: true }).email).toBe(email);
    expect(provenBy('oidc', 's', { email, xms_edov: true }).email).toBe('');
  });
  it('of a name is taken whole, in parts, or from the address', () => {
    expect(provenBy('oidc', 's', { name: 'Ana Lima' }).name).toBe('Ana Lima');
    expect(provenBy('oidc', 's', { given_name: 'Ana', family_name: 'Lima' }).name).toBe('Ana Lima');
    expect(provenBy('oidc', 's', { email }).name).toBe('Ana');
  });
  it('is of a domain as a whole', () => {
    expect(domainOf(' @Marlow.Example ')).toBe('marlow.example');
    expect([domainOf('marlow'), domainOf('a b.c'), domainOf('')]).toEqual([undefined, undefined, undefined]);
    expect([isOf('x@marlow.example', ['marlow.example']), isOf('x@a.marlow.example', ['marlow.example'])]).toEqual([
      true,
      false,
    ]);
  });
});

it('Apple gets a secret that its key signed, for five minutes', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const secret = appleSecret({ clientId: 'example.tessera', teamId: 'TEAM', keyId: 'KEY' }, pem, 1_700_000_000_000);
  const [head = '', body = '', signature = ''] = secret.split('.');
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect([read(head), read(body)]).toEqual([
    { alg: 'ES256', kid: 'KEY' },
    { iss: 'TEAM', sub: 'example.tessera', aud: 'https://appleid.apple.com', iat: 1_700_000_000, exp: 1_700_000_300 },
  ]);
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  expect([isPrivateKey(pem), isPrivateKey('no key')]).toEqual([true, false]);
});
