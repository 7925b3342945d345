import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until, watchErrors } from './screen.ts';

/** What changed since one last looked is listed, until one says that one has seen it. */
describe('what changed since one looked', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('is told of a view and of a record, and marked as seen', async () => {
    const { api } = product;
    const deals = await makeDeals(api, 'Moorings');
    const [name, value] = [deals.field('Deal'), deals.field('Value')];
    const records = `v3/tables/${deals.id}/records`;
    const { records: made } = await api.call<{ records: { id: string }[] }>('POST', records, {
      records: ['Lamps', 'Ropes'].map((one, i) => ({ fields: { [name]: one, [value]: (i + 1) * 100 } })),
    });
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/object/${deals.id}`);
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'What changed since I looked' }).click();
    await page.getByText('You have not marked this as seen yet.').waitFor();
    const list = page.getByRole('list', { name: /^Changes in Moorings/ });
    await list.getByRole('link', { name: 'Lamps' }).waitFor();
    await page.getByRole('button', { name: 'Mark as seen' }).click();
    await page.getByText('Nothing changed').waitFor();
    await judge(page, 'changes-nothing');

    await api.call('PATCH', records, { records: [{ id: made[0]!.id, fields: { [value]: 990 } }] });
    await api.call('DELETE', records, { ids: [made[1]!.id] });
    await api.call('POST', records, { records: [{ fields: { [name]: 'Buoys' } }] });
    await page.getByText('1 changed · 1 removed · 1 added').waitFor();
    await list.getByText('990').waitFor();
    await judge(page, 'changes');
    await page.setViewportSize({ width: 390, height: 844 });
    await judge(page, 'phone-changes');
    await page.setViewportSize({ width: 1440, height: 900 });
    // What came while the page was open was not there when it was opened: it is marked by who looks again.
    await page.reload();
    await list.getByText('990').waitFor();
    await page.keyboard.press('e');
    await page.getByText('Nothing changed').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await list.getByText('990').waitFor();

    // The digest tells it too, where one asks for that, until one leaves it out.
    const inDigest = page.getByRole('switch', { name: 'In my digest' });
    await inDigest.check({ force: true });
    await page.getByText('Your digest tells what changes here').waitFor();
    await judge(page, 'changes-in-digest');
    await page.goto('/settings/notifications');
    const places = page.getByRole('list', { name: 'What changed, in the digest' });
    await places.getByRole('link', { name: 'Moorings' }).waitFor();
    await judge(page, 'digest-places');
    await page.setViewportSize({ width: 390, height: 844 });
    await judge(page, 'phone-digest-places');
    await page.setViewportSize({ width: 1440, height: 900 });
    await places.getByRole('link', { name: 'Moorings' }).click();
    await inDigest.and(page.locator(':checked')).waitFor();
    await page.goto('/settings/notifications');
    await page.getByRole('button', { name: 'Leave out Moorings' }).click();
    await until(() => places.count(), 0);

    await page.goto(`/object/${deals.id}/record/${made[0]!.id}`);
    await page.goto(`/object/${deals.id}/changes?record=${made[0]!.id}`);
    const happened = page.getByRole('list', { name: 'Changes in this record' });
    await happened.getByText('990').waitFor();
    await judge(page, 'changes-record');
    await page.getByRole('button', { name: 'Mark as seen' }).click();
    await until(() => happened.count(), 0);
    expect(errors).toEqual([]);
  });
});
