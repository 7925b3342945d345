import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { cell, judge, watchErrors } from './screen.ts';

type Made = { readonly id: string; readonly props: { readonly referenceFieldId?: string } };

describe('buttons in cells', () => {
  let browser: Browser;
  let product: Joined;
  let api: Client;
  let page: Page;
  let errors: string[];
  let visits = '';
  let notes = '';
  let visit = '';
  const table = (label: string, name: string) =>
    api.call<{ id: string }>('POST', 'v3/tables', { label, fields: [{ name, type: 'singleLineText' }] });
  const field = (body: object) => api.call<Made>('POST', `v3/tables/${visits}/fields`, body);
  const linked = async (): Promise<unknown> =>
    (
      await api.call<{ fields: Record<string, readonly { label: string }[]> }>(
        'GET',
        `v3/tables/${visits}/records/${visit}?fieldKey=name&expand=labels`,
      )
    ).fields['Notes']?.map(({ label }) => label);

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    browser = await launch();
    visits = (await table('Visits', 'Visit')).id;
    notes = (await table('Notes', 'Note')).id;
    const link = await field({ name: 'Notes', type: 'connectedRecord', props: { tableId: notes } });
    await field({ name: 'Look', type: 'openRecordBtn', props: { label: 'Look' } });
    await field({ name: 'More', type: 'addConnectedRecordBtn', props: { label: 'Add note', linkFieldId: link.id } });
    const made = await api.call<{ id: string }>('POST', `v3/tables/${visits}/records?fieldKey=name`, {
      fields: { Visit: 'Berlin' },
    });
    visit = made.id;
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
    await page.goto(`/object/${visits}/list`);
    await cell(page, 0, 0).getByText('Berlin').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('make a record and link it, with the keys alone, and one undo takes both back', async () => {
    await cell(page, 0, 3).getByText('Add note').waitFor();
    await judge(page, 'buttons');
    await cell(page, 0, 0).click();
    for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add record to Notes' });
    await dialog.getByRole('textbox').waitFor();
    await judge(page, 'buttons-add');
    await page.keyboard.type('Bring the map');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(linked).toEqual(['Bring the map']);
    await cell(page, 0, 1).getByText('Bring the map').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(linked).toBeUndefined();
  });

  it('open the record beside the table, and on a phone work in the record', async () => {
    await cell(page, 0, 2).getByText('Look').click();
    await page.waitForURL((url) => url.searchParams.get('recordId') === visit);
    const phone = (await signIn(browser, product.url, product.owner, { width: 390, height: 844, theme: 'dark' })).page;
    await phone.goto(`/object/${visits}/list?recordId=${visit}`);
    await phone.getByRole('button', { name: 'Add note' }).click();
    const dialog = phone.getByRole('dialog', { name: 'Add record to Notes' });
    await dialog.getByRole('textbox').fill('From the train');
    await phone.keyboard.press('Tab');
    await judge(phone, 'buttons-phone');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(linked).toEqual(['From the train']);
    expect(errors).toEqual([]);
  });

  it('link as well where the other table does not show its links, and one undo takes both back', async () => {
    const link = await field({
      name: 'Memos',
      type: 'connectedRecord',
      props: { tableId: notes, other: { shown: false } },
    });
    await field({ name: 'Memo', type: 'addConnectedRecordBtn', props: { label: 'Add memo', linkFieldId: link.id } });
    const memos = async (): Promise<unknown> =>
      (
        await api.call<{ fields: Record<string, readonly { label: string }[]> }>(
          'GET',
          `v3/tables/${visits}/records/${visit}?fieldKey=name&expand=labels`,
        )
      ).fields['Memos']?.map(({ label }) => label);
    const count = async (): Promise<number> =>
      (await api.call<{ total: number }>('POST', `v3/tables/${notes}/records/count`, {})).total;
    const before = await count();
    await page.goto(`/object/${visits}/record/${visit}`);
    await page.getByRole('button', { name: 'Add memo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add record to Notes' });
    await dialog.getByRole('textbox').fill('Buy tickets');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(memos).toEqual(['Buy tickets']);
    expect(await count()).toBe(before + 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(memos).toBeUndefined();
    await expect.poll(count).toBe(before);
    expect(errors).toEqual([]);
  });
});
