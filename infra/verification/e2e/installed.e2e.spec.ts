import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until } from './screen.ts';

/** The installed app, which is a window of its own. */
describe('the installed app', () => {
  let product: Joined;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  /** What the worker keeps, by address. */
  const kept = (): Promise<string[]> =>
    page.evaluate(async () => {
      const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return keys.flat().map(({ url }) => new URL(url).pathname);
    });

  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
    ({ context, page } = await signIn(browser, product.url, product.owner));
    // A window without a bar is the system's: the page is told that it is in one.
    await context.addInitScript(() => {
      const match = window.matchMedia.bind(window);
      window.matchMedia = (query) => match(query === '(display-mode: standalone)' ? 'all' : query);
    });
  });
  afterAll(() => browser?.close());

  it('opens without a connection, says so, and comes back by itself', async () => {
    await page.goto('/home');
    await page.getByRole('navigation', { name: 'Workspace' }).waitFor();
    await until(async () => (await kept()).includes('/'), true, 20_000);
    // Files of the page and nothing else: no answer of the API, no list.
    expect((await kept()).filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);

    await context.setOffline(true);
    await page.goto('/home/tables');
    await page.getByRole('heading', { name: 'No internet connection' }).waitFor();
    await judge(page, 'installed-offline');
    await context.setOffline(false);
    await page.getByRole('navigation', { name: 'Workspace' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/home/tables');
  });

  it('shows what the server has and nothing kept while the server answers', async () => {
    // As if the kept page were of an older release.
    await page.evaluate(async () => {
      const cache = await caches.open('tessera-shell');
      const headers = { 'content-type': 'text/html' };
      await cache.put('/', new Response('<title>Of yesterday</title>', { headers }));
      await cache.put('/assets/of-yesterday.js', new Response(''));
    });
    await page.goto('/home');
    await page.getByRole('navigation', { name: 'Workspace' }).waitFor();
    expect(await page.title()).not.toContain('Of yesterday');
    // And it is kept anew, without what no page names any more.
    await until(async () => (await kept()).includes('/assets/of-yesterday.js'), false, 20_000);
    const text = await page.evaluate(async () => (await (await caches.open('tessera-shell')).match('/'))?.text());
    expect(text).toContain('<div id="root">');
  });
});
