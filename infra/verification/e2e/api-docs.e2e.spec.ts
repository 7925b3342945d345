import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, watchErrors } from './screen.ts';

/** The reference of the API is a page of the product: reached from its menu, in its theme, whole on a phone. */
describe('the API docs', () => {
  let product: Joined;
  let browser: Browser;

  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('look right in %s at %i px', async (theme, width) => {
    const { context, page } = await signIn(browser, product.url, product.owner, { theme, width, height: 844 });
    const errors = watchErrors(page);
    if (width === 1440) {
      await page.goto('/home');
      await page.getByRole('button', { name: product.owner.organization }).click();
      await page.getByRole('menuitem', { name: 'API docs' }).click();
    } else await page.goto('/api/docs');
    await page.getByRole('heading', { name: 'Field types' }).waitFor();
    await page.getByText('A text in one line, at most 100,000 bytes.').waitFor();
    await judge(page, `api-docs-${theme}-${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
    expect(errors).toEqual([]);
    await context.close();
  });
});
