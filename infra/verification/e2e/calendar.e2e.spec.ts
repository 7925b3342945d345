import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, type Client } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Field = {
  readonly id: string;
  readonly name: string;
  readonly props: { readonly options?: readonly { readonly id: string; readonly label: string }[] };
};

/** A calendar: records on their days, carried by mouse and keys. */
describe('a calendar', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let page: Page;
  let phone: Page;
  let guest: Page;
  let errors: string[];
  let table: { readonly id: string; readonly fields: readonly Field[] };
  let ranges: string;
  let hours: string;
  /** The questions that pages ask for records. */
  const asked: string[] = [];

  const field = (name: string): Field => table.fields.find((one) => one.name === name)!;
  const day = (date: string, on: Page = page): Locator => on.locator(`[role="gridcell"][data-day="${date}"]`);
  const event = (name: string, on: Page = page): Locator => on.locator('[data-event]').filter({ hasText: name });
  const valueOf = async (name: string, of: string): Promise<unknown> =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${table.id}/records/query`,
        {
          filter: { fieldId: field('Deal').id, operator: 'equals', value: name },
          limit: 1,
        },
      )
    ).records[0]?.fields[field(of).id] ?? null;
  const drag = async (from: { x: number; y: number }, to: Locator): Promise<void> => {
    const box = (await to.boundingBox())!;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 6, from.y + 6, { steps: 3 });
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 12, { steps: 8 });
  };
  const middle = async (of: Locator): Promise<{ x: number; y: number }> => {
    const box = (await of.boundingBox())!;
    return { x: box.x + 20, y: box.y + box.height / 2 };
  };

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    const { id } = await api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Deal', type: 'singleLineText' },
        { name: 'Company', type: 'singleLineText' },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'Open' }, { label: 'Won' }] } },
        { name: 'Visit', type: 'dateRange' },
        { name: 'Begins', type: 'dateTime' },
        { name: 'Ends', type: 'dateTime' },
      ],
    });
    table = await api.call('GET', `v3/tables/${id}`);
    const stages = field('Stage').props.options!.map((one) => one.id);
    const visit = (start: string, end = start) => ({ Visit: { start: `2026-12-${start}`, end: `2026-12-${end}` } });
    const deals: readonly Readonly<Record<string, unknown>>[] = [
      { Deal: 'Freezer probes', ...visit('07') },
      { Deal: 'Dispatch scanners', ...visit('08', '10') },
      { Deal: 'Ticket gates', Visit: { start: '2026-12-17', end: '2026-12-23' } },
      ...Array.from({ length: 7 }, (_, i) => ({ Deal: `Crowd ${i}`, ...visit('31') })),
      { Deal: 'Next spring', Visit: { start: '2027-04-02', end: '2027-04-03' } },
      { Deal: 'Reagent room', Begins: '2026-12-09T09:00:00Z', Ends: '2026-12-09T10:30:00Z' },
      { Deal: 'Lens stock', Begins: '2026-12-09T10:00:00Z', Ends: '2026-12-09T11:00:00Z' },
      { Deal: 'Loading bay' },
      { Deal: 'Ferry deck' },
    ];
    await api.call('POST', `v3/tables/${id}/records?fieldKey=name`, {
      records: deals.map((one, i) => ({ fields: { Company: `Company ${i}`, Stage: stages[i % 2], ...one } })),
    });
    const view = async (label: string, config: object): Promise<string> => {
      const made = await api.call<{ id: string }>('POST', `v3/tables/${id}/views`, {
        type: 'calendar',
        label,
        config: { fields: [], color: field('Stage').id, ...config },
      });
      return `/object/${id}/${made.id}`;
    };
    ranges = await view('Visits', { start: field('Visit').id });
    hours = await view('Hours', { start: field('Begins').id, end: field('Ends').id });
    const viewer = { name: 'Vera Quinn', email: product.address('vera'), password: 'grey-kettle-19' };
    await invite(api, viewer, 'Member', 'viewer');
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    ({ page: phone } = await signIn(browser, product.url, product.owner, { width: 390, height: 844, theme: 'dark' }));
    ({ page: guest } = await signIn(browser, product.url, viewer));
    errors = watchErrors(page);
    page.on('request', (request) => {
      if (/records\/query/.test(request.url())) asked.push(request.postData() ?? '');
    });
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('shows the records of a month on their days, asks for those days alone, and turns', async () => {
    await page.goto(`${ranges}?day=2026-12-15`);
    await event('Freezer probes').waitFor();
    await page.getByRole('heading', { name: 'December 2026' }).waitFor();
    expect(asked.some((body) => body.includes('"between"') && /2026-1[12]-\d\d","2027-01-\d\d/.test(body))).toBe(true);
    await expect.poll(() => page.locator('[data-nodate] [data-event]').count()).toBe(4);
    // One over more days is as wide as they are, and goes on in the next row.
    await expect.poll(() => event('Ticket gates').count()).toBe(2);
    await day('2026-12-31').getByRole('button', { name: /more/ }).click();
    const all = page.getByRole('dialog').filter({ hasText: 'Thursday, December 31, 2026' });
    await expect.poll(() => all.locator('[data-event]').count()).toBe(7);
    await judge(page, 'calendar');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('heading', { name: 'January 2027' }).waitFor();
    await expect.poll(() => event('Freezer probes').count()).toBe(0);
    await page.getByRole('button', { name: 'Earlier' }).click();
    await event('Freezer probes').waitFor();
  });

  it('a record is dragged to another day with its length, and an undo brings it back', async () => {
    await drag(await middle(event('Dispatch scanners')), day('2026-12-15'));
    await page.screenshot({ path: 'test-results/pictures/calendar-dragging.png' });
    await page.mouse.up();
    await until(() => valueOf('Dispatch scanners', 'Visit'), { start: '2026-12-15', end: '2026-12-17' } as unknown);
    await expect.poll(() => day('2026-12-15').locator('[data-event]').allInnerTexts()).toEqual(['Dispatch scanners']);
    await page.keyboard.press('ControlOrMeta+z');
    await until(() => valueOf('Dispatch scanners', 'Visit'), { start: '2026-12-08', end: '2026-12-10' } as unknown);
    await expect.poll(() => day('2026-12-08').locator('[data-event]').allInnerTexts()).toEqual(['Dispatch scanners']);
    // Its end alone makes it longer.
    const box = (await event('Freezer probes').boundingBox())!;
    await drag({ x: box.x + box.width - 3, y: box.y + 10 }, day('2026-12-09'));
    await page.mouse.up();
    await until(() => valueOf('Freezer probes', 'Visit'), { start: '2026-12-07', end: '2026-12-09' } as unknown);
    // Escape while it is carried leaves it where it was.
    await drag(await middle(event('Dispatch scanners')), day('2026-12-22'));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await valueOf('Dispatch scanners', 'Visit')).toEqual({ start: '2026-12-08', end: '2026-12-10' });
  });

  it('a record without a date gets one by a drag onto a day, and loses it on the list', async () => {
    await drag(
      await middle(page.locator('[data-nodate]').getByRole('button', { name: /Loading bay/ })),
      day('2026-12-02'),
    );
    await page.mouse.up();
    await until(() => valueOf('Loading bay', 'Visit'), { start: '2026-12-02', end: '2026-12-02' } as unknown);
    await expect.poll(() => page.locator('[data-nodate] [data-event]').count()).toBe(3);
    await expect.poll(() => day('2026-12-02').locator('[data-event]').count()).toBe(1);
    await drag(await middle(event('Loading bay')), page.getByRole('complementary', { name: 'No date' }));
    await page.mouse.up();
    await until(() => valueOf('Loading bay', 'Visit'), null as unknown);
    await expect.poll(() => page.locator('[data-nodate] [data-event]').count()).toBe(4);
  });

  it('a move that is refused goes back, and says why', async () => {
    const writes = /\/v3\/tables\/[^/]+\/records(\?|$)/;
    await page.route(writes, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 422,
            contentType: 'application/json',
            body: JSON.stringify({ error: { code: 'records.not_ready', message: 'This deal is not ready.' } }),
          })
        : route.continue(),
    );
    await drag(await middle(event('Dispatch scanners')), day('2026-12-15'));
    await page.mouse.up();
    await page.getByText('Couldn’t move Dispatch scanners').waitFor();
    await expect.poll(() => day('2026-12-08').locator('[data-event]').allInnerTexts()).toEqual(['Dispatch scanners']);
    await page.unroute(writes);
  });

  it('keys walk days, carry and stretch a record, and make one', async () => {
    await page.goto(`${ranges}?day=2026-12-15`);
    await event('Freezer probes').waitFor();
    await day('2026-12-15').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.locator('[data-day]:focus').getAttribute('data-day')).toBe('2026-12-08');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.locator('[data-day]:focus').getAttribute('data-day')).toBe('2026-12-07');
    await event('Dispatch scanners').focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => day('2026-12-16').locator('[data-event]').allInnerTexts()).toEqual(['Dispatch scanners']);
    await page.keyboard.press('Enter');
    await until(() => valueOf('Dispatch scanners', 'Visit'), { start: '2026-12-16', end: '2026-12-18' } as unknown);
    await event('Dispatch scanners').focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press(' ');
    await until(() => valueOf('Dispatch scanners', 'Visit'), { start: '2026-12-16', end: '2026-12-19' } as unknown);
    await day('2026-12-22').focus();
    await page.keyboard.press('n');
    await page
      .getByRole('dialog')
      .or(page.getByRole('complementary', { name: /Record|Unnamed/ }))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => day('2026-12-22').locator('[data-event]').allInnerTexts()).toContain('Unnamed');
  });

  it('what others change moves while it is open', async () => {
    const { records } = await api.call<{ records: { id: string }[] }>('POST', `v3/tables/${table.id}/records/query`, {
      filter: { fieldId: field('Deal').id, operator: 'equals', value: 'Freezer probes' },
    });
    await api.call('PATCH', `v3/tables/${table.id}/records`, {
      records: [{ id: records[0]!.id, fields: { [field('Visit').id]: { start: '2026-12-04', end: '2026-12-04' } } }],
    });
    await expect
      .poll(() => day('2026-12-04').locator('[data-event]').allInnerTexts(), { timeout: 20_000 })
      .toEqual(['Freezer probes']);
  });

  it('a week has its hours, where a record is dragged to another time and its end too', async () => {
    await page.goto(`${hours}?mode=week&day=2026-12-09`);
    await event('Reagent room').waitFor();
    await judge(page, 'calendar-week');
    const before = (await event('Reagent room').boundingBox())!;
    const beside = (await event('Lens stock').boundingBox())!;
    expect(beside.x).toBeGreaterThanOrEqual(before.x + before.width);
    await page.mouse.move(before.x + 20, before.y + 10);
    await page.mouse.down();
    await page.mouse.move(before.x + 24, before.y + 20, { steps: 3 });
    await page.mouse.move(before.x + 20, before.y + 10 + 48, { steps: 6 });
    await page.mouse.up();
    await until(() => valueOf('Reagent room', 'Begins'), '2026-12-09T10:00:00.000Z' as unknown);
    expect(await valueOf('Reagent room', 'Ends')).toBe('2026-12-09T11:30:00.000Z');
    await page.keyboard.press('d');
    await expect.poll(() => page.locator('[data-hours]').count()).toBe(1);
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Wednesday, December 9, 2026' }).waitFor();
    await judge(page, 'calendar-agenda');
    await page.keyboard.press('m');
    await day('2026-12-09').waitFor();
  });

  it('on a phone is a month of dots over what its days have', async () => {
    await phone.goto(`${ranges}?day=2026-12-16`);
    await event('Dispatch scanners', phone).first().waitFor();
    await judge(phone, 'calendar-phone');
    await phone.getByRole('button', { name: /^Thursday, December 31, 2026/ }).click();
    await event('Crowd 6', phone).click();
    await phone.getByRole('dialog', { name: 'Crowd 6' }).waitFor();
  });

  it('whoever may only look moves and makes nothing', async () => {
    await guest.goto(`${ranges}?day=2026-12-15`);
    await event('Freezer probes', guest).waitFor();
    expect(await guest.locator('[data-movable]').count()).toBe(0);
    expect(await guest.getByRole('button', { name: /^New record/ }).count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
