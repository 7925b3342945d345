import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until, watchErrors } from './screen.ts';

type Table = {
  readonly id: string;
  readonly fields: readonly {
    readonly id: string;
    readonly name: string;
    readonly props: { readonly options?: readonly { readonly id: string }[] };
  }[];
};

/** An app is opened to the world block by block, read and answered by somebody without an account. */
describe('a public app', () => {
  let product: Joined;
  let browser: Browser;
  let table: Table;
  let app: string;
  const field = (name: string): string => table.fields.find((one) => one.name === name)!.id;
  const block = (type: string, config: object, desktop: object): Promise<unknown> =>
    product.api.call('POST', `v3/apps/${app}/blocks`, { type, config, desktop });

  beforeAll(async () => {
    product = await joinProduct();
    table = await product.api.call('POST', 'v3/tables', {
      label: 'Harvests',
      fields: [
        { name: 'Orchard', type: 'singleLineText' },
        { name: 'Tons', type: 'number' },
        { name: 'Day', type: 'date' },
        { name: 'Kind', type: 'select', props: { options: [{ label: 'Apples' }, { label: 'Pears' }] } },
        { name: 'Picker', type: 'user' },
      ],
    });
    const kinds = table.fields.find(({ name }) => name === 'Kind')!.props.options!.map(({ id }) => id);
    await product.api.call('POST', `v3/tables/${table.id}/records?fieldKey=name`, {
      records: Array.from({ length: 24 }, (_, at) => ({
        fields: {
          Orchard: `Orchard ${at + 1}`,
          Tons: 3 + ((at * 7) % 11),
          Day: `2026-${String(1 + (at % 9)).padStart(2, '0')}-11`,
          Kind: kinds[at % 2],
        },
      })),
    });
    ({ id: app } = await product.api.call<{ id: string }>('POST', 'v3/apps', { label: 'Open harvest' }));
    const tableId = table.id;
    const tons = { function: 'sum', fieldId: field('Tons') };
    await block('title_bar', { heading: 'Our harvest', line: 'As it comes in' }, { x: 0, y: 0, w: 120, h: 2 });
    await block('simple_indicator', { tableId, title: 'Harvests' }, { x: 0, y: 2, w: 30, h: 3 });
    await block('simple_indicator', { tableId, title: 'Tons', ...tons, target: 200 }, { x: 30, y: 2, w: 30, h: 3 });
    await block('speedometer', { tableId, title: 'Goal', ...tons, target: 200 }, { x: 60, y: 2, w: 30, h: 4 });
    await block(
      'pie_chart',
      { tableId, title: 'Kinds', x: { fieldId: field('Kind') }, value: tons },
      { x: 0, y: 6, w: 50, h: 8 },
    );
    await block(
      'bar_chart',
      {
        tableId,
        title: 'By month',
        x: { fieldId: field('Day'), bucket: 'month' },
        value: tons,
        split: field('Kind'),
        stacked: true,
      },
      { x: 50, y: 6, w: 70, h: 8 },
    );
    await block(
      'smart_kanban',
      { tableId, title: 'Board', kanban_field: field('Kind'), fields: [field('Orchard'), field('Tons')] },
      { x: 0, y: 14, w: 120, h: 8 },
    );
    await block(
      'table',
      {
        tableId,
        title: 'All of it',
        fields: [field('Orchard'), field('Tons'), field('Day'), field('Picker')],
        limit: 10,
      },
      { x: 0, y: 22, w: 70, h: 10 },
    );
    await block(
      'super_form',
      {
        tableId,
        title: 'Tell us of yours',
        questions: [{ fieldId: field('Orchard'), required: true }, { fieldId: field('Tons') }],
      },
      { x: 70, y: 22, w: 50, h: 10 },
    );
    await block('calendar', { tableId, start: field('Day') }, { x: 0, y: 32, w: 120, h: 14 });
    await product.api.call('POST', `v3/apps/${app}/publish`, {});
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('is shared by a builder, read on a desk and on a phone, and answered', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/app/${app}?edit`);
    await page.getByRole('button', { name: 'Public App' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Open harvest' });
    await dialog.getByText('Public link', { exact: true }).click();
    const address = await dialog.getByRole('textbox', { name: 'Address' }).inputValue();
    expect(await dialog.getByRole('checkbox', { name: /Calendar.*cannot be shown/ }).isDisabled()).toBe(true);
    const form = dialog.getByRole('checkbox', { name: /Tell us of yours.*strangers answer it/ });
    await dialog.getByText(/Tell us of yours.*strangers answer it/).click();
    await until(() => form.isChecked(), true);
    await judge(page, 'share-app');
    expect(errors).toEqual([]);

    const path = new URL(address).pathname;
    const desk = await browser.newContext({ viewport: { width: 1440, height: 1000 }, locale: 'en-US' });
    const stranger = await desk.newPage();
    const faults = watchErrors(stranger);
    await stranger.goto(`${product.url}${path}`);
    await stranger.getByText('Orchard 3').first().waitFor();
    await stranger.getByText('24', { exact: true }).waitFor();
    // Who picked is no part of what is shared.
    expect(await stranger.getByText('Picker').count()).toBe(0);
    await judge(stranger, 'public-app');
    await stranger.emulateMedia({ colorScheme: 'dark' });
    await judge(stranger, 'public-app-dark');

    const hand = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
    const phone = await hand.newPage();
    await phone.goto(`${product.url}${path}`);
    await phone.getByText('24', { exact: true }).waitFor();
    await judge(phone, 'phone-public-app');
    expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await phone.getByRole('button', { name: 'Send' }).click();
    await phone.getByText('Answer this question.').waitFor();
    await phone.getByRole('textbox', { name: 'Orchard' }).fill('Hill Farm');
    await phone.getByRole('button', { name: 'Send' }).click();
    await phone.getByRole('heading', { name: 'Thank you' }).waitFor();
    const arrived = async (): Promise<number> =>
      (
        await product.api.call<{ total: number }>('POST', `v3/tables/${table.id}/records/count`, {
          filter: { fieldId: field('Orchard'), operator: 'equals', value: 'Hill Farm' },
        })
      ).total;
    await until(arrived, 1);

    await dialog.getByText('Public link', { exact: true }).click();
    await dialog.getByText('Turn it on to get an address').waitFor();
    await stranger.reload();
    await stranger.getByRole('heading', { name: 'This page is not there' }).waitFor();
    expect(faults).toEqual([]);
    expect(errors).toEqual([]);
  });
});
