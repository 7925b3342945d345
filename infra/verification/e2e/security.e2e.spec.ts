import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { client, invite, login } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

/** A person's own sessions and logins, on the page of their security. */
describe('the security of one’s own account', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('shows where one is logged in, and ends what one does not know', async () => {
    const person = { name: 'Ro Haddad', email: product.address('ro'), password: 'grey-kettle-19' };
    await invite(product.api, person);
    const program = await login(product.url, { ...product.owner, ...person });
    const second = await login(product.url, { ...product.owner, ...person });
    const { page, context } = await signIn(browser, product.url, person);
    const errors = watchErrors(page);
    await page.goto('/home');
    await page.getByRole('button', { name: /, menu$/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Security' }).press('Enter');
    const sessions = page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem');
    await sessions.first().waitFor();
    // The invitation, two programs and this browser.
    await until(() => sessions.count(), 4);
    expect(await sessions.first().innerText()).toMatch(/on Linux[\s\S]*Active now[\s\S]*This browser/);
    await page.getByRole('list', { name: 'Logins' }).getByRole('listitem').first().waitFor();
    await judge(page, 'security');

    const works = (token: string) => () =>
      client(product.url, token)
        .call('GET', 'v3/session')
        .then(
          () => true,
          () => false,
        );
    await sessions.nth(1).getByRole('button').press('Enter');
    await page.getByText('Unknown browser is logged out').waitFor();
    await until(() => sessions.count(), 3);
    await page.getByRole('button', { name: 'Log out all others' }).click();
    await page.getByText('2 other browsers are logged out').waitFor();
    await until(() => sessions.count(), 1);
    for (const { token } of [program, second]) await until(works(token), false, 20_000);
    expect(await page.getByRole('button', { name: 'Log out all others' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('dialog', { name: 'Change password' }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('stands on a phone in the dark', async () => {
    const { page, context } = await signIn(browser, product.url, product.owner, {
      width: 390,
      height: 844,
      theme: 'dark',
    });
    await page.goto('/settings/security');
    await page.getByText('This browser', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Log out all others' }).waitFor();
    await judge(page, 'security-phone');
    await context.close();
  });
});
