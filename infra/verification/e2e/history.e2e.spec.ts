import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, login, type Client } from '../product/product.ts';
import { cell, judge, until, watchErrors } from './screen.ts';

type TableAnswer = {
  readonly id: string;
  readonly fields: readonly {
    readonly id: string;
    readonly name: string;
    readonly props: { readonly options?: readonly { readonly id: string; readonly label: string }[] };
  }[];
};

/** The history as people read it: what changed, where, from what to what, and who did it. */
describe('the history of a table', () => {
  let product: Joined;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  let tobin: Client;
  let table: TableAnswer;
  let ids: readonly string[];

  const field = (name: string) => table.fields.find((one) => one.name === name)!.id;
  const stage = (label: string) =>
    table.fields.find((one) => one.name === 'Stage')!.props.options!.find((one) => one.label === label)!.id;
  const panel = () => page.getByRole('dialog', { name: 'History' });
  const rows = async () =>
    (await panel().getByRole('listitem').allInnerTexts()).map((one) => one.replaceAll(/\s+/g, ' ').trim());
  const change = (who: Client, writes: readonly { readonly id: string; readonly fields: object }[]) =>
    who.call('PATCH', `v3/tables/${table.id}/records`, { records: writes });

  beforeAll(async () => {
    product = await joinProduct();
    const { api } = product;
    const person = { name: 'Tobin Frey', email: product.address('tobin'), password: 'grey-kettle-19' };
    await invite(api, person);
    tobin = await login(product.url, person);
    table = await api.call<TableAnswer>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Deal', type: 'singleLineText' },
        {
          name: 'Stage',
          type: 'select',
          props: { options: ['Proposal', 'Negotiation', 'Won'].map((label) => ({ label })) },
        },
        { name: 'Close date', type: 'dateTime' },
        { name: 'Value', type: 'currency', props: { decimals: 2 } },
      ],
    });
    const { records } = await api.call<{ records: readonly { id: string }[] }>(
      'POST',
      `v3/tables/${table.id}/records`,
      {
        records: [
          'Clinic check-in kiosks',
          'Renewal 2027, all sites',
          'Night shift add-on',
          'Turbine parts tracking',
        ].map((name) => ({ fields: { [field('Deal')]: name, [field('Stage')]: stage('Proposal') } })),
      },
    );
    ids = records.map((one) => one.id);
    await change(tobin, [{ id: ids[1]!, fields: { [field('Close date')]: '2026-12-18T23:30:00Z' } }]);
    await change(
      tobin,
      ids.slice(0, 3).map((id) => ({ id, fields: { [field('Stage')]: stage('Won') } })),
    );
    await api.call('DELETE', `v3/tables/${table.id}/records`, { ids: [ids[3]] });
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
    await page.goto(`/object/${table.id}/list`);
    await cell(page, 0, 0).getByText('Clinic').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('says what, where, from what to what and who; an entry opens with each record in it', async () => {
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await panel().getByRole('heading', { name: 'Today' }).waitFor();
    await panel().getByText('added 4 records').waitFor();
    expect((await rows()).slice(0, 4)).toEqual(
      [
        / Maren Okafor moved Turbine parts tracking to trash$/,
        / Tobin Frey changed Stage of 3 records to Won$/,
        / Tobin Frey set Close date of Renewal 2027, all sites to Dec 1[89], 2026/,
        / Maren Okafor added 4 records$/,
      ].map((one) => expect.stringMatching(one)),
    );
    await judge(page, 'history-list');
    await panel()
      .getByRole('button', { name: /changed Stage of 3 records to Won/ })
      .click();
    await panel().getByRole('heading', { name: 'Changed Stage of 3 records to Won' }).waitFor();
    await panel().getByText('Before and after').waitFor();
    const lines = panel().getByRole('listitem');
    expect((await lines.allInnerTexts()).map((one) => one.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'Clinic check-in kiosks Stage Proposal Won',
      'Renewal 2027, all sites Stage Proposal Won',
      'Night shift add-on Stage Proposal Won',
    ]);
    await panel().getByText('3 records change back').waitFor();
    await judge(page, 'history-entry');
    await panel().getByRole('button', { name: 'Older change' }).click();
    await panel()
      .getByRole('heading', { name: /^Set Close date of Renewal/ })
      .waitFor();
    await panel().getByRole('button', { name: 'Newer change' }).click();
    await panel().getByRole('button', { name: 'Open Night shift add-on' }).click();
    await page.getByRole('dialog', { name: 'Night shift add-on' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('is narrowed by person and by kind, and its undo says the same words', async () => {
    await page.goto(`/object/${table.id}/list?panel=history`);
    await panel().getByRole('button', { name: /^Who:/ }).click();
    await page.getByRole('option', { name: 'Tobin Frey' }).click();
    await until(async () => (await rows()).filter((one) => one.includes('Maren')).length, 0);
    await panel()
      .getByRole('button', { name: /^Change:/ })
      .click();
    await page.getByRole('option', { name: 'Moved to trash' }).click();
    await panel().getByText('No changes match').waitFor();
    await panel().getByRole('button', { name: 'Show all changes' }).click();
    const entry = panel().getByRole('listitem').filter({ hasText: 'changed Stage of 3 records to Won' });
    await entry.getByRole('button', { name: 'Undo this' }).click();
    await page.getByText('Undone: changed Stage of 3 records to Won', { exact: true }).waitFor();
    await panel()
      .getByRole('button', { name: /undid: changed Stage of 3 records to Won/ })
      .waitFor();
    await until(async () => (await cell(page, 0, 1).innerText()).trim(), 'Proposal');
  });

  it('what was deleted stands by its time, with who did it, and comes back', async () => {
    await page.goto(`/object/${table.id}/list?panel=deleted`);
    const deleted = page.getByRole('dialog', { name: 'Deleted records' });
    const line = deleted.getByRole('listitem').filter({ hasText: 'Turbine parts tracking' });
    await line.getByText(/Maren Okafor · \d/).waitFor();
    await judge(page, 'history-deleted');
    await line.getByRole('button', { name: 'Restore' }).click();
    await deleted.getByText('No deleted records').waitFor();
    expect(errors).toEqual([]);
  });

  it('reads on a phone as well', async () => {
    const { page: phone, context } = await signIn(browser, product.url, product.owner, {
      width: 390,
      height: 844,
      theme: 'dark',
    });
    const seen = watchErrors(phone);
    await phone.goto(`/object/${table.id}/list?panel=history`);
    const sheet = phone.getByRole('dialog', { name: 'History' });
    await sheet
      .getByRole('button', { name: /changed Stage of 3 records to Won/ })
      .first()
      .waitFor();
    await judge(phone, 'history-phone');
    await sheet.getByRole('button', { name: /Tobin Frey changed Stage of 3 records to Won/ }).click();
    await sheet.getByRole('button', { name: 'Open Clinic check-in kiosks' }).waitFor();
    await judge(phone, 'history-phone-entry');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(seen).toEqual([]);
    await context.close();
  });
});
