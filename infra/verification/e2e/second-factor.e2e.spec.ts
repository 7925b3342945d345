import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appCode } from '../product/app-code.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import { judge, watchErrors } from './screen.ts';

describe('a login in two steps', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  const enterPassword = async (page: Page, person: { email: string; password: string }): Promise<void> => {
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  };
  const outside = async (width: number, height: number, colorScheme: 'light' | 'dark') => {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width, height },
      colorScheme,
      locale: 'en-US',
    });
    return { context, page: await context.newPage() };
  };

  it('is turned on with an app, asks for its code, takes a recovery code, and an administrator turns it off', async () => {
    const person = { name: 'Ro Haddad', email: product.address('ro'), password: 'grey-kettle-19' };
    await invite(product.api, person);
    const { page, context } = await signIn(browser, product.url, person);
    const errors = watchErrors(page);
    await page.goto('/settings/security');
    await page.getByRole('button', { name: 'Turn on' }).press('Enter');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(person.password);
    await page.keyboard.press('Enter');
    const secret = (await page.locator('[data-secret]').innerText()).replaceAll(' ', '');
    await judge(page, 'second-factor-scan');
    await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(appCode(secret, 0));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    expect(await codes.count()).toBe(10);
    const recovery = (await codes.first().innerText()).trim();
    await judge(page, 'second-factor-codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 recovery codes are left.', { exact: false }).waitFor();
    expect(errors).toEqual([]);
    await context.close();

    const first = await outside(1440, 900, 'light');
    await first.page.goto('/login');
    await enterPassword(first.page, person);
    await judge(first.page, 'second-step');
    // A code is sent by itself at its sixth digit.
    await first.page.getByLabel('Code', { exact: true }).fill('000000');
    await first.page.getByText('This code is not right, or was used before.').waitFor();
    await first.page.getByLabel('Code', { exact: true }).fill(appCode(secret, 1));
    await first.page.getByRole('button', { name: /, menu$/ }).waitFor();
    await first.context.close();

    const second = await outside(390, 844, 'dark');
    await second.page.goto('/login');
    await enterPassword(second.page, person);
    await second.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await second.page.getByLabel('Recovery code', { exact: true }).fill(recovery);
    await judge(second.page, 'second-step-phone');
    await second.page.keyboard.press('Enter');
    await second.page.getByRole('button', { name: 'Menu' }).waitFor();
    await second.page.goto('/settings/security');
    await second.page.getByText('9 recovery codes are left.', { exact: false }).waitFor();
    await judge(second.page, 'second-factor-phone');
    await second.context.close();

    const admin = await signIn(browser, product.url, product.owner);
    await admin.page.goto('/settings/users');
    const row = admin.page.getByRole('listitem').filter({ hasText: person.email });
    await row.getByText('Two-step login').waitFor();
    await row.getByRole('button').press('Enter');
    await admin.page.getByRole('menuitem', { name: 'Turn off two-step login' }).press('Enter');
    await admin.page.getByText('Two-step login of Ro Haddad is off').waitFor();
    await admin.context.close();
    await (await signIn(browser, product.url, person)).context.close();
  });
});
