import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import { judge, watchErrors } from './screen.ts';

/** What an organization uses, as its owner and a member meet it. */
describe('plan and usage', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    const { api } = product;
    const table = await api.call<{ id: string; fields: { id: string }[] }>('POST', 'v3/tables', {
      label: 'Deals',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    const steps = [{ id: 'wait', type: 'delay', config: { seconds: 1 } }];
    const trigger = { type: 'record_created', config: { tableId: table.id } };
    const { id } = await api.call<{ id: string }>('POST', 'v3/automations', { label: 'Follow up', trigger, steps });
    await api.call('POST', `v3/automations/${id}/publish`, {});
    await api.call('POST', `v3/automations/${id}/enabled`, { enabled: true });
    for (const name of ['Oak', 'Elm'])
      await api.call('POST', `v3/tables/${table.id}/records`, { fields: { [table.fields[0]!.id]: name } });
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('are shown to the owner, and not to a member', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/settings/automation-usage');
    await page.getByRole('row', { name: 'Records per table The fullest table is Deals 2 No limit' }).waitFor();
    await judge(page, 'usage');
    await page.getByRole('button', { name: 'No-code report' }).click();
    await page.getByRole('row', { name: 'Follow up 2' }).waitFor();
    await judge(page, 'usage-report');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^nocode_report_\d{4}-\d\d-01_\d{4}-\d\d-\d\d\.csv$/);
    await page.goto('/settings/automation-usage');
    await page.getByRole('row', { name: /^Low-code GB\*s of all functions 0 No limit/ }).waitFor();
    await page.getByRole('row', { name: /^Storage Files, in MB 0 No limit/ }).waitFor();
    await page.getByRole('button', { name: 'Low-code report' }).click();
    await page.getByText('Low-code report is empty').waitFor();
    await judge(page, 'usage-lowcode');
    await page.goto('/settings/plans');
    await page.getByRole('heading', { name: 'Enterprise' }).waitFor();
    await judge(page, 'plans');
    expect(errors).toEqual([]);

    const member = { name: 'Mo Reed', email: product.address('mo'), password: 'grey-kettle-19' };
    await invite(product.api, member);
    const { page: theirs } = await signIn(browser, product.url, member);
    await theirs.goto('/settings/automation-usage');
    await theirs.getByText('You don’t have access to usage').waitFor();
    await theirs.goto('/settings/plans');
    await theirs.getByText('You don’t have access to plans').waitFor();
  });
});
