import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

/** A deleted table is found in the trash and comes back from there; what is shown where there is none, and to whom not. */
describe('the trash', () => {
  let product: Joined;
  let browser: Browser;
  const trash = '/workspaces/recovery/archived-tables';

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
    await page.getByText('The trash is empty').waitFor();
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
    await page.getByRole('searchbox', { name: 'Search the trash' }).fill('léads');
    await until(() => names.count(), 1);
    await page.getByRole('searchbox', { name: 'Search the trash' }).fill('nobody');
    await page.getByRole('button', { name: 'Clear the search' }).click();
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

  it('is for those who build', async () => {
    const mina = { name: 'Mina Sato', email: product.address('mina'), password: 'grey-kettle-19' };
    await invite(product.api, mina);
    const { context, page } = await signIn(browser, product.url, mina);
    await page.goto(trash);
    await page.getByText('The trash is for builders').waitFor();
    await judge(page, 'trash-denied');
    expect(await page.getByRole('link', { name: 'Trash' }).count()).toBe(0);
    await context.close();
  });
});
