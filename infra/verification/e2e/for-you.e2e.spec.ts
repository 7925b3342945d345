import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { client } from '../product/product.ts';
import type { Client } from '../product/product.ts';
import { interceptable, judge, until, watchErrors } from './screen.ts';

type Table = { readonly id: string; readonly fields: readonly { readonly id: string; readonly name: string }[] };

/** What people are told: the bell with its number, For you on home and on a page of its own, and mail that is kept. */
describe('For you', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let ben: { readonly name: string; readonly email: string; readonly password: string };
  let benId = '';
  let table: Table;
  const assign = async (label: string, to = table): Promise<void> => {
    const [name, owner] = ['Name', 'Owner'].map((one) => to.fields.find((each) => each.name === one)!.id);
    // Who has just joined is known everywhere a moment later.
    await until(async () => {
      const body = { fields: { [name!]: label, [owner!]: benId } };
      return (await api.raw('POST', `v3/tables/${to.id}/records`, body)).status < 300;
    }, true);
  };
  const make = (label: string): Promise<Table> =>
    api.call<Table>('POST', 'v3/tables', {
      label,
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Owner', type: 'user' },
      ],
    });
  const bell = (page: Page, unread: number) =>
    page
      .getByRole('navigation')
      .getByRole('link', { name: unread === 0 ? /^For you$/ : new RegExp(`^For you\\s+${unread} unread$`) });

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    ben = { name: 'Ben Ito', email: product.address('ben'), password: 'grey-kettle-19' };
    const { link } = await api.call<{ link: string }>('POST', 'v3/invitations', { seat: 'builder', role: '2' });
    await client(product.url, '').call('POST', `invitations/${link.split('/').at(-1)}/accept`, ben);
    const { users } = await api.call<{ users: { id: string; email: string }[] }>('GET', 'v3/users');
    benId = users.find(({ email }) => email === ben.email)!.id;
    table = await make('Deals');
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('is empty at first, and hears of an assignment while it is open', async () => {
    const { context, page } = await signIn(browser, product.url, ben);
    const errors = watchErrors(page);
    await page.goto('/for-you');
    await page.getByRole('heading', { name: 'You have no updates' }).waitFor();
    await judge(page, 'for-you-empty-light');
    await bell(page, 0).waitFor();
    await assign('Oakline Foods');
    await bell(page, 1).waitFor();
    const row = page.getByRole('link', { name: /assigned you to Oakline Foods in Deals/ });
    await row.waitFor();
    await assign('Bright Dental', await make('Clinics'));
    await bell(page, 2).waitFor();
    await judge(page, 'for-you-light');
    await page.goto('/home');
    await page.getByRole('region', { name: 'For you' }).waitFor();
    await judge(page, 'home-for-you-light');
    expect(errors).toEqual([]);
    await context.close();
  });

  it('is read by keyboard: Enter leads to the record, and the number goes down', async () => {
    const { context, page } = await signIn(browser, product.url, ben);
    await page.goto('/for-you');
    await bell(page, 2).waitFor();
    await page.getByRole('link', { name: /Bright Dental in Clinics/ }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^Mark as read: .*Bright Dental/,
    );
    await page.keyboard.press('Enter');
    await bell(page, 1).waitFor();
    const other = page.getByRole('link', { name: /Oakline Foods in Deals/ });
    await other.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/object/${table.id}.*recordId=`));
    await page.getByText('Oakline Foods').first().waitFor();
    await bell(page, 0).waitFor();
    await context.close();
  });

  it('says the same on a phone, in the dark, and marks all at once', async () => {
    await assign('Third');
    const { context, page } = await signIn(browser, product.url, ben, { width: 390, height: 844, theme: 'dark' });
    await page.goto('/home');
    await bell(page, 1).waitFor();
    await judge(page, 'home-for-you-phone-dark');
    await bell(page, 1).click();
    await page.getByRole('button', { name: 'Mark all as read' }).waitFor();
    await judge(page, 'for-you-phone-dark');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await bell(page, 0).waitFor();
    expect(await page.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0);
    await context.close();
  });

  it('says so when it cannot be read, and tries again', async () => {
    const { context, page } = await signIn(browser, product.url, ben);
    await interceptable(page);
    let fails = true;
    await page.route(/\/api\/v3\/notifications\?/, (route) =>
      fails
        ? route.fulfill({ status: 503, json: { error: { id: 'x', code: 'unavailable', message: 'No' } } })
        : route.continue(),
    );
    await page.goto('/for-you');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor({ timeout: 30_000 });
    await judge(page, 'for-you-error-light');
    fails = false;
    await retry.click();
    await page.getByText(/Third in Deals|several records in Deals/).waitFor();
    await context.close();
  });

  it('is forwarded and put off, and told by the ways that its reader wants', async () => {
    await assign('Harbour Inn', await make('Stays'));
    const { context, page } = await signIn(browser, product.url, ben);
    await page.goto('/for-you');
    const row = page.getByRole('listitem').filter({ hasText: 'Harbour Inn in Stays' });
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: /^Forward/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('button', { name: /^Forward to/ })
      .first()
      .click();
    await dialog.getByRole('status').getByText('Forwarded').waitFor();
    await judge(page, 'for-you-forward-light');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await row.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: /^Tomorrow morning/ }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByText('Snoozed', { exact: true }).click();
    await row.waitFor();
    await page.getByRole('button', { name: 'Notification settings' }).click();
    await page.getByRole('checkbox', { name: 'Tasks: Push' }).waitFor();
    await page.getByRole('checkbox', { name: 'Tasks: In Tessera' }).click();
    await until(() => page.getByRole('checkbox', { name: 'Tasks: Push' }).isDisabled(), true);
    await judge(page, 'notification-settings-light');
    await context.close();
  });

  it('mail that nobody sends is read by an administrator, and by nobody else', async () => {
    await api.call('POST', 'v3/invitations', { seat: 'member', role: '3', email: product.address('cleo') });
    const { context, page } = await signIn(browser, product.url, product.owner);
    await page.goto('/home');
    await page.getByRole('button', { name: /, menu$/ }).click();
    await page.getByRole('menuitem', { name: 'Outgoing e-mail' }).click();
    await page.getByRole('heading', { name: 'Outgoing e-mail', level: 1 }).waitFor();
    const read = page.getByRole('button', { name: 'Read', exact: true });
    await until(async () => {
      if ((await read.count()) > 0) return true;
      await page.reload();
      await page.getByRole('note').waitFor();
      return false;
    }, true);
    await judge(page, 'mail-light');
    await read.first().click();
    await page.getByText(/\/invitation\//).waitFor();
    await judge(page, 'mail-message-light');
    await context.close();
    const other = await signIn(browser, product.url, ben);
    await other.page.goto('/settings/mail');
    await other.page.getByText('You don’t have access to this page').waitFor();
    await other.context.close();
  });
});
