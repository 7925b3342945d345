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
    await theirs.getByText('1,000', { exact: true }).waitFor();
    expect(await theirs.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  });
});
