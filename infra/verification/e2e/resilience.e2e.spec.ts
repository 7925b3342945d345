import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk, makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { client, owner, setUp, startProduct } from '../product/product.ts';
import type { Client, Product } from '../product/product.ts';
import { cell, interceptable, judge, until } from './screen.ts';

/** What was typed stays, whatever happens to the session, the network, the server or a part of the page. */
describe('nothing typed is lost', () => {
  const data = mkdtempSync(join(tmpdir(), 'tessera-resilience-'));
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let api: Client;
  let deals: Awaited<ReturnType<typeof makeDeals>>;
  const stored = async (row: number) =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${deals.id}/records/query`,
        { offset: row, limit: 1 },
      )
    ).records[0]?.fields[deals.field('Deal')];
  const type = async (row: number, text: string) => {
    await cell(page, row, 0).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    product = await startProduct({ data });
    api = await setUp(product.url);
    deals = await makeDeals(api, 'Deals');
    await bulk(product, api, deals, 1000);
    browser = await launch();
    ({ context, page } = await signIn(browser, product.url));
    await page.goto(`/object/${deals.id}/list`);
    await cell(page, 0, 0)
      .getByText(/for .* 0$/)
      .waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  it.runIf(everyVariant)('when the session ends, the page waits under a login and then saves', async () => {
    const cookies = await context.cookies();
    await context.clearCookies();
    await type(2, 'Typed after the session ended');
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await dialog.waitFor();
    await dialog.getByText('1 unsaved change is kept').waitFor();
    await judge(page, 'session-ended');
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Password', { exact: true }).fill('not this one');
    await page.keyboard.press('Enter');
    await dialog.getByText('Incorrect email or password.').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await until(() => stored(2), 'Typed after the session ended');
    expect((await cell(page, 2, 0).innerText()).trim()).toBe('Typed after the session ended');
    expect(cookies.length).toBeGreaterThan(0);
  });

  it.runIf(everyVariant)(
    'when the session ends in the middle of a word, the rest of it is typed before a login is asked for',
    async () => {
      await cell(page, 5, 0).click();
      await page.keyboard.type('Typed while ');
      // As by another tab: the server ends the live connection of this one.
      const ended = await page.evaluate(
        async () =>
          (await fetch('/api/auth/logout', { method: 'POST', headers: { 'x-requested-with': 'tessera' } })).ok,
      );
      expect(ended).toBe(true);
      await page.keyboard.type('the session ended', { delay: 40 });
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Log in again' });
      await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await until(() => stored(5), 'Typed while the session ended');
    },
  );

  it.runIf(everyVariant)(
    'when the network is gone, a bar says what waits, and it is saved once the network is back',
    async () => {
      await context.setOffline(true);
      await type(3, 'Typed without a network');
      await page.getByText('No internet connection · 1 change is not saved yet.').waitFor();
      await judge(page, 'offline');
      await context.setOffline(false);
      await page.getByText('Reconnected to Internet').waitFor();
      await until(() => stored(3), 'Typed without a network');
    },
  );

  it('when the server is gone and comes back, the edit is sent and the page is live again', async () => {
    const port = new URL(product.url).port;
    await product.stop('SIGTERM');
    await type(4, 'Typed while the server was away');
    await page
      .getByText('Can’t reach the server. Trying again. · 1 change is not saved yet.')
      .waitFor({ timeout: 15_000 });
    await judge(page, 'server-gone');
    product = await startProduct({ data, env: { PORT: port } });
    product = { ...product, url: `http://localhost:${port}` };
    const { token } = await client(product.url, '').call<{ token: string }>('POST', 'auth/loginV2', {
      email: owner.email,
      password: owner.password,
    });
    api = client(product.url, token);
    // The page may have found the server by itself a moment before; the bar with its button is gone then.
    const tried = page.getByRole('button', { name: 'Try now' }).click();
    await Promise.race([tried, page.getByText('Can’t reach the server.').waitFor({ state: 'detached' })]);
    tried.catch(() => undefined);
    await until(() => stored(4), 'Typed while the server was away', 20_000);
    await page.getByText('is not saved yet').waitFor({ state: 'detached' });
    const { records } = await api.call<{ records: { id: string }[] }>('POST', `v3/tables/${deals.id}/records/query`, {
      limit: 1,
    });
    await api.call('PATCH', `v3/tables/${deals.id}/records/${records[0]?.id}`, {
      fields: { [deals.field('Deal')]: 'Changed by a program' },
    });
    await until(async () => (await cell(page, 0, 0).innerText()).trim(), 'Changed by a program', 20_000);
  });

  describe.runIf(everyVariant)('when the server cannot answer for a while', () => {
    const refuse = (pattern: string) =>
      page.route(pattern, (route) =>
        route.fulfill({
          status: 503,
          headers: { 'retry-after': '1' },
          contentType: 'application/json',
          body: JSON.stringify({
            error: { id: 'x', code: 'store.unavailable', message: 'The database does not answer.' },
          }),
        }),
      );
    const bar = () => page.getByText('Can’t reach the server. Trying again.');
    beforeAll(async () => void (await interceptable(page)));

    it('a page that is opened meanwhile says so and comes by itself when it can', async () => {
      await refuse('**/api/v3/**');
      await page.goto(`/object/${deals.id}/list`);
      const said = page.getByText('Your data is safe. Try again in a moment.');
      await said.waitFor();
      // Asked by itself whether it is back, the server says no: the page stands still.
      await refuse('**/api/auth/session');
      await bar().waitFor();
      await said.waitFor();
      await judge(page, 'server-refuses');
      await page.unroute('**/api/v3/**');
      await page.unroute('**/api/auth/session');
      await cell(page, 0, 0).getByText('Changed by a program').waitFor({ timeout: 30_000 });
      await page.getByRole('link', { name: 'Deals' }).first().waitFor();
      await bar().waitFor({ state: 'detached' });
    });

    it('what a page shows stays, and what it then misses comes by itself', async () => {
      await cell(page, 0, 0).click();
      await refuse('**/api/v3/**');
      const { id } = await api.call<{ id: string }>('POST', 'v3/tables', {
        label: 'Meanwhile',
        fields: [{ name: 'Name', type: 'singleLineText' }],
      });
      await page.keyboard.press('Control+End');
      await bar().waitFor();
      expect(await page.getByRole('link', { name: 'Deals' }).first().isVisible()).toBe(true);
      expect(await page.getByRole('link', { name: 'Meanwhile' }).count()).toBe(0);
      await page.unroute('**/api/v3/**');
      await page.getByRole('link', { name: 'Meanwhile' }).first().waitFor({ timeout: 30_000 });
      await cell(page, 999, 0)
        .getByText(/for .* 999$/)
        .waitFor({ timeout: 30_000 });
      await bar().waitFor({ state: 'detached' });
      await api.call('DELETE', `v3/tables/${id}`);
    });
  });

  it.runIf(everyVariant)(
    'when a part of the page does not load, its place says so, the rest works, and Try again brings it',
    async () => {
      await page.route('**/remotes/building/**', (route) => route.abort());
      await page.goto(`/object/${deals.id}/list`);
      await page.getByText('Couldn’t load this part').waitFor();
      await judge(page, 'remote-failed');
      await page.getByRole('link', { name: 'Home' }).first().click();
      await page.getByRole('heading', { name: 'Recent' }).waitFor();
      await page.getByRole('link', { name: 'Deals' }).first().click();
      await page.getByText('Couldn’t load this part').waitFor();
      await page.unroute('**/remotes/building/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await cell(page, 0, 0).getByText('Changed by a program').waitFor();
    },
  );

  it.runIf(everyVariant)('when a part of home is refused, it is not asked for again and again', async () => {
    for (const call of ['home', 'preferences', 'users', 'invitations', 'notifications']) {
      const fresh = await context.newPage();
      let asked = 0;
      await fresh.route(
        ({ pathname }) => pathname === `/api/v3/${call}`,
        (route) => {
          asked++;
          return route.fulfill({ status: 404, json: { error: { id: 'x', code: 'object_not_found', message: 'No.' } } });
        },
      );
      // Never idle, if what failed is asked for whenever a part of the page comes back.
      await fresh.goto('/home', { waitUntil: 'networkidle' });
      await fresh.getByRole('heading', { name: 'Home' }).waitFor();
      expect([call, asked >= 1 && asked <= 4]).toEqual([call, true]);
      await fresh.close();
    }
  });
});
