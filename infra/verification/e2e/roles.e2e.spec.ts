import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until, watchErrors } from './screen.ts';

type Profile = {
  id_profile: string;
  name: string;
  profile_data: { flags: Record<string, number>; tables_enabled: Record<string, string>; tables_disabled: string[] };
};

/** Roles as an administrator meets them: made, given rights, which are undone, and deleted with another one for its people. */
describe('roles', () => {
  let product: Joined;
  let browser: Browser;
  let tableId = '';
  beforeAll(async () => {
    product = await joinProduct();
    tableId = (await makeDeals(product.api, 'Deals')).id;
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('are made, given rights, which can be undone, and deleted', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    const role = async (): Promise<Profile | undefined> =>
      (await product.api.call<{ profiles: Profile[] }>('POST', 'profile/list', {})).profiles.find(
        ({ name }) => name === 'Sellers',
      );
    await page.goto('/settings/roles');
    await page.getByRole('list', { name: 'Roles' }).waitFor();
    await judge(page, 'roles');
    await page.getByRole('button', { name: 'New role' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Sellers');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Rules' }).waitFor();
    await page.getByRole('switch', { name: 'Read the history log' }).press('Space');
    await page.getByRole('radiogroup', { name: 'All tables' }).getByText('View').click();
    await page.getByRole('radiogroup', { name: 'Deals' }).getByText('None').click();
    await until(async () => (await role())?.profile_data.tables_disabled, [tableId]);
    expect((await role())?.profile_data).toMatchObject({
      flags: { access_settings: 1, access_actions_history: 1 },
      tables_enabled: { '*': 'view' },
    });
    await judge(page, 'role-editor');
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await role())?.profile_data.tables_disabled, []);
    await page.getByRole('button', { name: 'Menu of Sellers' }).click();
    await page.getByRole('menuitem', { name: 'Delete role' }).click();
    await page.getByRole('button', { name: /^Their new role:/ }).click();
    await page.getByRole('option', { name: 'Member' }).click();
    await page.getByRole('button', { name: 'Delete role' }).click();
    await until(async () => await role(), undefined);
    expect(errors).toEqual([]);
  });
});
