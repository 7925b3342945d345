import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { commandLine, invite, owner, setUp, startProduct, type Client, type Product } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

/** Only a product of this file's own has plans, and a command line beside it. */
const elsewhere = process.env['TESSERA_E2E'] === 'cluster' || process.env['TESSERA_E2E_URL'] !== undefined;

/** What a plan lacks, as who manages it and who does not meet it. */
describe.skipIf(elsewhere)('what a plan lacks', () => {
  let product: Product;
  let browser: Browser;
  let api: Client;
  beforeAll(async () => {
    product = await startProduct({ env: { TESSERA_BILLING: 'on' } });
    api = await setUp(product.url);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  it('opens the upgrade dialog for the one, and tells the other whom to ask', async () => {
    const { organization } = await api.call<{ organization: { id: string } }>('GET', 'v3/session');
    const { id } = await api.call<{ id: string }>('POST', 'v3/apps', { label: 'Desk' });
    const member = { name: 'Mo Reed', email: 'mo@marlow.example', password: 'grey-kettle-19' };
    await invite(api, member);
    await commandLine(product.data, 'plan', 'developer', '--organization', organization.id);
    await until(
      async () => (await api.call<{ features: { historyLog: string } }>('GET', 'v3/features')).features.historyLog,
      'blocked',
    );

    const { page } = await signIn(browser, product.url, owner);
    const errors = watchErrors(page);
    await page.goto('/home');
    await page.getByRole('navigation').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('history log');
    await page
      .getByRole('option', { name: /History log/ })
      .filter({ hasText: 'Not in your plan' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Upgrade your plan' });
    await dialog.getByText('History log is not in your plan.').waitFor();
    await dialog.getByText('Scale', { exact: true }).waitFor();
    await judge(page, 'upgrade');
    await dialog.getByRole('button', { name: 'See plans' }).click();
    await page.waitForURL('**/settings/plans');

    await page.goto('/settings/action-history');
    await page.getByRole('heading', { name: 'History log is not in your plan.' }).waitFor();
    await judge(page, 'upgrade-page');

    await page.goto(`/app/${id}?edit`);
    await page.getByRole('button', { name: 'Add block' }).click();
    await page.getByRole('button', { name: /Pivot Table.*Premium/ }).click();
    await dialog.getByText('Premium blocks and fields is not in your plan.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await judge(page, 'upgrade-blocks');
    // The refusals were asked for.
    expect(errors.filter((one) => !one.includes('403'))).toEqual([]);

    const { page: theirs } = await signIn(browser, product.url, member);
    await theirs.goto('/home?modal=managePlan&upgradeToFeature=roles');
    const asks = theirs.getByRole('dialog', { name: 'Upgrade your plan' });
    await asks.getByText('Talk to an administrator user in your organization to upgrade your plan.').waitFor();
    expect(await asks.getByRole('button', { name: 'See plans' }).count()).toBe(0);
  });
});
