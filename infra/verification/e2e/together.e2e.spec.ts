import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, paste, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { cell, judge, texts, until, watchErrors } from './screen.ts';

/** The first hour of two people: a blank table, typing, pasting, undo, a colleague, deleting and taking it back. */
describe('two people and a table', () => {
  let product: Joined;
  let browser: Browser;
  let maren: Page;
  let tobin: Page;
  let contexts: BrowserContext[];
  const errors: string[][] = [];
  let api: Client;
  let tableId = '';

  const person = async () => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: product.url,
      locale: 'en-US',
      permissions: [],
    });
    contexts.push(context);
    const page = await context.newPage();
    errors.push(watchErrors(page));
    return page;
  };

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    const table = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Notes', type: 'text' },
        { name: 'Status', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Done' }] } },
      ],
    });
    tableId = table.id;
    await api.call('POST', `v3/tables/${tableId}/records`, { records: [1, 2, 3].map(() => ({ fields: {} })) });
    browser = await launch();
    const own = await signIn(browser, product.url, product.owner);
    contexts = [own.context];
    maren = own.page;
    errors.push(watchErrors(maren));
    await maren.goto(`/object/${tableId}/list`);
    await cell(maren, 2, 0).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('typing replaces a cell, Enter goes down, Tab goes right, and a reload shows what was typed', async () => {
    await cell(maren, 0, 0).click();
    await maren.keyboard.type('Dispatch scanners');
    await maren.keyboard.press('Enter');
    await maren.keyboard.type('Clinic check-in kiosks');
    await maren.keyboard.press('Tab');
    await maren.keyboard.type('Second quote asked');
    await maren.keyboard.press('Enter');
    await until(
      () => texts(maren, 2, 2),
      [
        ['Dispatch scanners', ''],
        ['Clinic check-in kiosks', 'Second quote asked'],
      ],
    );
    await until(
      async () =>
        (
          await api.call<{ records: { fields: object }[] }>(
            'POST',
            `v3/tables/${tableId}/records/query?fieldKey=name`,
            {},
          )
        ).records
          .map((r) => r.fields)
          .slice(0, 2),
      [{ Name: 'Dispatch scanners' }, { Name: 'Clinic check-in kiosks', Notes: 'Second quote asked' }] as object[],
    );
    await maren.reload();
    await cell(maren, 0, 0).getByText('Dispatch scanners').waitFor();
    await judge(maren, 'grid');
  });

  it('a paste from a spreadsheet fills cells and makes rows, and one undo takes all of it back, redo brings it again', async () => {
    await cell(maren, 2, 0).click();
    await paste(maren, 'Lens stock pilot\t"two\nlines"\r\nTurbine parts\tnone\r\nLab custody\t\r\n');
    await until(async () => (await cell(maren, 4, 0).innerText()).trim(), 'Lab custody');
    const names = async () =>
      (
        await api.call<{ records: { fields: { Name?: string; Notes?: string } }[] }>(
          'POST',
          `v3/tables/${tableId}/records/query?fieldKey=name`,
          {},
        )
      ).records.map((r) => r.fields.Name ?? '');
    await until(names, [
      'Dispatch scanners',
      'Clinic check-in kiosks',
      'Lens stock pilot',
      'Turbine parts',
      'Lab custody',
    ]);
    await maren.reload();
    await cell(maren, 0, 0).click();
    await maren.keyboard.press('Control+z');
    await until(names, ['Dispatch scanners', 'Clinic check-in kiosks', '']);
    await until(async () => (await cell(maren, 2, 0).innerText()).trim(), '');
    await maren.keyboard.press('Control+Shift+z');
    await until(names, [
      'Dispatch scanners',
      'Clinic check-in kiosks',
      'Lens stock pilot',
      'Turbine parts',
      'Lab custody',
    ]);
    await until(async () => (await cell(maren, 4, 0).innerText()).trim(), 'Lab custody');
  });

  it('an invitation link brings a colleague, who works in the same table at once', async () => {
    await maren.goto('/home');
    await maren.getByRole('heading', { name: 'Recent' }).waitFor();
    await judge(maren, 'home');
    await maren.getByRole('button', { name: 'Invite people' }).first().click();
    await maren.getByRole('dialog').waitFor();
    await judge(maren, 'invite');
    await maren.getByRole('button', { name: 'Create link' }).click();
    const link = await maren.getByLabel('Invitation link').inputValue();
    await judge(maren, 'invite-link');

    tobin = await person();
    await tobin.goto(new URL(link).pathname);
    await tobin.getByRole('heading', { name: 'Join Marlow Supply' }).waitFor();
    await judge(tobin, 'invitation');
    await tobin.getByLabel('Name', { exact: true }).fill('Tobin Reyes');
    await tobin.getByLabel('E-mail').fill(product.address('tobin'));
    await tobin.getByRole('textbox', { name: 'Password' }).fill('grey-kettle-19');
    await tobin.getByRole('button', { name: 'Join Marlow Supply' }).click();
    await tobin.getByRole('heading', { name: 'Home' }).or(tobin.getByText('Recent')).first().waitFor();
    await tobin.goto(`/object/${tableId}/list`);
    await cell(tobin, 0, 0).getByText('Dispatch scanners').waitFor();
    await tobin.goto(new URL(link).pathname);
    await tobin
      .getByText(/used|logged in as/i)
      .first()
      .waitFor();
  });

  it("each sees the other's change within moments, and where the other is", async () => {
    await maren.goto(`/object/${tableId}/list`);
    await tobin.goto(`/object/${tableId}/list`);
    await cell(maren, 0, 0).getByText('Dispatch scanners').waitFor();
    await cell(tobin, 0, 0).getByText('Dispatch scanners').waitFor();
    await cell(tobin, 1, 0).click();
    await maren.getByText('Tobin', { exact: false }).first().waitFor();
    await tobin.keyboard.type('Clinic kiosks, 12 sites');
    const waited = until(async () => (await cell(maren, 1, 0).innerText()).trim(), 'Clinic kiosks, 12 sites');
    await tobin.keyboard.press('Enter');
    expect(await waited).toBeLessThan(5000);
    await judge(maren, 'grid-together');
  });

  it('deleted records come back with one undo', async () => {
    await cell(maren, 3, 0).click();
    await maren.keyboard.press('Shift+ArrowDown');
    await maren.keyboard.press('Control+Backspace');
    const count = async () =>
      (await api.call<{ total: number }>('POST', `v3/tables/${tableId}/records/count`, {})).total;
    await until(count, 3);
    await maren.getByRole('button', { name: 'Undo' }).click();
    await until(count, 5);
    await until(async () => (await cell(maren, 4, 0).innerText()).trim(), 'Lab custody');
  });

  it('a record opens beside the grid, tells its history and takes an earlier value back', async () => {
    await cell(maren, 1, 0).hover();
    await maren.locator('[data-place="1"]').getByRole('button', { name: 'Expand record' }).click();
    await maren.getByText('changed Name').first().waitFor();
    expect(maren.url()).toContain('record');
    await judge(maren, 'record');
    await maren.getByRole('button', { name: 'Restore the earlier value of Name' }).first().click();
    await until(async () => (await cell(maren, 1, 0).innerText()).trim(), 'Clinic check-in kiosks');
    await maren.keyboard.press('Escape');
    await until(async () => maren.url().includes('record'), false);
  });

  it('what does not exist and what one may not see say so', async () => {
    await maren.goto('/nowhere/at/all');
    await maren.getByText('Page not found').waitFor();
    await judge(maren, 'not-found');
    await maren.goto('/object/01m7z3eefza11wpbj7vp06kc3h/list');
    await maren.getByText('Page not found').waitFor();
    await judge(maren, 'table-not-found');
  });

  it('no page reported an error on the way', () => {
    expect(errors.flat()).toEqual([]);
  });
});
