import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { cell, judge, watchErrors } from './screen.ts';

type Field = { readonly id: string; readonly name: string; readonly props: { readonly formula?: string } };

describe('a formula', () => {
  let browser: Browser;
  let api: Client;
  let page: Page;
  let errors: string[];
  let tableId = '';

  const written = (): Promise<string> => page.getByRole('textbox', { name: 'Formula' }).inputValue();
  const stored = async (): Promise<readonly unknown[]> =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        {},
      )
    ).records.map((record) => record.fields['Total'] ?? null);

  beforeAll(async () => {
    const product = await joinProduct();
    api = product.api;
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
    const table = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Orders',
      fields: [
        { name: 'Order', type: 'singleLineText' },
        { name: 'Price', type: 'number' },
        { name: 'Win chance', type: 'number' },
      ],
    });
    tableId = table.id;
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
      records: [
        { fields: { Order: 'Sofa', Price: 10, 'Win chance': 4 } },
        { fields: { Order: 'Chair', Price: 3, 'Win chance': 0 } },
      ],
    });
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 0).getByText(/\w/).waitFor();
    await page.getByRole('button', { name: 'Add Field' }).first().click();
    const panel = page.getByRole('dialog', { name: 'New field' });
    await panel.getByLabel('Name', { exact: true }).fill('Total');
    await panel.getByRole('button', { name: /^Type/ }).click();
    await page.getByRole('option', { name: 'Formula' }).click();
    await page.getByRole('textbox', { name: 'Formula' }).click();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('is completed, told about and tried as it is typed', async () => {
    await page.keyboard.type('rou');
    const options = page.getByRole('listbox', { name: 'Fields and functions' }).getByRole('option');
    await options.filter({ hasText: 'ROUNDUP' }).waitFor();
    await page.getByText('Rounds to so many decimal places').waitFor();
    await judge(page, 'formula-completing');
    await page.keyboard.press('Enter');
    await expect.poll(written).toBe('ROUND()');
    await page.keyboard.type('{pri');
    await options.filter({ hasText: 'Price' }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(written).toBe('ROUND({Price})');
    await page.keyboard.type(' / {win');
    await options.filter({ hasText: 'Win chance' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(', 2');
    await expect.poll(written).toBe('ROUND({Price} / {Win chance}, 2)');
    await page.getByRole('row', { name: /Sofa.*2\.5/ }).waitFor();
    await page.getByRole('row', { name: /Chair.*It divides by zero/ }).waitFor();
    await page.getByText('Reads Price and Win chance').waitFor();
    await judge(page, 'formula-tried');
    expect(errors).toEqual([]);
  });

  it('treats a field as one thing for the keys', async () => {
    await page.keyboard.press('Home');
    for (let i = 0; i < 7; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.type('+ ');
    await expect.poll(written).toBe('ROUND({Price}+  / {Win chance}, 2)');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await expect.poll(written).toBe('ROUND({Price} / {Win chance}, 2)');
    await page.keyboard.press('Backspace');
    await expect.poll(written).toBe('ROUND( / {Win chance}, 2)');
    await page.keyboard.type('{Prize}');
  });

  it('says what is wrong at its place and mends it, and is kept', async () => {
    const alert = page.getByRole('alert');
    await alert.getByText('There is no field Prize.').waitFor();
    await page.getByText('From the last formula that worked').waitFor();
    await judge(page, 'formula-wrong');
    await page.keyboard.press('Control+.');
    await expect.poll(written).toBe('ROUND({Price} / {Win chance}, 2)');
    await alert.getByText('There is no field Prize.').waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: 'New field' }).getByRole('button', { name: 'Add Field' }).click();
    await expect.poll(async () => (await stored())[0]).toBe(2.5);
    await cell(page, 0, 3).getByText('2.5').waitFor();
    expect(errors).toEqual([]);
  });

  it('is written on a phone, with the signs at hand', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const table = await api.call<{ fields: readonly Field[] }>('GET', `v3/tables/${tableId}`);
    const total = table.fields.find(({ name }) => name === 'Total')!;
    expect(total.props.formula).toBe('ROUND({Price} / {Win chance}, 2)');
    await page.goto(`/object/${tableId}/list?panel=field&field=${total.id}`);
    await page.getByRole('textbox', { name: 'Formula' }).click();
    await page.keyboard.press('End');
    await page.getByRole('group', { name: 'Signs' }).getByRole('button', { name: '*' }).click();
    await expect.poll(written).toBe('ROUND({Price} / {Win chance}, 2)*');
    await judge(page, 'formula-phone');
  });
});
