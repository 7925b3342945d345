import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

/** A deleted table or app is found in the trash and comes back from there; what is shown where there is none, and to whom not. */
describe('the trash', () => {
  let product: Joined;
  let browser: Browser;
  const trash = '/workspaces/recovery';

  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  const make = async (label: string): Promise<string> => {
    const { id } = await product.api.call<{ id: string }>('POST', 'v3/tables', {
      label,
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    await product.api.call('POST', `v3/tables/${id}/records`, { records: [{ fields: {} }, { fields: {} }] });
    return id;
  };

  it('gives a deleted table back, by keys too, and takes that back again', async () => {
    const { context, page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(trash);
    await page.getByText('Trash is empty').waitFor();
    await judge(page, 'trash-empty');
    const [parts, leads] = [await make('Spare parts'), await make('Fair leads')];
    for (const id of [leads, parts]) await product.api.call('DELETE', `v3/tables/${id}`);
    // What is deleted elsewhere comes by itself, the newest first.
    const names = page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
    await until(
      async () => (await names.allInnerTexts()).map((text) => text.split('\n')[0]),
      ['Spare parts', 'Fair leads'],
    );
    await page.getByText('2 items').waitFor();
    await judge(page, 'trash');
    await page.getByRole('searchbox', { name: 'Search trash' }).fill('léads');
    await until(() => names.count(), 1);
    await page.getByRole('searchbox', { name: 'Search trash' }).fill('nobody');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('button', { name: 'Restore Spare parts' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Table Spare parts restored').waitFor();
    await until(() => names.count(), 1);
    await page.getByRole('navigation').getByRole('link', { name: 'Spare parts' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(() => names.count(), 2);
    await page.getByRole('button', { name: 'Restore Fair leads' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Fair leads' }).click();
    await page.getByRole('grid').waitFor();
    await page.getByRole('link', { name: 'Trash' }).click();
    await until(() => names.count(), 1);
    const { id: app } = await product.api.call<{ id: string }>('POST', 'v3/apps', { label: 'Dock planner' });
    await product.api.call('DELETE', `v3/apps/${app}`);
    await until(() => names.count(), 2);
    await page.getByRole('radio', { name: 'Apps' }).focus();
    await page.keyboard.press('Space');
    await until(() => names.count(), 1);
    expect(new URL(page.url()).pathname).toBe('/workspaces/recovery/archived-apps');
    expect(await page.getByRole('button', { name: 'Delete Dock planner forever' }).count()).toBe(0);
    await judge(page, 'trash-apps');
    await page.getByRole('button', { name: 'Restore Dock planner' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('App Dock planner restored').waitFor();
    await page.getByText('Nothing of this type in trash').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Dock planner' }).waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await until(() => names.count(), 1);
    expect(errors).toEqual([]);
    await context.close();
  });

  it.each([
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('looks right in %s at %i px', async (theme, width) => {
    const { context, page } = await signIn(browser, product.url, product.owner, { theme, width });
    await page.goto(trash);
    await page.getByRole('button', { name: 'Restore Spare parts' }).waitFor();
    await judge(page, `trash-${theme}-${width}`);
    await context.close();
  });

  it('deletes forever once three switches are on, one or several, and nothing brings it back', async () => {
    const { context, page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    for (const label of ['Old prices', 'Old stock']) await product.api.call('DELETE', `v3/tables/${await make(label)}`);
    await page.goto(trash);
    const names = page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
    await until(() => names.count(), 3);
    await page.getByText('3 items. They stay here until someone deletes them forever.').waitFor();
    await page.getByRole('radio', { name: 'Tables' }).focus();
    await page.keyboard.press('Space');
    await until(() => names.count(), 3);

    await page.getByRole('button', { name: 'Delete Old stock forever' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Old stock” forever?' });
    await dialog.getByText('2 records and all views and fields are deleted too.').waitFor();
    await until(() => page.evaluate(() => document.activeElement?.textContent), 'Keep it');
    const erase = dialog.getByRole('button', { name: 'Delete forever' });
    await dialog.getByRole('switch', { name: 'The records are deleted' }).press('Space');
    await dialog.getByRole('switch', { name: 'The files are deleted' }).press('Space');
    expect(await erase.isDisabled()).toBe(true);
    await judge(page, 'trash-erase');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await names.count()).toBe(3);

    await page.getByRole('searchbox', { name: 'Search trash' }).fill('old');
    await until(() => names.count(), 2);
    await page.getByRole('checkbox', { name: 'Select all' }).press('Space');
    await page.getByText('2 selected').waitFor();
    await judge(page, 'trash-selected');
    await page.getByRole('button', { name: 'Delete forever', exact: true }).click();
    const both = page.getByRole('dialog', { name: 'Delete 2 tables forever?' });
    for (const name of ['The records are deleted', 'The files are deleted', 'The links to it break'])
      await both.getByRole('switch', { name }).press('Space');
    await both.getByRole('button', { name: 'Delete forever' }).click();
    await page.getByText('2 tables were successfully deleted').waitFor();
    await page.getByText('Nothing in trash has that name').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await until(() => names.count(), 1);
    const { items } = await product.api.call<{ items: { label: string }[] }>('GET', 'v3/trash');
    expect(items.map(({ label }) => label)).toEqual(['Spare parts']);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('is for those who build', async () => {
    const mina = { name: 'Mina Sato', email: product.address('mina'), password: 'grey-kettle-19' };
    await invite(product.api, mina);
    const { context, page } = await signIn(browser, product.url, mina);
    await page.goto(trash);
    await page.getByText('Only builders can see the trash').waitFor();
    await judge(page, 'trash-denied');
    expect(await page.getByRole('link', { name: 'Trash' }).count()).toBe(0);
    await context.close();
  });
});
