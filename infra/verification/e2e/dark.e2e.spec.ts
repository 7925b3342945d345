import type { Browser, BrowserContext, Page } from 'playwright-core';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { startProduct, type Product } from '../product/product.ts';
import { interceptable, judge, watchErrors } from './screen.ts';

type Table = {
  readonly id: string;
  readonly fields: readonly { readonly id: string; readonly name: string }[];
};

const widths = everyVariant ? [1440, 390] : [1440];

/** What is read in the evening: panels, pages, forms, messages and the steps of an import, wide and on a phone. */
describe.each(widths)('in the dark, at %i px', (width) => {
  const phone = width < 680;
  const height = phone ? 844 : 900;
  let product: Joined;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];
  let table: Table;
  let records: readonly string[] = [];
  const look = (name: string): Promise<void> => judge(page, `dark-${width}-${name}`);
  const fieldId = (name: string): string => table.fields.find((field) => field.name === name)!.id;
  const at = (rest: string): string => `/object/${table.id}/list${rest}`;

  beforeAll(async () => {
    product = await joinProduct();
    const { api } = product;
    table = await api.call<Table>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Deal', type: 'singleLineText' },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }, { label: 'Lost' }] } },
        { name: 'Tags', type: 'multipleSelect', props: { options: [{ label: 'north' }, { label: 'south' }] } },
        { name: 'Value', type: 'currency' },
        { name: 'Share', type: 'percent' },
        { name: 'Close', type: 'date' },
        { name: 'Seen', type: 'dateTime' },
        { name: 'Signed', type: 'checkbox' },
        { name: 'Site', type: 'link' },
        { name: 'Notes', type: 'text' },
      ],
    });
    const made = await api.call<{ records: { id: string }[] }>('POST', `v3/tables/${table.id}/records?fieldKey=name`, {
      records: [
        {
          fields: {
            Deal: 'Renewal 2027, all sites',
            Stage: 'Won',
            Tags: ['north', 'south'],
            Value: 310_000,
            Share: 80,
            Close: '2026-12-18',
            Seen: '2026-11-02T10:00:00Z',
            Signed: true,
            Site: 'https://oakline.example',
            Notes: 'Two lines\nof notes',
          },
        },
        { fields: { Deal: 'Dispatch scanners', Stage: 'Lost', Value: 12_500 } },
        { fields: { Deal: 'Spare parts portal' } },
      ],
    });
    records = made.records.map(({ id }) => id);
    await api.call('PATCH', `v3/tables/${table.id}/records/${records[0]}?fieldKey=name`, { fields: { Stage: 'Open' } });
    browser = await launch();
    ({ context, page } = await signIn(browser, product.url, product.owner, { theme: 'dark', width, height }));
    await interceptable(page);
    errors = watchErrors(page);
  });
  afterAll(() => browser?.close());

  it('a record beside its list, with its history, and on its page', async () => {
    await page.goto(at(`?recordId=${records[0]}`));
    const panel = page.getByRole('dialog', { name: 'Renewal 2027, all sites' });
    await panel.getByText('80%').first().waitFor();
    await look('record');
    if (phone) await panel.getByRole('tab', { name: 'Activity' }).click();
    await panel.getByText('created the record').scrollIntoViewIfNeeded();
    await look('record-activity');
    await page.goto(`/object/${table.id}/record/${records[0]}`);
    await page.getByText('80%').first().waitFor();
    await look('record-page');
    await page.goto(`/object/${table.id}/record/01arz3ndektsv4rrffq69g5fav`);
    await page
      .getByText(/not found|does not exist|no longer/i)
      .first()
      .waitFor();
    await look('record-missing');
    expect(errors).toEqual([]);
  });

  it('the panels of a field, of the fields, of the history and of deleted records', async () => {
    for (const [name, shown] of [
      ['Deal', 'Type'],
      ['Stage', 'Open'],
      ['Value', 'Type'],
    ] as const) {
      await page.goto(at(`?panel=field&field=${fieldId(name)}`));
      await page.getByText(shown, { exact: true }).last().waitFor();
      await look(`field-${name.toLowerCase()}`);
    }
    await page.goto(at('?panel=field'));
    await page.getByLabel('Name', { exact: true }).first().waitFor();
    await look('field-new');
    await page.goto(at('?panel=structure'));
    await page.getByText('Signed').last().waitFor();
    await look('structure');
    await page.goto(at('?panel=history'));
    await page
      .getByText(/Renewal 2027|created/)
      .last()
      .waitFor();
    await look('history');
    await product.api.call('DELETE', `v3/tables/${table.id}/records/${records[2]}`);
    await page.goto(at('?panel=deleted'));
    await page.getByText('Spare parts portal').last().waitFor();
    await look('deleted');
    expect(errors).toEqual([]);
  });

  it('messages: a change to undo, a refused value, a failure, and no connection', async () => {
    await page.goto(at(`?recordId=${records[1]}`));
    await page.getByRole('button', { name: 'Record menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete record' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await look('toast-undo');
    await page.route(/v3\/tables\/[^/]+$/, (route) =>
      route.request().method() === 'PATCH' || route.request().method() === 'DELETE'
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: /^Delete table/ }).click();
    await page.getByText('Couldn’t delete', { exact: false }).or(page.getByRole('alert')).first().waitFor();
    await look('toast-error');
    await page.unroute(/v3\/tables\/[^/]+$/);
    await page.reload();
    await page.getByText('Renewal 2027, all sites').first().waitFor();
    await context.setOffline(true);
    await page
      .getByText(/offline|connection/i)
      .first()
      .waitFor({ timeout: 30_000 });
    await look('offline');
    await context.setOffline(false);
    expect(errors).toEqual([]);
  });

  it('the steps of an import, its receipt, and what its undo would take', async () => {
    await page.goto('/connector');
    await page.getByRole('heading', { name: 'Choose a file' }).waitFor();
    await look('import-file');
    await page.locator('input[type="file"]').setInputFiles({
      name: 'sheet.xls',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('PK'),
    });
    await page.getByText('Save sheet.xls as .xlsx first').waitFor();
    await look('import-workbook');
    await page.locator('input[type="file"]').setInputFiles({
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name,Rank,When,Kind\nA,007,01/02/2026,n/a\nB,many,03/04/2026,x\nC,12,05/06/2026,X\n'),
    });
    await page.getByRole('heading', { name: 'Match columns' }).waitFor();
    await look('import-match');
    await page.getByRole('button', { name: 'Type of Rank' }).click();
    await page.getByRole('option', { name: 'Number' }).click();
    await page.getByRole('button', { name: /^Check Rank: .*2 change/ }).click();
    await page.getByText('“007” becomes “7”').waitFor();
    await look('import-drawer');
    await page.keyboard.press('Escape');
    const first = page.getByRole('button', { name: /Day first/ }).first();
    if (await first.count()) await first.click();
    await page.getByRole('checkbox', { name: /^Change 2 values/ }).check({ force: true });
    await page.getByRole('checkbox', { name: /^I checked the file/ }).check({ force: true });
    await look('import-agreed');
    await page.getByRole('button', { name: 'Import 3 records' }).click();
    await page.getByRole('button', { name: 'Undo import' }).waitFor({ timeout: 30_000 });
    await look('import-receipt');
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByText('deleted', { exact: false }).first().waitFor();
    await look('import-undo');
    await page.keyboard.press('Escape');
    await page.goto('/connector/history');
    await page.getByText('codes.csv').first().waitFor();
    await look('import-past');
    expect(errors).toEqual([]);
  });

  it('an invitation, one that is used, and the login', async () => {
    const { profiles } = await product.api.call<{ profiles: { id_profile: string; name: string }[] }>(
      'POST',
      'profile/list',
      {},
    );
    const role = profiles.find(({ name }) => name === 'Member')!.id_profile;
    const { link } = await product.api.call<{ link: string }>('POST', 'v3/invitations', { seat: 'member', role });
    const token = link.split('/').at(-1)!;
    const stranger = await browser.newContext({
      viewport: { width, height },
      colorScheme: 'dark',
      baseURL: product.url,
      locale: 'en-US',
    });
    const other = page;
    page = await stranger.newPage();
    await page.goto(`/invitation/${token}`);
    await page.getByRole('textbox', { name: 'Password' }).waitFor();
    await look('invitation');
    await page.goto('/invitation/nothing-of-the-kind');
    await page.getByRole('heading').first().waitFor();
    await look('invitation-gone');
    await page.goto('/login');
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.getByLabel('E-mail').fill('nobody@marlow.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('not the word');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').first().waitFor();
    await look('login-refused');
    await stranger.close();
    page = other;
    expect(errors).toEqual([]);
  });
});

describe.each(widths)('the set-up in the dark, at %i px', (width) => {
  let product: Product;
  let browser: Browser;
  beforeAll(async () => {
    product = await startProduct();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  it('is read as easily', async () => {
    const page = await browser.newPage({
      viewport: { width, height: 844 },
      baseURL: product.url,
      locale: 'en-US',
      colorScheme: 'dark',
    });
    const errors = watchErrors(page);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await judge(page, `dark-${width}-setup`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('E-mail').waitFor();
    await judge(page, `dark-${width}-setup-asks`);
    expect(errors).toEqual([]);
  });
});
