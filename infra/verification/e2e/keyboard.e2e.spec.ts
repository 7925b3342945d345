import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../product/browser.ts';
import { client, owner, startProduct } from '../product/product.ts';
import type { Client, Product } from '../product/product.ts';
import { cell, until, watchErrors } from './screen.ts';

type Stop = { readonly role: string; readonly name: string; readonly seen: boolean };

/**
 * What has the focus, as it is named, and whether one sees that: an outline or a ring of its own, or of what stands for
 * it.
 */
const focused = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const el = document.activeElement as HTMLElement;
    const label = (el as HTMLInputElement).labels?.[0]?.innerText;
    const cellId = el.getAttribute('aria-activedescendant');
    const shown = cellId === null ? null : document.getElementById(cellId);
    const ringed = (one: Element | null | undefined): boolean => {
      if (!one) return false;
      const ring = (style: CSSStyleDeclaration) =>
        (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1.5) || style.boxShadow !== 'none';
      const bar = getComputedStyle(one, '::after');
      return (
        ring(getComputedStyle(one)) ||
        ring(bar) ||
        (bar.content !== 'none' && bar.backgroundColor !== 'rgba(0, 0, 0, 0)') ||
        ring(getComputedStyle(one, '::before'))
      );
    };
    // A selected cell is drawn by the rectangle around it, over the cells.
    const rectangle =
      shown !== null && [...(shown.closest('[role="grid"]')?.querySelectorAll('div') ?? [])].some((one) => ringed(one));
    return {
      role: el.getAttribute('role') ?? el.tagName.toLowerCase(),
      name: (el.getAttribute('aria-label') ?? label ?? el.innerText ?? '').trim().replace(/\s+/g, ' '),
      seen:
        ringed(el) ||
        ringed(el.parentElement) ||
        ringed(el.closest('label')) ||
        ringed(el.nextElementSibling) ||
        rectangle,
    };
  });

