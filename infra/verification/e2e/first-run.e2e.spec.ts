import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../product/browser.ts';
import { login, owner, startProduct, type Product } from '../product/product.ts';
import { cell, judge, watchErrors } from './screen.ts';

describe('a product that nobody has set up', () => {
  let product: Product;
  let browser: Browser;

  beforeAll(async () => {
    product = await startProduct();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('a first run names the organization, makes the account and opens a blank table', async () => {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      baseURL: product.url,
      locale: 'en-US',
      permissions: [],
    });
    const errors = watchErrors(page);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await judge(page, 'setup-account');
    if (product.code !== undefined) await page.getByLabel('One-time code').fill(product.code);
    await page.getByLabel('Name', { exact: true }).fill(owner.name);
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(owner.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Your organization' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill(owner.organization);
    await page.getByText('One blank table').click();
    await judge(page, 'setup-organization');
    await page.getByRole('button', { name: `Create ${owner.organization}` }).click();
    await page.waitForURL('**/object/**');
    await cell(page, 2, 0).waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Name', 'Notes', 'Status']),
    );
    expect((await login(product.url, owner)).token).not.toBe('');
    expect(errors).toEqual([]);
  });
});
