import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, type Client } from '../product/product.ts';
import { cell, judge, until, watchErrors } from './screen.ts';

const csv = [
  'CODE,Título,Stage,Amount,Close date,Remark',
  'D-2,Lens stock pilot,Open,"12,500.00",12/31/2026,a',
  'D-3,Pallet sensors,Lost,a lot,01/29/2027,b',
  'D-1,Yard inventory,Won,100,03/04/2027,c',
  'D-5,,Open,100,03/04/2027,d',
  'D-6,Spare parts portal,Lost,7,10/14/2026,e',
].join('\n');

/** A file that is dropped on a table adds its rows to it: matched, checked against the table's rules, and taken back. */
describe('a spreadsheet for a table that is there', () => {
  let product: Joined;
  let browser: Browser;
  let page: Page;
  let api: Client;
  let errors: string[];
  let tableId = '';
  const titles = async (): Promise<unknown[]> =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        { limit: 50 },
      )
    ).records.map((one) => one.fields['Titulo']);
  const drop = (on: Page): Promise<void> =>
    on.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'more deals.csv'));
      const target = document.querySelector('[role="grid"], main')!;
      for (const type of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, csv);
  /** What a person says of the file, and of values that do not fit. */
  const tick = async (on: Page, name: RegExp): Promise<void> =>
    on.getByRole('checkbox', { name }).check({ force: true });
  const fieldFor = (column: string) => page.getByLabel(`Field for column ${column}`);

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    ({ id: tableId } = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Titulo', type: 'singleLineText', required: true },
        { name: 'Code', type: 'singleLineText', unique: true },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }] } },
        { name: 'Amount', type: 'currency', props: { decimals: 2 } },
        { name: 'Due', type: 'date' },
      ],
    }));
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
      fields: { Titulo: 'Dispatch scanners', Code: 'D-1' },
    });
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
  });
  afterAll(() => browser?.close());

  it('opens the import with "Add to this table" chosen, and finds its fields', async () => {
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 0).getByText('Dispatch scanners').waitFor();
    await drop(page);
    await page.waitForURL(/\/connector/);
    const target = page.getByRole('button', { name: /^Import as/ });
    await target.getByText('Add to this table: Deals').waitFor();
    // Another choice and back: the file is not sent again.
    await target.click();
    await page.getByRole('option', { name: 'New table' }).click();
    await page.getByRole('heading', { name: 'Match columns', exact: true }).waitFor();
    await target.click();
    await page.getByRole('option', { name: 'Add to Deals' }).click();
    await target.getByText('Add to this table: Deals').waitFor();
    await page.getByRole('heading', { name: 'Match columns with Deals' }).waitFor();
    await judge(page, 'import-into-match');
    for (const [column, field] of [
      ['A', 'Code'],
      ['B', 'Titulo'],
      ['C', 'Stage'],
      ['D', 'Amount'],
      ['E', 'Do not import'],
      ['F', 'Do not import'],
    ] as const)
      await fieldFor(column).getByText(field, { exact: true }).waitFor();
  });

  it('says which rows the table refuses, and takes another field and new options by choice', async () => {
    await page.getByText('1 row has no value for the required field “Titulo” and is left out. Row 4.').waitFor();
    await page.getByText('1 row has a value in “Code” that a record already has, and is left out. Row 3.').waitFor();
    await page.getByRole('button', { name: 'Import 3 records' }).waitFor();
    // By keys alone: the list opens, a name is typed, Enter takes it.
    await fieldFor('E').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: /^Due/ }).waitFor();
    await page.keyboard.type('Due');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Check Due: 100%/ }).waitFor();
    await page.getByRole('button', { name: /^Check Stage:/ }).click();
    await page.getByText('Add 1 new option').click();
    await page.getByText('All 5 values fit Select.').waitFor();
    await judge(page, 'import-into-drawer');
    await page.getByRole('button', { name: /^Check Amount:/ }).click();
    await page.getByText('1 of 5 values don’t fit Currency.').or(page.getByText(/a lot/)).first().waitFor();
    await page.keyboard.press('Escape');
    // What was chosen is there after a reload.
    await page.reload();
    await page.getByRole('button', { name: /^Check Due: 100%/ }).waitFor();
    await page.getByRole('button', { name: 'Import 3 records' }).waitFor();
  });

  it('waits until somebody agreed to what is left empty, by its count', async () => {
    const button = page.getByRole('button', { name: 'Import 3 records' });
    await page.getByText('Confirm that 1 value may change, or correct it.').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await tick(page, /^Leave 1 value empty that does not fit: Amount$/);
    await page.getByText('Confirm that you checked the file.').waitFor();
    await tick(page, /^I checked the file/);
    await until(() => button.isEnabled(), true);
    await judge(page, 'import-into-agreed');
  });

  it('adds the rows, tells what was left out, and takes them back alone', async () => {
    await page.getByRole('button', { name: 'Import 3 records' }).click();
    await page.getByText('3 records were added to Deals').waitFor({ timeout: 30_000 });
    await page.getByText('2 rows were left out', { exact: false }).waitFor();
    await page.getByText('1 row left out: a record has this value').waitFor();
    await page.getByText('1 row left out: no value').waitFor();
    await page.getByText('“a lot” in row 2').waitFor();
    await judge(page, 'import-into-finished');
    expect(await titles()).toEqual(['Dispatch scanners', 'Lens stock pilot', 'Pallet sensors', 'Spare parts portal']);
    await page
      .getByRole('link', { name: 'Go to table' })
      .or(page.getByRole('button', { name: 'Go to table' }))
      .first()
      .click();
    await cell(page, 3, 0).getByText('Spare parts portal').waitFor();
    await cell(page, 3, 2).getByText('Lost').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Undo import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
    await dialog.getByText('3 records are deleted. The table, its other records and the new options stay.').waitFor();
    await judge(page, 'import-into-undo');
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('heading', { name: 'The import was undone' }).waitFor({ timeout: 30_000 });
    await until(titles, ['Dispatch scanners']);
  });

  it('makes a new field of a column by choice, counts what it would change, and takes it back with the rows', async () => {
    const names = async (): Promise<readonly string[]> =>
      (await api.call<{ fields: { name: string }[] }>('GET', `v3/tables/${tableId}`)).fields.map((one) => one.name);
    const before = await names();
    await page.goto(`/connector?table=${tableId}`);
    await page.locator('input[type="file"]').setInputFiles({
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Titulo,Rank,Stage again\nNarrow aisle,007,Open\nWide aisle,12,Won\n'),
    });
    await page.getByRole('heading', { name: 'Match columns with Deals' }).waitFor();
    await fieldFor('B').getByText('Do not import', { exact: true }).waitFor();
    // By keys alone.
    await fieldFor('B').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'New field' }).waitFor();
    await page.keyboard.type('New');
    await page.keyboard.press('Enter');
    const name = page.getByLabel('Name of the new field for column B');
    await name.waitFor();
    await name.fill('Due');
    await page.getByText('Another field has this name.').waitFor();
    await name.fill('Rank');
    await page.getByRole('button', { name: 'Check Rank: 100%, Stays text' }).waitFor();
    await page.getByRole('button', { name: 'Type of Rank' }).click();
    await page.getByRole('option', { name: 'Number' }).click();
    // "007" fits a number, and would be another text: the card says so, and so does the tick.
    await page.getByRole('button', { name: 'Check Rank: 100%, 1 changes' }).click();
    await page.getByText('“007” becomes “7”').waitFor();
    await judge(page, 'import-into-new-field');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'Check Rank: 100%, 1 changes' }).waitFor();
    const button = page.getByRole('button', { name: 'Import 2 records' });
    await tick(page, /^I checked the file/);
    await page.getByText('Confirm that 1 value may change, or correct it.').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await tick(page, /^Change 1 value: Rank$/);
    await until(() => button.isEnabled(), true);
    await button.click();
    await page.getByText('2 records were added to Deals').waitFor({ timeout: 30_000 });
    await page.getByText('Fields added').waitFor();
    await page.getByText('1 value changed').waitFor();
    expect(await names()).toEqual([...before, 'Rank']);
    await page.getByRole('button', { name: 'Undo import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
    await dialog.getByText('The new field is deleted too, unless other records have values in it: Rank.').waitFor();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('heading', { name: 'The import was undone' }).waitFor({ timeout: 30_000 });
    await until(names, before);
    await until(titles, ['Dispatch scanners']);
  });

  it('is for whoever may add records, from the menu and on a phone, and for nobody else', async () => {
    const who = { name: 'Tobin Reyes', email: product.address('tobin'), password: 'grey-kettle-19' };
    await invite(api, who);
    const { context, page: theirs } = await signIn(browser, product.url, who, {
      width: 390,
      height: 844,
      theme: 'dark',
    });
    const seen = watchErrors(theirs);
    await theirs.goto(`/object/${tableId}/list`);
    await theirs.getByText('Dispatch scanners').first().waitFor();
    await theirs.getByRole('button', { name: 'Table menu' }).click();
    await theirs.getByRole('menuitem', { name: 'Upload data' }).click();
    await theirs.getByText('Its rows are added to Deals.', { exact: false }).waitFor();
    await judge(theirs, 'import-into-phone-choose');
    await theirs.locator('input[type="file"]').setInputFiles({
      name: 'more deals.csv',
      mimeType: 'text/csv',
      // The option that the import made stayed with the records in the trash.
      buffer: Buffer.from(csv.replaceAll('Lost', 'Parked')),
    });
    await theirs.getByRole('heading', { name: 'Match columns with Deals' }).waitFor();
    await judge(theirs, 'import-into-phone-match');
    await theirs.getByRole('button', { name: /^Check Stage:/ }).click();
    // New options are not theirs to make.
    await theirs.getByText('Only people who can edit the fields can add options.', { exact: false }).waitFor();
    expect(await theirs.getByRole('checkbox', { name: 'Add 1 new option' }).isDisabled()).toBe(true);
    await judge(theirs, 'import-into-phone-drawer');
    await theirs.keyboard.press('Escape');
    await tick(theirs, /^Leave 3 values empty that do not fit: Stage, Amount$/);
    await tick(theirs, /^I checked the file/);
    await theirs.getByRole('button', { name: 'Import 3 records' }).click();
    await theirs.getByText('3 records were added to Deals').waitFor({ timeout: 30_000 });
    await judge(theirs, 'import-into-phone-finished');
    const { users } = await api.call<{ users: { id: string; email: string }[] }>('GET', 'v3/users');
    await api.call('PUT', `v3/account/user/${users.find((one) => one.email === who.email)?.id}`, { seat: 'viewer' });
    await theirs.goto(`/connector?table=${tableId}`);
    await theirs.getByText("You don't have permission to add records to this table.").waitFor();
    await theirs.goto('/connector');
    await theirs.getByText("You don't have permission to create tables.").waitFor();
    expect(seen).toEqual([]);
    await context.close();
  });

  it('no page reported an error on the way', () => {
    expect(errors).toEqual([]);
  });
});
