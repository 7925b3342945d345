import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, watchErrors } from './screen.ts';

/** A provider as an administrator names it, and its button where people log in. */
describe('login by a provider', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('is named by an administrator, and stands on the login page of the organization', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/settings/sign-in');
    await page.getByText('No providers yet').waitFor();
    await page.getByRole('button', { name: 'Add provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add provider' });
    await dialog.getByRole('button', { name: /^Type of provider:/ }).click();
    await page.getByRole('option', { name: 'Google' }).click();
    await dialog.getByRole('textbox', { name: 'Client ID' }).fill('tessera');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is needed.').first().waitFor();
    await judge(page, 'sign-in-provider');
    await dialog.getByLabel('Client secret').fill('a secret');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const made = page.getByRole('dialog', { name: 'Google' });
    await made.getByText(/\/api\/auth\/oidc\/[0-9a-z]{26}\/callback$/).waitFor();
    await made.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('switch', { name: 'Login with Google' }).waitFor();
    await judge(page, 'sign-in-providers');
    const address = await page.getByText('/login?org=').textContent();
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${product.url}${new URL(address ?? '').pathname}${new URL(address ?? '').search}`);
    const button = visitor.getByRole('link', { name: 'Log in with Google' });
    await button.waitFor();
    expect(await button.getAttribute('href')).toMatch(/^\/api\/auth\/oidc\/[0-9a-z]{26}\/start$/);
    await judge(visitor, 'login-providers');
    expect(errors).toEqual([]);
  });
});
