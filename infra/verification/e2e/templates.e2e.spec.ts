import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { commandLine, invite } from '../product/product.ts';
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

  it('are made of a folder, looked at by the operator, and refused with a reason', async () => {
    const { id } = await product.api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Rentals',
      fields: [{ name: 'Machine', type: 'singleLineText' }],
    });
    await product.api.call('POST', 'v3/folders', { label: 'Rental desk', tabs: [{ id, type: 'table' }] });
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/templates/create');
    await page.getByText('No templates of your own yet').waitFor();
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await page.getByText('This is needed.').first().waitFor();
    await page.getByRole('button', { name: /^Folder/ }).click();
    await page.getByRole('option', { name: 'Rental desk' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Rental desk');
    await page.getByRole('textbox', { name: 'In one line' }).fill('Machines and who has them');
    await page.getByRole('textbox', { name: 'What it is for' }).fill('For whoever lends machines.');
    await page.getByRole('button', { name: /^Categories/ }).click();
    await page.getByRole('option', { name: 'Operations' }).click();
    await judge(page, 'templates-own-dialog');
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
    await judge(page, 'templates-own');
    if (product.data !== '') {
      const [own] = (await product.api.call<{ templates: readonly { id: string }[] }>('GET', 'template/my')).templates;
      await commandLine(product.data, 'template', 'refuse', own!.id, '--reason', 'Show some example records.');
      await page.reload();
      await page.getByRole('heading', { name: 'Refused' }).waitFor();
      await page.getByText('Show some example records.').waitFor();
      await page.getByRole('button', { name: 'More for Rental desk' }).click();
      await page.getByRole('menuitem', { name: 'Edit template' }).click();
      await page.getByText('Take up to 1,000 records of each table along').click();
      await page.getByRole('button', { name: 'Send for approval' }).click();
      await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
    }
    expect(errors).toEqual([]);
  });
});
