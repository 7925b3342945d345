import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk, makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type App = {
  id: string;
  components: { id: string; config: { type: string } }[];
  layouts: { desktop: { components: { x: number; w: number }[] } };
};

/** An app as it is built and worked in: blocks are added, set, moved by keys, published, and seen by a member. */
describe('an app', () => {
  let product: Joined;
  let browser: Browser;
  let deals: Awaited<ReturnType<typeof makeDeals>>;
  beforeAll(async () => {
    product = await joinProduct();
    deals = await makeDeals(product.api, 'Deals');
    await bulk(product, product.api, deals, 1000);
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('is made of blocks, moved by keys, undone, published, and worked in by a member', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/home');
    await page.getByRole('button', { name: /^Create/ }).click();
    await page.getByRole('menuitem', { name: 'Blank app' }).click();
    await page.getByRole('heading', { name: 'Add a block' }).waitFor();
    await judge(page, 'app-empty');
    const id = /\/app\/([0-9a-z]{26})/.exec(page.url())![1]!;
    const app = (): Promise<App> => product.api.call<App>('GET', `v3/apps/${id}?draft=true`);
    const name = page.getByRole('textbox', { name: 'Name of the app' });
    await name.fill('Sales desk');
    await name.press('Enter');
    await page.getByRole('button', { name: /^Simple Indicator/ }).click();

    const settings = page.getByRole('complementary', { name: 'Settings of Simple Indicator' });
    await settings.getByRole('button', { name: /^Table:/ }).click();
    await page.getByRole('option', { name: 'Deals' }).click();
    await settings.getByRole('textbox', { name: 'Title', exact: true }).fill('All deals');
    await page.getByText('1,000', { exact: true }).waitFor();
    const block = page.getByRole('button', { name: 'Block Simple Indicator All deals' });
    await block.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await until(async () => (await app()).layouts.desktop.components[0]?.x, 10);
    await page.keyboard.press('Alt+ArrowRight');
    await until(async () => (await app()).layouts.desktop.components[0]?.w, 31);
    await page.keyboard.press('Control+z');
    await until(async () => (await app()).layouts.desktop.components[0]?.w, 30);

    await page.getByRole('button', { name: 'Add block' }).click();
    await page.keyboard.type('rows');
    await page.keyboard.press('Enter');
    const table = page.getByRole('complementary', { name: 'Settings of Table' });
    await table.getByRole('button', { name: /^Table:/ }).click();
    await page.getByRole('option', { name: 'Deals' }).click();
    await page.getByRole('grid').waitFor();
    await judge(page, 'app-edit');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Sales desk is published. Members see it from now on.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    await judge(page, 'app-page');
    expect(errors).toEqual([]);

    const person = { name: 'Bo Lindqvist', email: product.address('bo'), password: product.owner.password };
    await invite(product.api, person, 'Member');
    const { page: theirs } = await signIn(browser, product.url, person);
    await theirs.goto('/home');
    await theirs.getByRole('link', { name: 'Sales desk' }).click();
    await theirs
      .getByRole('paragraph')
      .filter({ hasText: /^1,000$/ })
      .waitFor();
    expect(await theirs.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  });

  it('shows records as charts, lists and days, and filters all of them at once', async () => {
    const { api } = product;
    const tableId = deals.id;
    const app = await api.call<App & { id: string }>('POST', 'v3/apps', { label: 'Numbers' });
    const stage = deals.field('Stage');
    const amount = deals.field('Value');
    const add = (type: string, config: object, desktop: { x: number; y: number; w: number; h: number }) =>
      api.call('POST', `v3/apps/${app.id}/blocks`, { type, config, desktop });
    const value = { fieldId: amount, function: 'sum' };
    await add('app_filters', { tableId, fields: [stage] }, { x: 0, y: 0, w: 80, h: 2 });
    await add('search', { placeholder: 'Find deals' }, { x: 80, y: 0, w: 40, h: 2 });
    await add('bar_chart', { tableId, title: 'By stage', x: { fieldId: stage }, value }, { x: 0, y: 2, w: 60, h: 8 });
    await add('pie_chart', { tableId, x: { fieldId: stage } }, { x: 60, y: 2, w: 60, h: 8 });
    await add('speedometer', { tableId, title: 'Goal', function: 'count', target: 2000 }, { x: 0, y: 10, w: 40, h: 4 });
    await add('smart_list', { tableId, title: 'Next', fields: [amount], limit: 5 }, { x: 40, y: 10, w: 40, h: 6 });
    await add('pivot', { tableId, rows: { fieldId: stage } }, { x: 80, y: 10, w: 40, h: 6 });
    await add('divider', { title: 'More' }, { x: 0, y: 16, w: 120, h: 2 });
    await add('button', { label: 'All deals', action: 'openTable', tableId }, { x: 0, y: 18, w: 60, h: 2 });
    await add('app_menu', { title: 'Apps' }, { x: 60, y: 18, w: 60, h: 4 });
    await add('calendar', { tableId, start: deals.field('Close date') }, { x: 0, y: 22, w: 120, h: 14 });
    await api.call('POST', `v3/apps/${app.id}/publish`, {});
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/app/${app.id}`);
    await page.getByText('of 2,000').waitFor();
    await page.getByText('50%', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'By stage', exact: true }).waitFor();
    await page.getByRole('link', { name: 'All deals' }).waitFor();
    await page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name: 'Sales desk' }).waitFor();
    await judge(page, 'app-blocks');
    const filter = page.getByRole('group', { name: 'Filters of the page' });
    await filter.getByRole('button').first().click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await page.getByText('of 2,000').waitFor();
    await page.getByText('50%', { exact: true }).waitFor({ state: 'detached' });
    await page.waitForURL(/page=/);
    await page.reload();
    await filter.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('50%', { exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  it('has bars around it: tabs of apps, a menu in place of the sidebar, and a bar on a phone', async () => {
    const { api } = product;
    const desk = await api.call<App & { id: string }>('POST', 'v3/apps', { label: 'Front desk' });
    const back = await api.call<App & { id: string }>('POST', 'v3/apps', { label: 'Back office' });
    for (const { id } of [desk, back])
      await api.call('POST', `v3/apps/${id}/blocks`, { type: 'title_bar', config: {} });
    await api.call('POST', `v3/apps/${back.id}/publish`, {});
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/app/${desk.id}?edit`);
    const settings = page.getByRole('complementary', { name: 'App' });

    await settings.getByRole('button', { name: 'Create top bar' }).click();
    const top = page.getByRole('dialog', { name: 'Create top bar' });
    await top.getByRole('button', { name: /^Add app:/ }).click();
    await page.getByRole('option', { name: 'Back office' }).click();
    await judge(page, 'app-bars-top');
    await top.getByRole('button', { name: 'Create top bar' }).click();
    await settings.getByRole('button', { name: 'Edit top bar' }).waitFor();

    await settings.getByRole('button', { name: 'Create menu bar' }).click();
    const menu = page.getByRole('dialog', { name: 'Edit menu bar' });
    await menu.getByRole('button', { name: /^Add item:/ }).click();
    await page.getByRole('option', { name: /^Deals/ }).click();
    await judge(page, 'app-bars-menu');
    await menu.getByRole('button', { name: 'Save menu' }).click();
    await settings.getByRole('button', { name: 'Edit menu bar' }).waitFor();

    await settings.getByRole('button', { name: 'Set app mobile bar' }).click();
    const bottom = page.getByRole('dialog', { name: 'Set app mobile bar' });
    await bottom.getByRole('button', { name: 'Save' }).click();
    await settings.getByRole('button', { name: 'Edit app mobile bar' }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Front desk is published. Members see it from now on.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();

    const aside = page.getByRole('complementary', { name: 'Front desk' });
    await aside.getByRole('link', { name: 'Deals' }).waitFor();
    await judge(page, 'app-bars');
    const office = page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name: 'Back office' });
    await office.click();
    // Its own bars are none: those that lead to it are there still.
    await office.and(page.locator('[aria-current=page]')).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/app/${desk.id}`);
    await page.getByRole('navigation', { name: 'Bottom bar' }).getByRole('link', { name: 'Home' }).waitFor();
    await judge(page, 'app-bars-phone');
    expect(errors).toEqual([]);
  });
});
