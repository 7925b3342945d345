import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyAs, launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { cell, judge, until, watchErrors } from './screen.ts';

describe('field types on the screen', () => {
  let browser: Browser;
  let product: Joined;
  let page: Page;
  let errors: string[];
  let tableId = '';
  let ids: readonly string[] = [];

  const fieldsOf = async (place: number): Promise<Record<string, unknown>> =>
    (
      await product.api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        { limit: 10 },
      )
    ).records[place]!.fields;
  const ready = async (on: Page): Promise<void> => {
    await on.getByRole('columnheader').nth(1).waitFor();
    await until(async () => (await on.getByRole('grid').getAttribute('aria-busy')) === null, true);
  };

  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
    const table = await product.api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Visits',
      fields: [
        { name: 'Guest', type: 'singleLineText' },
        { name: 'No', type: 'identifier', props: { prefix: 'V-', digits: 3 } },
        { name: 'Topics', type: 'tags' },
        { name: 'Place', type: 'address' },
        { name: 'Stay', type: 'dateRange' },
        { name: 'Todo', type: 'todoList' },
        { name: 'Steps', type: 'checklist', props: { template: '* Sign\nSend' } },
        { name: 'Spent', type: 'timer' },
        { name: 'Code', type: 'barcode' },
        { name: 'Sign', type: 'signature' },
      ],
    });
    tableId = table.id;
    const made = await product.api.call<{ records: { id: string }[] }>(
      'POST',
      `v3/tables/${tableId}/records?fieldKey=name`,
      {
        records: [
          { Guest: 'Ada', Todo: [{ label: 'Call', checked: true }, 'Visit', 'Invoice'] },
          {
            Guest: 'Bo',
            Topics: ['Urgent', 'São Paulo', 'Follow up', 'Contract', 'Second visit'],
            Place: { street: 'Avenida Paulista', number: '1578', city: 'São Paulo', state: 'SP', zip: '01310-200' },
            Stay: { start: '2026-03-01', end: '2026-03-31' },
          },
          { Guest: 'Cy', Place: { city: 'Curitiba', state: 'PR' }, Stay: { start: '2026-04-01', end: '2026-05-02' } },
        ].map((fields) => ({ fields })),
      },
    );
    ids = made.records.map(({ id }) => id);
    await page.goto(`/object/${tableId}/list`);
    await ready(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('tags are chosen among those of other records and made by typing', async () => {
    await cell(page, 0, 2).click();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Urgent' }).click();
    await page.keyboard.type('New one');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await fieldsOf(0))['Topics']).toEqual(['Urgent', 'New one']);
    expect(errors).toEqual([]);
  });

  it('a number that the server gave is not entered', async () => {
    await cell(page, 0, 1).click();
    await page.keyboard.type('x');
    expect(await cell(page, 0, 1).innerText()).toBe('V-001');
    await expect.poll(async () => (await fieldsOf(0))['No']).toBe('V-001');
  });

  it('lines are ticked at once, several are pasted, and required ones are asked for', async () => {
    await page.goto(`/object/${tableId}/record/${ids[0]}`);
    const todo = page.getByRole('group', { name: 'Todo' });
    await todo.getByRole('checkbox', { name: 'Visit' }).press('Space');
    await expect
      .poll(async () => (await fieldsOf(0))['Todo'])
      .toMatchObject([{}, { label: 'Visit', checked: true }, {}]);
    const add = todo.getByRole('textbox', { name: 'Add an item' });
    await add.click();
    await copyAs(page, 'One\n[x] Two\nThree', '');
    await page.keyboard.press('Control+V');
    const labels = async (): Promise<readonly unknown[]> =>
      ((await fieldsOf(0))['Todo'] as { label: string; checked: boolean }[]).map(({ label, checked }) => [
        label,
        checked,
      ]);
    const before = [
      ['Call', true],
      ['Visit', true],
      ['Invoice', false],
    ];
    await expect.poll(labels).toEqual([...before, ['One', false], ['Two', true], ['Three', false]]);
    // A line that rests is saved without a key that says so.
    await todo.getByRole('textbox', { name: 'Item 4' }).fill('First');
    await expect
      .poll(labels, { timeout: 10_000 })
      .toEqual([...before, ['First', false], ['Two', true], ['Three', false]]);

    const steps = page.getByRole('group', { name: 'Steps' });
    expect(await steps.getByText('Required').count()).toBe(1);
    await steps.getByRole('checkbox', { name: 'Send' }).press('Space');
    await steps.getByText('Some items are required').waitFor();
    await judge(page, 'items-record');
    await steps.getByRole('checkbox', { name: 'Sign' }).press('Space');
    await until(async () => steps.getByText('Some items are required').count(), 0);
    expect(errors).toEqual([]);
    await page.goto(`/object/${tableId}/list`);
    await ready(page);
  });

  it('a timer is started and stopped in the record by the clock of the server, and goes on over a reload', async () => {
    await page.goto(`/object/${tableId}/record/${ids[1]}`);
    const timer = page.getByRole('group', { name: 'Spent' });
    type Lap = { started_at: string; finished_at: string | null; finished_by: string | null };
    const laps = async (): Promise<readonly Lap[]> => ((await fieldsOf(1))['Spent'] ?? []) as readonly Lap[];
    await timer.getByRole('button', { name: 'Start' }).click();
    await expect.poll(laps).toMatchObject([{ finished_at: null, finished_by: null }]);
    await page.reload();
    await timer.getByText('Running').waitFor();
    await expect.poll(() => timer.getByRole('timer').innerText()).not.toBe('00:00:00');
    await judge(page, 'timer-record');
    await timer.getByRole('button', { name: 'Stop' }).press('Enter');
    await expect.poll(laps).toMatchObject([{ finished_at: expect.any(String), finished_by: expect.any(String) }]);
    await timer.getByRole('button', { name: /^Remove the lap of / }).press('Enter');
    await expect.poll(laps).toEqual([]);
    expect(errors).toEqual([]);
    await page.goto(`/object/${tableId}/list`);
    await ready(page);
  });

  it('a name is drawn with a pointer or with keys, and a code is shown so that a camera reads it', async () => {
    await page.goto(`/object/${tableId}/record/${ids[1]}`);
    await page.getByRole('button', { name: /^Sign:/ }).click();
    const pad = page.getByRole('application', { name: 'Sign here' });
    const box = (await pad.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.25, { steps: 4 });
    await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.75, { steps: 4 });
    await page.mouse.up();
    for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Space', 'ArrowRight']) await pad.press(key);
    await judge(page, 'signature-pad');
    await pad.press('Enter');
    const signed = async (): Promise<unknown> => (await fieldsOf(1))['Sign'];
    await expect.poll(signed).toMatch(/^M2[45]\d 20\dL.+M250 200L262 200 274 200 274 212$/);

    await page.getByRole('button', { name: /^Code:/ }).click();
    await page.keyboard.type('4006381333931');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await fieldsOf(1))['Code']).toBe('4006381333931');
    const field = page.getByRole('button', { name: /^Code:/ });
    await until(async () => field.locator('svg[viewBox="-4 -4 29 29"]').count(), 1);
    await judge(page, 'signature-record');
    expect(errors).toEqual([]);
    await page.goto(`/object/${tableId}/list`);
    await ready(page);
  });

  it('lines and laps are changed below their cells', async () => {
    const todo = async (): Promise<unknown> => (await fieldsOf(2))['Todo'];
    await cell(page, 2, 4).click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Add an item' }).waitFor();
    await page.keyboard.type('Write');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Write' }).press('Space');
    await judge(page, 'items-cell');
    await page.getByRole('textbox', { name: 'Add an item' }).press('Enter');
    await expect.poll(todo).toMatchObject([{ label: 'Write', checked: true }]);
    await cell(page, 2, 5).getByText('1 of 1').waitFor();

    await cell(page, 2, 5).click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Start' }).press('Enter');
    await expect.poll(async () => (await fieldsOf(2))['Spent']).toMatchObject([{ finished_at: null }]);
    await page.getByRole('button', { name: 'Stop' }).press('Enter');
    await expect.poll(async () => (await fieldsOf(2))['Spent']).toMatchObject([{ finished_at: expect.any(String) }]);
    await judge(page, 'timer-cell');
    await page.keyboard.press('Escape');
    await until(async () => page.getByRole('button', { name: 'Start' }).count(), 0);
    expect(errors).toEqual([]);
    await page.goto(`/object/${tableId}/list`);
    await ready(page);
  });

  it('an address is entered by its parts, or as one line', async () => {
    await cell(page, 0, 3).click();
    await page.keyboard.type('Rua das Flores, 12, Centro, Curitiba - PR');
    await page.keyboard.press('Enter');
    const line = { street: 'Rua das Flores', number: '12', district: 'Centro', city: 'Curitiba', state: 'PR' };
    await expect.poll(async () => (await fieldsOf(0))['Place']).toEqual(line);
    await cell(page, 0, 3).click();
    await page.keyboard.press('Enter');
    await page.getByLabel('Complement').fill('Sala 4');
    await judge(page, 'address-editor');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await fieldsOf(0))['Place']).toEqual({ ...line, complement: 'Sala 4' });
    expect(errors).toEqual([]);
  });

  it('looks as it should, on a phone and in the dark too', async () => {
    await page.goto(`/object/${tableId}/list`);
    await ready(page);
    await judge(page, 'field-types');
    await page.goto(`/object/${tableId}/record/${ids[1]}`);
    await page.getByText('Avenida Paulista').first().waitFor();
    await judge(page, 'field-types-record');
    const phone = await signIn(browser, product.url, product.owner, { width: 390, height: 844, theme: 'dark' });
    await phone.page.goto(`/object/${tableId}/list`);
    await phone.page.getByText('Bo').first().waitFor();
    await judge(phone.page, 'field-types-phone');
    await phone.page.goto(`/object/${tableId}/record/${ids[1]}`);
    await phone.page.getByText('Avenida Paulista').first().waitFor();
    await judge(phone.page, 'field-types-record-phone');
    await phone.context.close();
  });

  it('a condition and an order take a part of a value', async () => {
    const filtered = await signIn(browser, product.url, product.owner);
    const view = filtered.page;
    await view.goto(`/object/${tableId}/list`);
    await ready(view);
    await view.getByRole('button', { name: 'Filter' }).click();
    const filter = view.getByRole('dialog', { name: 'Filter' });
    await filter.getByRole('button', { name: 'Add filter' }).click();
    await filter.getByRole('button', { name: /^Field/ }).click();
    await view.getByRole('option', { name: 'Place · City' }).click();
    await filter.getByRole('textbox', { name: 'Value' }).fill('curi');
    await until(async () => view.getByRole('gridcell', { name: 'Bo' }).count(), 0);
    await until(async () => view.getByRole('gridcell', { name: 'Cy' }).count(), 1);
    await view.keyboard.press('Escape');
    await view.getByRole('button', { name: 'Sort' }).click();
    const sort = view.getByRole('dialog', { name: 'Sort' });
    await sort.getByRole('button', { name: 'Add sort' }).click();
    await sort
      .getByRole('button', { name: /^Sort by|^Field/ })
      .first()
      .click();
    await view.getByRole('option', { name: 'Stay · End' }).click();
    await sort.getByText('New to old').click();
    await until(async () => cell(view, 0, 0).innerText(), 'Cy');
    await judge(view, 'filter-by-part');
    await filtered.context.close();
  });
});
