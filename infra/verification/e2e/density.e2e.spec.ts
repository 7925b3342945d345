import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, type Client } from '../product/product.ts';
import { cell, judge, until, watchErrors } from './screen.ts';

type Made = { readonly id: string; readonly views: readonly { readonly id: string; readonly config: object }[] };

/** How wide columns are, and how what stands in them is drawn. */
describe('a table with many columns', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let page: Page;
  let other: Page;
  let errors: string[];
  let table: Made;

  const head = (name: string): Locator => page.getByRole('columnheader', { name });
  const width = async (name: string, on: Page = page): Promise<number> =>
    Math.round((await on.getByRole('columnheader', { name }).boundingBox())?.width ?? 0);
  const open = async (on: Page = page): Promise<void> => {
    await on.goto(`/object/${table.id}/list`);
    await cell(on, 0, 0).getByText('Order 0').waitFor();
  };
  const choose = async (menu: string, entry: string): Promise<void> => {
    await page.getByRole('button', { name: menu, exact: true }).click();
    await page.getByRole('menu').getByText(entry, { exact: true }).click();
  };
  const saved = async (): Promise<unknown> =>
    (await api.call<Made>('GET', `v3/tables/${table.id}`)).views.map((view) => view.config)[0];

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    table = await api.call<Made>('POST', 'v3/tables', {
      label: 'Orders',
      fields: [
        { name: 'Order', type: 'singleLineText' },
        { name: 'Amount', type: 'number' },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Done' }] } },
        ...Array.from({ length: 8 }, (_, i) => ({ name: `Note ${i}`, type: 'singleLineText' })),
      ],
    });
    const { fields } = await api.call<{ fields: { name: string; props: { options?: { id: string }[] } }[] }>(
      'GET',
      `v3/tables/${table.id}`,
    );
    const stage = fields.find((one) => one.name === 'Stage')?.props.options ?? [];
    await api.call('POST', `v3/tables/${table.id}/records?fieldKey=name`, {
      records: Array.from({ length: 30 }, (_, i) => ({
        fields: { Order: `Order ${i}`, Amount: i * 1000, Stage: stage[i % 2]?.id, 'Note 0': 'x'.repeat(60) },
      })),
    });
    const tobin = { name: 'Tobin Reyes', email: product.address('tobin'), password: 'grey-kettle-19' };
    await invite(api, tobin, 'Builder');
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    ({ page: other } = await signIn(browser, product.url, tobin, { theme: 'dark' }));
    errors = watchErrors(page);
    await open();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('begins compact: more of them are in sight, and their names can still be read', async () => {
    expect(await saved()).toEqual({ fields: [], density: 'compact' });
    expect(await width('Amount')).toBe(180);
    await judge(page, 'compact');
  });

  it('lets a column be as narrow as 80, by keys and by what it holds', async () => {
    await cell(page, 0, 2).click();
    await page.keyboard.press('ArrowUp');
    for (let i = 0; i < 8; i++) await page.keyboard.press('Shift+ArrowLeft');
    await until(() => width('Stage'), 80);
    await choose('Row height', 'Fit to content');
    await until(async () => (await width('Note 0')) > 400 && (await width('Amount')) < 180, true);
  });

  it('is the choice of the view, which others see once it is saved, and which can be undone', async () => {
    await choose('Row height', 'Standard');
    await until(() => width('Amount'), 260);
    await page.reload();
    await cell(page, 0, 0).getByText('Order 0').waitFor();
    await until(() => width('Amount'), 260);
    await open(other);
    expect(await width('Amount', other)).toBe(180);
    await page.getByRole('button', { name: 'Save for everyone' }).click();
    const density = async () => ((await saved()) as { density?: string }).density;
    await until(density, 'standard');
    const { undo } = await api.call<{ undo: { id: string }[] }>('GET', `v3/tables/${table.id}/undo-stack`);
    await api.call('POST', `v3/undo/${undo[0]?.id}`, {});
    await until(density, 'compact');
    await until(() => width('Amount', other), 180);
  });

  it('has the names of numbers over its numbers', async () => {
    const rights = await page.evaluate(() => {
      const range = document.createRange();
      const end = (node: Element | null | undefined): number => {
        if (!node) return Number.NaN;
        range.selectNodeContents(node);
        return Math.round(range.getBoundingClientRect().right);
      };
      const column = [...document.querySelectorAll('[role="columnheader"]')].find((one) =>
        /Amount/.test(one.textContent),
      );
      return [end(column?.querySelector('span')), end(document.querySelector('[role="gridcell"][id$="-1-1"]'))];
    });
    expect(rights[0]).toBe(rights[1]);
  });

  it('draws a chip as large while it is edited as before', async () => {
    const chip = (where: Locator) => where.getByText('Open', { exact: true }).first().boundingBox();
    const before = await chip(cell(page, 0, 2));
    await cell(page, 0, 2).dblclick();
    const box = page.locator('[data-editor]');
    await box.waitFor();
    expect(await chip(box)).toEqual(before);
    await page.keyboard.press('Escape');
  });

  it('begins tall rows at their top: number, text and what is typed', async () => {
    await choose('Row height', 'Extra tall');
    const tops = async () => {
      const row = (await cell(page, 3, 0).boundingBox())?.y ?? 0;
      const number = page
        .getByRole('row')
        .filter({ has: cell(page, 3, 0) })
        .getByText('4', { exact: true });
      return Promise.all(
        [number, cell(page, 3, 0).getByText('Order 3'), cell(page, 3, 1).getByText(/^3,?000$/)].map(async (one) =>
          Math.round(((await one.boundingBox())?.y ?? 0) - row),
        ),
      );
    };
    await until(tops, [8, 8, 8]);
    await cell(page, 3, 1).dblclick();
    const typed = page.locator('[data-editor] input');
    const from = (await cell(page, 3, 1).boundingBox())?.y ?? 0;
    expect(Math.round(((await typed.boundingBox())?.y ?? 0) - from)).toBe(8);
    await page.keyboard.press('Escape');
    expect(await head('Order').count()).toBe(1);
    expect(errors).toEqual([]);
  });
});
