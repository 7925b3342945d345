import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, paste, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { cell, until, watchErrors } from './screen.ts';

type Field = {
  readonly id: string;
  readonly name: string;
  readonly props: { options?: { id: string; label: string }[] };
};

/** Records typed in by keyboard alone, as fast as the keys can be sent: what arrives at the API is what was typed. */
describe('records are typed in', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let page: Page;
  let errors: string[];
  let tableId = '';
  let fields: readonly Field[];

  const make = async (label: string, list: readonly object[]): Promise<void> => {
    const table = await api.call<{ id: string; fields: Field[] }>('POST', 'v3/tables', { label, fields: list });
    tableId = table.id;
    fields = table.fields;
  };
  const stored = async (): Promise<Record<string, unknown>[]> =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        { limit: 100 },
      )
    ).records.map((one) => one.fields);
  const open = async (): Promise<void> => {
    await page.goto(`/object/${tableId}/list`);
    await page.getByRole('columnheader').nth(1).waitFor();
    await until(async () => (await page.getByRole('grid').getAttribute('aria-busy')) === null, true);
  };
  const editor = () => page.evaluate(() => document.activeElement?.closest('[data-editor]') !== null);
  /** Where the active cell is: its row and column, both from 0. */
  const at = async () =>
    ((await page.getByRole('grid').getAttribute('aria-activedescendant')) ?? '').split('-').slice(-2).join();
  const press = (...keys: readonly string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('ten of them at full speed, without a keystroke lost', async () => {
    await make('Parts', [
      { name: 'Part', type: 'singleLineText' },
      { name: 'Pieces', type: 'number' },
      { name: 'Notes', type: 'text' },
    ]);
    await open();
    const wanted = Array.from({ length: 10 }, (_, i) => ({
      Part: `nfa?/ part ${i}`,
      Pieces: 100 + i,
      ...(i % 2 === 0 ? { Notes: `note of ${i}` } : {}),
    }));
    await page.keyboard.press('n');
    for (const { Part, Pieces, Notes } of wanted) {
      await page.keyboard.type(Part);
      await page.keyboard.press('Tab');
      await page.keyboard.type(String(Pieces));
      // Both ways lead on: Enter from any cell, Tab from the last.
      if (Notes === undefined) await page.keyboard.press('Enter');
      else {
        await page.keyboard.press('Tab');
        await page.keyboard.type(Notes);
        await page.keyboard.press('Tab');
      }
    }
    expect(await editor()).toBe(true);
    await page.keyboard.press('Escape');
    await until(stored, wanted as Record<string, unknown>[]);
    expect(await page.getByText(/new records?$/).count()).toBe(0);
    // The row that was made for an eleventh and left empty is gone, and no undo knows of it.
    await until(async () => page.getByRole('grid').getAttribute('aria-rowcount'), '12');
    await press('Control+z');
    await until(async () => (await stored())[9]?.['Pieces'] ?? null, null);
  });

  it('the button, the last row and Ctrl+Shift+Enter put the caret into the new record', async () => {
    await make('Shelf', [
      { name: 'Item', type: 'singleLineText' },
      { name: 'Kind', type: 'select', props: { options: [{ label: 'Raw' }, { label: 'Made' }] } },
    ]);
    await open();
    await page.getByRole('toolbar').getByRole('button', { name: 'New record' }).click();
    await page.keyboard.type('by the button');
    await page.keyboard.press('Enter');
    expect(await editor()).toBe(true);
    await press('Escape');
    await until(async () => (await stored()).length, 1);
    await page.getByRole('row').getByRole('button', { name: 'New record' }).click();
    await page.keyboard.type('by the row');
    await press('Tab');
    // A list is chosen from by typing as well; Tab goes on from it.
    await page.keyboard.type('Ma');
    await press('Tab');
    await page.keyboard.type('on and on');
    await press('Escape', 'Escape', 'Control+Shift+Enter');
    await page.keyboard.type('by its keys');
    await press('Tab');
    await until(async () => (await stored()).map((one) => one['Item']), ['by the button', 'by the row', 'by its keys']);
    const made = fields[1]?.props.options?.find((one) => one.label === 'Made')?.id;
    expect((await stored())[1]?.['Kind']).toBe(made);
  });

  it('Enter keeps what was typed or chosen and goes one down, in every type of field; Shift goes up', async () => {
    await make('Every', [
      { name: 'Line', type: 'singleLineText' },
      { name: 'Long', type: 'text' },
      { name: 'Count', type: 'number', props: { decimals: 2 } },
      { name: 'Money', type: 'currency' },
      { name: 'Share', type: 'percent' },
      { name: 'Day', type: 'date' },
      { name: 'Moment', type: 'dateTime' },
      { name: 'One', type: 'select', props: { options: [{ label: 'Raw' }, { label: 'Made' }] } },
      { name: 'Several', type: 'multipleSelect', props: { options: [{ label: 'Red' }, { label: 'Blue' }] } },
      { name: 'Person', type: 'user' },
      { name: 'Mail', type: 'email' },
      { name: 'Call', type: 'phone' },
      { name: 'Page', type: 'link' },
    ]);
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
      records: Array.from({ length: 4 }, (_, i) => ({ fields: { Line: `row ${i}` } })),
    });
    await open();
    await cell(page, 1, 0).click();
    for (const [column, typed] of [
      'a line',
      'a text',
      '12',
      '12.5',
      '40',
      '2026-03-02',
      '2026-03-02 18:30',
      'Made',
      'Bl',
      'Mar',
      'a@example.com',
      '+55 11 98000-0000',
      'https://example.com',
    ].entries()) {
      await until(at, `1,${column}`);
      await page.keyboard.type(typed);
      await press('Enter');
      // Of several, the second Enter says that no more are to come.
      if (column === 8) {
        await until(() => page.getByRole('option', { selected: true }).count(), 1);
        await press('Enter');
      }
      await until(at, `2,${column}`);
      expect(await editor(), `editor of column ${column}`).toBe(false);
      await press('ArrowUp', 'ArrowRight');
    }
    await until(async () => Object.keys((await stored())[1] ?? {}).length, 13);
    const { Several, One } = (await stored())[1] ?? {};
    const option = (of: number, label: string) => fields[of]?.props.options?.find((one) => one.label === label)?.id;
    expect([One, Several]).toEqual([option(7, 'Made'), [option(8, 'Blue')]]);
    await cell(page, 2, 7).click();
    await page.keyboard.type('Raw');
    await press('Shift+Enter');
    await until(at, '1,7');
    await until(async () => (await stored())[2]?.['One'], option(7, 'Raw'));
    // What is pointed at stays where it is.
    await press('Enter');
    await page.getByRole('option', { name: 'Raw' }).click();
    await until(async () => (await stored())[1]?.['One'], option(7, 'Raw'));
    expect(await at()).toBe('1,7');
    // Several are ticked one by one, by arrows as well.
    await cell(page, 3, 8).click();
    await press('Enter', 'ArrowDown', 'Enter', 'ArrowUp', 'Enter', 'Enter');
    await until(async () => (await stored())[3]?.['Several'], [option(8, 'Blue'), option(8, 'Red')]);
  });

  it('digits that a field does not keep are told, pasted and typed', async () => {
    await open();
    await cell(page, 0, 2).click();
    await paste(page, '1.005\t7\n2.25\t8');
    await page.getByText('1 number was rounded to the decimals that its field keeps').waitFor();
    await until(async () => (await stored()).slice(0, 2).map((one) => one['Count']), [1.01, 2.25]);
    await cell(page, 2, 2).click();
    await page.keyboard.type('3.14159');
    await press('Enter');
    await until(async () => (await stored())[2]?.['Count'], 3.14);
    await page.getByText('1 number was rounded').waitFor();
  });

  it('a table that was just named takes its first record, and goes on past its three empty rows', async () => {
    await page.goto('/home');
    await page.getByRole('button', { name: 'Create' }).first().click();
    await page.getByRole('menuitem', { name: /table/i }).first().click();
    await page.waitForURL('**/object/**');
    await until(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Table name');
    await cell(page, 2, 0).waitFor();
    await page.keyboard.type('Visits');
    await press('Enter');
    for (const name of ['Ana', 'Bo', 'Cy', 'Di', 'Ed']) {
      await page.keyboard.type(name);
      await press('Enter');
    }
    await press('Escape');
    tableId = /object\/([0-9a-z]{26})/.exec(page.url())?.[1] ?? '';
    await until(async () => (await stored()).map((one) => one['Name']), ['Ana', 'Bo', 'Cy', 'Di', 'Ed']);
    await page.getByRole('heading', { name: 'Visits' }).waitFor();
  });

  it('in a view that sorts and filters nothing is lost, and each keeps what was typed for it', async () => {
    await make('Sorted', [
      { name: 'Part', type: 'singleLineText' },
      { name: 'Pieces', type: 'number' },
    ]);
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
      records: Array.from({ length: 40 }, (_, i) => ({
        fields: { Part: `old ${String(i).padStart(2, '0')}`, Pieces: i },
      })),
    });
    const { views } = await api.call<{ views: { id: string }[] }>('GET', `v3/tables/${tableId}`);
    await api.call('PATCH', `v3/tables/${tableId}/views/${views[0]?.id}`, {
      config: {
        fields: [],
        sort: [{ fieldId: fields[0]?.id, order: 'asc' }],
        filter: { and: [{ fieldId: fields[1]?.id, operator: 'isNotEmpty' }] },
      },
    });
    await open();
    const wanted = Array.from({ length: 6 }, (_, i) => ({ Part: `new ${i}`, Pieces: 500 - i }));
    await press('n');
    for (const { Part, Pieces } of wanted) {
      await page.keyboard.type(Part);
      await press('Tab');
      await page.keyboard.type(String(Pieces));
      await press('Enter');
    }
    await press('Escape');
    await until(
      async () => (await stored()).filter(({ Part }) => String(Part).startsWith('new')),
      wanted as Record<string, unknown>[],
    );
    // The row that was begun last and left empty goes again.
    await until(async () => (await stored()).length, 46);
  });

  it('what the person undid or brought back is never announced as new', async () => {
    await make('Stock', [{ name: 'Item', type: 'singleLineText' }]);
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
      records: Array.from({ length: 60 }, (_, i) => ({ fields: { Item: `Item ${i}` } })),
    });
    await open();
    await cell(page, 3, 0).click();
    await press('Control+Backspace');
    await until(async () => (await stored()).length, 59);
    const [last] = (await api.call<{ undo: { id: string }[] }>('GET', `v3/tables/${tableId}/undo-stack`)).undo;
    // By another window of the same person, so that this one only hears of it.
    await api.call('POST', `v3/undo/${last?.id}`, {});
    await until(async () => (await cell(page, 3, 0).innerText()).trim(), 'Item 3');
    expect(await page.getByText(/\d+ new record/).count()).toBe(0);
  });

  it('a record is deleted from its panel at once, and comes back', async () => {
    await cell(page, 2, 0).click();
    await press('Space');
    const panel = page.getByRole('dialog');
    await panel.getByText('Item 2').first().waitFor();
    await panel.getByRole('button', { name: 'Record menu' }).click();
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    await until(async () => (await stored()).length, 59);
    await until(() => page.getByRole('dialog').count(), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await stored())[2]?.['Item'], 'Item 2');
    await until(async () => (await cell(page, 2, 0).innerText()).trim(), 'Item 2');
  });

  it('the keys are listed by Ctrl+/ also over an editor, and by ? where no cell takes it', async () => {
    await cell(page, 0, 0).click();
    await press('F2', 'Control+/');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.waitFor();
    await press('Control+/');
    await list.waitFor({ state: 'hidden' });
    // A cell that is selected takes it as the first letter of a value.
    await cell(page, 0, 0).click();
    await press('?');
    expect(await editor()).toBe(true);
    await press('Escape', 'Escape', '?');
    await list.waitFor();
    await press('Escape');
    await list.waitFor({ state: 'hidden' });
    // The menu of a column takes no letters, also while a cell is selected.
    await cell(page, 0, 0).click();
    await press('ArrowUp', '?');
    await list.waitFor();
    await press('Escape');
    await list.waitFor({ state: 'hidden' });
  });

  it('a column is moved by keys as often as they come', async () => {
    await make(
      'Wide',
      ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, type: 'singleLineText' })),
    );
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, { records: [{ fields: { A: 'one' } }] });
    await open();
    await cell(page, 0, 1).click();
    await press('ArrowUp', 'Control+Shift+ArrowRight', 'Control+Shift+ArrowRight', 'Control+Shift+ArrowRight');
    const heads = () => page.getByRole('columnheader').allInnerTexts();
    await until(
      async () => (await heads()).map((one) => one.trim()).filter((one) => one !== ''),
      ['A', 'C', 'D', 'E', 'B'],
    );
    await press('Control+Shift+ArrowLeft', 'Control+Shift+ArrowLeft');
    await until(
      async () => (await heads()).map((one) => one.trim()).filter((one) => one !== ''),
      ['A', 'C', 'B', 'D', 'E'],
    );
    await press('ArrowDown');
    expect(await at()).toBe('0,2');
    expect(errors).toEqual([]);
  });
});
