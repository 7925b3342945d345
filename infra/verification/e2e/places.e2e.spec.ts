import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

/** Folders and favorites: where people find what they work with. */
describe('places', () => {
  let product: Joined;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    product = await joinProduct();
    for (const label of ['Deals', 'Contacts'])
      await product.api.call('POST', 'v3/tables', { label, fields: [{ name: 'Name', type: 'singleLineText' }] });
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
  });
  afterAll(() => browser?.close());

  it('are folders that hold tables, filled by a dialog and by dragging, and what is kept at hand', async () => {
    const holds = async (): Promise<Record<string, string[]>> => {
      const { folders } = await product.api.call<{ folders: { label: string; tabs: { label: string }[] }[] }>(
        'GET',
        'v3/folders',
      );
      return Object.fromEntries(folders.map(({ label, tabs }) => [label, tabs.map((one) => one.label)]));
    };
    await page.goto('/home');
    await page.getByRole('button', { name: /^Create/ }).click();
    await page.getByRole('menuitem', { name: 'Folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'New folder' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Sales');
    await dialog.getByRole('button', { name: /^Tables and apps/ }).click();
    await page.getByRole('option', { name: 'Deals' }).click();
    await page.keyboard.press('Escape');
    await judge(page, 'folder-dialog');
    await dialog.getByRole('button', { name: 'Create folder' }).click();
    await page.getByRole('heading', { name: 'Sales' }).waitFor();
    await until(holds, { Sales: ['Deals'] });
    await judge(page, 'folder-page');

    const side = page.getByRole('navigation', { name: 'Workspace' });
    await side.getByRole('button', { name: 'Open Sales' }).click();
    await side.getByRole('list', { name: 'Sales' }).getByRole('link', { name: 'Deals' }).waitFor();
    await side
      .getByRole('list', { name: 'Tables' })
      .getByRole('link', { name: 'Deals' })
      .waitFor({ state: 'detached' });
    await side
      .getByRole('list', { name: 'Tables' })
      .getByRole('link', { name: 'Contacts' })
      .dragTo(side.getByRole('list', { name: 'Folders' }).getByRole('link', { name: 'Sales' }));
    await until(holds, { Sales: ['Deals', 'Contacts'] });
    await page.getByText('Moved to Sales').waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await until(holds, { Sales: ['Deals'] });

    await page.getByRole('button', { name: 'Add to favorites' }).click();
    await side.getByRole('list', { name: 'Favorites' }).getByRole('link', { name: 'Sales' }).waitFor();
    await side.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Starred', level: 2 }).waitFor();
    await judge(page, 'home-places');
    await side.getByRole('list', { name: 'Folders' }).getByRole('button', { name: 'More for Sales' }).click();
    await page.getByRole('menuitem', { name: 'Delete folder' }).click();
    await until(holds, {});
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await until(holds, { Sales: ['Deals'] });
    expect(errors).toEqual([]);
  });

  it('are pages of their own, as cards or as lines, and old addresses lead there', async () => {
    await page.goto('/home');
    const tabs = page.getByRole('navigation', { name: 'Home' });
    for (const [name, path] of [
      ['Starred', '/home/favorites'],
      ['Tables', '/home/tables'],
      ['Apps', '/home/apps'],
      ['Public links', '/home/public-apps'],
    ] as const) {
      await tabs.getByRole('link', { name }).click();
      await page.waitForURL((url) => url.pathname === path);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
    }
    await tabs.getByRole('link', { name: 'Tables' }).click();
    const tables = page.getByRole('main').getByRole('list', { name: 'Tables' });
    await tables.getByRole('link', { name: 'Contacts' }).waitFor();
    await judge(page, 'home-tables-grid');
    await page.getByRole('radio', { name: 'List' }).click({ force: true });
    await page.getByText('Access', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Access', { exact: true }).waitFor();
    await judge(page, 'home-tables-list');
    await page.getByRole('radio', { name: 'Grid' }).click({ force: true });
    for (const [from, to] of [
      ['/workspaces/favorite-tabs', '/home/favorites'],
      ['/home/most-recent', '/home/most-recent'],
      ['/settings/anything', '/settings/my-profile'],
      ['/tricks/api-token', '/automations/api-token'],
      ['/lowcode/tables', '/automations/tables'],
    ] as const) {
      await page.goto(from);
      await page.waitForURL((url) => url.pathname === to);
    }
    await page.goto('/legacy/anything');
    await page.getByText('This page does not exist').or(page.getByText('not found')).first().waitFor();
    expect(errors).toEqual([]);
  });

  it('are found again from anywhere, with what may be done where one is', async () => {
    const app = await product.api.call<{ id: string }>('POST', 'v3/apps', { label: 'Desk' });
    const doc = await product.api.call<{ id: string }>('POST', 'v3/doc-pages', { title: 'Handbook' });
    const { tables } = await product.api.call<{ tables: { id: string; label: string }[] }>('GET', 'v3/tables');
    const deals = tables.find(({ label }) => label === 'Deals')!.id;
    await product.api.call('POST', `v3/tables/${deals}/views`, {
      type: 'table',
      label: 'Won ones',
      config: { fields: [] },
    });
    const remembered = async (): Promise<string[]> => {
      const { preferences } = await product.api.call<{ preferences: { recentTabs?: { to: string }[] } }>(
        'GET',
        'v3/preferences',
      );
      return (preferences.recentTabs ?? []).map(({ to }) => to).slice(0, 2);
    };
    await page.goto(`/app/${app.id}`);
    await until(async () => (await remembered())[0], `/app/${app.id}`);
    await page.goto(`/doc-page/${doc.id}`);
    await until(remembered, [`/doc-page/${doc.id}`, `/app/${app.id}`]);

    await page.goto(`/object/${deals}`);
    await page.getByRole('grid').first().waitFor();
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    const options = page.getByRole('option');
    await page.keyboard.press('Control+k');
    await options.filter({ hasText: 'Handbook' }).waitFor();
    expect(await options.allInnerTexts()).toEqual(
      expect.arrayContaining(['Handbook', 'Desk', 'Go to a view', 'See as it was', 'Find duplicates', 'Blank table']),
    );
    await judge(page, 'palette-places');

    // Keys alone: the rest of a command by Tab, then what is within it, then back by Backspace.
    await page.keyboard.type('go to a v');
    await page.keyboard.press('Tab');
    expect(await field.inputValue()).toBe('Go to a view');
    await page.keyboard.press('Enter');
    await options.filter({ hasText: 'Won ones' }).waitFor();
    await judge(page, 'palette-within');
    await page.keyboard.press('Backspace');
    await options.filter({ hasText: 'See as it was' }).waitFor();
    await page.keyboard.type('won ones');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith(`/object/${deals}/`));
    await field.waitFor({ state: 'detached' });
    await page.getByRole('grid').first().waitFor();

    // What takes a while goes on in the palette, and is told when it is done.
    await page.keyboard.press('Control+k');
    await field.fill('duplicate a folder');
    await page.keyboard.press('Enter');
    await options.filter({ hasText: 'Sales' }).waitFor();
    const seen = Promise.withResolvers<void>();
    await page.route('**/v3/folders/*/duplicate', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.getByRole('progressbar', { name: 'Sales' }).waitFor();
    seen.resolve();
    await page.getByText('Sales (copy) is ready').waitFor();
    const { folders } = await product.api.call<{ folders: { label: string }[] }>('GET', 'v3/folders');
    expect(folders.map(({ label }) => label).toSorted()).toEqual(['Sales', 'Sales (copy)']);
    await page.keyboard.press('Escape');

    // A command that an address names, and one that nobody knows.
    await page.goto('/home?modal=actionBar&cmd=theme');
    await options.filter({ hasText: 'Dark' }).waitFor();
    await page.goto('/home?modal=actionBar&cmd=frobnicate');
    await page.getByText('Command not found: frobnicate').waitFor();
    await judge(page, 'palette-unknown');
    expect(errors).toEqual([]);
  });

  it('are not offered to whom they are not open', async () => {
    const viewer = { name: 'Vi Lund', email: product.address('vi'), password: 'grey-kettle-19' };
    await invite(product.api, viewer, 'Member', 'viewer');
    const { page: theirs } = await signIn(browser, product.url, viewer);
    await theirs.goto('/home');
    await theirs.getByRole('navigation').first().waitFor();
    await theirs.keyboard.press('Control+k');
    const options = theirs.getByRole('option');
    await options.filter({ hasText: 'Go to Home' }).waitFor();
    const offered = (await options.allInnerTexts()).join('\n');
    for (const hidden of ['Blank table', 'Blank app', 'Import', 'Duplicate a folder', 'Invite people', 'Roles'])
      expect(offered).not.toContain(hidden);
  });
});
