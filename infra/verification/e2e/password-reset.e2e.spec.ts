import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, login } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Mails = { readonly mails: readonly { readonly id: string; readonly kind: string }[] };

/** A password that was forgotten: from the login to the mail, and by its link to another one. */
describe('a forgotten password', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** The link in the newest mail, which an administrator reads here: nothing sends mail. */
  const linkOf = async (count: number): Promise<string> => {
    const resets = async () =>
      (await product.api.call<Mails>('GET', 'v3/mails')).mails.filter(({ kind }) => kind === 'password-reset');
    await until(async () => (await resets()).length, count, 30_000);
    const [mail] = await resets();
    const { contents } = await product.api.call<{ contents: { text: string } }>('GET', `v3/mails/${mail!.id}`);
    return new URL(/http\S+\/new-password\/\S+/.exec(contents.text)![0]).pathname;
  };

  it('is replaced by the link of a mail, once', async () => {
    const person = { name: 'Ro Haddad', email: product.address('ro'), password: 'grey-kettle-19' };
    await invite(product.api, person);
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
    });
    const page = await context.newPage();
    const errors = watchErrors(page);
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(person.email);
    await judge(page, 'password-reset');
    await page.getByLabel('E-mail').press('Enter');
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    await judge(page, 'password-reset-sent');

    const link = await linkOf(1);
    await page.goto(link);
    await page.getByText(`For ${person.email}.`, { exact: false }).waitFor();
    await page.getByLabel('New password', { exact: true }).fill('tall-fjord-77');
    await page.getByLabel('New password again', { exact: true }).fill('tall-fjord-78');
    await page.keyboard.press('Enter');
    await page.getByText('The passwords do not match.').waitFor();
    await judge(page, 'new-password');
    await page.getByLabel('New password again', { exact: true }).fill('tall-fjord-77');
    await page.keyboard.press('Enter');
    await page.getByText('Password changed').waitFor();
    await page.getByRole('button', { name: /, menu$/ }).waitFor();
    expect(errors).toEqual([]);
    await login(product.url, { ...product.owner, ...person, password: 'tall-fjord-77' });
    await expect(login(product.url, { ...product.owner, ...person })).rejects.toThrow();

    // The same link again: a refusal is an answer that browsers note in their console.
    await page.goto(link);
    await page.getByText('Link expired, request a new one').waitFor();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await context.close();
  });

  it('stands on a phone in the dark', async () => {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
      locale: 'pt-BR',
    });
    const page = await context.newPage();
    await page.goto('/password-reset');
    await page.getByLabel('E-mail').fill(product.owner.email);
    await judge(page, 'password-reset-phone');
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByRole('heading', { name: 'Confira seu e-mail' }).waitFor();
    await judge(page, 'password-reset-sent-phone');
    await page.goto(await linkOf(2));
    await page.getByRole('heading', { name: 'Escolha uma nova senha' }).waitFor();
    await judge(page, 'new-password-phone');
    await page.goto('/new-password/nobody-made-this-one');
    await page.getByText('O link expirou, peça um novo').waitFor();
    await judge(page, 'new-password-over-phone');
    await context.close();
  });
});
