import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { client, invite, login } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

/** Another password, from the menu of the organization. */
describe('a change of the password', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('is asked for twice, keeps this browser, ends the others, and the old password is none', async () => {
    const person = { name: 'Ro Haddad', email: product.address('ro'), password: 'grey-kettle-19' };
    await invite(product.api, person);
    const other = await login(product.url, { ...product.owner, ...person });
    const { page, context } = await signIn(browser, product.url, person);
    const errors = watchErrors(page);
    await page.goto('/home');
    await page.getByRole('button', { name: /, menu$/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Change password' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    const field = (label: string) => dialog.getByLabel(label, { exact: true });
    await field('New password').fill('abcd');
    await dialog.getByText('Your new password must have at least 6 characters.').waitFor();
    await field('New password').fill('seven-oaks-43-Tidal');
    await dialog.getByText('Strong.').waitFor();
    await field('Current password').fill('not-this-one');
    await field('New password again').fill('seven-oaks-43');
    await page.keyboard.press('Enter');
    await dialog.getByText('The passwords do not match.').waitFor();
    await judge(page, 'change-password');
    await field('New password again').fill('seven-oaks-43-Tidal');
    await page.keyboard.press('Enter');
    await dialog.getByText('This is not your password.').waitFor();
    await field('Current password').fill(person.password);
    await page.keyboard.press('Enter');
    await page.getByText('Password changed').waitFor();
    await dialog.waitFor({ state: 'hidden' });

    const works = (token: string) => () =>
      client(product.url, token)
        .call('GET', 'v3/session')
        .then(
          () => true,
          () => false,
        );
    await until(works(other.token), false, 20_000);
    await page.reload();
    await page.getByRole('button', { name: /, menu$/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Log in' }).count()).toBe(0);
    await expect(login(product.url, { ...product.owner, ...person })).rejects.toThrow();
    await login(product.url, { ...product.owner, ...person, password: 'seven-oaks-43-Tidal' });
    expect(errors).toEqual([]);
    await context.close();
  });

  it('stands on a phone in the dark', async () => {
    const { page, context } = await signIn(browser, product.url, product.owner, {
      width: 390,
      height: 844,
      theme: 'dark',
    });
    await page.goto('/home?modal=changePassword');
    await page.getByRole('dialog', { name: 'Change password' }).waitFor();
    await judge(page, 'change-password-phone');
    await context.close();
  });
});
