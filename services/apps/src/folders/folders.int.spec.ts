import {
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Folder = {
  readonly id: string;
  readonly label: string;
  readonly parentId: string | null;
  readonly tabs: readonly { readonly id: string; readonly type: string; readonly label: string }[];
};

let product: TestProduct;
let admin: TestCaller;
let member: TestCaller;
let deals: string;
let contacts: string;
let desk: string;
const idOf = ({ body }: { readonly body: unknown }): string => (body as { readonly id: string }).id;
const code = (answer: { readonly body: unknown }): string => (answer.body as { error: { code: string } }).error.code;
const make = async (label: string, tabs: readonly object[] = [], parentId?: string): Promise<string> => {
  const answer = await admin.call('POST', '/v3/folders', { label, tabs, ...(parentId && { parentId }) });
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 201 });
  return idOf(answer);
};
const folders = async (by = admin): Promise<readonly Folder[]> =>
  ((await by.call('GET', '/v3/folders')).body as { folders: readonly Folder[] }).folders;
const tree = async (by = admin): Promise<Record<string, string[]>> =>
  Object.fromEntries((await folders(by)).map((one) => [one.label, one.tabs.map(({ label }) => label)]));

beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  member = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
  const fields = [{ name: 'Name', type: 'singleLineText' }];
  deals = idOf(await admin.call('POST', '/v3/tables', { label: 'Deals', fields }));
  contacts = idOf(await admin.call('POST', '/v3/tables', { label: 'Contacts', fields }));
  desk = idOf(await admin.call('POST', '/v3/apps', { label: 'Desk' }));
});
afterAll(() => product.stop());

describe('folders', () => {
  it('hold tables and apps, each in one of them, and show a reader what they may open', async () => {
    const sales = await make('Sales', [
      { id: deals, type: 'table' },
      { id: desk, type: 'app' },
    ]);
    const later = await make('Later', [{ id: contacts, type: 'table' }], sales);
    expect(await tree()).toEqual({ Later: ['Contacts'], Sales: ['Deals', 'Desk'] });
    // The app was never published.
    expect(await tree(member)).toEqual({ Later: ['Contacts'], Sales: ['Deals'] });
    const moved = await admin.call('PATCH', `/v3/folders/${later}`, {
      tabs: [
        { id: contacts, type: 'table' },
        { id: deals, type: 'table' },
      ],
    });
    expect(await tree()).toEqual({ Later: ['Contacts', 'Deals'], Sales: ['Desk'] });
    expect((await folders(member)).map(({ label }) => label)).toEqual(['Later', 'Sales']);
    expect((await admin.call('POST', `/v3/undo/${moved.headers.get('tessera-commit')}`, {})).status).toBe(200);
    expect(await tree()).toEqual({ Later: ['Contacts'], Sales: ['Deals', 'Desk'] });

    const gone = await admin.call('DELETE', `/v3/folders/${sales}`);
    expect(gone.status).toBe(204);
    expect(await folders()).toMatchObject([{ label: 'Later', parentId: null }]);
    expect((await admin.call('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {})).status).toBe(200);
    expect(await folders()).toMatchObject([
      { label: 'Later', parentId: sales },
      { label: 'Sales', parentId: null },
    ]);
  });

  it('refuse what cannot be', async () => {
    const outer = await make('Outer');
    const inner = await make('Inner', [], outer);
    expect(code(await admin.call('PATCH', `/v3/folders/${outer}`, { parentId: inner }))).toBe('folders.within_itself');
    expect(code(await admin.call('PATCH', `/v3/folders/${outer}`, { parentId: outer }))).toBe('folders.within_itself');
    expect(code(await admin.call('POST', '/v3/folders', { label: 'X', tabs: [], parentId: deals }))).toBe(
      'folder_not_found',
    );
    expect(code(await admin.call('POST', '/v3/folders', { label: 'X', tabs: [{ id: desk, type: 'table' }] }))).toBe(
      'object_not_found',
    );
    expect((await member.call('POST', '/v3/folders', { label: 'X', tabs: [] })).status).toBe(403);
    expect((await member.call('DELETE', `/v3/folders/${outer}`)).status).toBe(403);
    let deep = inner;
    for (let at = 2; at < 8; at++) deep = await make(`Level ${at}`, [], deep);
    expect(code(await admin.call('POST', '/v3/folders', { label: 'X', tabs: [], parentId: deep }))).toBe(
      'folders.too_deep',
    );
    const stranger = await foreignAdmin(product);
    expect(await folders(stranger)).toEqual([]);
    expect(code(await stranger.call('DELETE', `/v3/folders/${outer}`))).toBe('folder_not_found');
  });

  it('stand in the history with their names', async () => {
    const log = await admin.call('POST', '/historyLog/list', {});
    expect(JSON.stringify(log.body)).toContain('folderCreated');
    expect(JSON.stringify(log.body)).toContain('"label":"Sales"');
  });
});

describe('favorites', () => {
  it('are one person’s, in their order, and leave out what is gone', async () => {
    const sales = (await folders()).find(({ label }) => label === 'Sales')!.id;
    const put = (by: TestCaller, favorites: readonly object[]) => by.call('PUT', '/v3/favorites', { favorites });
    expect(
      (
        await put(admin, [
          { type: 'app', id: desk },
          { type: 'folder', id: sales },
          { type: 'table', id: deals },
          { type: 'table', id: deals },
          { type: 'table', id: desk },
        ])
      ).status,
    ).toBe(204);
    const names = async (by: TestCaller): Promise<readonly string[]> =>
      ((await by.call('GET', '/v3/favorites')).body as { favorites: readonly { label: string }[] }).favorites.map(
        ({ label }) => label,
      );
    expect(await names(admin)).toEqual(['Desk', 'Sales', 'Deals']);
    expect(await names(member)).toEqual([]);
    await put(member, [
      { type: 'app', id: desk },
      { type: 'table', id: contacts },
    ]);
    expect(await names(member)).toEqual(['Contacts']);
  });
});
