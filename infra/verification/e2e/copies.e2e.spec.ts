import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, watchErrors } from './screen.ts';

type Made = { readonly id: string; readonly fields: readonly { readonly id: string; readonly name: string }[] };

/** What a person marks for themselves, and a table that becomes two. */
describe('a table with stars', () => {
  let product: Joined;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  let table: Made;

  beforeAll(async () => {
    product = await joinProduct();
    table = await product.api.call<Made>('POST', 'v3/tables', {
      label: 'Leads',
      fields: [
        { name: 'Lead', type: 'singleLineText' },
        { name: 'Mine', type: 'starred' },
        { name: 'Age', type: 'timeSinceCreation' },
      ],
    });
    await product.api.call('POST', `v3/tables/${table.id}/records?fieldKey=name`, {
      records: [{ fields: { Lead: 'Ana' } }, { fields: { Lead: 'Bo' } }],
    });
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('a record is starred by a press and by the keyboard, and its age is told', async () => {
    await page.goto(`${product.url}/object/${table.id}`);
    const cell = (row: number, column: number) =>
      page.locator(`[role="row"][aria-rowindex="${row + 2}"] [aria-colindex="${column + 2}"]`);
    await cell(0, 0).filter({ hasText: 'Ana' }).waitFor();
    await cell(0, 2).filter({ hasText: '0m' }).waitFor();
    await cell(0, 1).locator('[data-height]').click();
    await cell(0, 1).locator('[data-on]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await cell(1, 1).locator('[data-on]').waitFor();
    const starred = async (): Promise<number> => {
      const mine = table.fields.find(({ name }) => name === 'Mine')!.id;
      const answer = await product.api.call<{ records: readonly unknown[] }>(
        'POST',
        `v3/tables/${table.id}/records/query`,
        { filter: { fieldId: mine, operator: 'isTrue' } },
      );
      return answer.records.length;
    };
    await expect.poll(starred).toBe(2);
    await page.keyboard.press('Space');
    await expect.poll(starred).toBe(1);
  });

  it('is duplicated with its records, and one undo takes the double away', async () => {
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate table' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Table name').inputValue()).toBe('Leads (copy)');
    await judge(page, 'copies-dialog');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => /\/object\/\w{26}/.test(url.pathname) && !url.pathname.includes(table.id));
    await page.getByRole('gridcell', { name: 'Bo' }).waitFor();
    await judge(page, 'copies');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.waitForURL((url) => url.pathname.includes(table.id));
    const { tables } = await product.api.call<{ tables: readonly { label: string }[] }>('GET', 'v3/tables');
    expect(tables.map(({ label }) => label)).toEqual(['Leads']);
  });

  it('its records are found from anywhere by their texts', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('ana');
    const found = page.getByRole('option').filter({ hasText: 'Leads' }).filter({ hasText: 'Ana' });
    await found.waitFor();
    await judge(page, 'palette-records');
    await found.click();
    await page.waitForURL((url) => url.pathname.includes(`/object/${table.id}/record/`));
  });

  it('two of its records become one', async () => {
    await product.api.call('POST', `v3/tables/${table.id}/records?fieldKey=name`, {
      records: [{ fields: { Lead: 'Corvid Press' } }, { fields: { Lead: 'CORVID PRESS' } }],
    });
    await page.goto(`${product.url}/object/${table.id}/duplicates`);
    await page.getByRole('radio', { name: 'Lead: CORVID PRESS', exact: true }).check();
    await judge(page, 'duplicates');
    await page.getByRole('button', { name: 'Merge 2 into 1' }).click();
    await page.getByText('No duplicates').waitFor();
    const { records } = await product.api.call<{ records: readonly { fields: Record<string, unknown> }[] }>(
      'POST',
      `v3/tables/${table.id}/records/query?fieldKey=name`,
      {},
    );
    expect(records.map(({ fields }) => fields['Lead'])).toEqual(['Ana', 'Bo', 'CORVID PRESS']);
    expect(errors).toEqual([]);
  });
});
