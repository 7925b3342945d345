import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, login } from '../product/product.ts';
import { cell, interceptable, judge, until, watchErrors } from './screen.ts';

/** What people say of a record, beside what happened to it. */
describe('the conversation of a record', () => {
  let product: Joined;
  let browser: Browser;
  let maren: Page;
  let tobin: Page;
  const contexts: BrowserContext[] = [];
  const errors: string[][] = [];
  let table: string;
  let record: string;
  let other: { readonly name: string; readonly email: string; readonly password: string };

  const come = async (who: { readonly email: string; readonly password: string }, width = 1440): Promise<Page> => {
    const { context, page } = await signIn(browser, product.url, who, {
      width,
      height: width < 680 ? 844 : 900,
      theme: width < 680 ? 'dark' : 'light',
    });
    contexts.push(context);
    await interceptable(page);
    errors.push(watchErrors(page));
    return page;
  };
  const box = (page: Page) => page.getByRole('textbox', { name: 'Comment' });
  const said = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
  const open = async (page: Page, place = `/object/${table}?recordId=${record}`) => {
    await page.goto(place);
    await box(page).waitFor();
  };

  beforeAll(async () => {
    product = await joinProduct();
    const made = await product.api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Talk', type: 'comments' },
      ],
    });
    table = made.id;
    const { id } = await product.api.call<{ id: string }>('POST', `v3/tables/${table}/records?fieldKey=name`, {
      fields: { Name: 'Renewal 2027' },
    });
    record = id;
    other = { name: 'Tobin Reyes', email: product.address('tobin'), password: 'nine-harbours-81' };
    await invite(product.api, other, 'Member');
    browser = await launch();
    maren = await come(product.owner);
    tobin = await come(other);
  });
  afterAll(async () => {
    await browser?.close();
    expect(errors.flat()).toEqual([]);
  });

  it('is written with a mention by the keyboard, and reaches whoever looks at the record at once', async () => {
    await open(tobin);
    await open(maren);
    await box(maren).click();
    await maren.keyboard.type('Please look, @tob');
    await maren.getByRole('option', { name: 'Tobin Reyes' }).waitFor();
    await judge(maren, 'record-comment-mention');
    await maren.keyboard.press('Enter');
    await maren.keyboard.type('by Tuesday');
    expect(await box(maren).inputValue()).toBe('Please look, @Tobin Reyes by Tuesday');
    await maren.keyboard.press('Control+Enter');
    await said(maren, 'Please look, @Tobin Reyes by Tuesday').waitFor();
    expect(await box(maren).inputValue()).toBe('');
    await said(tobin, 'Please look, @Tobin Reyes by Tuesday').waitFor();
    // The list behind counts it, for whoever wrote it and for others.
    for (const page of [maren, tobin]) await until(async () => (await cell(page, 0, 1).innerText()).trim(), '1');
    await judge(maren, 'record-comments');
    const own = await login(product.url, other);
    await until(
      async () =>
        (await own.call<{ notifications: { title: string }[] }>('GET', 'v3/notifications')).notifications.map(
          ({ title }) => title,
        ),
      [`${product.owner.name} mentioned you in Renewal 2027 in Deals`],
    );
  });

  it('keeps what was typed and not sent, Esc leaves the letters, and Enter begins a line', async () => {
    await box(maren).click();
    await maren.keyboard.type('First @to');
    await maren.getByRole('listbox', { name: 'People to mention' }).waitFor();
    await maren.keyboard.press('Escape');
    await maren.getByRole('listbox', { name: 'People to mention' }).waitFor({ state: 'detached' });
    await maren.keyboard.press('Enter');
    await maren.keyboard.type('second');
    await open(maren);
    await until(() => box(maren).inputValue(), 'First @to\nsecond');
    await box(maren).fill('');
  });

  it('is changed in its place, deleted, and given back by the message', async () => {
    await said(maren, 'by Tuesday').hover();
    await maren.getByRole('button', { name: 'Comment menu' }).click();
    await maren.getByRole('menuitem', { name: 'Edit comment' }).click();
    const editor = maren.getByRole('textbox', { name: 'Edit comment' });
    expect(await editor.inputValue()).toBe('Please look, @Tobin Reyes by Tuesday');
    await editor.fill('Please look, @Tobin Reyes by Friday');
    await maren.keyboard.press('Control+Enter');
    await said(maren, 'by Friday').getByText('edited').waitFor();
    await said(tobin, '@Tobin Reyes by Friday').waitFor();
    // Who did not write it and does not manage the table may not take it away.
    await said(tobin, 'by Friday').hover();
    expect(await tobin.getByRole('button', { name: 'Comment menu' }).count()).toBe(0);
    await said(maren, 'by Friday').hover();
    await maren.getByRole('button', { name: 'Comment menu' }).click();
    await maren.getByRole('menuitem', { name: 'Delete comment' }).click();
    await said(maren, 'by Friday').waitFor({ state: 'detached' });
    await said(tobin, 'by Friday').waitFor({ state: 'detached' });
    await maren.getByRole('button', { name: 'Undo' }).click();
    await said(maren, 'by Friday').waitFor();
    await said(tobin, 'by Friday').waitFor();
  });

  it('shows comments or history alone, remembers which, and marks what is new since the last visit', async () => {
    const shown = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
    await maren.getByText('created the record').waitFor();
    await maren.getByText('Comments', { exact: true }).click();
    await maren.getByText('created the record').waitFor({ state: 'detached' });
    await open(maren);
    await until(() => shown(maren, 'Comments').isChecked(), true);
    await said(maren, 'by Friday').waitFor();
    await maren.getByText('All', { exact: true }).click();
    await maren.getByText('created the record').waitFor();
    await maren.goto('/home');
    const own = await login(product.url, other);
    await own.call('POST', `v3/tables/${table}/records/${record}/comments`, { text: 'The terms are signed' });
    await open(maren, `/object/${table}/record/${record}`);
    await said(maren, 'The terms are signed').waitFor();
    await maren.getByText('New', { exact: true }).waitFor();
    await maren.getByText('Earlier', { exact: true }).waitFor();
    await judge(maren, 'record-page-comments');
    await open(maren);
    await said(maren, 'The terms are signed').waitFor();
    expect(await maren.getByText('New', { exact: true }).count()).toBe(0);
  });

  it('stays with its reason where it is refused, and is sent again', async () => {
    let refuses = true;
    await maren.route(`**/api/v3/tables/${table}/records/${record}/comments`, (route) =>
      refuses && route.request().method() === 'POST'
        ? route.fulfill({
            status: 404,
            contentType: 'application/json',
            body: JSON.stringify({ error: { code: 'records.not_found', message: 'gone' } }),
          })
        : route.continue(),
    );
    await box(maren).fill('Once more');
    await maren.getByRole('button', { name: 'Comment', exact: true }).click();
    await maren.getByText('This record no longer exists.').waitFor();
    await judge(maren, 'record-comment-refused');
    refuses = false;
    await said(maren, 'Once more').getByRole('button', { name: 'Try again' }).click();
    await maren.getByText('This record no longer exists.').waitFor({ state: 'detached' });
    await said(tobin, 'Once more').waitFor();
  });

  it('is read and written on a phone', async () => {
    const phone = await come(other, 390);
    await open(phone);
    await judge(phone, 'phone-record-comment');
    await box(phone).click();
    await said(phone, 'The terms are signed').waitFor();
    await phone.keyboard.type('From the train');
    await phone.getByRole('button', { name: 'Comment', exact: true }).click();
    await said(phone, 'From the train').waitFor();
    await judge(phone, 'phone-record-comments');
    await said(maren, 'From the train').waitFor();
  });
});
