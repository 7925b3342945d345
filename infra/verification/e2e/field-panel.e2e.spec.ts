import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { cell, judge, watchErrors } from './screen.ts';

type Field = { readonly id: string; readonly name: string };

describe('what is done with a field', () => {
  let browser: Browser;
  let api: Client;
  let page: Page;
  let errors: string[];
  let tableId = '';
  let fields: readonly Field[] = [];
  const idOf = (name: string): string => fields.find((field) => field.name === name)!.id;

  const names = async (): Promise<readonly string[]> =>
    (await api.call<{ fields: readonly Field[] }>('GET', `v3/tables/${tableId}`)).fields.map(({ name }) => name);
  const values = async (name: string): Promise<readonly unknown[]> =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        {},
      )
    ).records.map((record) => record.fields[name] ?? null);
  const menuOf = async (name: string): Promise<void> => {
    const head = page.getByRole('columnheader', { name });
    await head.first().hover();
    await head.first().getByRole('button').first().click();
    await page.getByRole('menu').waitFor();
  };

  beforeAll(async () => {
    const product = await joinProduct();
    api = product.api;
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
    const table = await api.call<{ id: string; fields: readonly Field[] }>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Deal', type: 'singleLineText' },
        { name: 'Price', type: 'number' },
        { name: 'Due', type: 'date' },
      ],
    });
    tableId = table.id;
    fields = table.fields;
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
      records: [
        { fields: { Deal: 'Sofa', Price: 10, Due: '2026-03-01' } },
        { fields: { Deal: 'Chair', Price: 2, Due: '2026-02-01' } },
        { fields: { Deal: 'Lamp', Price: 90 } },
        { fields: { Deal: 'Rug' } },
      ],
    });
    await api.call('POST', `v3/tables/${tableId}/views`, {
      type: 'table',
      label: 'Dear first',
      config: { fields: [], sort: [{ fieldId: idOf('Price'), order: 'desc' }] },
    });
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 0).getByText(/\w/).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
  });

  const total = async (name: string, choice: string): Promise<void> => {
    await page.getByRole('button', { name: `Total of ${name}` }).click();
    await page.getByRole('menuitemcheckbox', { name: choice }).click();
  };

  const shown = (name: string): Promise<string | null> =>
    page.getByRole('button', { name: `Total of ${name}` }).getAttribute('aria-label');

  it('comes to a median, a range, the earliest day and how much of it is filled', async () => {
    await total('Price', 'Median');
    await expect.poll(() => shown('Price')).toBe('Total of Price: Median 10');
    await total('Price', 'Percent filled');
    await expect.poll(() => shown('Price')).toBe('Total of Price: Percent filled 75%');
    await total('Due', 'Earliest');
    await expect.poll(() => shown('Due')).toMatch(/Earliest .*2026/);
    await total('Due', 'Range');
    await expect.poll(() => shown('Due')).toBe('Total of Due: Range 28 days');
  });

  it('is duplicated with its values, and taken back', async () => {
    await menuOf('Price');
    await page.getByRole('menuitem', { name: 'Duplicate field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicate Price' });
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Price (copy)');
    await judge(page, 'field-duplicate');
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual(['Deal', 'Price', 'Price (copy)', 'Due']);
    await expect.poll(() => values('Price (copy)')).toEqual([10, 2, 90, null]);
    await page.getByRole('columnheader', { name: 'Price (copy)' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(names).toEqual(['Deal', 'Price', 'Due']);
    await page.getByRole('columnheader', { name: 'Price (copy)' }).waitFor({ state: 'detached' });
  });

  it('is suggested for what many tables have, and can be changed before it is added', async () => {
    await menuOf('Deal');
    await page.getByRole('menuitem', { name: 'Add Field' }).click();
    const suggested = page.getByRole('region', { name: 'Suggested fields' });
    await suggested.getByRole('button', { name: 'Status' }).waitFor();
    await judge(page, 'field-suggested');
    await suggested.getByRole('button', { name: 'Status' }).click();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Status');
    await page.getByRole('dialog', { name: 'New field' }).getByRole('button', { name: 'Add Field' }).click();
    await expect.poll(names).toContain('Status');
    const made = (
      await api.call<{ fields: readonly (Field & { props: { options?: readonly { label: string }[] } })[] }>(
        'GET',
        `v3/tables/${tableId}`,
      )
    ).fields.find(({ name }) => name === 'Status');
    expect(made?.props.options?.map(({ label }) => label)).toEqual(['To do', 'In progress', 'Done']);
  });

  it('gets a default that is found out for each record', async () => {
    await menuOf('Due');
    await page.getByRole('menuitem', { name: 'Edit field' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit Due' });
    await panel.getByRole('button', { name: 'Default value' }).click();
    await page.getByRole('option', { name: 'Today' }).click();
    await panel.getByText('Filled in when a record is created.').waitFor();
    await judge(page, 'field-default');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.waitFor({ state: 'detached' });
    const made = await api.call<{ fields: Record<string, unknown> }>(
      'POST',
      `v3/tables/${tableId}/records?fieldKey=name`,
      { fields: { Deal: 'Shelf' } },
    );
    expect(made.fields['Due']).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('says in its panel where it is used, and before it is deleted what breaks', async () => {
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 0).getByText(/\w/).waitFor();
    await menuOf('Price');
    await page.getByRole('menuitem', { name: 'Edit field' }).click();
    const panel = page.getByRole('region', { name: 'Where it is used' });
    await panel.getByRole('link', { name: 'Dear first' }).waitFor();
    await panel.getByText('sorts by it').waitFor();
    await judge(page, 'field-panel');
    await page.getByRole('button', { name: 'Delete field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Price?' });
    await dialog.getByText('Without it, these answer something else:').waitFor();
    await dialog.getByText('Dear first').waitFor();
    await judge(page, 'field-delete');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await names()).toContain('Price');
    expect(errors).toEqual([]);
  });
});
