import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Named = { readonly label: string };

/** From the gallery to a product with data, and back. */
describe('templates', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('are found, looked into, installed, opened and removed', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    const tables = async (): Promise<number> =>
      (await product.api.call<{ tables: readonly Named[] }>('GET', 'v3/tables')).tables.length;
    await page.goto('/home');
    await page.getByRole('link', { name: 'Templates' }).click();
    await page
      .getByRole('link', { name: /^Sales pipeline/ })
      .first()
      .waitFor();
    await judge(page, 'templates');
    await page.getByRole('textbox', { name: 'Search templates' }).fill('shelf');
    await page.getByText('No templates found').waitFor();
    await page.getByRole('textbox', { name: 'Search templates' }).fill('supplier');
    await page.getByRole('link', { name: /^Stock and reorder/ }).click();
    await page.getByRole('heading', { name: 'Stock and reorder' }).waitFor();
    await page.getByRole('button', { name: 'Items' }).click();
    await page.getByRole('cell', { name: 'Labels 100 x 50' }).waitFor();
    await judge(page, 'templates-detail');
    await page.getByRole('button', { name: 'Install' }).click();
    const open = page.getByRole('link', { name: 'Open Stock and reorder' });
    await open.waitFor();
    expect(await tables()).toBe(3);
    await open.click();
    await page.getByRole('button', { name: 'Write it down' }).waitFor();
    await page.getByText('Cables, 2 m').first().waitFor();
    await judge(page, 'templates-installed');
    await page.goBack();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Stock and reorder was removed. Its tables are in the trash.').waitFor();
    await until(tables, 0);
    expect(errors).toEqual([]);

    const person = { name: 'Bo Lindqvist', email: product.address('bo'), password: product.owner.password };
    await invite(product.api, person, 'Member');
    const { page: theirs } = await signIn(browser, product.url, person);
    await theirs.goto('/templates/expenses');
    expect(await theirs.getByRole('button', { name: 'Request to a Builder' }).isDisabled()).toBe(true);
  });
});
