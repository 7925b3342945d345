import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appCode } from '../product/app-code.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, watchErrors } from './screen.ts';

/** One person in two organizations, one of which asks for two-step login. */
describe('several organizations', () => {
  let product: Joined;
  let other: Joined;
  let browser: Browser;
  beforeAll(async () => {
    [product, other] = [await joinProduct(), await joinProduct()];
    await other.api.call('PATCH', 'v3/organization', { name: 'Harbour Group' });
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('are joined by a link, are a press apart, and may ask for a second step', async () => {
    const { link } = await other.api.call<{ link: string }>('POST', 'v3/invitations', {
      email: product.owner.email,
      seat: 'builder',
      role: '2',
    });
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/home');
    await page.getByRole('button', { name: 'Marlow Supply, menu' }).click();
    await page.getByRole('menuitem', { name: 'Organizations' }).click();
    const dialog = page.getByRole('dialog', { name: 'Organizations' });
    await dialog.getByLabel('Invitation link').fill('not a link');
    await dialog.getByRole('button', { name: 'Open' }).click();
    await dialog.getByText('Paste the whole link', { exact: false }).waitFor();
    await dialog.getByLabel('Invitation link').fill(link);
    await dialog.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('heading', { name: 'Join Harbour Group' }).waitFor();
    await judge(page, 'organizations-join');
    await page.getByRole('textbox', { name: 'Password' }).fill(product.owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Harbour Group, menu' }).click();
    await page.getByRole('menuitem', { name: 'Organizations' }).click();
    await dialog.getByText('You are here').waitFor();
    await judge(page, 'organizations');
    await dialog.getByRole('button', { name: /Marlow Supply/ }).click();
    await page.getByRole('button', { name: 'Marlow Supply, menu' }).waitFor();

    await page.goto('/settings/organisation-settings');
    await page.getByRole('switch', { name: 'Ask for two-step login' }).check({ force: true });
    await judge(page, 'organization-everyone');
    await page.getByRole('button', { name: /^Save changes/ }).click();
    await page.getByRole('heading', { name: 'Set up two-step login' }).waitFor();
    await judge(page, 'organizations-lacking');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(product.owner.password);
    await page.keyboard.press('Enter');
    const secret = (await page.locator('[data-secret]').innerText()).replaceAll(' ', '');
    await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(appCode(secret, 0));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('link', { name: /^Settings/ }).waitFor();
    expect(errors).toEqual([]);
  });
});
