import {
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Place = { readonly id: string; readonly x: number; readonly y: number; readonly w: number; readonly h: number };
type App = {
  readonly id: string;
  readonly label: string;
  readonly draft: boolean;
  readonly changed: boolean;
  readonly published: { readonly version: number } | null;
  readonly components: readonly { readonly id: string; readonly config: Readonly<Record<string, unknown>> }[];
  readonly layouts: { readonly desktop: { readonly components: readonly Place[] } };
  readonly bundleConfig: {
    readonly top_bar: { readonly logo?: string | null } | null;
    readonly bottom_nav: { readonly items: readonly { readonly target: string }[] } | null;
  };
};

let product: TestProduct;
let admin: TestCaller;
let member: TestCaller;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
});
afterAll(() => product.stop());

const make = async (label = 'Sales desk', by = admin): Promise<App> => {
  const { status, body } = await by.call('POST', '/v3/apps', { label });
  expect(status).toBe(201);
  return body as App;
};
const block = async (
  app: string,
  type: string,
  config: object,
  desktop?: object,
): Promise<{ id: string; app: App }> => {
  const answer = await admin.call('POST', `/v3/apps/${app}/blocks`, { type, config, ...(desktop && { desktop }) });
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 201 });
  const { block: made, app: after } = answer.body as { block: { id: string }; app: App };
  return { id: made.id, app: after };
};
const draftOf = async (id: string): Promise<App> => (await admin.call('GET', `/v3/apps/${id}?draft=true`)).body as App;
const code = (answer: { readonly body: unknown }): string => (answer.body as { error: { code: string } }).error.code;
const undo = (commit: string | null) => admin.call('POST', `/v3/undo/${commit}`, {});

