import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until, watchErrors } from './screen.ts';

/** A table as it was: what differs from now is seen, and chosen records come back, with one undo. */
describe('the past of a table', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('is looked at from the table’s menu, and what was removed comes back', async () => {
    const { api } = product;
    const deals = await makeDeals(api, 'Harbour');
    const [name, value] = [deals.field('Deal'), deals.field('Value')];
    const records = `v3/tables/${deals.id}/records`;
    const { records: made } = await api.call<{ records: { id: string }[] }>('POST', records, {
      records: ['Lamps', 'Ropes', 'Anchors'].map((one, i) => ({ fields: { [name]: one, [value]: (i + 1) * 100 } })),
    });
    const then = new Date().toISOString();
    await until(() => Promise.resolve(Date.now() > Date.parse(then) + 5), true);
    await api.call('PATCH', records, { records: [{ id: made[0]!.id, fields: { [value]: 990 } }] });
    await api.call('DELETE', records, { ids: [made[1]!.id] });
    await api.call('POST', records, { records: [{ fields: { [name]: 'Buoys' } }] });

    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/object/${deals.id}`);
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'See as it was' }).click();
    await page.getByText('Harbour as it was on').waitFor();
    await page.goto(`/object/${deals.id}/past?at=${then}`);
    await page.getByText('1 changed since').waitFor();
    await page.getByText('Not there yet. Added').waitFor();
    await page.getByText('1 removed since').waitFor();
    await judge(page, 'past');

    await page.getByRole('checkbox', { name: 'Choose Ropes' }).click({ force: true });
    await page.getByRole('button', { name: 'Restore 1 record' }).click();
    await page.getByText('1 record returns from the trash.').waitFor();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Harbour is restored').waitFor();
    await page.getByText('0 removed since').waitFor();
    expect((await api.call<{ total: number }>('POST', `${records}/count`, {})).total).toBe(4);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 removed since').waitFor();

    await page.getByText('Only what differs').click();
    await page.getByRole('rowheader', { name: 'Anchors' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('grid').waitFor();
    expect(errors).toEqual([]);
  });

  it('tells how long records were in which stage', async () => {
    const { api } = product;
    const deals = await makeDeals(api, 'Pier');
    const [name, stage] = [deals.field('Deal'), deals.field('Stage')];
    const records = `v3/tables/${deals.id}/records`;
    const { id } = await api.call<{ id: string }>('POST', records, {
      fields: { [name]: 'Lamps', [stage]: deals.option('Proposal') },
    });
    await api.call('PATCH', `${records}/${id}`, { fields: { [stage]: deals.option('Won') } });
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/object/${deals.id}`);
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'Time in stage' }).click();
    await page.getByText('Running', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Lamps' }).count()).toBe(2);
    await judge(page, 'stays');
    await page.getByRole('button', { name: /^Field:/ }).click();
    await page.getByRole('option', { name: 'Stage' }).click();
    await page.getByRole('button', { name: /^Stage:/ }).click();
    await page.getByRole('option', { name: 'Proposal' }).click();
    await until(() => page.getByRole('link', { name: 'Lamps' }).count(), 1);
    await page.getByRole('link', { name: 'Lamps' }).click();
    await page.waitForURL(`**/record/${id}`);
    expect(errors).toEqual([]);
  });

  it('tells the median of each stage, who is late by the limit of a field, and gives the stays as a file', async () => {
    const { api } = product;
    type Made = { id: string; fields: { id: string; props: { options?: { id: string }[] } }[] };
    const deals = await api.call<Made>('POST', 'v3/tables', {
      label: 'Quay',
      fields: [
        { name: 'Deal', type: 'singleLineText' },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'Proposal' }, { label: 'Won' }] } },
      ],
    });
    const [name, stage] = deals.fields.map(({ id }) => id) as [string, string];
    const [proposal, won] = deals.fields[1]!.props.options!.map(({ id }) => id) as [string, string];
    const records = `v3/tables/${deals.id}/records`;
    const { records: made } = await api.call<{ records: { id: string }[] }>('POST', records, {
      records: ['Cranes', 'Nets'].map((one) => ({ fields: { [name]: one, [stage]: proposal } })),
    });
    await api.call('PATCH', `${records}/${made[0]!.id}`, { fields: { [stage]: won } });
    await api.call('POST', `v3/tables/${deals.id}/fields`, {
      name: 'Proposal time',
      type: 'timeInTheSection',
      props: { fieldId: stage, optionId: proposal, warn: 24, late: 48 },
    });
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    // Three days later.
    await page.clock.setFixedTime(new Date(Date.now() + 72 * 3_600_000));
    await page.goto(`/object/${deals.id}/views/sla`);
    await page
      .getByRole('row', { name: /Nets/ })
      .getByText(/^\+(1d|23h)/)
      .waitFor();
    const median = page.getByRole('region', { name: 'Median by stage' });
    await median.getByRole('button', { name: /^Proposal/ }).click();
    await until(() => page.getByRole('row', { name: /Cranes|Nets/ }).count(), 2);
    await judge(page, 'stays-late');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await file).suggestedFilename()).toBe('Quay - SLA.csv');

    await page.goto(`/object/${deals.id}`);
    await page
      .getByRole('grid')
      .getByText(/^\+(1d|23h)/)
      .waitFor();
    await judge(page, 'grid-late');
    expect(errors).toEqual([]);
  });
});
