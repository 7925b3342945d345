import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeals } from '../load/api-figures.ts';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { client, invite } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

/** API tokens as a person meets them: made with a reach and an end, shown once, switched off, renewed, deleted. */
describe('API tokens', () => {
  let product: Joined;
  let browser: Browser;
  let tableId = '';
  const opens = (secret: string): Promise<boolean> =>
    client(product.url, secret)
      .call('GET', 'v3/session')
      .then(
        () => true,
        () => false,
      );
  beforeAll(async () => {
    product = await joinProduct();
    tableId = (await makeDeals(product.api, 'Deals')).id;
    await makeDeals(product.api, 'Companies');
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('one is made by the keyboard, is shown once, works, and ends when it is switched off', async () => {
    const { page, context } = await signIn(browser, product.url, product.owner);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const errors = watchErrors(page);
    await page.goto('/automations/api-token');
    await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor();
    await judge(page, 'api-tokens-none');
    await page.getByRole('button', { name: 'New token' }).first().press('Enter');
    const panel = page.getByRole('dialog', { name: 'New token' });
    const focused = (role: 'textbox' | 'button', name: string) => () =>
      page
        .getByRole('dialog')
        .getByRole(role, { name, exact: true })
        .evaluateAll((all) => all.some((one) => one === document.activeElement));
    await until(focused('textbox', 'Name'), true);
    await page.keyboard.type('Price list to shop');
    await page.keyboard.press('Enter');
    await panel.getByText('Choose what the token may do.').waitFor();
    await panel.getByRole('button', { name: /Add table/ }).press('Enter');
    await page.keyboard.type('Deals');
    await page.keyboard.press('Enter');
    await panel.getByRole('checkbox', { name: 'Write: Deals' }).press('Space');
    await panel.getByText(/The token reads and writes Deals, until/).waitFor();
    await judge(page, 'api-tokens-create');
    await panel.getByRole('textbox', { name: 'Name' }).press('Enter');

    const once = page.getByRole('dialog', { name: 'Price list to shop' });
    const copy = once.getByRole('button', { name: 'Copy', exact: true });
    await until(focused('button', 'Copy'), true);
    await judge(page, 'api-tokens-once');
    await page.keyboard.press('Escape');
    expect(await once.isVisible()).toBe(true);
    const secret = (await once.locator('[data-secret]').innerText()).trim();
    await copy.press('Enter');
    await once.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await once.waitFor({ state: 'hidden' });
    expect(await opens(secret)).toBe(true);
    const program = client(product.url, secret);
    await program.call('GET', `v3/tables/${tableId}/records`);

    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: 'Price list to shop' });
    await row.getByText(`tst_••••${secret.slice(-4)}`).waitFor();
    await judge(page, 'api-tokens');
    const active = row.getByRole('switch', { name: 'Price list to shop is on' });
    await active.press('Space');
    await page.getByText('Price list to shop is off.').waitFor();
    await until(() => opens(secret), false, 20_000);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(() => active.isChecked(), true);
    await until(() => opens(secret), true, 20_000);

    await row.getByRole('button', { name: 'Menu of Price list to shop' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Renew the secret' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Renew the secret' }).click();
    const renewed = (await once.locator('[data-secret]').innerText()).trim();
    expect(renewed).not.toBe(secret);
    await once.getByRole('button', { name: 'I have copied it' }).click();
    await until(() => opens(secret), false, 20_000);
    expect(await opens(renewed)).toBe(true);

    await row.getByRole('button', { name: 'Menu of Price list to shop' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete token' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete token' }).click();
    await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor();
    await until(() => opens(renewed), false, 20_000);
    expect(errors).toEqual([]);
    await context.close();
  });

  it('are listed and made on a phone in the dark, and are in the menu of the organization', async () => {
    await product.api.call('POST', 'v3/api-token', { name: 'Month-end export' });
    const { page, context } = await signIn(browser, product.url, product.owner, {
      width: 390,
      height: 844,
      theme: 'dark',
    });
    await page.goto('/automations/api-token');
    await page.getByText('Month-end export').waitFor();
    await judge(page, 'api-tokens-phone');
    await page.goto('/automations/api-token?modal=addApiToken');
    await page.getByRole('dialog', { name: 'New token' }).waitFor();
    await judge(page, 'api-tokens-create-phone');
    await context.close();
    const desk = await signIn(browser, product.url, product.owner);
    await desk.page.goto('/home');
    await desk.page.getByRole('button', { name: /, menu$/ }).click();
    await desk.page.getByRole('menuitem', { name: 'API tokens' }).click();
    await desk.page.getByText('Month-end export').waitFor();
    await desk.context.close();
  });

  it('are nobody’s who does not develop', async () => {
    const member = { name: 'Vera Lind', email: product.address('vera'), password: 'grey-kettle-19' };
    await invite(product.api, member);
    const { page, context } = await signIn(browser, product.url, member);
    await page.goto('/automations/api-token');
    await page.getByRole('heading', { name: 'You don’t have access to API tokens' }).waitFor();
    await judge(page, 'api-tokens-denied');
    await context.close();
  });
});
