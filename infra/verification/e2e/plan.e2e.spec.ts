import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until, watchErrors } from './screen.ts';

type Table = { id: string; fields: { id: string; name: string; props: { options?: { id: string }[] } }[] };

/** Records as bars over days: moved by the pointer, by their ends and by keys, in rows and in lanes. */
describe('a plan', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('has a row for each record and a lane for each option, and writes what is dragged', async () => {
    const { api } = product;
    const table = await api.call<Table>('POST', 'v3/tables', {
      label: 'Refit',
      fields: [
        { name: 'Work', type: 'singleLineText' },
        { name: 'Begins', type: 'date' },
        { name: 'Ends', type: 'date' },
        { name: 'Crew', type: 'select', props: { options: [{ label: 'Deck' }, { label: 'Engine' }] } },
        { name: 'Done', type: 'percent' },
      ],
    });
    const field = (name: string) => table.fields.find((one) => one.name === name)!;
    const crews = field('Crew').props.options!.map(({ id }) => id);
    const { records } = await api.call<{ records: { id: string }[] }>(
      'POST',
      `v3/tables/${table.id}/records?fieldKey=name`,
      {
        records: [
          { Work: 'Scrape the hull', Begins: '2026-12-01', Ends: '2026-12-10', Crew: crews[0], Done: 0.5 },
          { Work: 'Paint the hull', Begins: '2026-12-11', Ends: '2026-12-18', Crew: crews[0] },
          { Work: 'Mend the pump', Begins: '2026-12-05', Ends: '2026-12-08', Crew: crews[1] },
        ].map((fields) => ({ fields })),
      },
    );
    const view = async (type: string, config: object): Promise<string> => {
      const made = await api.call<{ id: string }>('POST', `v3/tables/${table.id}/views`, {
        type,
        label: type,
        config: { fields: [], ...config },
      });
      return `/object/${table.id}/${made.id}?day=2026-12-10`;
    };
    const [start, end] = [field('Begins').id, field('Ends').id];
    const rows = await view('gantt', {
      gantt_date_range: [start, end],
      gantt_table_fields: [field('Crew').id],
      gantt_color_field: field('Crew').id,
      progress: field('Done').id,
    });
    const lanes = await view('timeline', { start, end, lane: field('Crew').id });
    const days = async (at: number): Promise<unknown> => {
      const { fields } = await api.call<{ fields: Record<string, unknown> }>(
        'GET',
        `v3/tables/${table.id}/records/${records[at]!.id}`,
      );
      return [fields[field('Begins').id], fields[field('Ends').id]];
    };

    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(rows);
    const bar = (name: string) => page.locator('button[data-bar]').filter({ hasText: name });
    await bar('Paint the hull').waitFor();
    await judge(page, 'gantt');
    const box = (await bar('Paint the hull').boundingBox())!;
    // A day is 16 px wide.
    const drag = async (x: number, by: number): Promise<void> => {
      await page.mouse.move(x, box.y + 10);
      await page.mouse.down();
      await page.mouse.move(x + by / 2, box.y + 10);
      await page.mouse.move(x + by, box.y + 10);
      await page.mouse.up();
    };
    await drag(box.x + box.width / 2, 32);
    await until(() => days(1), ['2026-12-13', '2026-12-20'] as unknown);
    await drag(box.x + 32 + box.width - 2, 16);
    await until(() => days(1), ['2026-12-13', '2026-12-21'] as unknown);
    await bar('Mend the pump').focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await until(() => days(2), ['2026-12-04', '2026-12-07'] as unknown);
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await until(() => days(2), ['2026-12-04', '2026-12-08'] as unknown);

    await page.goto(lanes);
    await page.getByText('Engine', { exact: true }).waitFor();
    await bar('Scrape the hull').waitFor();
    await judge(page, 'timeline');
    await bar('Scrape the hull').click();
    await page.getByRole('dialog', { name: /Scrape the hull/ }).waitFor();
    expect(errors).toEqual([]);
  });
});
