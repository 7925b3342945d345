import {
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

type DocPage = { readonly id: string; readonly title: string; readonly version: number; readonly content: unknown };

let product: TestProduct;
let admin: TestCaller;
let viewer: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  viewer = await colleague(product, admin, { email: 'vi@marlow.example', seat: 'viewer', role: '3' });
});
afterAll(() => product.stop());

const write = async (title: string, text = 'Hello **you**'): Promise<DocPage> => {
  const { status, body } = await admin.call('POST', '/v3/doc-pages', { title, content: { text } });
  expect([status, body]).toMatchObject([201, { title, content: { type: 'doc' } }]);
  return body as DocPage;
};
const code = (answer: { readonly body: unknown }): string => (answer.body as { error: { code: string } }).error.code;

it('a page is written, read by everybody, found by its words, and exported', async () => {
  const page = await write('Plan', '# Ropes\n\nBuy more of them');
  expect((await viewer.call('GET', `/v3/doc-pages/${page.id}`)).body).toMatchObject({
    title: 'Plan',
    rights: { canEditContent: false },
  });
  for (const search of ['plan', 'ROPES more'])
    expect((await viewer.call('GET', `/v3/doc-pages?search=${encodeURIComponent(search)}`)).body).toMatchObject({
      pages: [{ id: page.id }],
    });
  expect((await viewer.call('GET', '/v3/doc-pages?search=anchors')).body).toEqual({ pages: [] });
  const file = await fetch(`${product.url}/api/v3/doc-pages/${page.id}/export?format=markdown`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(await file.text()).toBe('# Plan\n\n# Ropes\n\nBuy more of them\n');
  const refused = await viewer.call('PATCH', `/v3/doc-pages/${page.id}`, { title: 'Mine' });
  expect(refused.status).toBe(403);
  const eve = await foreignAdmin(product);
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { title: 'Theirs' }],
    ['DELETE', undefined],
  ] as const)
    expect([method, (await eve.call(method, `/v3/doc-pages/${page.id}`, body)).status]).toEqual([method, 404]);
});

it('nobody writes over what they did not see, and each version comes back', async () => {
  const page = await write('Shared', 'one');
  const change = (text: string, version?: number) =>
    admin.call('PATCH', `/v3/doc-pages/${page.id}`, { content: { text }, ...(version !== undefined && { version }) });
  const second = await change('two', page.version);
  expect(second.status).toBe(200);
  const late = await change('mine', page.version);
  expect([late.status, code(late)]).toEqual([409, 'pages.changed']);
  expect((await change('over it')).status).toBe(200);
  const { versions } = (await admin.call('GET', `/v3/doc-pages/${page.id}/versions`)).body as {
    versions: { version: string }[];
  };
  expect(versions).toHaveLength(3);
  const back = await admin.call('POST', `/v3/doc-pages/${page.id}/versions/${versions.at(-1)!.version}/restore`, {});
  expect((back.body as DocPage).content).toEqual(page.content);
  await admin.call('POST', `/v3/undo/${back.headers.get('tessera-commit')}`, {});
  expect(JSON.stringify((await admin.call('GET', `/v3/doc-pages/${page.id}`)).body)).toContain('over it');
  const none = await admin.call('POST', `/v3/doc-pages/${page.id}/versions/1/restore`, {});
  expect([none.status, code(none)]).toEqual([404, 'pages.version_not_found']);
});