describe('an app', () => {
  it('is its builders’ alone until it is published, and members see what was', async () => {
    const { id } = await make();
    expect((await member.call('GET', `/v3/apps/${id}`)).status).toBe(404);
    expect((await member.call('GET', '/v3/apps')).body).toEqual({ apps: [] });
    const { id: words } = await block(id, 'text', {
      content: { blocks: [{ kind: 'paragraph', runs: [{ text: 'Hello' }] }] },
    });
    expect(((await admin.call('POST', `/v3/apps/${id}/publish`, {})).body as App).published).toMatchObject({
      version: 1,
    });
    await admin.call('PATCH', `/v3/apps/${id}`, { label: 'Later' });
    await admin.call('DELETE', `/v3/apps/${id}/blocks/${words}`);
    const seen = (await member.call('GET', `/v3/apps/${id}?draft=true`)).body as App;
    expect(seen).toMatchObject({ label: 'Sales desk', draft: false, components: [{ id: words }] });
    expect(await draftOf(id)).toMatchObject({ label: 'Later', draft: true, changed: true, components: [] });
    const back = await admin.call('POST', `/v3/apps/${id}/versions/1/restore`, {});
    expect(back.body).toMatchObject({ label: 'Sales desk', changed: false });
    expect(code(await admin.call('POST', `/v3/apps/${id}/publish`, {}))).toBe('apps.nothing_to_publish');
    expect((await admin.call('GET', `/v3/apps/${id}/versions`)).body).toMatchObject({ versions: [{ version: 1 }] });
    expect((await member.call('POST', `/v3/apps/${id}/publish`, {})).status).toBe(403);
  });

  it('settles its blocks, and takes each step back', async () => {
    const { id } = await make('Layout');
    const a = await block(id, 'text', {}, { x: 0, y: 0, w: 40, h: 4 });
    const b = await block(id, 'text', {}, { x: 0, y: 2, w: 40, h: 4 });
    const at = (app: App) =>
      Object.fromEntries(app.layouts.desktop.components.map(({ id: one, x, y, w, h }) => [one, [x, y, w, h]]));
    expect(at(b.app)).toEqual({ [b.id]: [0, 2, 40, 4], [a.id]: [0, 6, 40, 4] });
    const moved = await admin.call('PUT', `/v3/apps/${id}/layout`, {
      desktop: [{ id: b.id, x: 100, y: 0, w: 40, h: 3 }],
    });
    expect(at(moved.body as App)[b.id]).toEqual([80, 0, 40, 3]);
    await undo(moved.headers.get('tessera-commit'));
    expect(at(await draftOf(id))).toEqual({ [b.id]: [0, 2, 40, 4], [a.id]: [0, 6, 40, 4] });
    const gone = await admin.call('DELETE', `/v3/apps/${id}/blocks/${b.id}`);
    await undo(gone.headers.get('tessera-commit'));
    expect((await draftOf(id)).components.map((one) => one.id).toSorted()).toEqual([a.id, b.id].toSorted());
    const deleted = await admin.call('DELETE', `/v3/apps/${id}`);
    expect((await admin.call('GET', `/v3/apps/${id}`)).status).toBe(404);
    await undo(deleted.headers.get('tessera-commit'));
    expect((await draftOf(id)).label).toBe('Layout');
  });

  it('is found in the trash, the last deleted first, and comes back into its folder', async () => {
    const [{ id: first }, { id: second }] = [await make('Dock planner'), await make('Onboarding')];
    await admin.call('PATCH', `/v3/apps/${first}`, { color: 'teal' });
    const folder = await admin.call('POST', '/v3/folders', {
      label: 'Operations',
      tabs: [{ id: first, type: 'app' }],
    });
    expect(folder.status).toBe(201);
    const held = async () =>
      ((await admin.call('GET', '/v3/folders')).body as { folders: { tabs: { id: string }[] }[] }).folders.flatMap(
        ({ tabs }) => tabs.map((tab) => tab.id),
      );
    for (const id of [first, second]) expect((await admin.call('DELETE', `/v3/apps/${id}`)).status).toBe(204);
    expect(await held()).toEqual([]);
    const trash = async (by = admin) =>
      (await by.call('GET', '/v3/apps/archived')).body as { apps: { id: string; deletedAt: string }[] };
    const { apps } = await trash();
    expect(apps).toMatchObject([
      { id: second, label: 'Onboarding', color: null },
      { id: first, label: 'Dock planner', color: 'teal' },
    ]);
    const { user } = (await admin.call('GET', '/v3/session')).body as { user: { id: string } };
    expect(apps.map((one) => (one as { deletedBy?: string }).deletedBy)).toEqual([user.id, user.id]);
    expect(Date.parse(apps[0]!.deletedAt)).toBeGreaterThanOrEqual(Date.parse(apps[1]!.deletedAt));
    expect((await admin.call('POST', `/v3/apps/${first}/restore`, {})).body).toMatchObject({ label: 'Dock planner' });
    expect(await held()).toEqual([first]);
    expect((await trash()).apps.map((one) => one.id)).toEqual([second]);
    const twice = await admin.call('POST', `/v3/apps/${first}/restore`, {});
    expect(code(twice)).toBe('apps.not_in_trash');
    expect((await member.call('GET', '/v3/apps/archived')).status).toBe(403);
    expect((await member.call('POST', `/v3/apps/${second}/restore`, {})).status).toBe(403);
    expect((await trash(await foreignAdmin(product))).apps).toEqual([]);
  });

  it('keeps what two builders change of one block, and undo names what was changed since', async () => {
    const { id } = await make('Both');
    const { id: one } = await block(id, 'simple_indicator', { title: 'Won', function: 'count' });
    const patch = (config: object) => admin.call('PATCH', `/v3/apps/${id}/blocks/${one}`, { config });
    const first = await patch({ title: 'Lost' });
    await patch({ function: 'sum' });
    expect((await draftOf(id)).components[0]?.config).toMatchObject({ title: 'Lost', function: 'sum' });
    await undo(first.headers.get('tessera-commit'));
    expect((await draftOf(id)).components[0]?.config).toMatchObject({ title: 'Won', function: 'sum' });
    const named = await patch({ title: 'A' });
    await patch({ title: 'B' });
    expect(await undo(named.headers.get('tessera-commit'))).toMatchObject({
      body: { error: { code: 'undo.conflicts', details: { conflicts: [{ fieldName: 'title', current: 'B' }] } } },
    });
  });

  it('is copied with blocks of its own', async () => {
    const { id } = await make('Source');
    const { id: one } = await block(id, 'text', {});
    const copy = await admin.call('POST', `/v3/apps/${id}/duplicate`, {});
    expect({ status: copy.status, body: copy.body }).toMatchObject({ status: 201, body: { label: 'Source (copy)' } });
    const { components } = copy.body as App;
    expect(components).toHaveLength(1);
    expect(components[0]?.id).not.toBe(one);
  });

  it.each([
    ['a type that is none', { type: 'hologram', config: {} }, 'apps.block_type_unknown'],
    ['a part that is none', { type: 'text', config: { colour: 'red' } }, 'request.invalid'],
    [
      'a link that is a program',
      {
        type: 'text',
        config: { content: { blocks: [{ kind: 'paragraph', runs: [{ text: 'x', href: 'javascript:1' }] }] } },
      },
      'request.invalid',
    ],
  ])('refuses %s', async (_what, body, expected) => {
    const { id } = await make('Refused');
    const answer = await admin.call('POST', `/v3/apps/${id}/blocks`, body);
    expect([answer.status, code(answer)]).toEqual([400, expected]);
  });

  it.each([
    ['image', { address: 'http://pictures.example/a.png' }],
    ['image', { address: 'javascript:alert(1)' }],
    ['embed', { address: 'https://ann:secret@maps.example/' }],
    ['embed', { address: `https://maps.example/${'x'.repeat(2000)}` }],
    ['video', { address: 'https://maps.example/tour' }],
    ['button_group', { buttons: [{ id: 'a', action: 'link', href: 'javascript:alert(1)' }] }],
    ['button_group', { buttons: [{ id: 'a', line: 'Why' }] }],
    ['button_group', { buttons: Array.from({ length: 13 }, (_, at) => ({ id: String(at) })) }],
    ['funnel', { steps: Array.from({ length: 51 }, (_, at) => String(at)) }],
    ['complex_indicator', { operation: 'power' }],
    ['task_list', { limit: 101 }],
  ])('refuses of a block %s: %j', async (type, config) => {
    const { id } = await make('Bounds');
    const answer = await admin.call('POST', `/v3/apps/${id}/blocks`, { type, config });
    expect([answer.status, code(answer)]).toEqual([400, 'request.invalid']);
  });

  it('keeps what blocks of the web, of steps and of a record are made of, and names blocks anew in a copy', async () => {
    const { id } = await make('Newer blocks');
    const { id: list } = await block(id, 'smart_list', {});
    const configs = {
      image: { address: 'https://pictures.example/a.png', alt: 'Harbour', fit: 'cover', href: '/home' },
      video: { title: 'Tour', address: 'https://youtu.be/dQw4w9WgXcQ' },
      embed: { address: 'https://maps.example/?q=1' },
      button_group: { buttons: [{ id: 'a', label: 'Home', action: 'link', href: '/home', look: 'plain' }] },
      funnel: { field: 'stage', steps: ['new', 'won'], cumulative: true },
      complex_indicator: { operation: 'part', secondFunction: 'fixed', fixed: 3 },
      record_details: { follows: [list] },
      task_list: { whose: 'mine', which: 'toDo', limit: 5 },
    };
    for (const [type, config] of Object.entries(configs)) await block(id, type, config);
    expect((await draftOf(id)).components.slice(1).map(({ config }) => config)).toEqual(
      Object.entries(configs).map(([type, config]) => ({ type, ...config })),
    );
    const copy = (await admin.call('POST', `/v3/apps/${id}/duplicate`, {})).body as App;
    const of = (type: string) => copy.components.find(({ config }) => config['type'] === type);
    expect(of('record_details')?.config['follows']).toEqual([of('smart_list')?.id]);
  });

  it('has at most one title bar, and takes the names of the specification', async () => {
    const { id } = await make('Once');
    expect((await block(id, 'titleBar', { heading: 'Desk' })).app.components[0]?.config).toMatchObject({
      type: 'title_bar',
    });
    const again = await admin.call('POST', `/v3/apps/${id}/blocks`, { type: 'title_bar', config: {} });
    expect([again.status, code(again)]).toEqual([409, 'apps.block_once']);
  });

  it('has bars with a logo, which is chosen on its own, and kept with the bar', async () => {
    const { id } = await make('Marlow');
    const put = (body: object) => admin.call('PUT', `/v3/apps/${id}/bars`, body);
    const choose = (logo: string, bar = 'top_bar') => admin.call('PUT', `/v3/apps/${id}/bars/logo`, { bar, logo });
    const top = async () => (await draftOf(id)).bundleConfig.top_bar;
    const [one, other] = ['data:image/webp;base64,UklGRg==', 'data:image/png;base64,iVBORw=='];
    expect((await choose(one)).body).toMatchObject({ error: { code: 'apps.bar_not_found' } });
    await put({ top_bar: { items: [{ id }] } });
    expect((await choose(one)).status).toBe(200);
    expect((await put({ top_bar: { items: [{ id }], logo: other } })).body).toMatchObject({
      error: { code: 'apps.bar_logo' },
    });
    await put({ top_bar: { items: [{ id }], align_items: 'center', logo: one } });
    expect(await top()).toMatchObject({ align_items: 'center', logo: one, show_login_button: true });
    await put({ top_bar: { items: [{ id }], logo: null } });
    expect((await top())?.logo).toBe(null);
    expect((await choose('data:image/svg+xml;base64,PHN2Zz4=')).status).toBe(400);
    expect((await member.call('PUT', `/v3/apps/${id}/bars/logo`, { bar: 'top_bar', logo: one })).status).toBe(403);
  });

  it('has bars, which are taken back one by one, published with it, and lead to the copy in a copy', async () => {
    const { id } = await make('Desk');
    const put = (body: object) => admin.call('PUT', `/v3/apps/${id}/bars`, body);
    const item = (target: string, label = 'Desk') => ({ id: target, type: 'app', target, label, icon: 'home' });
    const none = await put({ bottom_nav: { items: [item('01m7zamdpj3k29d3eysp40c47z')] } });
    expect({ status: none.status, body: none.body }).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'apps.bar_without_app',
          message: 'The app "Desk" must be in the navigation bar',
          details: { appName: 'Desk' },
        },
      },
    });
    const bars = async () => (await draftOf(id)).bundleConfig;
    await put({ bottom_nav: { items: [item(id)] } });
    const top = await put({ top_bar: { items: [{ id }] } });
    await put({ bottom_nav: { items: [item(id, 'Home')], only_show_on_mobile: true } });
    expect(await bars()).toMatchObject({
      top_bar: { align_items: 'left', items_variant: 'with_tabs_icons', shortcuts: { chat: true, tasks: true } },
      bottom_nav: { items: [{ label: 'Home' }] },
      menu_bar: null,
    });
    await undo(top.headers.get('tessera-commit'));
    expect(await bars()).toMatchObject({ top_bar: null, bottom_nav: { items: [{ label: 'Home' }] } });
    await admin.call('POST', `/v3/apps/${id}/publish`, {});
    await put({ bottom_nav: null });
    expect((await member.call('GET', `/v3/apps/${id}`)).body).toMatchObject({
      bundleConfig: { bottom_nav: { items: [{ target: id }] } },
    });
    expect((await member.call('PUT', `/v3/apps/${id}/bars`, { top_bar: null })).status).toBe(403);
    await admin.call('POST', `/v3/apps/${id}/versions/1/restore`, {});
    const copy = (await admin.call('POST', `/v3/apps/${id}/duplicate`, {})).body as App & { readonly id: string };
    expect(copy.bundleConfig.bottom_nav?.items[0]?.target).toBe(copy.id);
  });

  it('is nobody’s of another organization, and made by nobody without the right', async () => {
    const { id } = await make('Ours');
    const eve = await foreignAdmin(product);
    for (const [method, path, body] of [
      ['GET', `/v3/apps/${id}`, undefined],
      ['PATCH', `/v3/apps/${id}`, { label: 'Theirs' }],
      ['DELETE', `/v3/apps/${id}`, undefined],
    ] as const)
      expect([method, (await eve.call(method, path, body)).status]).toEqual([method, 404]);
    expect((await member.call('POST', '/v3/apps', { label: 'Mine' })).status).toBe(403);
  });
});
