import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyAs, launch, paste, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, login } from '../product/product.ts';
import type { Client } from '../product/product.ts';
import { cell, judge, until, watchErrors } from './screen.ts';

/**
 * What people do to cells beside typing: paste from Excel, fill, sum, change many at once, meet each other in one cell,
 * take back.
 */
describe('the grid at work', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let maren: Page;
  let other: Page;
  let contexts: BrowserContext[];
  let errors: string[];
  let tobin: { readonly name: string; readonly email: string; readonly password: string };
  let tableId = '';
  const field = new Map<string, string>();
  const option = new Map<string, string>();
  const stored = async (from: number, count: number) =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        { offset: from, limit: count },
      )
    ).records.map((one) => one.fields);
  const total = async () => (await api.call<{ total: number }>('POST', `v3/tables/${tableId}/records/count`, {})).total;
  const open = async (page: Page) => {
    await page.goto(`/object/${tableId}/list`);
    await cell(page, 0, 0).getByText(/\w/).waitFor();
  };

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    tobin = { name: 'Tobin Reyes', email: product.address('tobin'), password: 'grey-kettle-19' };
    const table = await api.call<{
      id: string;
      fields: { id: string; name: string; props: { options?: { id: string; label: string }[] } }[];
    }>('POST', 'v3/tables', {
      label: 'Orders',
      fields: [
        { name: 'Order', type: 'singleLineText' },
        { name: 'Status', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Done' }] } },
        { name: 'Amount', type: 'number' },
        { name: 'Due', type: 'date' },
        { name: 'Notes', type: 'text' },
      ],
    });
    tableId = table.id;
    for (const one of table.fields) {
      field.set(one.name, one.id);
      for (const { id, label } of one.props.options ?? []) option.set(label, id);
    }
    for (let part = 0; part < 3; part++) {
      await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, {
        records: Array.from({ length: 1000 }, (_, i) => ({
          fields: { Order: `Order ${part * 1000 + i}`, Status: i % 2 ? 'Open' : 'Done', Amount: i },
        })),
      });
    }
    await invite(api, tobin, 'Builder');
    browser = await launch();
    contexts = [];
    for (const who of [product.owner, tobin]) {
      const { context, page } = await signIn(browser, product.url, who);
      contexts.push(context);
      if (who === tobin) other = page;
      else maren = page;
    }
    errors = watchErrors(maren);
    await open(maren);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('a copy from Excel arrives with its line breaks, money, brackets and dates', async () => {
    await cell(maren, 0, 0).click();
    await copyAs(
      maren,
      'Pasted & quoted\tOpen\t1,234.50\t12/31/2026\t"line one\nline two"\r\nSecond\tDone\t(99)\t1/2/2027\t\r\n',
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><!--StartFragment--><table><tr height=20><td class=xl65>Pasted &amp; quoted</td><td>Open</td><td align=right>1,234.50</td><td>12/31/2026</td><td>line one<br style="mso-data-placement:same-cell">line two</td></tr><tr><td>Second</td><td>Done</td><td>(99)</td><td>1/2/2027</td><td></td></tr></table><!--EndFragment--></body></html>',
    );
    await maren.keyboard.press('Control+v');
    await until(() => stored(0, 2), [
      {
        Order: 'Pasted & quoted',
        Status: option.get('Open'),
        Amount: 1234.5,
        Due: '2026-12-31',
        Notes: 'line one\nline two',
      },
      { Order: 'Second', Status: option.get('Done'), Amount: -99, Due: '2027-01-02' },
    ] as Record<string, unknown>[]);
  });

  it('a paste of more cells than a tab can hold is refused with a sentence, whatever the length of its rows', async () => {
    await cell(maren, 0, 0).click();
    await paste(maren, `a\tb\tc\td\te\n${'y\n'.repeat(200_000)}`);
    await maren.getByText('This would fill 1,000,005 cells. Paste at most 1,000,000 at once').waitFor();
    expect((await stored(0, 1))[0]?.['Order']).toBe('Pasted & quoted');
  });

  it('a copy from the grid goes through the clipboard and comes back as it was, also right after typing', async () => {
    await cell(maren, 0, 0).click();
    await maren.keyboard.type('Typed');
    await maren.keyboard.press('Enter');
    await until(async () => (await stored(0, 1))[0]?.['Order'], 'Typed');
    await cell(maren, 0, 0).click();
    for (let i = 0; i < 4; i++) await maren.keyboard.press('Shift+ArrowRight');
    await maren.keyboard.press('Control+c');
    await cell(maren, 8, 0).click();
    await maren.keyboard.press('Control+v');
    const first = (await stored(0, 1))[0]!;
    await until(async () => (await stored(8, 1))[0], first);
    await maren.keyboard.press('Control+z');
    await until(async () => (await stored(8, 1))[0], {
      Order: 'Order 8',
      Status: option.get('Done'),
      Amount: 8,
    } as Record<string, unknown>);
  });

  it('a press right after a scroll meets the row that is shown there', async () => {
    await maren.evaluate(() => {
      const body = document.querySelector('[data-body]');
      const scroll = body?.parentElement?.parentElement;
      const box = scroll?.getBoundingClientRect();
      if (!body || !scroll || !box) return;
      // Ten rows on, and a press before the browser has told of it.
      scroll.scrollTop = 480;
      const press = { clientX: box.left + 120, clientY: box.top + 36 + 24, button: 0, bubbles: true };
      body.dispatchEvent(new PointerEvent('pointerdown', press));
      window.dispatchEvent(new PointerEvent('pointerup', press));
    });
    const grid = maren.getByRole('grid');
    await until(async () => (await grid.getAttribute('aria-activedescendant'))?.split('-').slice(-2).join('-'), '10-0');
    await grid.evaluate(() => {
      const scroll = document.querySelector('[data-body]')?.parentElement?.parentElement;
      if (scroll) scroll.scrollTop = 0;
    });
  });

  it('a dragged handle fills, and the footer sums what is selected', async () => {
    await cell(maren, 5, 2).click();
    const box = await maren.locator('[data-act="fill"]').boundingBox();
    await maren.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await maren.mouse.down();
    await maren.mouse.move(box?.x ?? 0, (box?.y ?? 0) + 150, { steps: 4 });
    await maren.mouse.up();
    await until(async () => (await stored(5, 4)).map((one) => one['Amount']), [5, 5, 5, 5]);
    await maren.getByText('Sum').first().waitFor();
    await judge(maren, 'grid-filled');
  });

  it('after a reload one undo names what it took back and shows it', async () => {
    await open(maren);
    await maren.getByRole('grid').focus();
    await maren.keyboard.press('Control+z');
    await maren.getByText(/^Undone: changed Amount of \d records to 5$/).waitFor();
    await until(async () => (await stored(5, 4)).map((one) => one['Amount']), [5, 6, 7, 8]);
  });

  it('of two people in one cell the later sees what the other wrote before it is overwritten', async () => {
    await open(other);
    await cell(maren, 3, 0).click();
    await maren.keyboard.press('F2');
    await cell(other, 3, 0).click();
    await other.keyboard.type('From Tobin');
    await other.keyboard.press('Enter');
    await until(async () => (await stored(3, 1))[0]?.['Order'], 'From Tobin');
    await judge(maren, 'grid-editing');
    await maren.keyboard.type(' and Maren');
    await maren.keyboard.press('Enter');
    await cell(maren, 3, 0).click();
    await maren.getByText('Current value: From Tobin').waitFor();
    await judge(maren, 'grid-conflict');
    await maren.getByRole('button', { name: 'Use mine' }).click();
    await until(async () => (await stored(3, 1))[0]?.['Order'], 'Order 3 and Maren');
  });

  it('"Select all" means every record: they are changed with examples and a count, and one undo brings all back', async () => {
    await open(maren);
    await maren.getByRole('checkbox', { name: 'Select all records' }).click();
    await maren.getByText('3,000 records selected').waitFor();
    await maren.getByRole('toolbar', { name: 'Selected records' }).getByRole('button', { name: 'Edit' }).click();
    const dialog = maren.getByRole('dialog', { name: 'Edit 3,000 records' });
    await dialog.getByRole('button', { name: 'Change 3,000 records' }).click();
    await dialog.getByText('Enter a value.').waitFor();
    await dialog.getByRole('button', { name: 'Order: Empty' }).click();
    await maren.keyboard.type('The same');
    await judge(maren, 'bulk-edit');
    await dialog.getByRole('button', { name: 'Change 3,000 records' }).click();
    await maren.getByText('3,000 records changed').waitFor({ timeout: 60_000 });
    expect((await stored(2999, 1))[0]?.['Order']).toBe('The same');
    await maren.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await stored(2999, 1))[0]?.['Order'], 'Order 2999', 60_000);
  });

  it('all are deleted at once and come back', async () => {
    await open(maren);
    await maren.getByRole('checkbox', { name: 'Select all records' }).click();
    await maren.getByRole('toolbar', { name: 'Selected records' }).getByRole('button', { name: 'Delete' }).click();
    await maren.getByText('3,000 records moved to trash').waitFor({ timeout: 60_000 });
    await maren.getByRole('button', { name: 'Undo' }).click();
    await until(total, 3000, 60_000);
  });

  it('a field that comes with values shows them at once, to everyone who looks', async () => {
    await api.call('DELETE', `v3/tables/${tableId}/fields/${field.get('Status')}`);
    for (const page of [maren, other]) {
      await open(page);
      expect(await page.getByRole('columnheader', { name: 'Status' }).count()).toBe(0);
    }
    await api.call('POST', `v3/tables/${tableId}/fields/${field.get('Status')}/restore`, {});
    await api.call('POST', `v3/tables/${tableId}/fields`, { name: 'Made by', type: 'criado_por', index: 1 });
    for (const page of [maren, other]) {
      await cell(page, 2, 1).getByText('Maren Okafor').waitFor();
      await cell(page, 2, 2).getByText('Done').waitFor();
    }
  });

  const menuOf = (name: string) =>
    maren
      .getByRole('columnheader', { name })
      .hover()
      .then(() => maren.getByRole('button', { name: `Menu of ${name}` }).click());

  it('a default that is no value of the field stays as it was typed, until it is mended', async () => {
    await open(maren);
    await menuOf('Amount');
    await maren.getByRole('menuitem', { name: 'Edit field' }).click();
    const panel = maren.getByRole('dialog', { name: 'Edit Amount' });
    const value = panel.getByRole('button', { name: /^Default value/ });
    await value.focus();
    await maren.keyboard.type('many');
    await maren.keyboard.press('Enter');
    await panel.getByRole('alert').getByText('This is not a number.').waitFor();
    await value.getByText('many', { exact: true }).waitFor();
    await judge(maren, 'field-default');
    await panel.getByLabel('Description').fill('What it costs');
    await panel.getByRole('button', { name: 'Save' }).click();
    await maren.getByText('Couldn’t save the field').waitFor();
    await value.click();
    expect(await panel.getByRole('textbox', { name: 'Default value' }).inputValue()).toBe('many');
    await maren.keyboard.press('Control+a');
    await maren.keyboard.type('12');
    await maren.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.waitFor({ state: 'hidden' });
    const { fields } = await api.call<{ fields: { name: string; default: unknown; description: string }[] }>(
      'GET',
      `v3/tables/${tableId}`,
    );
    expect(fields.find((one) => one.name === 'Amount')).toMatchObject({ default: 12, description: 'What it costs' });
  });

  it('a field that cannot be unique names the values that repeat, and columns are frozen and let go', async () => {
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, { fields: { Order: 'Order 20' } });
    await open(maren);
    await menuOf('Order');
    await maren.getByRole('menuitem', { name: 'Edit field' }).click();
    const panel = maren.getByRole('dialog', { name: 'Edit Order' });
    await panel.getByText('No duplicates').click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(/^More than one record has .*Order 20/).waitFor();
    await judge(maren, 'field-duplicates');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.waitFor({ state: 'hidden' });
    // Two columns would leave less than half of this window for the others.
    await menuOf('Made by');
    expect(await maren.getByRole('menuitem', { name: 'Freeze up to here' }).isDisabled()).toBe(true);
    // The keyboard comes to it as well, to hear why.
    await maren.keyboard.type('freeze');
    expect(await maren.evaluate(() => document.activeElement?.textContent)).toContain(
      'Too wide to freeze: other columns would get less than half the screen.',
    );
    await maren.keyboard.press('Enter');
    expect(await maren.getByRole('menu').count()).toBe(1);
    await maren.keyboard.press('Escape');
    const left = async () => (await maren.getByRole('columnheader', { name: 'Order' }).boundingBox())?.x ?? 0;
    const across = async () => {
      await cell(maren, 2, 1).hover();
      await maren.mouse.wheel(200, 0);
    };
    const before = await left();
    await across();
    await cell(maren, 2, 3).waitFor();
    expect(await left()).toBe(before);
    await maren.mouse.wheel(-2000, 0);
    await menuOf('Order');
    await maren.getByRole('menuitem', { name: 'Unfreeze columns' }).click();
    await across();
    await until(async () => (await left()) < before, true);
    await maren.getByRole('button', { name: 'Reset' }).click();
    await until(async () => (await left()) >= before - 250, true);
  });

  it('no page reported an error on the way', () => {
    expect(errors).toEqual([]);
  });

  it('columns are moved and widened by hand and by keyboard, Escape gives a drag up, and a reload keeps them', async () => {
    const { context, page } = await signIn(browser, product.url, tobin, { width: 1700 });
    const { id } = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Columns',
      fields: ['Order', 'Status', 'Amount', 'Due', 'Notes'].map((name) => ({
        name,
        type: name === 'Amount' ? 'number' : 'singleLineText',
      })),
    });
    await api.call('POST', `v3/tables/${id}/records?fieldKey=name`, { fields: { Order: 'One' } });
    await page.goto(`/object/${id}/list`);
    await cell(page, 0, 0).getByText('One').waitFor();
    const names = async () =>
      (await page.getByRole('columnheader').allInnerTexts()).map((one) => one.trim()).filter((one) => one !== '');
    const head = (name: string) => page.getByRole('columnheader', { name });
    const box = async (name: string) => (await head(name).boundingBox())!;
    const drag = async (name: string, from: number, to: number) => {
      const { x, y } = await box(name);
      await page.mouse.move(x + from, y + 16);
      await page.mouse.down();
      await page.mouse.move(x + to, y + 16, { steps: 6 });
    };
    await drag('Status', 120, 500);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await names()).toEqual(['Order', 'Status', 'Amount', 'Due', 'Notes']);
    await drag('Status', 120, 500);
    await page.mouse.up();
    await until(names, ['Order', 'Amount', 'Status', 'Due', 'Notes']);
    // The column that names the records stays the first.
    await drag('Order', 120, 700);
    await page.mouse.up();
    expect((await names())[0]).toBe('Order');
    const wide = (await box('Amount')).width;
    await drag('Amount', wide - 1, wide + 80);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect((await box('Amount')).width).toBe(wide);
    await drag('Amount', wide - 1, wide + 79);
    await page.mouse.up();
    await until(async () => (await box('Amount')).width, wide + 80);
    await cell(page, 0, 1).click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowRight');
    await until(async () => (await box('Amount')).width, wide + 100);
    await page.keyboard.press('Control+Shift+ArrowRight');
    await until(names, ['Order', 'Status', 'Amount', 'Due', 'Notes']);
    await page.getByRole('status').getByText('Amount is now 3 of 5').waitFor({ state: 'attached' });
    await page.keyboard.press('Control+Shift+ArrowRight');
    await until(names, ['Order', 'Status', 'Due', 'Amount', 'Notes']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Menu of Amount');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move left' }).click();
    await until(names, ['Order', 'Status', 'Amount', 'Due', 'Notes']);
    await page.getByRole('button', { name: 'Reset' }).waitFor();
    // A server that is slow to keep it does not show the page as it was before.
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v3/preferences/*', (route) =>
      held.promise.then(() => route.continue()).catch(() => undefined),
    );
    await page.getByRole('button', { name: 'Menu of Amount' }).click();
    await page.getByRole('menuitem', { name: 'Move right' }).click();
    await until(names, ['Order', 'Status', 'Due', 'Amount', 'Notes']);
    await page.reload();
    await cell(page, 0, 0).getByText('One').waitFor();
    expect([await names(), (await box('Amount')).width]).toEqual([
      ['Order', 'Status', 'Due', 'Amount', 'Notes'],
      wide + 100,
    ]);
    const kept = page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().includes('/preferences/'));
    held.resolve();
    expect((await kept).ok()).toBe(true);
    await context.close();
  });

  it('the open record is filled in by keyboard alone: what is typed is kept as typed, Tab goes on, and what does not fit can be given up', async () => {
    const { context, page } = await signIn(browser, product.url, tobin);
    const { id } = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Forms',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Notes', type: 'text' },
        { name: 'Amount', type: 'number' },
        { name: 'Done', type: 'checkbox' },
        { name: 'Site', type: 'link' },
      ],
    });
    await api.call('POST', `v3/tables/${id}/records?fieldKey=name`, { fields: { Name: 'One', Amount: 7 } });
    const kept = async () =>
      (
        await api.call<{ records: { fields: Record<string, unknown> }[] }>(
          'POST',
          `v3/tables/${id}/records/query?fieldKey=name`,
          {},
        )
      ).records[0]?.fields;
    await page.goto(`/object/${id}/list`);
    await cell(page, 0, 0).getByText('One').waitFor();
    await cell(page, 0, 0).click();
    await page.keyboard.press('Space');
    const value = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}:`) });
    await value('Notes').focus();
    await page.keyboard.type('first line', { delay: 5 });
    await page.keyboard.press('Tab');
    await until(async () => (await kept())?.['Notes'], 'first line');
    await until(() => value('Amount').evaluate((one) => document.activeElement === one), true);
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This is not a number.').waitFor();
    await judge(page, 'record-refused');
    await page.getByRole('button', { name: 'Discard' }).click();
    await until(() => page.getByRole('alert').getByText('This is not a number.').count(), 0);
    expect((await kept())?.['Amount']).toBe(7);
    await until(() => value('Amount').evaluate((one) => document.activeElement === one), true);
    await page.keyboard.type('8');
    await page.keyboard.press('Tab');
    await until(
      () => page.getByRole('checkbox', { name: 'Done' }).evaluate((one) => document.activeElement === one),
      true,
    );
    await page.keyboard.press('Space');
    await until(kept, { Name: 'One', Notes: 'first line', Amount: 8, Done: true });
    await value('Site').focus();
    await page.keyboard.type('example.org');
    await page.keyboard.press('Shift+Tab');
    await until(
      () => page.getByRole('checkbox', { name: 'Done' }).evaluate((one) => document.activeElement === one),
      true,
    );
    await until(async () => (await kept())?.['Site'], 'https://example.org');
    await context.close();
  });

  it('an undo asks about what others changed since, value by value, and says what its button will do', async () => {
    const { context, page } = await signIn(browser, product.url, product.owner);
    const theirs = await login(product.url, tobin);
    const { id } = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Undone',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    const path = `v3/tables/${id}/records`;
    const { records } = await api.call<{ records: { id: string }[] }>('POST', `${path}?fieldKey=name`, {
      records: ['a', 'b'].map((Name) => ({ fields: { Name } })),
    });
    const [a, b] = records.map((record) => record.id);
    const names = async () =>
      (
        await api.call<{ records: { fields: { Name: string } }[] }>('POST', `${path}/query?fieldKey=name`, {})
      ).records.map((record) => record.fields.Name);
    await page.goto(`/object/${id}/list`);
    await cell(page, 0, 0).getByText('a', { exact: true }).waitFor();
    await api.call('PATCH', `${path}?fieldKey=name`, {
      records: [
        { id: a, fields: { Name: 'a mine' } },
        { id: b, fields: { Name: 'b mine' } },
      ],
    });
    await theirs.call('PATCH', `${path}/${a}?fieldKey=name`, { fields: { Name: 'a theirs' } });
    await cell(page, 0, 0).getByText('a theirs').waitFor();
    await cell(page, 0, 0).click();
    await page.keyboard.press('Control+z');
    const dialog = page.getByRole('dialog', { name: '1 value has changed since' });
    await dialog.getByText('Everything else is undone.', { exact: false }).waitFor();
    await dialog.getByText('Tobin', { exact: false }).waitFor();
    await judge(page, 'undo-conflicts');
    await dialog.getByRole('checkbox').press('Space');
    await dialog.getByRole('button', { name: 'Undo with 1 of these' }).waitFor();
    await dialog.getByRole('checkbox').press('Space');
    await dialog.getByRole('button', { name: 'Undo everything else' }).click();
    await until(names, ['a theirs', 'b']);
    // Nothing else goes back: there is nothing to do until the value is ticked.
    await api.call('PATCH', `${path}/${b}?fieldKey=name`, { fields: { Name: 'b again' } });
    await theirs.call('PATCH', `${path}/${b}?fieldKey=name`, { fields: { Name: 'b theirs' } });
    await cell(page, 1, 0).getByText('b theirs').waitFor();
    await page.keyboard.press('Control+z');
    expect(await dialog.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('checkbox').press('Space');
    await dialog.getByRole('button', { name: 'Undo 1 of these' }).click();
    await until(names, ['a theirs', 'b']);
    // A record that was added and edited since goes as a whole, or stays as a whole.
    const added = await api.call<{ records: { id: string }[] }>('POST', `${path}?fieldKey=name`, {
      records: ['c', 'd'].map((Name) => ({ fields: { Name } })),
    });
    for (const [at, Name] of ['c theirs', 'd theirs'].entries())
      await theirs.call('PATCH', `${path}/${added.records[at]?.id}?fieldKey=name`, { fields: { Name } });
    await cell(page, 3, 0).getByText('d theirs').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('checkbox', { name: 'Delete this record as well' }).first().press('Space');
    await page.getByRole('button', { name: 'Undo 1 of these' }).click();
    await until(names, ['a theirs', 'b', 'd theirs']);
    await until(() => cell(page, 2, 0).innerText(), 'd theirs');
    await context.close();
  });
});
