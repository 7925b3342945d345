import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { until, watchErrors } from './screen.ts';

describe('a range of days', () => {
  let browser: Browser;
  let api: Client;
  let page: Page;
  let errors: string[];
  let tableId = '';

  const stay = async (): Promise<unknown> =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        { limit: 1 },
      )
    ).records[0]!.fields['Stay'];

  beforeAll(async () => {
    const product = await joinProduct();
    api = product.api;
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
    const table = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Stays',
      fields: [
        { name: 'Guest', type: 'singleLineText' },
        { name: 'Stay', type: 'dateRange' },
      ],
    });
    tableId = table.id;
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, { records: [{ fields: { Guest: 'Ada' } }] });
    await page.goto(`/object/${tableId}/list`);
    await page.getByRole('columnheader').nth(1).waitFor();
    await until(async () => (await page.getByRole('grid').getAttribute('aria-busy')) === null, true);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('is typed as two days and picked among presets', async () => {
    await page.getByRole('gridcell', { name: 'Ada' }).first().click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('2026-03-01 - 2026-03-31');
    await page.keyboard.press('Enter');
    await expect.poll(stay).toEqual({ start: '2026-03-01', end: '2026-03-31' });
    await page.getByRole('gridcell', { name: /2026/ }).first().click();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'This year', exact: true }).click();
    const year = new Date().getFullYear();
    await expect.poll(stay).toEqual({ start: `${year}-01-01`, end: `${year}-12-31` });
    expect(errors).toEqual([]);
  });
});
