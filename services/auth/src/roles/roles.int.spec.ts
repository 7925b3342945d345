import {
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Profile = {
  readonly id_profile: string;
  readonly name: string;
  readonly initial_url: string | null;
  readonly members: readonly { readonly user_id: string }[];
  readonly profile_data: { readonly flags: Readonly<Record<string, number>> };
  readonly manageable: boolean;
  readonly updated_by: { readonly name: string } | null;
};

let product: TestProduct;
let admin: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
});
afterAll(() => product.stop());

const profiles = async (by = admin): Promise<readonly Profile[]> =>
  ((await by.call('POST', '/profile/list', {})).body as { profiles: Profile[] }).profiles;
const profile = async (id: string, by = admin): Promise<Profile | undefined> =>
  (await profiles(by)).find((one) => one.id_profile === id);
const create = async (body: object, by = admin): Promise<string> => {
  const answer = await by.call('POST', '/profile/create', { color: 'teal', ...body });
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
};
const idOf = async (one: TestCaller): Promise<string> =>
  ((await one.call('GET', '/v3/session')).body as { user: { id: string } }).user.id;
const code = (answer: { readonly body: unknown }): string => (answer.body as { error: { code: string } }).error.code;

describe('a role', () => {
  it('is made with its people, changed, and deleted with another one for them; each is undone', async () => {
    const person = await colleague(product, admin, { email: 'ana@marlow.example', seat: 'builder', role: '3' });
    const userId = await idOf(person);
    const table = (await admin.call('POST', '/v3/tables', { label: 'Plans', fields: [] })).body as { id: string };
    expect((await person.call('GET', `/v3/tables/${table.id}`)).status).toBe(200);

    const id = await create({ profile_name: 'Narrow', members: [userId], initial_url: 'https://x.example/object/1' });
    expect(await profile(id)).toMatchObject({
      name: 'Narrow',
      initial_url: '/object/1',
      members: [{ user_id: userId }],
      manageable: true,
      updated_by: { name: expect.any(String) as string },
    });
    expect((await person.call('GET', `/v3/tables/${table.id}`)).status).toBe(403);

    const opened = { tables_enabled: { [table.id]: 'edit' }, flags: { access_actions_history: 1 } };
    const changed = await admin.call('POST', '/profile/update', { profile_id: id, profile_data: opened });
    expect((await profile(id))?.profile_data.flags).toMatchObject({ access_settings: 1, access_actions_history: 1 });
    expect((await person.call('GET', `/v3/tables/${table.id}`)).status).toBe(200);
    const back = await admin.call('POST', `/v3/undo/${changed.headers.get('tessera-commit')}`, {});
    expect({ status: back.status, body: back.body }).toMatchObject({ status: 200, body: { kind: 'roleChanged' } });
    expect((await person.call('GET', `/v3/tables/${table.id}`)).status).toBe(403);

    const gone = await admin.call('POST', '/profile/delete', { profile_id: id, users_new_profile: '3' });
    expect(gone.status).toBe(204);
    expect(await profile(id)).toBeUndefined();
    expect((await profile('3'))?.members).toContainEqual(expect.objectContaining({ user_id: userId }));
    await admin.call('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {});
    expect((await profile(id))?.members).toEqual([expect.objectContaining({ user_id: userId })]);
  });

  it('is copied without its people, under a number that nobody had', async () => {
    const id = await create({ profile_name: 'First' });
    await admin.call('POST', '/profile/delete', { profile_id: id, users_new_profile: '3' });
    const copy = await admin.call('POST', '/v4/duplicate/profile', { profile_id: '3' });
    expect(copy.status).toBe(201);
    const { id: number } = copy.body as { id: string };
    expect(Number(number)).toBeGreaterThan(Number(id));
    expect(await profile(number)).toMatchObject({ name: 'Member (copy)', members: [] });
  });

  it('takes back the invitations to it when it is deleted', async () => {
    const id = await create({ profile_name: 'Guests' });
    const made = await admin.call('POST', '/v3/invitations', { seat: 'member', role: id });
    const { link } = made.body as { link: string };
    await admin.call('POST', '/profile/delete', { profile_id: id, users_new_profile: '3' });
    const token = link.split('/').at(-1);
    expect((await admin.call('GET', `/invitations/${token}`)).body).toMatchObject({ state: 'revoked' });
  });
});

describe('who manages roles', () => {
  it('gives nothing that they lack, and leaves their own and the admin role', async () => {
    const id = await create({
      profile_name: 'People team',
      profile_data: { flags: { manage_profile: 1, manage_users: 1 }, tables_enabled: { '*': 'edit' } },
    });
    const manager = await colleague(product, admin, { email: 'bo@marlow.example', seat: 'builder', role: id });
    const own = await manager.call('POST', '/profile/update', { profile_id: id, profile_name: 'Us' });
    expect([own.status, code(own)]).toEqual([403, 'role.own']);
    for (const [path, body] of [
      ['/profile/create', { profile_name: 'Coders', color: 'blue', profile_data: { flags: { development: 1 } } }],
      ['/profile/update', { profile_id: '1', profile_name: 'Kings' }],
      ['/profile/delete', { profile_id: '2', users_new_profile: '3' }],
    ] as const) {
      const answer = await manager.call('POST', path, body);
      expect([path, answer.status, code(answer)]).toEqual([path, 403, 'role.not_grantable']);
    }
    const narrower = await create(
      { profile_name: 'Readers', profile_data: { tables_enabled: { '*': 'view' } } },
      manager,
    );
    expect((await profiles(manager)).filter(({ manageable }) => manageable).map((one) => one.id_profile)).toContain(
      narrower,
    );
    const member = await colleague(product, admin, { email: 'cy@marlow.example', seat: 'member', role: '3' });
    expect((await member.call('POST', '/profile/create', { profile_name: 'X', color: 'blue' })).status).toBe(403);
    for (const body of [{ profile_id: '1', users_new_profile: '3' }]) {
      const answer = await admin.call('POST', '/profile/delete', body);
      expect([answer.status, code(answer)]).toEqual([403, 'role.admin']);
    }
  });

  it('sees nothing of another organization', async () => {
    const eve = await foreignAdmin(product);
    const id = await create({ profile_name: 'Ours' });
    const answer = await eve.call('POST', '/profile/update', { profile_id: id, profile_name: 'Theirs' });
    expect([answer.status, code(answer)]).toEqual([404, 'role.not_found']);
    expect((await profile(id))?.name).toBe('Ours');
  });

  it.each([
    ['a flag that is none', { profile_data: { flags: { fly: 1 } } }],
    ['a level that is none', { profile_data: { tables_enabled: { '*': 'own' } } }],
    ['an id that is none', { profile_data: { tables_enabled: { x: 'view' } } }],
    ['a page elsewhere', { initial_url: '//evil.example' }],
    ['a page that is a script', { initial_url: 'javascript:alert(1)' }],
  ])('is told of %s', async (_what, body) => {
    const answer = await admin.call('POST', '/profile/create', { profile_name: 'X', color: 'blue', ...body });
    expect(answer.status).toBe(400);
  });
});
