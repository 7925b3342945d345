import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until, watchErrors } from './screen.ts';

type Profile = {
  id_profile: string;
  name: string;
  profile_data: {
    flags: Record<string, number>;
    tables_enabled: Record<string, unknown>;
    tables_disabled: string[];
    dashboards_enabled: object;
  };
};

/** Roles as an administrator meets them: made, given rights, which are undone, and deleted with another one for its people. */
describe('roles', () => {
  let product: Joined;
  let browser: Browser;
  let tableId = '';
  let dealId = '';
  let appId = '';
  beforeAll(async () => {
    product = await joinProduct();
    const deals = await makeDeals(product.api, 'Deals');
    [tableId, dealId] = [deals.id, deals.field('Deal')];
    appId = (await product.api.call<{ id: string }>('POST', 'v3/apps', { label: 'Desk' })).id;
    const tabs = [{ id: tableId, type: 'table' }];
    await product.api.call('POST', 'v3/folders', { label: 'Sales', tabs });
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
    // Only the records that a condition leaves, once it is complete.
    await page.getByRole('radiogroup', { name: 'Deals' }).getByText('View').click();
    await page.getByRole('listitem').filter({ hasText: 'Deals' }).getByRole('button', { name: 'All records' }).click();
    const dialog = page.getByRole('dialog', { name: 'Which records of Deals' });
    await dialog.getByText('Only those where').click();
    await dialog.getByRole('button', { name: /^Field:/ }).click();
    await page.getByRole('option', { name: 'Deal', exact: true }).click();
    await dialog.getByText('once every condition is complete').waitFor();
    await dialog.getByRole('textbox', { name: 'Value' }).fill('Acme');
    await dialog.getByText('where Deal contains Acme').waitFor();
    await judge(page, 'role-rows');
    await until(async () => (await role())?.profile_data.tables_enabled[tableId], {
      access: 'view',
      rows: { and: [{ fieldId: dealId, operator: 'contains', value: 'Acme' }] },
    });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Some records' }).waitFor();
    await page.getByText('In Deals they see only the records where Deal contains Acme.').waitFor();
    // The same where the table is: with another level its rules stay.
    await page.goto(`/object/${tableId}`);
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'Access management' }).click();
    const access = page.getByRole('dialog', { name: 'Access to Deals' });
    await access.getByRole('radiogroup', { name: 'Sellers' }).getByText('Edit').click();
    await until(async () => (await role())?.profile_data.tables_enabled[tableId], {
      access: 'edit',
      rows: { and: [{ fieldId: dealId, operator: 'contains', value: 'Acme' }] },
    });
    await judge(page, 'access');
    await access.getByRole('button', { name: 'Has rules for records or fields' }).click();
    await page.getByRole('button', { name: 'Some records' }).waitFor();
    // A folder sets what is in it; an app has the same panel.
    await page.getByRole('radiogroup', { name: 'Folder Sales' }).getByText('None').click();
    await until(async () => (await role())?.profile_data.tables_enabled, {});
    await page.goto(`/app/${appId}`);
    await page.getByRole('button', { name: 'Table menu' }).click();
    await page.getByRole('menuitem', { name: 'Manage Access' }).click();
    await page.getByRole('radiogroup', { name: 'Sellers' }).getByText('Use').click();
    await until(async () => (await role())?.profile_data.dashboards_enabled, { [appId]: 'interact' });
    await page.getByRole('link', { name: 'Roles', exact: true }).first().click();
    await page.getByRole('button', { name: 'Menu of Sellers' }).click();
    await page.getByRole('menuitem', { name: 'Delete role' }).click();
    await page.getByRole('button', { name: /^Their new role:/ }).click();
    await page.getByRole('option', { name: 'Member' }).click();
    await page.getByRole('button', { name: 'Delete role' }).click();
    await until(async () => await role(), undefined);
    expect(errors).toEqual([]);
  });
});
