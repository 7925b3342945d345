import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, paste, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import type { Client } from '../product/product.ts';
import { cell, interceptable, texts, until, watchErrors } from './screen.ts';

type Field = {
  readonly id: string;
  readonly name: string;
  readonly props: { readonly options?: readonly { readonly id: string; readonly label: string }[] };
};

/** What hands do besides what was meant: they confirm what is there, change their mind, are quicker than the server. */
describe('no value changes by itself', () => {
  let product: Joined;
  let browser: Browser;
  let page: Page;
  let api: Client;
  let errors: string[];
  let tableId = '';
  let fields: readonly Field[] = [];
  const fieldNamed = (name: string): Field => fields.find((field) => field.name === name)!;
  const definition = () => api.call<{ fields: readonly Field[] }>('GET', `v3/tables/${tableId}`);
  const labels = async (name: string) =>
    (await definition()).fields.find((field) => field.name === name)?.props.options?.map((option) => option.label);
  const stored = async (name: string) =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        { limit: 20 },
      )
    ).records.map((one) => one.fields[name] ?? null);
  const ids = async () =>
    (
      await api.call<{ records: { id: string }[] }>('POST', `v3/tables/${tableId}/records/query`, { limit: 20 })
    ).records.map(({ id }) => id);
  const open = async (search = '') => {
    await page.goto(`/object/${tableId}/list${search}`);
    await cell(page, 0, 0).getByText(/\w/).waitFor();
  };
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  /** Answers of a query wait until they are let go; they were made when they were asked for. */
  const hold = async (path: RegExp) => {
    const waiting: (() => Promise<void>)[] = [];
    await page.route(path, async (route) => {
      const response = await route.fetch();
      await new Promise<void>((resolve) => waiting.push(() => route.fulfill({ response }).then(resolve)));
    });
    return {
      held: async () => waiting.length,
      release: async (): Promise<void> => {
        await page.unroute(path);
        for (const go of waiting) await go();
      },
    };
  };

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    await interceptable(page);
    errors = watchErrors(page);
  });
  beforeAll(async () => {
    const table = await api.call<{ id: string; fields: readonly Field[] }>('POST', 'v3/tables', {
      label: 'Hands',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }] } },
        { name: 'Tags', type: 'multipleSelect', props: { options: [{ label: 'Red' }, { label: 'Blue' }] } },
        { name: 'Owner', type: 'user' },
      ],
    });
    tableId = table.id;
    fields = table.fields;
    const option = (name: string, label: string) =>
      fieldNamed(name).props.options?.find((one) => one.label === label)?.id;
    const { users } = await api.call<{ users: { id: string }[] }>('GET', 'v3/users');
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
      records: ['Ash', 'Birch', 'Cedar', 'Date', 'Elm'].map((Name) => ({
        fields: { Name, Stage: option('Stage', 'Open'), Tags: [option('Tags', 'Red')], Owner: users[0]?.id },
      })),
    });
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('who confirms or types again what is chosen keeps it, and Clear empties it', async () => {
    await open();
    const before = await stored('Stage');
    const owners = await stored('Owner');
    for (const column of [1, 3]) {
      await cell(page, 0, column).click();
      await press('F2', 'Enter');
      await page.getByRole('listbox').waitFor({ state: 'hidden' });
    }
    await cell(page, 1, 1).click();
    await page.keyboard.type('Open');
    await press('Enter');
    await cell(page, 1, 3).click();
    await page.keyboard.type('Mar');
    await press('Enter');
    await cell(page, 2, 1).click();
    await press('F2');
    await page.getByRole('option', { name: 'Open' }).click();
    // Something that is saved after it tells that nothing else was.
    await cell(page, 4, 0).click();
    await page.keyboard.type('Elder');
    await press('Enter');
    await until(async () => (await stored('Name'))[4], 'Elder');
    expect([await stored('Stage'), await stored('Owner')]).toEqual([before, owners]);
    await cell(page, 2, 1).click();
    await press('F2');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await until(async () => (await stored('Stage'))[2], null);
  });

  it('Escape takes ticks back that were just set', async () => {
    await open();
    const before = await stored('Tags');
    await cell(page, 0, 2).click();
    await press('F2');
    await page.getByRole('option', { name: 'Blue' }).click();
    await page.getByRole('option', { name: 'Blue', selected: true }).waitFor();
    await press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    expect(await cell(page, 0, 2).innerText()).toBe('Red');
    await cell(page, 1, 2).click();
    await press('F2');
    await page.getByRole('option', { name: 'Blue' }).click();
    await press('Tab');
    await until(async () => ((await stored('Tags'))[1] as string[]).length, 2);
    expect((await stored('Tags'))[0]).toEqual(before[0]);
  });

  it('a paste that makes an option is taken back by one undo', async () => {
    await open();
    const stages = await stored('Stage');
    await cell(page, 3, 1).click();
    await paste(page, 'Lost\nWon');
    await until(() => labels('Stage'), ['Open', 'Won', 'Lost']);
    await until(async () => new Set((await stored('Stage')).slice(3)).size, 2);
    await press('Control+z');
    await until(() => stored('Stage'), stages);
    await until(() => labels('Stage'), ['Open', 'Won']);
  });

  it('an answer that comes late does not bring a deleted row back', async () => {
    await open();
    const { held, release } = await hold(/records\/query\?/);
    // A new field has the rows asked for anew; the answer has what is deleted before it arrives.
    await api.call('POST', `v3/tables/${tableId}/fields`, { name: 'Late', type: 'singleLineText' });
    await until(held, 1);
    await cell(page, 1, 0).click();
    await press('Control+Backspace');
    await page.getByText('Birch').waitFor({ state: 'hidden' });
    await until(async () => (await stored('Name')).includes('Birch'), false);
    await release();
    await until(() => texts(page, 4, 1), [['Ash'], ['Cedar'], ['Date'], ['Elder']]);
    await press('Control+z');
    await page.getByText('Birch', { exact: true }).waitFor();
  });

  it('beside a row that has left the filter a new record gets what is typed', async () => {
    const won = fieldNamed('Stage').props.options?.find((one) => one.label === 'Open')?.id;
    const { id } = await api.call<{ id: string }>('POST', `v3/tables/${tableId}/views`, {
      label: 'Open ones',
      type: 'table',
      personal: false,
      config: { fields: [], filter: { fieldId: fieldNamed('Stage').id, operator: 'equals', value: won } },
    });
    await page.goto(`/object/${tableId}/${id}`);
    await cell(page, 0, 0).getByText(/\w/).waitFor();
    const rows = () => page.locator('[role="gridcell"][id$="-0"]').count();
    let wanted = await stored('Name');
    for (const [name, place] of [
      ['Fir', async () => (await rows()) - 1],
      ['Gum', async () => 1],
    ] as const) {
      const { held, release } = await hold(/records\/count$/);
      // The row leaves the filter, and stays in sight while it is selected.
      await cell(page, await place(), 1).click();
      await press('Backspace');
      await page.getByText('Not in this view').first().waitFor();
      await until(async () => (await held()) > 0, true);
      await press('Control+Shift+Enter');
      // The count that knows neither that row nor the new one comes when both are there.
      await release();
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await page.keyboard.type(name);
      // Enter begins the next record; left empty, it goes again.
      await press('Enter', 'Escape', 'ArrowUp');
      wanted = [...wanted, name];
      await until(() => stored('Name'), wanted);
    }
  });

  it('a row that leaves the filter stays in sight, also where the rows are read anew before its change is answered', async () => {
    // Nothing of what went before is on its way.
    await page.reload();
    await cell(page, 1, 0).getByText(/\w/).waitFor();
    const { held, release } = await hold(/records\?/);
    await cell(page, 1, 1).click();
    const name = await cell(page, 1, 0).innerText();
    await press('Backspace');
    await until(held, 1);
    // A new field has the rows asked for anew; the answer is without the row.
    await api.call('POST', `v3/tables/${tableId}/fields`, { name: 'Later', type: 'singleLineText' });
    await page.getByText('Not in this view').first().waitFor();
    await release();
    await cell(page, 1, 0).getByText(name).waitFor();
    await press('ArrowUp');
    await page.getByText('Not in this view').first().waitFor({ state: 'hidden' });
  });

  it('a column that is moved by keys twice at once goes two places', async () => {
    await open();
    await page.locator('[data-head-menu]').nth(1).focus();
    await press('Control+Shift+ArrowRight', 'Control+Shift+ArrowRight');
    await until(
      () =>
        page
          .locator('[role="columnheader"][data-field]')
          .evaluateAll((all) => all.slice(0, 4).map((one) => one.textContent)),
      ['Name', 'Tags', 'Owner', 'Stage'],
    );
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('Stage');
  });

  it('a panel is in the address: a reload and Back know it, and what was entered is asked about', async () => {
    await open();
    const panel = (name: string) => page.getByRole('dialog', { name });
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'Table Structure' }).click();
    await panel('Table Structure')
      .getByRole('button', { name: /^Stage/ })
      .click();
    await panel('Edit Stage').waitFor();
    await page.reload();
    await panel('Edit Stage').getByLabel('Name', { exact: true }).fill('Step');
    await page.goBack();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button').first().click();
    await panel('Edit Stage').waitFor();
    await page.goBack();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button').last().click();
    await panel('Table Structure').waitFor();
    await page.goBack();
    await panel('Table Structure').waitFor({ state: 'hidden' });
    for (const name of ['history', 'deleted']) {
      await open(`?panel=${name}`);
      await page.getByRole('dialog').waitFor();
      await press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(new URL(page.url()).search).toBe('');
    }
  });

  it('what is opened and closed again leaves no entry in the history, and what an address opens no ring', async () => {
    await page.goto('/home');
    await page.getByRole('link', { name: 'Hands' }).first().click();
    await cell(page, 0, 0).getByText(/\w/).waitFor();
    await cell(page, 0, 0).click();
    const entries = () => page.evaluate(() => history.length);
    const dialog = page.getByRole('dialog');
    const shown = () => new URL(page.url()).search;
    await press('Space');
    await dialog.waitFor();
    // Again at once: the step back that is on its way does not close what is opened after it.
    await press('Escape', 'Space');
    await dialog.getByRole('button', { name: 'Next record' }).click();
    const before = await entries();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await until(async () => shown(), '');
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    await dialog.waitFor();
    await press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await until(async () => shown(), '');
    expect(await entries()).toBe(before);
    await page.goBack();
    await page.waitForURL(/home/);
    for (const search of [`?recordId=${(await ids())[0]}`, '?panel=history']) {
      await open(search);
      await dialog.waitFor();
      const ring = () => dialog.evaluate((one) => [one === document.activeElement, getComputedStyle(one).outlineStyle]);
      await until(ring, [true, 'none']);
      // A key draws nothing around it either.
      await press('Shift');
      expect(await ring()).toEqual([true, 'none']);
      await press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(shown()).toBe('');
    }
  });

  it('a search that finds nothing says so, and not that a filter hides it', async () => {
    await open();
    await page.getByRole('button', { name: 'Search' }).last().click();
    await page.keyboard.type('xylophone');
    await page.getByText('No results for “xylophone”').waitFor();
    expect(await page.getByText(/filters? hides? every record/).count()).toBe(0);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await cell(page, 0, 0).getByText('Ash').waitFor();
  });

  it('a right that is taken away closes what is open, and keeps what was typed', async () => {
    const who = { name: 'Tobin Reyes', email: product.address('tobin'), password: 'grey-kettle-19' };
    await invite(api, who, 'Builder');
    const { context, page: theirs } = await signIn(browser, product.url, who);
    await theirs.goto(`/object/${tableId}/list`);
    await cell(theirs, 0, 0).getByText(/\w/).waitFor();
    await cell(theirs, 0, 0).click();
    await theirs.keyboard.type('Aspen');
    const { users } = await api.call<{ users: { id: string; email: string }[] }>('GET', 'v3/users');
    await api.call('PUT', `v3/account/user/${users.find((one) => one.email === who.email)?.id}`, { seat: 'viewer' });
    await theirs.locator('[data-editor]').waitFor({ state: 'detached', timeout: 20_000 });
    await cell(theirs, 0, 0).getByText('Aspen').waitFor();
    await theirs.getByText('You can no longer change this').first().waitFor();
    expect((await stored('Name'))[0]).toBe('Ash');
    expect(await theirs.getByRole('grid').getAttribute('aria-readonly')).toBe('true');
    await context.close();
  });

  it('a file that is dropped anywhere opens the import with it, or nothing: the page stays', async () => {
    await open();
    const drop = (name: string) =>
      page.evaluate((file) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['Name,Age\nAnn,7\n'], file));
        const target = document.querySelector('[role="grid"]') ?? document.body;
        return ['dragenter', 'dragover', 'drop'].map(
          (type) => !target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
        );
      }, name);
    // What is prevented is what the browser would do by itself: open the file.
    expect(await drop('picture.png')).toEqual([false, true, true]);
    await page.getByText('picture.png can’t be imported').waitFor();
    expect(await drop('people.csv')).toEqual([false, true, true]);
    await page.waitForURL(/\/connector/);
    await page.getByText('people.csv', { exact: true }).first().waitFor();
    await page.goto('/login');
    await page.goto('/settings/users');
    await page.getByRole('heading').first().waitFor();
    expect(await drop('people.csv')).toEqual([false, true, true]);
    await page.waitForURL(/\/connector/);
  });

  it('no page reported an error on the way', () => {
    expect(errors).toEqual([]);
  });
});
