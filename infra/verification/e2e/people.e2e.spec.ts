import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk, makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { client, setUp, startProduct } from '../product/product.ts';
import type { Client, Product } from '../product/product.ts';
import { cell, judge, until, watchErrors } from './screen.ts';

const vera = { name: 'Vera Lind', email: 'vera@marlow.example', password: 'grey-kettle-19' };

/** Seats, roles and invitations as people meet them: what a viewer sees, what a link says when it no longer works, how rights are given and taken. */
describe('people and what they may do', () => {
  let product: Product;
  let browser: Browser;
  let api: Client;
  let tableId = '';
  let role = '';
  const invitation = (seat = 'member') => api.call<{ id: string; link: string }>('POST', 'v3/invitations', { seat, role });
  const token = (link: string) => link.split('/').at(-1) ?? '';
  const accept = (link: string, who: typeof vera) => client(product.url, '').call('POST', `invitations/${token(link)}/accept`, who);
  const stranger = async (path: string): Promise<Page> => {
    const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
    await page.goto(path);
    return page;
  };

  beforeAll(async () => {
    product = await startProduct();
    api = await setUp(product.url);
    const deals = await makeDeals(api, 'Deals');
    await bulk(product, api, deals, 1000);
    tableId = deals.id;
    const { profiles } = await api.call<{ profiles: { id_profile: string; name: string }[] }>('POST', 'profile/list', {});
    role = profiles.find((one) => one.name === 'Member')?.id_profile ?? '';
    await accept((await invitation('viewer')).link, vera);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('a viewer reads everything, is offered nothing to change, and is told why when they try', async () => {
    const { context, page } = await signIn(browser, product.url, vera);
    const errors = watchErrors(page);
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 0).getByText(/ for /).waitFor();
    await cell(page, 0, 0).click();
    const before = await cell(page, 0, 0).innerText();
    expect(await page.getByRole('button', { name: 'New record' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add Field' }).count()).toBe(0);
    expect(await page.getByRole('grid').getAttribute('aria-readonly')).toBe('true');
    await page.keyboard.type('x');
    await page.getByText('You may not edit the records of this table.').waitFor();
    await judge(page, 'viewer-table');
    await page.keyboard.press('Delete');
    expect(await cell(page, 0, 0).innerText()).toBe(before);
    for (const path of ['/connector', '/settings/users']) {
      await page.goto(path);
      await page.getByText('You cannot see this page').waitFor();
      await judge(page, `viewer${path.replaceAll('/', '-')}`);
    }
    expect(errors).toEqual([]);
    await context.close();
  });

  it('an invitation says why it cannot be used: taken back, used, unknown, or one is somebody already', async () => {
    const revoked = await invitation();
    await api.call('DELETE', `v3/invitations/${revoked.id}`);
    const used = await invitation();
    await accept(used.link, { ...vera, name: 'Lark Ito', email: 'lark@marlow.example' });
    for (const [name, address, says] of [
      ['revoked', revoked.link, 'This invitation was taken back'], ['used', used.link, 'This invitation was used'], ['unknown', `${product.url}/invitation/nonsense`, 'There is no such invitation'],
    ] as const) {
      const page = await stranger(new URL(address).pathname);
      await page.getByText(says).waitFor();
      await judge(page, `invitation-${name}`);
      await page.close();
    }
    const open = await invitation();
    const { context, page } = await signIn(browser, product.url, vera);
    await page.goto(new URL(open.link).pathname);
    await page.getByText('You are logged in as Vera Lind').waitFor();
    await judge(page, 'invitation-another');
    await page.getByRole('button', { name: 'Log out and accept' }).click();
    await page.getByRole('heading', { name: 'Join Marlow Supply' }).waitFor();
    await context.close();
  });

  it('an administrator gives a seat, takes it back with Undo, and takes an invitation back', async () => {
    const { context, page } = await signIn(browser, product.url);
    await page.goto('/settings/users');
    await page.getByRole('button', { name: 'Change Vera Lind' }).click();
    await judge(page, 'people-menu');
    await page.getByRole('menuitemradio', { name: 'Builder' }).or(page.getByRole('menuitemcheckbox', { name: 'Builder' })).or(page.getByRole('menuitem', { name: 'Builder' })).first().click();
    const seat = async () => (await api.call<{ users: { email: string; seat: string }[] }>('GET', 'v3/users')).users.find((one) => one.email === vera.email)?.seat;
    await until(seat, 'builder');
    await page.getByText('Vera Lind now has the seat Builder').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(seat, 'viewer');
    await page.getByRole('button', { name: 'Take back' }).first().click();
    await page.getByText('Invitation taken back').waitFor();
    await judge(page, 'people');
    await context.close();
  });

  it('a right that is taken away ends the session under an open page', async () => {
    const { context, page } = await signIn(browser, product.url, vera);
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 0).waitFor();
    const { users } = await api.call<{ users: { id: string; email: string }[] }>('GET', 'v3/users');
    const id = users.find((one) => one.email === vera.email)?.id;
    await api.call('PUT', `v3/account/user/${id}`, { active: false });
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await dialog.waitFor({ timeout: 15_000 });
    expect(await dialog.getByLabel('E-mail').inputValue()).toBe(vera.email);
    await api.call('PUT', `v3/account/user/${id}`, { active: true });
    await context.close();
  });
});
