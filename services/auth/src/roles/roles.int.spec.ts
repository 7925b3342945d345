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

  it('hides fields of a table and keeps others from being changed, wherever the table is', async () => {
    const person = await colleague(product, admin, { email: 'noa@marlow.example', seat: 'member', role: '3' });
    const made = await admin.call('POST', '/v3/tables', {
      label: 'People',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Salary', type: 'number' },
        { name: 'Grade', type: 'singleLineText' },
      ],
    });
    const table = made.body as { id: string; fields: { id: string; name: string }[] };
    const field = (name: string): string => table.fields.find((one) => one.name === name)!.id;
    const path = `/v3/tables/${table.id}`;
    const records = {
      records: [{ fields: { [field('Name')]: 'Ana', [field('Salary')]: 70_418_233, [field('Grade')]: 'B' } }],
    };
    const [record] = ((await admin.call('POST', `${path}/records`, records)).body as { records: { id: string }[] })
      .records;
    const rule = { access: 'edit', hidden_fields: [field('Salary')], read_only_fields: [field('Grade')] };
    const id = await create({
      profile_name: 'Careful',
      members: [await idOf(person)],
      profile_data: { tables_enabled: { '*': 'edit', [table.id]: rule } },
    });
    expect((await profile(id))!.profile_data).toMatchObject({ tables_enabled: { '*': 'edit', [table.id]: rule } });

    const seen = (await person.call('GET', path)).body as { fields: { name: string; readOnly?: true }[] };
    expect(seen.fields.map(({ name, readOnly }) => [name, readOnly])).toEqual([
      ['Name', undefined],
      ['Grade', true],
    ]);
    const found = await person.call('POST', `${path}/records/query`, {});
    expect(JSON.stringify(found.body)).not.toContain('70418233');
    const filter = { fieldId: field('Salary'), operator: 'greaterThan', value: 1 };
    expect((await person.call('POST', `${path}/records/query`, { filter })).status).toBe(400);
    const change = (fields: object, by = person) =>
      by.call('PATCH', `${path}/records`, { records: [{ id: record!.id, fields }] });
    expect((await change({ [field('Name')]: 'Ann' })).status).toBe(200);
    const fixed = await change({ [field('Grade')]: 'A' });
    expect([fixed.status, JSON.stringify(fixed.body)]).toEqual([422, expect.stringContaining('records.read_only')]);
    expect(JSON.stringify((await change({ [field('Salary')]: 90 })).body)).toContain('fields.not_found');
    const bulk = await person.call('POST', `${path}/records/bulk`, {
      action: 'update',
      mode: 'set',
      fields: { [field('Grade')]: 'A' },
    });
    expect(JSON.stringify(bulk.body)).toContain('records.read_only');

    // An undo by whoever may not change a field leaves it as it is.
    const both = await change({ [field('Name')]: 'Anna', [field('Grade')]: 'C' }, admin);
    const commit = both.headers.get('tessera-commit')!;
    await person.call('POST', `/v3/undo/${commit}`, { conflicts: 'overwrite' });
    const now = (await admin.call('GET', `${path}/records/${record!.id}`)).body as { fields: Record<string, unknown> };
    expect(now.fields[field('Grade')]).toBe('C');

    // Who is narrowed gives nobody more of the table than they have.
    const builder = await colleague(product, admin, { email: 'lev@marlow.example', seat: 'builder', role: '2' });
    await admin.call('POST', '/profile/create', {
      profile_name: 'Builders',
      color: 'teal',
      members: [await idOf(builder)],
      profile_data: {
        flags: { manage_profile: 1, manage_users: 1 },
        tables_enabled: { '*': 'full', [table.id]: rule },
      },
    });
    const give = (rules: object) =>
      builder.call('POST', '/profile/create', {
        profile_name: 'X',
        color: 'teal',
        profile_data: { tables_enabled: rules },
      });
    expect(code(await give({ [table.id]: 'edit' }))).toBe('role.not_grantable');
    expect(code(await give({ '*': 'edit' }))).toBe('role.not_grantable');
    expect((await give({ [table.id]: rule })).status).toBe(201);
    expect((await give({ '*': { access: 'edit', hidden_fields: [field('Name')] } })).status).toBe(400);
  });

  it('shows only the records of a table that its rule leaves, each person theirs', async () => {
    const person = await colleague(product, admin, { email: 'iris@marlow.example', seat: 'member', role: '3' });
    const made = await admin.call('POST', '/v3/tables', {
      label: 'Deals of each',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Owner', type: 'user' },
      ],
    });
    const table = made.body as { id: string; fields: { id: string; name: string }[] };
    const field = (name: string): string => table.fields.find((one) => one.name === name)!.id;
    const path = `/v3/tables/${table.id}`;
    const fields = (name: string, owner?: string) => ({
      [field('Name')]: name,
      ...(owner && { [field('Owner')]: owner }),
    });
    const me = await idOf(person);
    const records = [fields('planted', await idOf(admin)), fields('mine', me)].map((one) => ({ fields: one }));
    await admin.call('POST', `${path}/records`, { records });
    const rows = { and: [{ fieldId: field('Owner'), operator: 'equals', value: { currentUser: true } }] };
    const rule = { access: 'edit', rows };
    const id = await create({
      profile_name: 'Own deals',
      members: [me],
      profile_data: { tables_enabled: { '*': 'edit', [table.id]: rule } },
    });
    expect((await profile(id))!.profile_data).toMatchObject({ tables_enabled: { '*': 'edit', [table.id]: rule } });
    for (const body of [{}, { search: 'planted' }, { fields: [field('Name')] }]) {
      const found = await person.call('POST', `${path}/records/query`, body);
      expect([found.status, JSON.stringify(found.body).includes('planted')]).toEqual([200, false]);
    }
    expect(JSON.stringify((await person.call('POST', `${path}/records/query`, {})).body)).toContain('mine');
    const refused = await person.call('POST', `${path}/records`, { fields: fields('not mine') });
    expect([refused.status, code(refused)]).toEqual([422, 'records.out_of_reach']);
    expect((await person.call('POST', `${path}/records`, { fields: fields('mine too', me) })).status).toBe(201);
    // A session is not told the rule, and a token of its person is under it as well.
    const session = await person.call('GET', '/v3/session');
    expect([session.status, JSON.stringify(session.body).includes(field('Owner'))]).toEqual([200, false]);

    const told = await person.call('POST', '/profile/list', {});
    expect([told.status, JSON.stringify(told.body).includes(field('Owner'))]).toEqual([200, false]);
    const long = { fieldId: field('Name'), operator: 'equals', value: 'x'.repeat(6000) };
    const large = { tables_enabled: { [table.id]: { access: 'edit', rows: long } } };
    const refusal = await admin.call('POST', '/profile/update', { profile_id: id, profile_data: large });
    expect([refusal.status, code(refusal)]).toEqual([400, 'request.invalid']);

    const builder = await colleague(product, admin, { email: 'ravi@marlow.example', seat: 'builder', role: '2' });
    await admin.call('POST', '/profile/create', {
      profile_name: 'Own builders',
      color: 'teal',
      members: [await idOf(builder)],
      profile_data: {
        flags: { manage_profile: 1, manage_users: 1 },
        tables_enabled: { '*': 'full', [table.id]: { access: 'full', rows } },
      },
    });
    const give = (one: unknown) =>
      builder.call('POST', '/profile/create', {
        profile_name: 'Y',
        color: 'teal',
        profile_data: { tables_enabled: { [table.id]: one } },
      });
    const open = { fieldId: field('Name'), operator: 'isNotEmpty' };
    for (const one of ['edit', { access: 'edit', rows: open }, { access: 'edit', rows: { or: [rows, open] } }])
      expect(code(await give(one))).toBe('role.not_grantable');
    expect((await give({ access: 'edit', rows: { and: [rows, open] } })).status).toBe(201);
    expect((await give({ access: 'edit', rows: { and: [] } })).status).toBe(400);
    const shared = await builder.call('POST', '/public-view/create', { identifier: table.id, type: 'object' });
    expect(shared.status).toBe(403);
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
