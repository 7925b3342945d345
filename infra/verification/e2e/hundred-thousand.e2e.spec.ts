import type { Browser, Page } from 'playwright-core';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { cell, judge, watchErrors } from './screen.ts';

const size = 100_000;
/** Work on all of them takes some 5 s of one core; a machine that is shared may give a tenth of one. */
const patient = { timeout: 120_000 };

/**
 * "All records" means all, however many: changed, stopped midway, taken back and deleted, with the exact count each
 * time.
 */
describe('100,000 records at once', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let page: Page;
  let errors: string[];
  let base = '';
  const field = new Map<string, string>();
  const option = new Map<string, string>();

  const count = async (name?: string, operator?: string, value?: unknown) =>
    (
      await api.call<{ total: number }>(
        'POST',
        `${base}/records/count`,
        name === undefined
          ? {}
          : { filter: { fieldId: field.get(name), operator, ...(value !== undefined && { value }) } },
      )
    ).total;
  const selectAll = async () => {
    await page.getByRole('checkbox', { name: 'Select all records' }).click();
    await page.getByText('100,000 records selected').waitFor();
  };
  const toolbar = () => page.getByRole('toolbar', { name: 'Selected records' });
  const bar = (label: string) => page.getByRole('status').filter({ hasText: label });
  /** Opens the dialog on a field and a way to change it. */
  const editAll = async (name: string, mode?: 'Add' | 'Clear') => {
    await selectAll();
    await toolbar().getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 100,000 records' });
    await dialog.getByRole('button', { name: /^Field: / }).click();
    await page.getByRole('option', { name }).click();
    if (mode !== undefined) await dialog.getByText(mode, { exact: true }).click();
    return dialog;
  };
  const run = (dialog: Awaited<ReturnType<typeof editAll>>) =>
    dialog.getByRole('button', { name: 'Change 100,000 records' }).click();
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.getByText(/^Undone: \w+/).waitFor(patient);
  };

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    const table = await api.call<{
      id: string;
      fields: { id: string; name: string; props: { options?: { id: string; label: string }[] } }[];
    }>('POST', 'v3/tables', {
      label: 'Readings',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'New' }, { label: 'Old' }] } },
        { name: 'Notes', type: 'text' },
      ],
    });
    base = `v3/tables/${table.id}`;
    for (const one of table.fields) {
      field.set(one.name, one.id);
      for (const { id, label } of one.props.options ?? []) option.set(label, id);
    }
    for (let part = 0; part < size / 1000; part++) {
      await api.call('POST', `${base}/records?fieldKey=name`, {
        records: Array.from({ length: 1000 }, (_, i) => ({
          fields: { Name: `Reading ${part * 1000 + i}`, Stage: 'New', Notes: 'checked' },
        })),
      });
    }
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
    await page.goto(`/object/${table.id}/list`);
    await cell(page, 0, 0).getByText('Reading 0').waitFor();
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
  });

  it('get one value, with progress and an exact end, and have their own again after one undo', async () => {
    const dialog = await editAll('Stage');
    await dialog.getByRole('button', { name: 'Stage: Empty' }).click();
    await page.getByRole('option', { name: 'Old' }).click();
    await judge(page, 'bulk-edit-100000');
    await run(dialog);
    await bar('Changing 100,000 records')
      .getByText(/of 100,000/)
      .waitFor(patient);
    await page.getByText('100,000 records changed').waitFor(patient);
    expect(await count('Stage', 'equals', option.get('Old'))).toBe(size);
    await undo();
    expect(await count('Stage', 'equals', option.get('New'))).toBe(size);
  }, 400_000);

  it.runIf(everyVariant)(
    'get text added to what they have',
    async () => {
      const dialog = await editAll('Notes', 'Add');
      await dialog.getByRole('button', { name: 'Notes: Empty' }).click();
      await page.keyboard.type('twice');
      await dialog.getByRole('heading').last().click();
      expect(await dialog.getByText('checked twice').count()).toBeGreaterThan(0);
      await run(dialog);
      await page.getByText('100,000 records changed').waitFor(patient);
      expect(await count('Notes', 'equals', 'checked twice')).toBe(size);
    },
    400_000,
  );

  it('are stopped midway: what was done is counted, stays, and can be taken back', async () => {
    await run(await editAll('Notes', 'Clear'));
    await bar('Changing 100,000 records')
      .getByText(/^[1-9][\d,]* of 100,000/)
      .waitFor(patient);
    await bar('Changing 100,000 records').getByRole('button', { name: 'Stop' }).click();
    const said = await page.getByText(/^Stopped after/).innerText(patient);
    const done = Number(/[\d,]+/.exec(said)?.[0].replaceAll(',', ''));
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(size);
    expect(await count('Notes', 'isEmpty')).toBe(done);
    await undo();
    expect(await count('Notes', 'isEmpty')).toBe(0);
  }, 400_000);

  it.runIf(everyVariant)(
    'are deleted and come back',
    async () => {
      await selectAll();
      await toolbar().getByRole('button', { name: 'Delete' }).click();
      await page.getByText('100,000 records moved to trash').waitFor(patient);
      expect(await count()).toBe(0);
      await undo();
      expect(await count()).toBe(size);
      await cell(page, 0, 0).getByText('Reading 0').waitFor(patient);
      expect(errors).toEqual([]);
    },
    400_000,
  );
});
