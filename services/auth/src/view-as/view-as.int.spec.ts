import { colleague, firstRun, startTestProduct, type TestCaller, type TestProduct } from '@tessera/runtime/testing';
import { credentialHash } from '@tessera/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let product: TestProduct;
let admin: TestCaller;
let ana: TestCaller;
let anaId: string;
let table: { readonly id: string; readonly fields: readonly { readonly id: string; readonly name: string }[] };
let roleId: string;

const session = async (one: TestCaller) =>
  (await one.call('GET', '/v3/session')).body as {
    user: { id: string; name: string; seat: string };
    rights: Readonly<Record<string, boolean>>;
    viewAs: { role: { id: string; name: string }; user: { id: string; name: string } | null; until: string } | null;
  };
const code = (answer: { readonly status: number; readonly body: unknown }) => [
  answer.status,
  (answer.body as { error?: { code: string } } | undefined)?.error?.code,
];
const field = (name: string): string => table.fields.find((one) => one.name === name)!.id;
const rows = async (one: TestCaller): Promise<string> =>
  JSON.stringify((await one.call('POST', `/v3/tables/${table.id}/records/query`, {})).body);

beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  ana = await colleague(product, admin, { email: 'ana@marlow.example', name: 'Ana', seat: 'member', role: '3' });
  anaId = (await session(ana)).user.id;
  const made = await admin.call('POST', '/v3/tables', {
    label: 'Deals',
    fields: [
      { name: 'Name', type: 'singleLineText' },
      { name: 'Margin', type: 'singleLineText' },
      { name: 'Owner', type: 'user' },
    ],
  });
  table = made.body as typeof table;
  const deal = (name: string, owner: string) => ({
    fields: { [field('Name')]: name, [field('Margin')]: `margin of ${name}`, [field('Owner')]: owner },
  });
  const me = (await session(admin)).user.id;
  await admin.call('POST', `/v3/tables/${table.id}/records`, { records: [deal('hers', anaId), deal('mine', me)] });
  const rule = { fieldId: field('Owner'), operator: 'equals', value: { currentUser: true } };
  const role = await admin.call('POST', '/profile/create', {
    profile_name: 'Sales',
    color: 'teal',
    members: [anaId],
    profile_data: {
      tables_enabled: { [table.id]: { access: 'edit', rows: { and: [rule] }, hidden_fields: [field('Margin')] } },
    },
  });
  roleId = (role.body as { id: string }).id;
});
afterAll(() => product.stop());