it('what is deleted is in the trash alone, and undo takes each step back', async () => {
  const page = await write('Old');
  const gone = await admin.call('DELETE', `/v3/doc-pages/${page.id}`);
  expect((await admin.call('GET', `/v3/doc-pages/${page.id}`)).status).toBe(404);
  expect((await admin.call('GET', '/v3/doc-pages?archived=true')).body).toMatchObject({ pages: [{ id: page.id }] });
  await admin.call('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {});
  const named = await admin.call('PATCH', `/v3/doc-pages/${page.id}`, { title: 'New' });
  await admin.call('PATCH', `/v3/doc-pages/${page.id}`, { icon: 'star' });
  await admin.call('POST', `/v3/undo/${named.headers.get('tessera-commit')}`, {});
  expect((await admin.call('GET', `/v3/doc-pages/${page.id}`)).body).toMatchObject({ title: 'Old', icon: 'star' });
  const wrong = await admin.call('PATCH', `/v3/doc-pages/${page.id}`, {
    content: { type: 'doc', content: [{ type: 'x' }] },
  });
  expect([wrong.status, code(wrong)]).toEqual([400, 'request.invalid']);
  const large = await admin.call('PATCH', `/v3/doc-pages/${page.id}`, { content: { text: 'x'.repeat(400_001) } });
  expect([large.status, code(large)]).toEqual([400, 'pages.too_large']);
});

it('a role opens pages one by one, or all with some left out, and gives no more than its author has', async () => {
  const [open, read, closed] = [await write('Open'), await write('Read'), await write('Closed')];
  const role = async (by: TestCaller, profile_data: object) => {
    const answer = await by.call('POST', '/profile/create', { profile_name: 'Writers', color: 'teal', profile_data });
    return { status: answer.status, id: (answer.body as { id?: string }).id ?? '' };
  };
  const pages = { doc_pages_enabled: { '*': 'view', [open.id]: 'edit' }, doc_pages_disabled: [closed.id] };
  const made = await role(admin, { flags: { manage_profile: 1 }, ...pages });
  const profiles = (await admin.call('POST', '/profile/list', {})).body as {
    profiles: { id_profile: string; profile_data: object }[];
  };
  expect(profiles.profiles.find((one) => one.id_profile === made.id)?.profile_data).toMatchObject(pages);
  // A role that was there before has what its flags opened.
  expect(profiles.profiles.find((one) => one.id_profile === '3')?.profile_data).toMatchObject({
    doc_pages_enabled: { '*': 'view' },
  });
  const ana = await colleague(product, admin, { email: 'wanda@marlow.example', seat: 'member', role: made.id });
  const statuses = async (id: string) =>
    Promise.all([
      ana.call('GET', `/v3/doc-pages/${id}`),
      ana.call('PATCH', `/v3/doc-pages/${id}`, { title: 'Hers' }),
      ana.call('DELETE', `/v3/doc-pages/${id}`),
    ]).then((answers) => answers.map(({ status }) => status));
  expect(await statuses(open.id)).toEqual([200, 200, 403]);
  expect(await statuses(read.id)).toEqual([200, 403, 403]);
  expect(await statuses(closed.id)).toEqual([404, 404, 404]);
  const listed = JSON.stringify((await ana.call('GET', '/v3/doc-pages')).body);
  expect([listed.includes(read.id), listed.includes(closed.id)]).toEqual([true, false]);
  const all = { doc_pages_enabled: { '*': 'view' } };
  expect((await role(ana, all)).status).toBe(403);
  expect((await role(ana, { ...all, doc_pages_disabled: [closed.id] })).status).toBe(201);
  expect((await role(ana, { doc_pages_enabled: { [open.id]: 'full' } })).status).toBe(403);
});

it('a page is kept among favorites while it may be read', async () => {
  const page = await write('At hand');
  const favorites = async () => (await admin.call('GET', '/v3/favorites')).body;
  const entry = { type: 'doc-page', id: page.id };
  expect((await admin.call('PUT', '/v3/favorites', { favorites: [entry] })).status).toBe(204);
  expect(await favorites()).toEqual({ favorites: [{ ...entry, label: 'At hand', color: null }] });
  await admin.call('DELETE', `/v3/doc-pages/${page.id}`);
  expect(await favorites()).toEqual({ favorites: [] });
});

it('Markdown is read without writing anything', async () => {
  const { status, body } = await viewer.call('POST', '/v3/doc-pages/markdown', { text: '## Ropes' });
  expect([status, body]).toMatchObject([200, { content: { type: 'doc', content: [{ type: 'heading' }] } }]);
  const large = await viewer.call('POST', '/v3/doc-pages/markdown', { text: 'x'.repeat(400_001) });
  expect(large.status).toBe(400);
});
