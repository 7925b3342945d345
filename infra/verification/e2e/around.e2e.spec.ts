import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { cell, judge, until, watchErrors } from './screen.ts';

type TableAnswer = {
  readonly id: string;
  readonly fields: readonly {
    readonly id: string;
    readonly name: string;
    readonly props: { readonly options?: readonly { readonly id: string; readonly label: string }[] };
  }[];
};

const cities = ['Lima', 'Oslo', 'Quito', 'Braga'];
const people = ['Maren Holt', 'Tobin Frey', 'Isolde Ekberg'];

/** What stands around the grid: its bar, its popovers and its menus. */
describe('around the grid', () => {
  let product: Joined;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  let table: TableAnswer;

  const field = (name: string) => table.fields.find((one) => one.name === name)!;
  const bar = () => page.getByRole('toolbar', { name: 'View' });
  const tool = (name: string | RegExp) => bar().getByRole('button', { name, exact: typeof name === 'string' });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const head = (name: string) => page.getByRole('columnheader', { name });
  const pick = (name: string) => page.getByRole('option', { name, exact: true }).click();
  const left = async (what: Locator) => Math.round((await what.boundingBox())!.x);
  const column = async (index: number, rows = 4) => {
    const found: string[] = [];
    for (let row = 0; row < rows; row++) found.push((await cell(page, row, index).allInnerTexts()).join().trim());
    return found;
  };

  beforeAll(async () => {
    product = await joinProduct();
    const { api } = product;
    table = await api.call<TableAnswer>('POST', 'v3/tables', {
      label: 'Visits',
      fields: [
        { name: 'Visitor', type: 'singleLineText' },
        { name: 'City', type: 'select', props: { options: cities.map((label) => ({ label })) } },
        { name: 'Visits', type: 'number', props: { decimals: 0 } },
        { name: 'Last seen', type: 'date' },
        { name: 'Guide', type: 'user' },
        { name: 'Paid', type: 'checkbox' },
      ],
    });
    const [me] = (await api.call<{ users: readonly { id: string }[] }>('GET', 'v3/users')).users;
    await api.call('POST', `v3/tables/${table.id}/records`, {
      records: Array.from({ length: 24 }, (_, i) => ({
        fields: {
          [field('Visitor').id]: `${people[i % people.length]} ${i + 1}`,
          [field('City').id]: field('City').props.options![i % cities.length]!.id,
          [field('Visits').id]: (i * 7) % 24,
          [field('Last seen').id]: `2026-${String((i % 12) + 1).padStart(2, '0')}-14`,
          ...(i % 3 === 0 && { [field('Guide').id]: me!.id }),
          [field('Paid').id]: i % 2 === 0,
        },
      })),
    });
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as {
          value: number;
          sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
        }[])
          for (const { node, previousRect, currentRect } of entry.sources) {
            const element = node instanceof Element ? node : node?.parentElement;
            const place = element?.closest('[role="toolbar"], [role="dialog"]')?.getAttribute('aria-label');
            shifts.push(
              `${place ?? 'page'}: ${element?.textContent?.slice(0, 40)} ${previousRect.x},${previousRect.y} > ${currentRect.x},${currentRect.y}`,
            );
          }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`/object/${table.id}/list`);
    await cell(page, 0, 0).getByText('Maren Holt 1').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
  });
  // Each story begins with the view as it is saved.
  beforeEach(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    if (await tool('Reset').isVisible()) await tool('Reset').click();
    await until(async () => (await column(0, 1))[0], 'Maren Holt 1');
  });

  /** Every move that the browser saw since the last time, also those right after a press. */
  const shifts = () =>
    page.evaluate(
      () =>
        new Promise<readonly string[]>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              const { shifts: seen } = window as unknown as { shifts: string[] };
              resolve(seen.splice(0));
            }),
          ),
        ),
    );

  it('nothing in the bar moves when a filter, a sort, Reset and Save come and go', async () => {
    await shifts();
    const places = async () => [
      await left(tool(/^Filter/)),
      await left(tool(/^Sort/)),
      await left(tool(/Fields|hidden/)),
      await left(tool('Row height')),
      await left(tool('Search')),
      await left(tool('New record')),
    ];
    const before = await places();
    await tool('Filter').click();
    const filter = dialog('Filter');
    await filter.getByRole('button', { name: 'Add filter' }).click();
    await filter.getByRole('button', { name: /^Field/ }).click();
    await pick('City');
    const popover = (await filter.boundingBox())!;
    await filter.getByRole('button', { name: /^Value/ }).click();
    await pick('Oslo');
    await tool('Filter 1').waitFor();
    await tool('Reset').waitFor();
    await until(() => column(1, 2), ['Oslo', 'Oslo']);
    const after = (await filter.boundingBox())!;
    expect([after.x, after.y, after.width]).toEqual([popover.x, popover.y, popover.width]);
    await judge(page, 'around-filter');
    await page.keyboard.press('Escape');
    expect(await places()).toEqual(before);
    await tool('Sort').click();
    await dialog('Sort').getByRole('button', { name: 'Add sort' }).click();
    await tool('Sort 1').waitFor();
    await page.keyboard.press('Escape');
    await tool('Fields').click();
    await dialog('Fields').getByRole('switch', { name: 'Show Paid' }).press('Space');
    await page.keyboard.press('Escape');
    await tool('1 field hidden').waitFor();
    expect(await places()).toEqual(before);
    await tool('Reset').click();
    await tool('Reset').waitFor({ state: 'hidden' });
    await tool('Filter').waitFor();
    expect(await places()).toEqual(before);
    const moved = await shifts();
    expect(moved.filter((one) => !/^(Filter|Sort):/.test(one))).toEqual([]);
  });

  it('the ring of the title is whole: nothing around it cuts it off', async () => {
    const title = page.getByRole('heading', { level: 1 }).getByRole('button');
    await title.focus();
    const cut = await title.evaluate((one) => {
      const own = one.getBoundingClientRect();
      const around: string[] = [];
      for (let up = one.parentElement; up; up = up.parentElement) {
        const box = up.getBoundingClientRect();
        const whole = box.left <= own.left && box.top <= own.top && box.right >= own.right && box.bottom >= own.bottom;
        if (getComputedStyle(up).overflow !== 'visible' && !whole) around.push(up.outerHTML.slice(0, 80));
      }
      return around;
    });
    expect(cut).toEqual([]);
  });

  it('the bar ends within the page in each language, with a sort, Reset, Save and the search', async () => {
    for (const [language, sort, add, name, reset] of [
      ['en', 'Sort', 'Add sort', 'New record', 'Reset'],
      ['pt', 'Ordenar', 'Adicionar ordenação', 'Novo registro', 'Redefinir'],
      ['es', 'Ordenar', 'Añadir orden', 'Nuevo registro', 'Restablecer'],
    ] as const) {
      const { context, page: other } = await signIn(browser, product.url, product.owner);
      await context.addInitScript((chosen) => localStorage.setItem('tessera:language', chosen), language);
      await other.goto(`/object/${table.id}/list`);
      await cell(other, 0, 0).getByText('Maren Holt 1').waitFor();
      const bar = other.getByRole('toolbar').first();
      await bar.getByRole('button', { name: sort, exact: true }).click();
      await other.getByRole('button', { name: add }).click();
      await other.keyboard.press('Escape');
      await other.keyboard.press('Escape');
      await other.keyboard.press('/');
      await other.keyboard.type('Maren');
      for (const width of [1440, 1280, 1024]) {
        await other.setViewportSize({ width, height: 900 });
        const right = async () => {
          const box = await bar.getByRole('button', { name, exact: true }).boundingBox();
          return box === null ? 'gone' : box.width >= 28 && box.x + box.width <= width;
        };
        await until(right, true);
        expect(await bar.evaluate((one) => one.scrollWidth - one.clientWidth), `${language} ${width}`).toBe(0);
      }
      await other.keyboard.press('Escape');
      await bar.getByRole('button', { name: reset, exact: true }).click();
      await bar.getByRole('button', { name: reset, exact: true }).waitFor({ state: 'detached' });
      await cell(other, 0, 0).getByText('Maren Holt 1').waitFor();
      await context.close();
    }
  });

  it('a new sort goes from A to Z, 1 to 9 or old to new, in words of its type and of the person', async () => {
    await tool('Sort').click();
    const sort = dialog('Sort');
    await sort.getByRole('button', { name: 'Add sort' }).click();
    const order = (name: string) => sort.getByRole('radio', { name, exact: true });
    await order('A to Z').waitFor();
    expect(await order('A to Z').isChecked()).toBe(true);
    await until(async () => (await column(0, 1))[0], 'Isolde Ekberg 12');
    for (const [name, first, last, shown] of [
      ['Visits', '1 to 9', '9 to 1', '0'],
      ['Last seen', 'Old to new', 'New to old', '0'],
      ['City', 'First to last option', 'Last to first option', '0'],
      ['Paid', 'Unchecked first', 'Checked first', '7'],
    ] as const) {
      await sort.getByRole('button', { name: /^Field/ }).click();
      await pick(name);
      expect([await order(first).isChecked(), await order(last).isChecked()], name).toEqual([true, false]);
      await until(async () => (await column(2, 1))[0], shown);
    }
    await page.keyboard.press('Escape');
    await tool('Reset').click();
    // From the head of a column, and what the server is asked.
    const asked = page.waitForRequest(
      (request) => request.url().includes('/records/query') && (request.postData() ?? '').includes('sort'),
    );
    await head('Visits').getByRole('button', { name: 'Menu of Visits' }).click();
    await page.getByRole('menuitem', { name: 'Sort 1 to 9' }).click();
    expect(JSON.parse((await asked).postData()!).sort).toEqual([{ fieldId: field('Visits').id, order: 'asc' }]);
    await until(() => column(2, 3), ['0', '1', '2']);
    await tool('Reset').click();
    // The API keeps its own default: what is asked for without an order comes the last first.
    const { records } = await product.api.call<{ records: { fields: Record<string, unknown> }[] }>(
      'POST',
      `v3/tables/${table.id}/records/query?fieldKey=name`,
      { sort: [{ fieldId: field('Visits').id }], limit: 1 },
    );
    expect(records[0]!.fields['Visits']).toBe(23);
  });

  it('values of a filter are chips: options, people and texts, several of them', async () => {
    await tool('Filter').click();
    const filter = dialog('Filter');
    await filter.getByRole('button', { name: 'Add filter' }).click();
    await filter.getByRole('button', { name: /^Field/ }).click();
    await pick('City');
    const value = filter.getByRole('button', { name: /^Value/ });
    await value.click();
    await pick('Lima');
    // Several are asked for now: the one that was chosen is the first of them.
    await filter.getByRole('button', { name: /^Condition/ }).click();
    await pick('is any of');
    await filter.getByRole('button', { name: 'Value: Lima' }).waitFor();
    await value.click();
    for (const city of ['Oslo', 'Quito', 'Braga']) await pick(city);
    await page.keyboard.press('Escape');
    expect(await value.getAttribute('aria-label')).toBe('Value: Lima, Oslo, Quito, Braga');
    expect(await value.innerText()).toMatch(/Lima\s+Oslo/);
    await filter.getByRole('button', { name: 'Add filter' }).click();
    const second = filter.getByRole('button', { name: /^Field/ }).nth(1);
    await second.click();
    await pick('Visitor');
    await filter
      .getByRole('button', { name: /^Condition/ })
      .nth(1)
      .click();
    await pick('is any of');
    const texts = filter.getByRole('textbox', { name: 'Value' });
    await texts.fill('Maren Holt 1');
    await texts.press('Enter');
    await texts.pressSequentially('Tobin Frey 2,');
    await filter.getByRole('button', { name: 'Remove Tobin Frey 2' }).waitFor();
    await until(() => column(0, 2), ['Maren Holt 1', 'Tobin Frey 2']);
    await judge(page, 'around-filter-chips');
    await texts.press('Backspace');
    await texts.press('Backspace');
    await filter.getByRole('button', { name: 'Remove Tobin Frey 2' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await tool('Reset').click();
    await until(async () => (await column(0, 2))[1], 'Tobin Frey 2');
  });

  it('Fields finds a field by its name, and shows and hides all of them', async () => {
    await tool('Fields').click();
    const fields = dialog('Fields');
    const rows = fields.getByRole('listitem');
    await until(() => rows.count(), 6);
    await fields.getByRole('textbox', { name: 'Find a field' }).fill('vis');
    await until(() => rows.count(), 2);
    const height = () => fields.evaluate((element) => (element as HTMLElement).offsetHeight);
    const high = await height();
    await fields.getByRole('textbox', { name: 'Find a field' }).fill('nothing');
    await fields.getByText('No field is called “nothing”').waitFor();
    expect(await height()).toBe(high);
    await fields.getByRole('textbox', { name: 'Find a field' }).fill('');
    await fields.getByRole('button', { name: 'Hide all' }).click();
    await until(() => page.getByRole('columnheader').count(), 3);
    await tool('5 fields hidden').waitFor();
    await judge(page, 'around-fields');
    await fields.getByRole('button', { name: 'Show all' }).click();
    await head('Paid').waitFor();
    await page.keyboard.press('Escape');
  });

  it('an export is a file of what the view shows, in its order and with its fields', async () => {
    await head('Visits').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Sort 9 to 1' }).click();
    await until(async () => (await column(2, 1))[0], '23');
    await head('Paid').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Hide field' }).click();
    await head('Paid').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await dialog('Export records').getByRole('button', { name: 'Export', exact: true }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe('Visits.csv');
    const [first, second] = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(first).toBe('\uFEFFVisitor,City,Visits,Last seen,Guide');
    expect(second).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ \d+,[A-Z][a-z]+,23,\d\d\/14\/2026,/);
    await dialog('Export records').waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
  });

  it('a right click and the key for menus open them on cells, rows, headers and views', async () => {
    const menu = page.getByRole('menu');
    const items = async () =>
      (await menu.last().getByRole('menuitem').allInnerTexts()).map((one) => one.split('\n')[0]!.trim());
    await cell(page, 1, 2).click({ button: 'right' });
    const own = [
      'Open record',
      'Copy',
      'Clear',
      'Copy link to record',
      'Add to favorites',
      'What changed since I looked',
    ];
    const found = await items();
    expect([found.slice(0, own.length), found.at(-1)]).toEqual([own, 'Delete record']);
    await judge(page, 'around-cell-menu');
    await page.keyboard.press('Escape');
    // The cell is selected and the keys belong to it again.
    await page.keyboard.press('ArrowDown');
    expect(await cell(page, 2, 2).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Shift+F10');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ContextMenu');
    expect(await items()).toEqual(['Copy', 'Fill down', 'Clear', 'Delete 2 records']);
    await page.getByRole('menuitem', { name: 'Delete 2 records' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(() => column(0, 4), ['Maren Holt 1', 'Tobin Frey 2', 'Isolde Ekberg 3', 'Maren Holt 4']);
    // The number of a row is its whole row.
    await page.locator('[data-place="3"] [aria-colindex="1"]').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open record' }).click();
    await page.getByRole('dialog', { name: 'Maren Holt 4' }).waitFor();
    await page.keyboard.press('Escape');
    // Headers, by the pointer and by the key; what a field can be asked for stands there.
    await head('City').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Filter by this field' }).click();
    const filter = dialog('Filter');
    await filter.getByRole('button', { name: 'Field: City' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu of Visits' }).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Hide field' }).click();
    await head('Visits').waitFor({ state: 'hidden' });
    await tool('Reset').click();
    await head('Visits').waitFor();
    // Views: the one that is open, and another one in its menu.
    const views = bar().getByRole('button', { name: /^View: / });
    await views.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate view' }).click();
    await page.getByRole('button', { name: 'View: All records (copy)' }).waitFor();
    await page.getByRole('button', { name: /^View: / }).click();
    await page.getByRole('menuitemcheckbox', { name: 'All records', exact: true }).click({ button: 'right' });
    expect(await items()).toEqual(['Rename view', 'Duplicate view', 'Share with the world', 'Delete view']);
    await page.getByRole('menuitem', { name: 'Delete view' }).last().click();
    await page.getByText('All records deleted').waitFor();
    expect(await page.getByRole('button', { name: 'View: All records (copy)' }).count()).toBe(1);
    expect(errors).toEqual([]);
  });
});
