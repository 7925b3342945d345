import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { judge, watchErrors } from './screen.ts';

type Field = {
  readonly id: string;
  readonly name: string;
  readonly props: { readonly options?: readonly { readonly id: string; readonly label: string }[] };
};

/** A chart: what the records of a table come to. */
describe('a chart', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let page: Page;
  let phone: Page;
  let errors: string[];
  let at: string;
  let table: { readonly id: string; readonly fields: readonly Field[] };

  const field = (name: string): Field => table.fields.find((one) => one.name === name)!;

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    const { id } = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Deal', type: 'singleLineText' },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }, { label: 'Lost' }] } },
        { name: 'Close', type: 'date' },
        { name: 'Amount', type: 'number' },
      ],
    });
    table = await api.call('GET', `v3/tables/${id}`);
    const stages = field('Stage').props.options!.map((one) => one.id);
    await api.call('POST', `v3/tables/${id}/records?fieldKey=name`, {
      records: Array.from({ length: 60 }, (_, i) => ({
        fields: {
          Deal: `Deal ${i}`,
          Stage: stages[i % 3],
          Close: `2026-${String(1 + (i % 12)).padStart(2, '0')}-15`,
          Amount: 100 + i,
        },
      })),
    });
    const view = await api.call<{ id: string }>('POST', `v3/tables/${id}/views`, {
      type: 'chart',
      label: 'By stage',
      config: {
        fields: [],
        kind: 'bar',
        x: field('Stage').id,
        value: { fieldId: field('Amount').id, function: 'sum' },
      },
    });
    at = `/object/${id}/${view.id}`;
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    ({ page: phone } = await signIn(browser, product.url, product.owner, { width: 390, height: 844, theme: 'dark' }));
    errors = watchErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('sums by the options of a field, follows a change, and opens the records behind a bar', async () => {
    await page.goto(at);
    // Of 60 amounts from 100: those of every third deal, from the first on.
    const open = page.getByRole('button', { name: /^Open, 2570/ });
    await open.waitFor();
    await judge(page, 'chart-bar');
    await api.call('POST', `v3/tables/${table.id}/records?fieldKey=name`, {
      records: [{ fields: { Deal: 'Late one', Stage: field('Stage').props.options![0]!.id, Amount: 1000 } }],
    });
    await page.getByRole('button', { name: /^Open, 3570/ }).click();
    const behind = page.getByRole('list', { name: 'Open' });
    await behind.getByRole('button', { name: 'Late one' }).waitFor();
    await judge(page, 'chart-behind');
    await page.keyboard.press('Escape');
    await behind.waitFor({ state: 'detached' });
  });

  it('divides by a field, goes by months, and says its numbers as a table', async () => {
    await page.getByRole('button', { name: 'Chart settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Chart settings' });
    await settings.getByRole('radio', { name: 'Area' }).click();
    await judge(page, 'chart-settings');
    await page.keyboard.press('Escape');
    await judge(page, 'chart-area');
    for (const kind of ['line', 'pie'])
      await api
        .call<{ id: string }>('POST', `v3/tables/${table.id}/views`, {
          type: 'chart',
          label: `As ${kind}`,
          config: {
            fields: [],
            kind,
            x: field(kind === 'pie' ? 'Stage' : 'Close').id,
            bucket: 'month',
            split: field('Stage').id,
          },
        })
        .then(async ({ id }) => {
          await page.goto(`/object/${table.id}/${id}`);
          await page.getByRole('button', { name: kind === 'pie' ? /^Open, 21/ : /^Open, January 2026, 5/ }).waitFor();
          await judge(page, `chart-${kind}`);
        });
    await page.getByRole('radio', { name: 'Table' }).click();
    await page.getByRole('row', { name: /^Open 21/ }).waitFor();
    await judge(page, 'chart-table');
    expect(errors).toEqual([]);
  });

  it('is read on a phone', async () => {
    await phone.goto(at);
    await phone.getByRole('button', { name: /^Open, 3570/ }).waitFor();
    await judge(phone, 'chart-phone');
  });
});
