import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { cell, judge, watchErrors } from './screen.ts';

type Field = { readonly id: string; readonly name: string; readonly type: string };
type Table = { readonly id: string; readonly fields: readonly Field[] };

describe('records that belong to each other', () => {
  let browser: Browser;
  let api: Client;
  let page: Page;
  let errors: string[];
  let companies: Table;
  let deals: Table;

  const linked = async (name = 'Companies'): Promise<readonly (readonly string[])[]> =>
    (
      await api.call<{ records: { fields: Record<string, readonly { label: string }[] | undefined> }[] }>(
        'POST',
        `v3/tables/${deals.id}/records/query?fieldKey=name&expand=labels`,
        {},
      )
    ).records.map((record) => (record.fields[name] ?? []).map(({ label }) => label));

  beforeAll(async () => {
    const product = await joinProduct();
    api = product.api;
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
    companies = await api.call<Table>('POST', 'v3/tables', {
      label: 'Companies',
      fields: [
        { name: 'Company', type: 'singleLineText' },
        { name: 'Country', type: 'singleLineText' },
      ],
    });
    await api.call('POST', `v3/tables/${companies.id}/records?fieldKey=name`, {
      records: [
        ['Acme Clinics', 'Ireland'],
        ['Royal Oak Dental', 'Ireland'],
        ['Oakfield Surgery', 'United Kingdom'],
        ['Harrow Hospital', 'Oakland'],
        ...Array.from({ length: 40 }, (_, i) => [`Company ${i}`, 'Brazil']),
      ].map(([Company, Country]) => ({ fields: { Company, Country } })),
    });
    deals = await api.call<Table>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [{ name: 'Deal', type: 'singleLineText' }],
    });
    await api.call('POST', `v3/tables/${deals.id}/records?fieldKey=name`, {
      records: [{ fields: { Deal: 'Kiosks' } }, { fields: { Deal: 'Scanners' } }],
    });
    await page.goto(`/object/${deals.id}/list`);
    await cell(page, 0, 0).getByText(/\w/).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('are joined by a field that is made in the panel', async () => {
    await page.getByRole('button', { name: 'Add Field' }).first().click();
    const panel = page.getByRole('dialog', { name: 'New field' });
    await panel.getByLabel('Name', { exact: true }).fill('Companies');
    await panel
      .getByRole('button', { name: 'Type' })
      .or(panel.getByLabel('Type', { exact: true }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Linked records' }).click();
    await panel.getByRole('button', { name: /^Linked table/ }).click();
    await page.getByRole('option', { name: 'Companies' }).click();
    await panel
      .getByRole('button', { name: /^Also shown/ })
      .first()
      .click();
    await page.getByRole('option', { name: 'Country' }).click();
    await judge(page, 'link-panel');
    await panel.getByRole('button', { name: 'Add Field' }).click();
    await page.getByRole('columnheader', { name: 'Companies' }).waitFor();
    const there = await api.call<Table>('GET', `v3/tables/${companies.id}`);
    expect(there.fields.map(({ name }) => name)).toContain('Deals');
  });

  it('are searched by name and the chosen fields, linked, ordered and taken off with keys alone', async () => {
    await cell(page, 0, 1).click();
    await page.keyboard.press('Enter');
    const input = page.getByRole('combobox', { name: 'Companies' });
    await input.waitFor();
    await page.keyboard.type('oak');
    const options = page.getByRole('listbox', { name: 'Companies' }).getByRole('option');
    await expect
      .poll(async () => (await options.allInnerTexts()).map((text) => text.split('\n')[0]))
      .toEqual(['Oakfield Surgery', 'Royal Oak Dental', 'Harrow Hospital', 'New “oak”']);
    await page.getByText('3 of 44 match').waitFor();
    await judge(page, 'link-picker');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Oakfield Surgery' }).waitFor();
    // Enter that is quicker than the server takes what it answers.
    await page.keyboard.type('acme');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Acme Clinics' }).waitFor();
    await page.keyboard.type('Fallow Orchards');
    await page.getByRole('option', { name: 'New “Fallow Orchards”' }).waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.getByRole('button', { name: 'Remove Fallow Orchards' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => linked()).toEqual([['Oakfield Surgery', 'Acme Clinics', 'Fallow Orchards'], []]);
    await cell(page, 0, 1).getByText('Oakfield Surgery').waitFor();

    await page.keyboard.press('Enter');
    await input.waitFor();
    await page.keyboard.press('Backspace');
    await page.getByRole('button', { name: 'Remove Fallow Orchards' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await expect.poll(() => linked()).toEqual([['Oakfield Surgery', 'Acme Clinics'], []]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => linked()).toEqual([['Oakfield Surgery', 'Acme Clinics', 'Fallow Orchards'], []]);
    expect(errors).toEqual([]);
  });

  it('are pasted by name, and a name that several have or nobody has stays with its reason', async () => {
    const paste = (text: string) =>
      page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        document.activeElement!.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, text);
    await cell(page, 1, 1).click();
    await paste('harrow hospital, Company 7');
    await expect.poll(async () => (await linked())[1]).toEqual(['Harrow Hospital', 'Company 7']);
    await cell(page, 1, 1).getByText('Harrow Hospital').waitFor();
    await paste('Nobody at all');
    await cell(page, 1, 1).getByText('Nobody at all').waitFor();
    await page.getByText('There is no record "Nobody at all" to link.').first().waitFor();
    expect((await linked())[1]).toEqual(['Harrow Hospital', 'Company 7']);
    await page.reload();
    await cell(page, 1, 1).getByText(/\w/).waitFor();
    await cell(page, 1, 1).click();
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await linked())[1]).toEqual([]);
  });

  it('say that their table is in the trash, and come back with it', async () => {
    await api.call('DELETE', `v3/tables/${companies.id}`);
    await page.reload();
    await cell(page, 0, 1).getByText('The linked table is in the trash').waitFor();
    await api.call('POST', `v3/tables/${companies.id}/restore`);
    await page.reload();
    await cell(page, 0, 1).getByText('Oakfield Surgery').waitFor();
    expect((await linked())[0]).toContain('Oakfield Surgery');
  });

  it('lead to their records from the cell that is selected', async () => {
    await cell(page, 0, 1).click({ position: { x: 4, y: 4 } });
    await cell(page, 0, 1).getByRole('link', { name: 'Oakfield Surgery' }).click();
    await page.waitForURL((url) => url.pathname.startsWith(`/object/${companies.id}/record/`));
    await page.getByText('Oakfield Surgery').first().waitFor();
    await page.goBack();
    await cell(page, 0, 1).getByText('Oakfield Surgery').waitFor();
    // Two presses edit.
    await cell(page, 0, 1).getByText('Oakfield Surgery').dblclick();
    await page.getByRole('combobox', { name: 'Companies' }).waitFor();
    await page.keyboard.press('Escape');
    expect(new URL(page.url()).pathname).toContain(deals.id);
  });

  it('are linked on a phone, where one leads to the other', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/object/${deals.id}/list`);
    await page.getByText('Scanners').first().click();
    await page
      .getByRole('button', { name: /^Companies/ })
      .first()
      .click();
    await page.getByRole('combobox', { name: 'Companies' }).fill('harrow');
    await page.getByRole('option', { name: /Harrow Hospital/ }).click();
    await page.getByRole('link', { name: 'Open Harrow Hospital' }).waitFor();
    const picker = (await page
      .getByRole('combobox', { name: 'Companies' })
      .locator('xpath=ancestor::*[3]')
      .boundingBox())!;
    expect([picker.x, picker.y, picker.width, picker.height]).toEqual([0, 0, 390, 844]);
    await judge(page, 'link-picker-phone');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(async () => (await linked())[1]).toEqual(['Harrow Hospital']);
  });
});
