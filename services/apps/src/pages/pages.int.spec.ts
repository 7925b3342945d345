import {
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as Y from 'yjs';

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
  const none = await admin.call('POST', `/v3/doc-pages/${page.id}/versions/99/restore`, {});
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
      ana.call('PATCH', `/v3/doc-pages/${id}`, { content: { text: 'Hers' } }),
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

type Pieces = { readonly update: string; readonly vector: string };
const base64 = (bytes: Uint8Array, encoding: 'base64' | 'base64url' = 'base64'): string =>
  Buffer.from(bytes).toString(encoding);

/** Somebody who has the text of a page open. */
const opened = async (pageId: string, caller = admin) => {
  const doc = new Y.Doc();
  const pull = async (): Promise<void> => {
    const since = base64(Y.encodeStateVector(doc), 'base64url');
    const { status, body } = await caller.call('GET', `/v3/doc-pages/${pageId}/text?since=${since}`);
    expect(status).toBe(200);
    Y.applyUpdate(doc, Buffer.from((body as Pieces).update, 'base64'));
  };
  await pull();
  const paragraph = () => {
    const fragment = doc.getXmlFragment('default');
    return (fragment.get(0) as Y.XmlElement).get(0) as Y.XmlText;
  };
  const send = (update: Uint8Array, more: object = {}) =>
    caller.call('POST', `/v3/doc-pages/${pageId}/text`, { update: base64(update), ...more });
  /** Writes at the end of the first paragraph; answers the piece that it sent. */
  const write = async (text: string, more: object = {}): Promise<Uint8Array> => {
    const vector = Y.encodeStateVector(doc);
    paragraph().insert(paragraph().length, text);
    const update = Y.encodeStateAsUpdate(doc, vector);
    expect(await send(update, more)).toMatchObject({ status: 200 });
    return update;
  };
  return { doc, pull, send, write };
};
const textOf = async (pageId: string): Promise<string> =>
  JSON.stringify(((await admin.call('GET', `/v3/doc-pages/${pageId}`)).body as DocPage).content);
const versionsOf = async (pageId: string) =>
  (await admin.call('GET', `/v3/doc-pages/${pageId}/versions`)).body as { versions: { version: string }[] };

it('several write one text, and what a program writes beside them stays in it', async () => {
  const page = await write('Together', 'Ropes');
  const [a, b] = [await opened(page.id), await opened(page.id)];
  const piece = await a.write(' and sails');
  await b.write(' of ours');
  expect(await textOf(page.id)).toMatch(/Ropes( and sails of ours| of ours and sails)/);
  const { version } = (await admin.call('GET', `/v3/doc-pages/${page.id}`)).body as DocPage;
  expect((await a.send(piece)).status).toBe(200);
  expect((await admin.call('GET', `/v3/doc-pages/${page.id}`)).body).toMatchObject({ version });

  // A program that sends all of the text changes what differs, and nothing under the hands of others.
  const whole = `${(await textOf(page.id)).includes('sails of ours') ? 'Ropes and sails of ours' : 'Ropes of ours and sails'}\n\nA second paragraph`;
  expect((await admin.call('PATCH', `/v3/doc-pages/${page.id}`, { content: { text: whole } })).status).toBe(200);
  await b.write('!');
  await a.pull();
  await b.pull();
  expect(base64(Y.encodeStateVector(a.doc))).toBe(base64(Y.encodeStateVector(b.doc)));
  expect(await textOf(page.id)).toMatch(/!.*A second paragraph/);
});

it('what is written is a version until somebody ends it, and comes back', async () => {
  const page = await write('Versions', 'One');
  const a = await opened(page.id);
  await a.write(' two');
  await a.write(' three', { endsVersion: true });
  await a.write(' four');
  const { versions } = await versionsOf(page.id);
  expect(versions).toHaveLength(3);
  const back = `/v3/doc-pages/${page.id}/versions/${versions[1]!.version}/restore`;
  expect((await admin.call('POST', back, {})).status).toBe(200);
  expect(await textOf(page.id)).toContain('"One two three"');
  await a.pull();
  await a.write(' five');
  expect(await textOf(page.id)).toContain('"One two three five"');
  expect((await versionsOf(page.id)).versions).toHaveLength(5);
});

it('refuses what is no text of a page, what builds on nothing, and who may not write', async () => {
  const page = await write('Refused', 'Calm');
  const a = await opened(page.id);
  const bad = new Y.Doc();
  Y.applyUpdate(bad, Y.encodeStateAsUpdate(a.doc));
  const link = new Y.XmlText();
  bad.getXmlFragment('default').insert(0, [new Y.XmlElement('paragraph')]);
  (bad.getXmlFragment('default').get(0) as Y.XmlElement).insert(0, [link]);
  link.insert(0, 'press', { link: { href: 'javascript:alert(1)' } });
  const refused = await a.send(Y.encodeStateAsUpdate(bad));
  expect([refused.status, code(refused)]).toEqual([400, 'pages.update_invalid']);
  const noise = await a.send(new Uint8Array([9, 9, 9]));
  expect([noise.status, code(noise)]).toEqual([400, 'pages.update_invalid']);
  const apart = new Y.Doc();
  apart.getText('x').insert(0, 'first');
  const vector = Y.encodeStateVector(apart);
  apart.getText('x').insert(5, 'second');
  const late = await a.send(Y.encodeStateAsUpdate(apart, vector));
  expect([late.status, code(late)]).toEqual([409, 'pages.apart']);
  const reads = await opened(page.id, viewer);
  expect((await reads.send(Y.encodeStateAsUpdate(a.doc))).status).toBe(403);
  expect((await admin.call('GET', `/v3/doc-pages/${page.id}/text?since=BQ`)).status).toBe(400);
  expect(await textOf(page.id)).toContain('"Calm"');
  const eve = await foreignAdmin(product);
  expect((await eve.call('GET', `/v3/doc-pages/${page.id}/text`)).status).toBe(404);
});

it('what was written together is in the history, and a change of all of it is undone in the text', async () => {
  const page = await write('Undone', 'Before');
  const a = await opened(page.id);
  await a.write('!');
  const changed = await admin.call('PATCH', `/v3/doc-pages/${page.id}`, { content: { text: 'After' } });
  const commit = changed.headers.get('tessera-commit')!;
  expect((await admin.call('POST', `/v3/undo/${commit}`, {})).status).toBe(200);
  expect(await textOf(page.id)).toContain('"Before!"');
  await a.pull();
  await a.write('?');
  expect(await textOf(page.id)).toContain('"Before!?"');
});

/** An app with blocks that members see. */
const appWith = async (...blocks: readonly { readonly type: string; readonly config: object }[]) => {
  const { id } = (await admin.call('POST', '/v3/apps', { label: 'Desk' })).body as { id: string };
  const ids: string[] = [];
  for (const block of blocks) {
    const { body } = await admin.call('POST', `/v3/apps/${id}/blocks`, block);
    ids.push((body as { block: { id: string } }).block.id);
  }
  expect((await admin.call('POST', `/v3/apps/${id}/publish`, {})).status).toBe(200);
  return { id, blocks: ids };
};
type Block = { readonly type: string; readonly attrs: { readonly blockId: string; readonly height: number } };
const blocksOf = async (pageId: string): Promise<readonly Block[]> => {
  const { content } = (await admin.call('GET', `/v3/doc-pages/${pageId}`)).body as {
    content: { content: readonly Block[] };
  };
  return content.content.filter(({ type }) => type === 'appBlock');
};

it('a block of an app is copied to a page as high as it is there, and goes by undo', async () => {
  const page = await write('With a block');
  const app = await appWith(
    { type: 'divider', config: {} },
    { type: 'title_bar', config: { heading: 'Desk' } },
    { type: 'search', config: {} },
  );
  const copy = (block: string | undefined, docPageId = page.id, by = admin) =>
    by.call('POST', `/v3/apps/${app.id}/blocks/${block}/copy`, { docPageId });
  const copied = await copy(app.blocks[0]);
  expect([copied.status, copied.body]).toMatchObject([201, { docPageId: page.id }]);
  const { blockId, height } = copied.body as { blockId: string; height: number };
  expect(height % 44).toBe(0);
  expect(await blocksOf(page.id)).toEqual([
    { type: 'appBlock', attrs: { blockId, height, config: '{"type":"divider"}' } },
  ]);
  for (const other of app.blocks.slice(1)) {
    const refused = await copy(other);
    expect([refused.status, code(refused)]).toEqual([400, 'pages.block_of_app']);
  }
  expect(code(await copy(page.id))).toBe('block_not_found');
  expect(code(await copy(app.blocks[0], app.id))).toBe('page_not_found');
  expect((await copy(app.blocks[0], page.id, viewer)).status).toBeGreaterThanOrEqual(403);
  const eve = await foreignAdmin(product);
  expect((await copy(app.blocks[0], page.id, eve)).status).toBe(404);
  const file = await admin.call('GET', `/v3/doc-pages/${page.id}/export?format=markdown`).catch(() => undefined);
  expect(JSON.stringify(file?.body ?? '')).not.toContain('divider');
  await admin.call('POST', `/v3/undo/${copied.headers.get('tessera-commit')}`, {});
  expect(await blocksOf(page.id)).toEqual([]);
});

it('a block goes to the draft of another app in its size, without what it worked with', async () => {
  const from = await appWith({ type: 'divider', config: {} });
  const to = await appWith({ type: 'divider', config: {} });
  const filters = await admin.call('POST', `/v3/apps/${from.id}/blocks`, {
    type: 'search',
    config: { blocks: [from.blocks[0]] },
    desktop: { x: 2, y: 3, w: 5, h: 4 },
  });
  const { id: blockId } = (filters.body as { block: { id: string } }).block;
  const copy = (appId: string, by = admin) => by.call('POST', `/v3/apps/${from.id}/blocks/${blockId}/copy`, { appId });
  type Told = { components: object[]; layouts: { desktop: { components: { id: string; w: number; h: number }[] } } };
  const draft = async (appId: string) => (await admin.call('GET', `/v3/apps/${appId}?draft=true`)).body as Told;
  const { body: own } = await admin.call('GET', `/v3/apps/${from.id}?draft=true`);
  const size = (own as Told).layouts.desktop.components.find(({ id }) => id === blockId)!;
  const copied = await copy(to.id);
  expect([copied.status, copied.body]).toMatchObject([201, { appId: to.id }]);
  const { blockId: made } = copied.body as { blockId: string };
  const after = await draft(to.id);
  expect(after.components).toContainEqual({ id: made, config: { type: 'search' } });
  expect(after.layouts.desktop.components).toContainEqual(expect.objectContaining({ id: made, w: size.w, h: size.h }));
  const within = (await copy(from.id)).body as { blockId: string };
  expect((await draft(from.id)).components).toContainEqual({
    id: within.blockId,
    config: { type: 'search', blocks: [from.blocks[0]] },
  });
  expect(code(await copy(blockId))).toBe('app_not_found');
  expect((await copy(to.id, viewer)).status).toBeGreaterThanOrEqual(403);
  expect((await copy(to.id, await foreignAdmin(product))).status).toBe(404);
  await admin.call('POST', `/v3/undo/${copied.headers.get('tessera-commit')}`, {});
  expect((await draft(to.id)).components).toHaveLength(1);
});

it('takes no block that no app could have, whole or in a piece', async () => {
  const page = await write('Blocks');
  const block = (config: object | string, more: object = {}) => ({
    type: 'appBlock',
    attrs: {
      blockId: page.id,
      height: 300,
      config: typeof config === 'string' ? config : JSON.stringify(config),
      ...more,
    },
  });
  const put = (one: object) =>
    admin.call('PATCH', `/v3/doc-pages/${page.id}`, { content: { type: 'doc', content: [one] } });
  for (const wrong of [
    block({ type: 'embed', address: 'javascript:alert(1)' }),
    block({ type: 'divider', color: 'red' }),
    block({ type: 'app_filters' }),
    block({ type: 'nothing' }),
    block('no json'),
    block({ type: 'divider' }, { height: 3 }),
    block({ type: 'divider' }, { height: 1e9 }),
    block({ type: 'divider' }, { blockId: '../x' }),
  ])
    expect([wrong, (await put(wrong)).status]).toEqual([wrong, 400]);
  expect((await put(block({ type: 'divider' }))).status).toBe(200);
  const a = await opened(page.id);
  const element = a.doc.getXmlFragment('default').get(0) as Y.XmlElement<{ config: string; height: number }>;
  const vector = Y.encodeStateVector(a.doc);
  element.setAttribute('config', '{"type":"embed","address":"javascript:alert(1)"}');
  expect((await a.send(Y.encodeStateAsUpdate(a.doc, vector))).status).toBe(400);
  element.setAttribute('config', '{"type":"divider"}');
  element.setAttribute('height', 118);
  expect((await a.send(Y.encodeStateAsUpdate(a.doc, vector))).status).toBe(200);
  expect(await blocksOf(page.id)).toMatchObject([{ attrs: { height: 118, config: '{"type":"divider"}' } }]);
});

it('who writes in a page names it only where they began it, and changes no block without building', async () => {
  const page = await write('Parts', 'One');
  const app = await appWith({ type: 'divider', config: {} });
  await admin.call('POST', `/v3/apps/${app.id}/blocks/${app.blocks[0]}/copy`, { docPageId: page.id });
  const role = await admin.call('POST', '/profile/create', {
    profile_name: 'Pens',
    color: 'teal',
    profile_data: { flags: { create_doc_pages: 1 }, doc_pages_enabled: { '*': 'edit' } },
  });
  const { id: roleId } = role.body as { id: string };
  const pen = await colleague(product, admin, { email: 'pen@marlow.example', seat: 'member', role: roleId });
  const at = `/v3/doc-pages/${page.id}`;
  expect((await pen.call('GET', at)).body).toMatchObject({
    rights: { canEditContent: true, fullControl: false, canCreateBlocks: false, canEditBlocks: false },
  });
  expect((await pen.call('PATCH', at, { title: 'Hers' })).status).toBe(403);
  expect((await pen.call('PATCH', at, { icon: 'star' })).status).toBe(403);
  // The text without the block is a text in which a block was removed.
  expect((await pen.call('PATCH', at, { content: { text: 'Two' } })).status).toBe(403);
  const { content } = (await pen.call('GET', at)).body as { content: { type: string; content: readonly object[] } };
  const more = { type: 'paragraph', content: [{ type: 'text', text: 'hers' }] };
  expect((await pen.call('PATCH', at, { content: { ...content, content: [more, ...content.content] } })).status).toBe(
    200,
  );
  const twice = { ...content, content: [...content.content, content.content.at(-1)!] };
  expect((await pen.call('PATCH', at, { content: twice })).status).toBe(403);
  expect(
    (await pen.call('POST', `/v3/apps/${app.id}/blocks/${app.blocks[0]}/copy`, { docPageId: page.id })).status,
  ).not.toBe(201);

  // The same in pieces: words go in, the height of a block stays.
  const a = await opened(page.id, pen);
  await a.write(' and more');
  const vector = Y.encodeStateVector(a.doc);
  const fragment = a.doc.getXmlFragment('default');
  fragment.delete(fragment.length - 1, 1);
  expect((await a.send(Y.encodeStateAsUpdate(a.doc, vector))).status).toBe(403);
  expect(await blocksOf(page.id)).toHaveLength(1);
  expect(await textOf(page.id)).toContain('hers and more');

  // A version comes back under the name that the page has by now.
  await admin.call('PATCH', at, { title: 'Named since' });
  const { versions } = await versionsOf(page.id);
  const withBlock = versions[1]!;
  const back = await pen.call('POST', `${at}/versions/${withBlock.version}/restore`, {});
  expect([back.status, (back.body as DocPage).title]).toEqual([200, 'Named since']);
  // Undo asks the same.
  const gone = await admin.call('PATCH', at, { content: { text: 'No block' } });
  expect((await pen.call('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {})).status).toBe(403);

  // What one began oneself one names.
  const own = (await pen.call('POST', '/v3/doc-pages', { title: 'Mine' })).body as DocPage;
  expect((await pen.call('PATCH', `/v3/doc-pages/${own.id}`, { title: 'Mine now' })).status).toBe(200);
  const block = { type: 'appBlock', attrs: { blockId: page.id, height: 300, config: '{"type":"divider"}' } };
  const begun = { title: 'Mine', content: { type: 'doc', content: [block] } };
  expect((await pen.call('POST', '/v3/doc-pages', begun)).status).toBe(403);
});
