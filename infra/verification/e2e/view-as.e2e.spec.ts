import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, watchErrors } from './screen.ts';

/** An administrator looks at the workspace as a role, and is back. */
describe('seeing the workspace as a role', () => {
  let product: Joined;
  let browser: Browser;
  let tableId = '';
  beforeAll(async () => {
    product = await joinProduct();
    tableId = (await makeDeals(product.api, 'Deals')).id;
    const profile_data = { tables_enabled: { [tableId]: 'view' } };
    await product.api.call('POST', 'profile/create', { profile_name: 'Guests', color: 'teal', profile_data });
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('shows a bar over all pages until it is stopped', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/settings/roles');
    await page.getByRole('button', { name: 'Menu of Guests' }).click();
    await page.getByRole('menuitem', { name: 'View as this role' }).click();
    const bar = page.getByText('You see the workspace as Guests. Nothing can be changed.');
    await bar.waitFor();
    await page.waitForURL('**/home');
    await judge(page, 'view-as');
    await page.goto('/settings/users');
    await bar.waitFor();
    await page.getByText('You don’t have access').first().waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    expect(await bar.count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
