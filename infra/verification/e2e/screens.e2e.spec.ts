import type { Browser, Page } from 'playwright-core';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulk, makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import type { Sight } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, watchErrors } from './screen.ts';

const every: readonly (Sight & { readonly name: string; readonly variant?: true })[] = [
  { name: 'dark', variant: true, width: 1440, height: 900, theme: 'dark' },
  { name: 'narrow', variant: true, width: 1020, height: 800, theme: 'light' },
  { name: 'phone', variant: true, width: 390, height: 844, theme: 'light' },
  { name: 'phone-dark', variant: true, width: 390, height: 844, theme: 'dark' },
  // 1280 x 1024 at 400 %.
  { name: 'zoomed', width: 320, height: 256, theme: 'light' },
];
const sights = every.filter(({ variant }) => everyVariant || variant === undefined);

/**
 * Every screen with real content, in the dark, on a narrow screen and on a phone: axe finds nothing, nothing overflows,
 * one React runs.
 */
describe('every screen', () => {
  let product: Joined;
  let browser: Browser;
  let tableId = '';

  beforeAll(async () => {
    product = await joinProduct();
    const { api } = product;
    const deals = await makeDeals(api, 'Deals');
    await bulk(product, api, deals, 2000);
    tableId = deals.id;
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  it('the login, before anybody is known', async () => {
    for (const { name, width, height, theme } of sights) {
      const page = await browser.newPage({
        viewport: { width: width ?? 0, height: height ?? 0 },
        colorScheme: theme ?? 'light',
      });
      await page.goto(`${product.url}/object/${tableId}/list`);
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      await judge(page, `login-${name}`);
      expect(await overflow(page)).toBe(0);
      await page.close();
    }
  });

  for (const sight of sights) {
    it(`is calm and whole: ${sight.name}`, async () => {
      const { context, page } = await signIn(browser, product.url, product.owner, sight);
      const errors = watchErrors(page);
      const screens = [
        ['home', '/home', page.getByText('Deals').first()],
        ['table', `/object/${tableId}/list`, page.getByText(/for .* 0$/).first()],
        ['import', '/connector', page.getByRole('heading', { name: 'Choose a file' })],
        ['missing', '/nowhere', page.getByText('Page not found')],
      ] as const;
      for (const [name, address, shown] of screens) {
        await page.goto(product.url + address);
        await shown.waitFor();
        await judge(page, `${name}-${sight.name}`);
        expect(`${name} ${await overflow(page)}`).toBe(`${name} 0`);
      }
      expect(errors).toEqual([]);
      await context.close();
    });
  }

  it('one React runs in shell and remotes', async () => {
    const { context, page } = await signIn(browser, product.url, product.owner);
    await page.goto(`${product.url}/object/${tableId}/list`);
    await page
      .getByText(/for .* 0$/)
      .first()
      .waitFor();
    // React marks the nodes that it renders with a key of its own copy: shell and table must carry the same.
    const copies = await page.evaluate(() => {
      const marks = new Set<string>();
      for (const node of document.querySelectorAll('*'))
        for (const key of Object.keys(node)) if (key.startsWith('__reactFiber$')) marks.add(key);
      return marks.size;
    });
    expect(copies).toBe(1);
    await context.close();
  });
});
