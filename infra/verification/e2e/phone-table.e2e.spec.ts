import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import type { Client } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

/** A table on a phone: what one does most is the large button, and sums are in sight under the list. */
describe('a table on a phone', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let page: Page;
  let errors: string[];
  let tableId = '';

  const stored = async (): Promise<Record<string, unknown>[]> =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${tableId}/records/query?fieldKey=name`,
        { limit: 100 },
      )
    ).records.map((one) => one.fields);

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    const table = await api.call<{ id: string; fields: { id: string }[]; views: { id: string }[] }>(
      'POST',
      'v3/tables',
      {
        label: 'Deals',
        fields: [
          { name: 'Deal', type: 'singleLineText' },
          { name: 'Value', type: 'currency' },
          { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }] } },
        ],
      },
    );
    tableId = table.id;
    await api.call('PATCH', `v3/tables/${tableId}/views/${table.views[0]?.id}`, {
      config: { fields: [{ fieldId: table.fields[1]?.id, total: 'sum' }] },
    });
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner, { width: 390, height: 844 }));
    errors = watchErrors(page);
    await page.goto(`/object/${tableId}`);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('that is empty offers a first record, whose name is typed at once', async () => {
    const empty = page.getByRole('region', { name: 'Records of Deals' });
    await empty.getByRole('button', { name: 'New record' }).click();
    await page.getByRole('textbox', { name: 'Deal' }).waitFor();
    await page.keyboard.type('Dispatch scanners');
    await page.keyboard.press('Enter');
    await until(stored, [{ Deal: 'Dispatch scanners' }] as Record<string, unknown>[]);
    // The name stands above the fields, and not among them again.
    const record = page.getByRole('dialog', { name: 'Dispatch scanners' });
    await record.waitFor();
    expect(await record.getByText('Dispatch scanners').count()).toBe(2);
    expect(await record.getByText('Deal', { exact: true }).count()).toBe(0);
    await judge(page, 'phone-new-record');
    await record.getByRole('button', { name: 'Back' }).click();
  });

  it('has New record as the large button of the bar, and totals under the list', async () => {
    const bar = page.getByRole('navigation', { name: 'Main' });
    expect(await bar.getByRole('button', { name: 'Create' }).count()).toBe(0);
    await bar.getByRole('button', { name: 'New record' }).click();
    await page.getByRole('textbox', { name: 'Deal' }).waitFor();
    await page.keyboard.type('Clinic kiosks');
    await page.keyboard.press('Tab');
    await page.keyboard.type('92500');
    await page.keyboard.press('Enter');
    await until(async () => (await stored())[1], { Deal: 'Clinic kiosks', Value: 92500 } as Record<string, unknown>);
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    const totals = page.getByRole('group', { name: 'Totals' });
    await totals.getByText('$92,500', { exact: false }).waitFor();
    const [list, below] = [
      await page.getByRole('region', { name: 'Records of Deals' }).boundingBox(),
      await totals.boundingBox(),
    ];
    expect(below?.y).toBe((list?.y ?? 0) + (list?.height ?? 0));
    await judge(page, 'phone-totals');
    expect(errors).toEqual([]);
  });

  it('opens the menu of a card by a long press, a right click and the key, and Back closes it', async () => {
    const inspector = await page.context().newCDPSession(page);
    await inspector.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const card = page.getByRole('button', { name: /Clinic kiosks/ });
    const box = (await card.boundingBox())!;
    const finger = { x: box.x + 40, y: box.y + 20 };
    const sheet = page.getByRole('dialog', { name: 'Clinic kiosks' });
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly (typeof finger)[]) =>
      inspector.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
    await touch('touchStart', [finger]);
    await sheet.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    await touch('touchEnd', []);
    await judge(page, 'phone-card-menu');
    expect(page.url()).not.toContain('recordId');
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    await inspector.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await card.click({ button: 'right' });
    await sheet.getByRole('menuitem', { name: 'Open' }).click();
    const record = page.getByRole('tab', { name: 'Activity' });
    await record.waitFor();
    // The record's own menu is a sheet as well.
    await page.getByRole('button', { name: 'Record menu' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
    await judge(page, 'phone-record-menu');
    await page.goBack();
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor({ state: 'detached' });
    await record.click();
    await page.getByText('created', { exact: false }).first().waitFor();
    await judge(page, 'phone-record-activity');
    await page.goBack();
    await record.waitFor({ state: 'detached' });
    await card.focus();
    await page.keyboard.press('Shift+F10');
    await sheet.getByRole('menuitem', { name: /Delete/ }).click();
    await until(stored, [{ Deal: 'Dispatch scanners' }] as Record<string, unknown>[]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await stored()).length, 2);
  });

  it('is edited by thumb, type by type: rows stay where they are, fields bring their keyboards, Back leaves a list alone', async () => {
    const made = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Every',
      fields: [
        { name: 'Line', type: 'singleLineText' },
        { name: 'Mail', type: 'email' },
        { name: 'Call', type: 'phone' },
        { name: 'Page', type: 'link' },
        { name: 'Money', type: 'currency' },
        { name: 'Share', type: 'percent' },
        { name: 'One', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }] } },
        { name: 'Several', type: 'multipleSelect', props: { options: [{ label: 'Red' }, { label: 'Blue' }] } },
        { name: 'Person', type: 'user' },
        { name: 'Day', type: 'date' },
        { name: 'Moment', type: 'dateTime' },
        { name: 'Done', type: 'checkbox' },
        { name: 'Long', type: 'text' },
      ],
    });
    tableId = made.id;
    await api.call('POST', `v3/tables/${tableId}/records?fieldKey=name`, { records: [{ fields: { Line: 'First' } }] });
    await page.goto(`/object/${tableId}`);
    await page.getByRole('button', { name: /First/ }).click();
    const record = page.getByRole('dialog', { name: 'First' });
    const value = (name: string) => record.getByRole('button', { name: new RegExp(`^${name}:`) });
    await value('Long').waitFor();
    const place = async () => Math.round((await value('Long').boundingBox())?.y ?? 0);
    const caret = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement;
        return [element.inputMode, element.autocapitalize, Number.parseFloat(getComputedStyle(element).fontSize) >= 16];
      });
    const keyboards: Record<string, unknown> = {};
    for (const name of ['Line', 'Mail', 'Call', 'Page', 'Money', 'Share', 'Day', 'Moment']) {
      await value(name).scrollIntoViewIfNeeded();
      const before = await place();
      await value(name).click();
      const input = record.getByRole('textbox', { name });
      await input.waitFor();
      expect(await place(), name).toBe(before);
      keyboards[name] = await caret();
      await page.keyboard.press('Escape');
      await input.waitFor({ state: 'detached' });
    }
    // A month is not covered by a keyboard that nobody asked for.
    expect(keyboards).toEqual({
      Line: ['text', '', true],
      Mail: ['email', 'none', true],
      Call: ['tel', 'none', true],
      Page: ['url', 'none', true],
      Money: ['decimal', 'none', true],
      Share: ['decimal', 'none', true],
      Day: ['none', 'none', true],
      Moment: ['none', 'none', true],
    });
    for (const name of ['One', 'Several', 'Person']) {
      await value(name).scrollIntoViewIfNeeded();
      const before = await place();
      await value(name).click();
      await page.getByRole('listbox').waitFor();
      expect(await place(), name).toBe(before);
      if (name === 'Several') await page.getByRole('option', { name: 'Blue' }).click();
      await page.goBack();
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      await record.waitFor();
    }
    // What was ticked before is kept.
    await until(async () => ((await stored())[0]?.['Several'] as string[] | undefined)?.length, 1);
    await value('One').click();
    await page.getByRole('option', { name: 'Won' }).click();
    await value('One').getByText('Won').waitFor();
    await value('Moment').scrollIntoViewIfNeeded();
    await value('Moment').click();
    await page.keyboard.type('2026-03-02 18:30');
    await page.getByRole('button', { name: 'Thursday, March 5, 2026' }).click();
    await until(async () => String((await stored())[0]?.['Moment']).slice(0, 16), '2026-03-05T18:30');
    // All of its row ticks a box.
    const name = record.getByText('Done', { exact: true });
    await value('Long').scrollIntoViewIfNeeded();
    const row = await name.boundingBox();
    await page.mouse.click((row?.x ?? 0) + 200, (row?.y ?? 0) + 6);
    await until(async () => (await stored())[0]?.['Done'], true);
    await page.goBack();
    await record.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  it('has its large button for what it made before elsewhere', async () => {
    const bar = page.getByRole('navigation', { name: 'Main' });
    await page.getByRole('link', { name: 'Home' }).click();
    await bar.getByRole('button', { name: 'Create' }).waitFor();
    expect(errors).toEqual([]);
  });
});
