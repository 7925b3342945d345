import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, type Client } from '../product/product.ts';
import { cell, judge, until, watchErrors } from './screen.ts';

/** What cannot be saved says so at once and why, and stays until it is mended: for the person who typed it alone. */
describe('a value that is refused', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let context: BrowserContext;
  let page: Page;
  let other: Page;
  let errors: string[];
  let tableId = '';
  let tobin: { readonly name: string; readonly email: string; readonly password: string };

  const why = (): Locator => page.getByRole('grid').getByRole('alert');
  const stored = async (row: number): Promise<Record<string, unknown> | undefined> =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        { offset: row, limit: 1 },
      )
    ).records[0]?.fields;
  const open = async (on: Page): Promise<void> => {
    await on.goto(`/object/${tableId}/list`);
    await cell(on, 0, 0).getByText('Item 0').waitFor();
  };

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    tobin = { name: 'Tobin Reyes', email: product.address('tobin'), password: 'grey-kettle-19' };
    const table = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Stock',
      fields: [
        { name: 'Item', type: 'singleLineText' },
        { name: 'Pieces', type: 'number' },
        { name: 'Notes', type: 'singleLineText' },
      ],
    });
    tableId = table.id;
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
      records: Array.from({ length: 30 }, (_, i) => ({ fields: { Item: `Item ${i}`, Pieces: i } })),
    });
    await invite(api, tobin, 'Builder');
    browser = await launch();
    ({ context, page } = await signIn(browser, product.url, product.owner));
    ({ page: other } = await signIn(browser, product.url, tobin));
    errors = watchErrors(page);
    await open(page);
    await open(other);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('says why although the person has gone on, and does not cover what is typed next', async () => {
    await cell(page, 7, 1).click();
    await page.keyboard.type('12 apples');
    await page.keyboard.press('Enter');
    await why().getByText('This is not a number.').waitFor();
    await judge(page, 'refused-at-once');
    const box = await why().boundingBox();
    const next = await cell(page, 8, 1).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0);
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await until(async () => (await stored(8))?.['Pieces'], 5);
    // The first rows have no room above: it stands beside.
    await cell(page, 0, 1).click();
    await page.keyboard.type('none');
    await page.keyboard.press('Enter');
    await until(async () => {
      const [at, below] = [await why().boundingBox(), await cell(page, 1, 1).boundingBox()];
      return at !== null && below !== null && (at.x >= below.x + below.width || at.x + at.width <= below.x);
    }, true);
    await page.keyboard.press('Escape');
    await why().waitFor({ state: 'hidden' });
  });

  it('is there after a reload, with its reason, and not for who signs in next in the same tab', async () => {
    await page.reload();
    await cell(page, 7, 1).getByText('12 apples').waitFor();
    await cell(page, 7, 1).click();
    await why().getByText('This is not a number.').waitFor();
    const login = (who: { readonly email: string; readonly password: string }) =>
      context.request.post(`${product.url}/api/auth/loginV2`, {
        data: { email: who.email, password: who.password },
        headers: { 'x-requested-with': 'tessera', origin: product.url },
      });
    await login(tobin);
    await open(page);
    expect((await cell(page, 7, 1).innerText()).trim()).toBe('7');
    expect(await page.getByText('12 apples').count()).toBe(0);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('apples');
    await login(product.owner);
    await open(page);
    expect((await cell(page, 7, 1).innerText()).trim(), 'what another person may have seen is gone').toBe('7');
  });

  it('of two people in one cell the later is told at once who wrote what, in the grid and in the record', async () => {
    const change = async (row: number, text: string): Promise<void> => {
      await cell(other, row, 2).click();
      await other.keyboard.type(text);
      await other.keyboard.press('Enter');
      await until(async () => (await stored(row))?.['Notes'], text);
    };
    await cell(page, 3, 2).click();
    await page.keyboard.press('F2');
    await change(3, 'from Tobin');
    await page.keyboard.type('from Maren');
    await page.keyboard.press('Enter');
    await why().getByText('Tobin Reyes changed this value while you were editing.').waitFor();
    await why().getByText('Current value: from Tobin').waitFor();
    await page.getByRole('button', { name: 'Keep theirs' }).click();
    await why().waitFor({ state: 'hidden' });
    await until(async () => (await cell(page, 3, 2).innerText()).trim(), 'from Tobin');

    await cell(page, 4, 0).click();
    await page.keyboard.press('Space');
    const panel = page.getByRole('dialog', { name: 'Item 4' });
    await panel.getByRole('button', { name: /^Notes/ }).click();
    await change(4, 'also from Tobin');
    await page.keyboard.type('mine');
    await page.keyboard.press('Enter');
    await panel.getByText('Tobin Reyes changed this value', { exact: false }).waitFor();
    await panel.getByRole('button', { name: 'Use mine' }).click();
    await until(async () => (await stored(4))?.['Notes'], 'mine');
    expect(errors).toEqual([]);
  });
});