/** The whole story with a keyboard alone: nothing is clicked, each stop shows that it has the focus. */
describe('without a mouse', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-keys-'));
  const file = join(folder, 'visits.csv');
  let product: Product;
  let browser: Browser;
  let page: Page;
  let api: Client;
  let errors: string[];
  let tableId = '';

  const press = (...keys: readonly string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  /** Goes on with Tab (or back) until the named stop has the focus; every stop on the way is seen. */
  const tabTo = async (name: string | RegExp, key = 'Tab', most = 60): Promise<Stop> => {
    const way: string[] = [];
    for (let i = 0; i < most; i++) {
      await page.keyboard.press(key);
      const stop = await focused(page);
      if (stop.role === 'body') continue;
      expect(stop, `the focus is seen on ${stop.role} "${stop.name}", after ${way.join(' | ')}`).toMatchObject({
        seen: true,
      });
      way.push(stop.name.slice(0, 30));
      if (typeof name === 'string' ? stop.name === name || stop.name.startsWith(`${name}:`) : name.test(stop.name))
        return stop;
    }
    throw new Error(`no way to ${String(name)}: ${way.join(' | ')}`);
  };
  const active = () =>
    page.evaluate(
      () =>
        document
          .getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')
          ?.innerText.trim() ?? '',
    );
  /** Takes an entry of the open list: found by typing where it is searched, else gone to. */
  const pick = async (text: string): Promise<void> => {
    await until(async () => (await active()) !== '', true);
    if (
      (await focused(page)).role === 'combobox' ||
      (await page.evaluate(() => document.activeElement?.tagName)) === 'INPUT'
    )
      await page.keyboard.type(text);
    else for (let i = 0; i < 20 && (await active()) !== text; i++) await page.keyboard.press('ArrowDown');
    await until(active, text);
    await page.keyboard.press('Enter');
    expect(['body', 'listbox', 'combobox']).not.toContain((await focused(page)).role);
  };
  const go = async (name: string | RegExp, key = 'Tab'): Promise<void> => {
    await tabTo(name, key);
    await page.keyboard.press('Enter');
  };
  const records = async (body: object = {}) =>
    (
      await api.call<{ records: { id: string; fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        body,
      )
    ).records;
  const names = async () => (await records()).map((one) => one.fields['Visitor'] ?? '');
  const said = () =>
    page
      .locator('[aria-live="polite"]')
      .allInnerTexts()
      .then((all) => all.map((one) => one.trim()).filter((one) => one !== ''));
  const hears = (words: RegExp) => until(async () => (await said()).some((one) => words.test(one)), true);
  const toGrid = async (): Promise<void> => {
    for (let i = 0; i < 80; i++) {
      if ((await focused(page)).role === 'grid') return;
      await page.keyboard.press('Tab');
    }
    throw new Error('no way to the grid');
  };

  beforeAll(async () => {
    writeFileSync(
      file,
      [
        'Visitor,City,Visits,Since',
        ...Array.from(
          { length: 40 },
          (_, i) =>
            `Visitor ${String(i).padStart(2, '0')},${['Porto', 'Lima', 'Oslo'][i % 3]},${i},2026-03-${String(1 + (i % 28)).padStart(2, '0')}`,
        ),
      ].join('\n'),
    );
    product = await startProduct();
    browser = await launch();
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: product.url,
      locale: 'en-US',
    });
    page = await context.newPage();
    errors = watchErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('the first run is filled in, and goes on to a spreadsheet', async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    if (product.code !== undefined) {
      await page.keyboard.type(product.code);
      await tabTo('Name');
    }
    await page.keyboard.type(owner.name);
    await tabTo('E-mail');
    await page.keyboard.type(owner.email);
    await tabTo('Password');
    await page.keyboard.type(owner.password);
    await go('Continue');
    await page.getByRole('heading', { name: 'Your organization' }).waitFor();
    await page.keyboard.type(owner.organization);
    await tabTo(/spreadsheet/i);
    await press('ArrowDown', 'ArrowUp');
    await go(`Create ${owner.organization}`);
    await page.waitForURL('**/connector**');
    await page.getByRole('heading', { name: 'Choose a file' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    const { token } = await client(product.url, '').call<{ token: string }>('POST', 'auth/loginV2', {
      email: owner.email,
      password: owner.password,
    });
    api = client(product.url, token);
  });

  it('a file is chosen, its columns are named and typed, and it is imported', async () => {
    await page.getByRole('heading', { name: 'Choose a file' }).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await tabTo(/^Drop an Excel, CSV or JSON file/);
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(file);
    await page.getByRole('heading', { name: 'Match columns' }).waitFor({ timeout: 60_000 });
    await tabTo('Type of City');
    // The letters and Enter come faster than the list.
    await press('Enter');
    await page.keyboard.type('multi');
    await press('Enter');
    await until(async () => (await focused(page)).name.startsWith('Type of City: Multiple select'), true);
    await page.keyboard.type('Select');
    await press('Enter');
    await until(async () => (await focused(page)).name.startsWith('Type of City: Select'), true);
    await tabTo(/^I checked the file/);
    await page.keyboard.press('Space');
    await go(/^Import 40 records/);
    await page.getByText('40 records are in').waitFor({ timeout: 60_000 });
    await go('Go to table');
    await cell(page, 0, 0).getByText('Visitor 00').waitFor();
    tableId = /object\/([0-9a-z]{26})/.exec(page.url())?.[1] ?? '';
  });

  it('cells are reached, typed into, heard, undone and done again', async () => {
    await toGrid();
    await press('ArrowDown', 'Control+Home', 'ArrowDown', 'F2', 'Control+a');
    await page.keyboard.type('Ana Lobo');
    await press('Enter');
    await until(async () => (await names())[1], 'Ana Lobo');
    await hears(/^Visitor: Ana Lobo/);
    expect((await focused(page)).role).toBe('grid');
    await press('ArrowUp', 'ArrowRight', 'ArrowRight');
    await page.keyboard.type('77');
    await press('Tab');
    await until(async () => (await records())[1]?.fields['Visits'], 77);
    await press('Control+z');
    await until(async () => (await records())[1]?.fields['Visits'], 1);
    await hears(/undid|undone/i);
    await press('Control+Shift+z');
    await until(async () => (await records())[1]?.fields['Visits'], 77);
    // A list opens with the first letter, finds, and takes with Enter.
    await press('Home', 'ArrowRight');
    await page.keyboard.type('Os');
    await press('Enter');
    await until(async () => (await cell(page, 1, 1).innerText()).trim(), 'Oslo');
    await until(async () => (await focused(page)).role, 'grid');
    await press('ArrowUp');
  });

  it('the grid tells what it is: rows and columns, how many, where one is', async () => {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const roles = new Map<string, number>();
    for (const node of nodes)
      if (!node.ignored) roles.set(String(node.role?.value), (roles.get(String(node.role?.value)) ?? 0) + 1);
    expect(roles.get('grid')).toBe(1);
    expect(roles.get('columnheader')).toBeGreaterThanOrEqual(5);
    expect(roles.get('row')).toBeGreaterThan(10);
    expect(roles.get('gridcell')).toBeGreaterThan(50);
    const grid = nodes.find((node) => node.role?.value === 'grid' && !node.ignored);
    expect(String(grid?.name?.value)).not.toBe('');
    const active = grid?.properties?.find((one) => one.name === 'activedescendant')?.value.relatedNodes?.[0]
      ?.backendDOMNodeId;
    const current = nodes.find((node) => node.backendDOMNodeId === active);
    expect([current?.role?.value, current?.name?.value]).toEqual(['gridcell', expect.stringContaining('Oslo')]);
    await session.detach();
    const counts = await page
      .locator('[role="grid"]')
      .evaluate((el) => ['aria-rowcount', 'aria-colcount'].map((name) => Number(el.getAttribute(name))));
    // The head and the row that adds one; the column of numbers.
    expect(counts).toEqual([42, 5]);
    const at = await cell(page, 1, 1).evaluate((el) => [
      el.getAttribute('aria-colindex'),
      el.closest('[role="row"]')?.getAttribute('aria-rowindex'),
    ]);
    expect(at).toEqual(['3', '3']);
  });

  it('a filter and a sort are made in their popovers, and the order is heard', async () => {
    await press('Escape');
    await go('Filter', 'Shift+Tab');
    // What is added is filled in next: the caret is there.
    await go('Add filter');
    await until(async () => (await focused(page)).name.startsWith('Field:'), true);
    await press('Enter');
    await pick('City');
    await tabTo('Condition');
    await tabTo(/^Value/);
    await press('Enter');
    await pick('Lima');
    await press('Escape');
    await until(async () => (await cell(page, 0, 1).innerText()).trim(), 'Lima');
    if ((await focused(page)).role !== 'button') await press('Escape');
    await go(/^Sort/);
    await go('Add sort');
    await until(async () => (await focused(page)).name.startsWith('Field:'), true);
    await press('Enter');
    await pick('Visits');
    await hears(/^Sorted by Visits: 1 to 9/);
    await tabTo('1 to 9');
    await press('ArrowRight');
    await until(async () => (await cell(page, 0, 2).innerText()).trim(), '37');
    await hears(/^Sorted by Visits: 9 to 1/);
  });

  it('a record opens beside the grid, its history gives a value back, and Escape closes it', async () => {
    await page.keyboard.press('Escape');
    await toGrid();
    await press('Control+Home');
    await page.keyboard.type('Changed');
    await press('Enter', 'ArrowUp', 'Space');
    await page.getByText('changed Visitor').first().waitFor();
    // F6 goes over to the panel and back to the cell.
    const at = () => page.evaluate(() => document.activeElement?.getAttribute('aria-activedescendant'));
    const before = await at();
    await press('F6');
    expect(await focused(page)).toMatchObject({ role: 'dialog', seen: true });
    await press('F6');
    expect([(await focused(page)).role, await at()]).toEqual(['grid', before]);
    await press('F6');
    await go('Restore the earlier value of Visitor');
    await until(async () => (await cell(page, 0, 0).innerText()).trim(), 'Visitor 37');
    for (const role of ['grid', 'dialog']) {
      await press('F6');
      await until(async () => (await focused(page)).role, role);
    }
    // The focus is back before the key has been let go.
    await page.evaluate(() =>
      window.addEventListener(
        'keydown',
        () => {
          document.body.dataset['focused'] = document.activeElement?.getAttribute('role') ?? '';
        },
        { once: true },
      ),
    );
    await press('Escape');
    expect([
      await page.evaluate(() => document.body.dataset['focused']),
      page.url().includes('record'),
      await at(),
    ]).toEqual(['grid', false, before]);
  });

  it('records are deleted and come back', async () => {
    const total = async () =>
      (await api.call<{ total: number }>('POST', `v3/tables/${tableId}/records/count`, {})).total;
    await press('Control+Home', 'Shift+ArrowDown', 'Control+Backspace');
    await until(total, 38);
    await toGrid();
    await press('ArrowDown', 'Control+z');
    await until(total, 40);
  });

  it('a colleague is invited', async () => {
    await page.goto('/home');
    await page.getByRole('heading', { name: 'Recent' }).waitFor();
    await go('Invite people');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('nina@example.com');
    await go('Create link');
    await page.getByLabel('Invitation link').waitFor();
    // Whether a letter goes out is said: from here none does.
    await page.getByRole('dialog').getByText('No e-mail goes to nina@example.com').waitFor();
    expect(await page.getByLabel('Invitation link').inputValue()).toContain('/invitation/');
    await press('Escape');
    await until(() => page.getByRole('dialog').count(), 0);
    expect(errors).toEqual([]);
  });
});
