import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { client, commandLine, setUp, startProduct, type Product } from '../product/product.ts';
import { judge, watchErrors } from './screen.ts';

const elsewhere = process.env['TESSERA_E2E'] === 'cluster' || process.env['TESSERA_E2E_URL'] !== undefined;

/** A backup is restored into a product of this file's own: whoever administers finds the API tokens that it turned off. */
describe.skipIf(elsewhere)('after a restore', () => {
  let product: Product;
  let browser: Browser;
  const base = mkdtempSync(join(tmpdir(), 'tessera-restored-'));
  const data = join(base, 'data');
  const tokens: string[] = [];

  beforeAll(async () => {
    const before = await startProduct({ data, keepData: true });
    const api = await setUp(before.url);
    for (const name of ['Stock robot', 'Price robot'])
      tokens.push((await api.call<{ token: string }>('POST', 'v3/api-token', { name })).token);
    await commandLine(data, 'backup', join(base, 'backup'));
    await before.stop();
    await commandLine(data, 'restore', join(base, 'backup'), '--replace');
    product = await startProduct({ data, keepData: true });
    browser = await launch();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    rmSync(base, { recursive: true, force: true });
  });

  it('an administrator lets each API token work again, and the notice goes with the last', async () => {
    const works = (token: string): Promise<boolean> =>
      client(product.url, token)
        .call('GET', 'v3/tables')
        .then(
          () => true,
          () => false,
        );
    expect(await Promise.all(tokens.map(works))).toEqual([false, false]);
    const { context, page } = await signIn(browser, product.url);
    const errors = watchErrors(page);
    await page.goto('/settings/users');
    await page.getByRole('heading', { name: 'Disabled API tokens' }).waitFor();
    await judge(page, 'tokens-unconfirmed');
    await page.getByRole('button', { name: 'Confirm Stock robot' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Stock robot works again').waitFor();
    expect(await Promise.all(tokens.map(works))).toEqual([true, false]);
    await page.getByRole('button', { name: 'Confirm Stock robot' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Confirm Price robot' }).click();
    await page.getByRole('heading', { name: 'Disabled API tokens' }).waitFor({ state: 'detached' });
    expect(await Promise.all(tokens.map(works))).toEqual([true, true]);
    expect(errors).toEqual([]);
    await context.close();
  });
});
