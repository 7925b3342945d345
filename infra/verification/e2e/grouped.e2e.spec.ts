import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Field = {
  readonly id: string;
  readonly name: string;
  readonly props: { readonly options?: readonly { readonly id: string; readonly label: string }[] };
};

const soon = (look: () => Promise<boolean>): Promise<number> => until(look, true, 20_000);

/** A grid whose rows stand under the heads of their groups. */
describe('a grouped grid', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let page: Page;
  let errors: string[];
  let table: { readonly id: string; readonly fields: readonly Field[] };
  let address: string;

  const field = (name: string): Field => table.fields.find((one) => one.name === name)!;
  const option = (label: string): string =>
    table.fields.flatMap(({ props }) => props.options ?? []).find((one) => one.label === label)!.id;
  const heads = (on = page) =>
    on.locator('[data-group-head]').evaluateAll((all) => all.map((one) => one.querySelector('.t-hidden')?.textContent));
  const head = (name: string, on = page) => on.locator('[data-group-head]').filter({ hasText: `${name}, ` });
  const rows = async (): Promise<readonly string[]> =>
    (
      await page.locator('[data-body] [role="row"] [aria-colindex="2"]').evaluateAll((all) =>
        all
          .map((one) => ({ top: one.getBoundingClientRect().top, text: one.textContent ?? '' }))
          .filter(({ text }) => text.startsWith('Deal'))
          .sort((a, b) => a.top - b.top)
          .map(({ text }) => text.trim()),
      )
    ).filter((text, i, all) => all.indexOf(text) === i);

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    table = await api.call('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Deal', type: 'singleLineText' },
        {
          name: 'Stage',
          type: 'select',
          props: { options: [{ label: 'Open' }, { label: 'Won' }, { label: 'Lost' }] },
        },
        { name: 'City', type: 'singleLineText' },
        { name: 'Value', type: 'currency' },
        { name: 'Due', type: 'date' },
      ],
    });
    const stages = ['Won', 'Open', 'Won', 'Open', 'Won', 'Open', undefined];
    await api.call('POST', `v3/tables/${table.id}/records?fieldKey=name`, {
      records: stages.map((stage, i) => ({
        fields: {
          Deal: `Deal ${i}`,
          ...(stage !== undefined && { Stage: option(stage) }),
          City: ['Rio', 'rio', 'Lima'][i % 3],
          Value: 100 * (i + 1),
          Due: `2026-0${1 + (i % 2)}-1${i}`,
        },
      })),
    });
    const { id } = await api.call<{ id: string }>('POST', `v3/tables/${table.id}/views`, {
      type: 'table',
      label: 'By stage',
      config: {
        fields: [{ fieldId: field('Deal').id }, { fieldId: field('Value').id, total: 'sum' }],
        group: [{ fieldId: field('Stage').id, order: 'asc' }],
      },
    });
    address = `/object/${table.id}/${id}`;
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
    await page.goto(new URL(address, product.url).href);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('stands in the order of the options, with how many there are and what they come to', async () => {
    await soon(async () => (await heads()).length === 3);
    expect(await heads()).toEqual(['Open, 3 records', 'Won, 3 records', 'Empty, 1 record']);
    await soon(async () => (await rows()).length === 7);
    expect(await rows()).toEqual(['Deal 1', 'Deal 3', 'Deal 5', 'Deal 0', 'Deal 2', 'Deal 4', 'Deal 6']);
    await expect
      .poll(() => page.locator('[data-act="group"]').filter({ hasText: 'Sum' }).first().textContent())
      .toContain('1,200');
  });

  it('is folded by a click and by keys, passes over closed groups, and stays as it was left', async () => {
    await head('Open').click();
    await soon(async () => (await rows()).length === 4);
    expect(await heads()).toHaveLength(3);
    await head('Won').focus();
    await page.keyboard.press('ArrowLeft');
    await soon(async () => (await rows()).length === 1);
    await page.keyboard.press('ArrowRight');
    await soon(async () => (await rows()).length === 4);
    // The preference is on its way for a moment.
    await soon(async () => {
      const kept = await api.call<Record<string, unknown>>('GET', 'v3/preferences');
      return JSON.stringify(kept).includes('folded:');
    });
    await page.reload();
    await soon(async () => (await rows()).length === 4);
    expect(await rows()).toEqual(['Deal 0', 'Deal 2', 'Deal 4', 'Deal 6']);
    await head('Open').click();
    await soon(async () => (await rows()).length === 7);
  });

  it('takes a new record with the value of its group, and moves one that somebody else changes', async () => {
    await page.getByRole('button', { name: 'New record in Won' }).last().click();
    await page.keyboard.type('Deal new');
    await page.keyboard.press('Enter');
    await soon(async () => {
      const { records } = await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${table.id}/records/query?fieldKey=name`,
        { filter: { fieldId: field('Stage').id, operator: 'equals', value: option('Won') } },
      );
      return records.some(({ fields }) => fields['Deal'] === 'Deal new');
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await soon(async () => (await heads()).includes('Won, 4 records'));
    const { records } = await api.call<{ records: { id: string; fields: Record<string, unknown> }[] }>(
      'POST',
      `v3/tables/${table.id}/records/query?fieldKey=name`,
      {},
    );
    const moved = records.find(({ fields }) => fields['Deal'] === 'Deal 6')!;
    await api.call('PATCH', `v3/tables/${table.id}/records/${moved.id}`, {
      fields: { [field('Stage').id]: option('Lost') },
    });
    await soon(async () => (await heads()).includes('Lost, 1 record'));
    expect(await heads()).toEqual(['Open, 3 records', 'Won, 4 records', 'Lost, 1 record']);
  });

  it('is grouped from the toolbar by up to three fields, whose inner ones keep together what is written alike', async () => {
    const plain = await api.call<{ id: string }>('POST', `v3/tables/${table.id}/views`, {
      type: 'table',
      label: 'Plain',
      config: { fields: [{ fieldId: field('Deal').id }] },
    });
    await page.goto(new URL(`/object/${table.id}/${plain.id}`, product.url).href);
    await soon(async () => (await rows()).length === 8);
    await page.getByRole('toolbar').getByRole('button', { name: 'Group', exact: true }).click();
    await page.getByRole('button', { name: 'Add group' }).click();
    await page.getByRole('dialog').getByRole('combobox').or(page.locator('[aria-haspopup="listbox"]')).first().click();
    await page.getByRole('option', { name: 'City' }).click();
    await soon(async () => (await heads()).length === 3);
    await page.getByRole('button', { name: 'Add group' }).click();
    await soon(async () => (await heads()).length > 4);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    // "Rio" and "rio" are one group, within which the records of one deal stand together.
    await soon(async () => (await rows()).length === 8);
    expect((await heads()).filter((name) => /^rio,/i.test(name ?? ''))).toHaveLength(1);
    await judge(page, 'grouped grid');
    expect(errors).toEqual([]);
  });
});