describe('an administrator who sees the workspace as a person', () => {
  it('sees what that person sees, changes nothing, and is back with one call', async () => {
    const begun = await admin.call('POST', '/v3/view-as', { userId: anaId });
    expect(begun.body).toMatchObject({
      viewAs: { user: { id: anaId, name: 'Ana' }, role: { id: roleId, name: 'Sales' } },
    });
    const seen = await session(admin);
    expect(seen.user).toMatchObject({ name: 'Maren Okafor', seat: 'member' });
    expect(seen.rights).toMatchObject({ isAdmin: false, canCreateTables: false, canManageUsers: false });
    expect(seen.viewAs?.user?.id).toBe(anaId);
    expect([await rows(admin), await rows(ana)].map((text) => [text.includes('hers'), text.includes('mine')])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(await rows(admin)).not.toContain('margin of');

    const writes = await Promise.all([
      admin.call('POST', `/v3/tables/${table.id}/records`, { fields: { [field('Name')]: 'new' } }),
      admin.call('POST', '/v3/tables', { label: 'New', fields: [] }),
      admin.call('PUT', '/v3/preferences/theme', { value: 'dark' }),
      admin.call('POST', '/profile/update', { profile_id: roleId, profile_name: 'Other' }),
      admin.call('POST', '/v3/tasks', { title: 'New' }),
      admin.call('DELETE', '/v3/sessions'),
    ]);
    for (const answer of writes) expect(code(answer)).toEqual([403, 'view_as.read_only']);

    expect((await admin.call('DELETE', '/v3/view-as')).status).toBe(204);
    expect(await rows(admin)).toContain('margin of mine');
    expect((await session(admin)).viewAs).toBeNull();
    expect(code(await admin.call('DELETE', '/v3/view-as'))).toEqual([409, 'view_as.not_on']);
    const log = await admin.call('POST', '/historyLog/list', { filters: { action_type: ['view'] } });
    const { entries } = log.body as { entries: { kind: string; target: { label: string } | null }[] };
    expect(entries.map(({ kind }) => kind)).toEqual(['viewAsStopped', 'viewAsStarted']);
    expect(entries[1]?.target?.label).toBe('Ana');
  });

  it("sees nothing that is that person's alone", async () => {
    await ana.call('POST', '/v3/tasks', { title: 'Only hers' });
    await ana.call('PUT', '/v3/preferences/secret', { value: 'hers' });
    await admin.call('POST', '/v3/view-as', { userId: anaId });
    const personal = await Promise.all(
      [
        '/v3/tasks',
        '/v3/preferences',
        '/v3/notifications',
        '/v3/sessions',
        '/v3/logins',
        '/v3/conversations',
        '/v3/account/profile',
      ].map((path) => admin.call('GET', path)),
    );
    expect(personal.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200]);
    const text = JSON.stringify(personal.map(({ body }) => body));
    expect(text).not.toMatch(/hers|ana@marlow/i);
    expect(text).toContain('maren@marlow.example');
    await admin.call('DELETE', '/v3/view-as');
  });

  it('sees as a role with themselves as the current user, in this session alone', async () => {
    const { body } = await admin.call('POST', '/auth/loginV2', {
      email: 'maren@marlow.example',
      password: 'seven-oaks-42',
    });
    const { token } = body as { token: string };
    await admin.call('POST', '/v3/view-as', { roleId });
    expect(await rows(admin)).toContain('mine');
    expect(await rows(admin)).not.toMatch(/hers|margin of/);
    const other = await fetch(`${product.url}/api/v3/view-as`, { headers: { authorization: `Bearer ${token}` } });
    expect(await other.json()).toEqual({ viewAs: null });
    // From one to another without a stop between.
    expect((await admin.call('POST', '/v3/view-as', { roleId: '3' })).body).toMatchObject({
      viewAs: { role: { id: '3' }, user: null },
    });
    await admin.call('DELETE', '/v3/view-as');
  });

  it('is back by itself when the time is over', async () => {
    await admin.call('POST', '/v3/view-as', { roleId });
    const { state } = product.ports('auth');
    const hash = credentialHash(admin.token);
    const kept = (await state.get<{ viewAs: { until: number } }>('', 'session', hash))!;
    expect(kept.viewAs.until - Date.now()).toBeGreaterThan(29 * 60 * 1000);
    await state.put('', 'session', hash, { ...kept, viewAs: { ...kept.viewAs, until: Date.now() - 1 } });
    await expect.poll(async () => (await session(admin)).viewAs, { timeout: 10_000 }).toBeNull();
    expect(await rows(admin)).toContain('margin of');
  });

  it('is told on an open socket that their rights are others', async () => {
    const socket = new WebSocket(`${product.url.replace('http', 'ws')}/api/live`);
    const frames: string[] = [];
    socket.addEventListener('message', ({ data }) => frames.push(String(data)));
    await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
    socket.send(JSON.stringify({ type: 'token', token: admin.token }));
    await expect.poll(() => frames.join(), { timeout: 10_000 }).toContain('ready');
    await admin.call('POST', '/v3/view-as', { roleId });
    await expect.poll(() => frames.join(), { timeout: 10_000 }).toContain('"rights"');
    await admin.call('DELETE', '/v3/view-as');
    socket.close();
  });
});

describe('who is no administrator', () => {
  it('sees as nobody with more rights, and loses the sight with the right to it', async () => {
    expect(code(await ana.call('POST', '/v3/view-as', { roleId: '3' }))).toEqual([403, 'forbidden']);
    const made = await admin.call('POST', '/profile/create', {
      profile_name: 'People team',
      color: 'teal',
      profile_data: { flags: { manage_profile: 1, manage_users: 1 }, tables_enabled: { '*': 'edit' } },
    });
    const { id } = made.body as { id: string };
    const bo = await colleague(product, admin, { email: 'bo@marlow.example', seat: 'builder', role: id });
    expect(code(await bo.call('POST', '/v3/view-as', { roleId: '1' }))).toEqual([403, 'view_as.beyond_rights']);
    const { user } = await session(admin);
    expect(code(await bo.call('POST', '/v3/view-as', { userId: user.id }))).toEqual([403, 'view_as.beyond_rights']);
    expect((await bo.call('POST', '/v3/view-as', { userId: anaId })).status).toBe(200);
    expect((await session(bo)).viewAs?.user?.name).toBe('Ana');
    await admin.call('POST', '/profile/update', { profile_id: id, profile_data: { tables_enabled: { '*': 'edit' } } });
    await expect.poll(async () => (await session(bo)).viewAs, { timeout: 10_000 }).toBeNull();
  });
});
