import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, watchErrors } from './screen.ts';

/** An incoming webhook as its builder meets it: made for a table, sent to, its calls read, and deleted. */
describe('incoming webhooks', () => {
  let product: Joined;
  let browser: Browser;
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('are made, take what is sent, tell what came of it, and are deleted', async () => {
    await product.api.call('POST', 'v3/tables', {
      label: 'Shop orders',
      fields: [{ name: 'Number', type: 'singleLineText' }],
    });
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto('/lowcode/webhooks');
    await page.getByText('No incoming webhooks yet').waitFor();
    await page.getByRole('button', { name: 'New incoming webhook' }).first().click();
    const form = page.getByRole('dialog', { name: 'New incoming webhook' });
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByText('Enter a name.').waitFor();
    await form.getByText('Choose a table.').waitFor();
    await form.getByRole('textbox', { name: 'Name' }).fill('From the shop');
    await form.getByRole('button', { name: /^Table:/ }).click();
    await page.getByRole('option', { name: 'Shop orders' }).click();
    await form.getByRole('button', { name: 'Create webhook' }).click();

    await page.getByText('No calls yet').waitFor();
    const address = await page.locator('dl code').textContent();
    for (const body of [{ number: 'A 1' }, { other: 1 }]) {
      const url = product.url + new URL(address ?? '').pathname;
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status).toBe(202);
    }
    const calls = page.getByRole('list', { name: 'Calls' });
    await calls.getByText('Added A 1').waitFor();
    await calls.getByText('No name in what was sent is that of a field.').click();
    await page.getByRole('complementary').getByText('"other": 1').waitFor();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('status').getByText('No name in what was sent').waitFor();
    await judge(page, 'incoming-webhook');

    // From here on its sender has to sign.
    await page.getByRole('button', { name: 'Require a signature' }).click();
    const ask = page.getByRole('dialog', { name: 'Require a signature?' });
    await ask.getByRole('textbox').fill('short');
    await ask.getByRole('button', { name: 'Require a signature' }).click();
    await ask.getByText('A secret is 24 to 64 bytes in base64').waitFor();
    await ask.getByRole('textbox').fill('');
    await ask.getByRole('button', { name: 'Require a signature' }).click();
    const once = page.getByRole('dialog', { name: 'Copy the secret now' });
    await once.getByText(/^whsec_/).waitFor();
    await judge(page, 'incoming-webhook-secret');
    await once.getByRole('button', { name: 'I have it' }).click();
    await page.getByText('Only signed calls are taken.').waitFor();
    const unsigned = await fetch(product.url + new URL(address ?? '').pathname, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(401);
    await judge(page, 'incoming-webhook-signed');
    await page.getByRole('button', { name: 'Stop checking' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop checking' }).click();
    await page.getByText('Calls are taken without a signature.').waitFor();

    await page.goto('/automations/automation-log?list=webhooks');
    const log = page.getByRole('list', { name: 'Webhook calls' });
    await log.getByText('Record of Shop orders').first().waitFor();
    await judge(page, 'webhook-log');
    await log.getByRole('link', { name: 'From the shop' }).first().click();
    await page.getByRole('button', { name: 'Menu of From the shop' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('From the shop is deleted').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'From the shop' }).waitFor();
    await judge(page, 'incoming-webhooks');
    expect(errors).toEqual([]);
  });

  it('of an automation may have to be signed as well', async () => {
    const { id } = await product.api.call<{ id: string }>('POST', 'v3/automations', {
      label: 'Called by the shop',
      trigger: { type: 'webhook', config: {} },
      steps: [],
    });
    const { page } = await signIn(browser, product.url, product.owner, { width: 390, height: 844, theme: 'dark' });
    await page.goto(`/automations/automation/${id}`);
    await page.getByText('A program calls the address').or(page.getByText('Webhook')).first().click();
    await page.getByRole('button', { name: 'Require a signature' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Require a signature' }).click();
    const once = page.getByRole('dialog', { name: 'Copy the secret now' });
    await once.getByText(/^whsec_/).waitFor();
    await once.getByRole('button', { name: 'I have it' }).click();
    await page.getByText('Only signed calls are taken.').waitFor();
    await page.getByRole('button', { name: 'New secret' }).scrollIntoViewIfNeeded();
    await judge(page, 'automation-hook-signed-phone');
  });
});
