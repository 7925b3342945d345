import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { owner, setUp, startProduct, type Client, type Product } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Table = { id: string; fields: { id: string; name: string }[] };
type Got = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** The receiver is on this machine, which only a product of this file's own may reach. */
const elsewhere = process.env['TESSERA_E2E'] === 'cluster' || process.env['TESSERA_E2E_URL'] !== undefined;

/** A webhook as its builder meets it: made, its secret kept, seen to tell, paused, put right, and sent again. */
describe.skipIf(elsewhere)('webhooks', () => {
  let product: Product;
  let browser: Browser;
  let receiver: Server;
  let api: Client;
  let got: Got[] = [];
  let status = 200;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (bytes: Buffer) => (body += bytes.toString()));
      request.on('end', () => {
        got.push({ headers: request.headers, body });
        response.writeHead(status).end(status === 200 ? 'taken' : 'no');
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    product = await startProduct({ env: { TESSERA_DIAL_OPEN: '127.0.0.1' } });
    api = await setUp(product.url);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    receiver.close();
  });

  it('are made with a secret, tell what happens, and are paused, put right and sent again', async () => {
    const table = await api.call<Table>('POST', 'v3/tables', {
      label: 'Orders',
      fields: [{ name: 'Order', type: 'singleLineText' }],
    });
    const order = (name: string): Promise<unknown> =>
      api.call('POST', `v3/tables/${table.id}/records`, { fields: { [table.fields[0]!.id]: name } });
    const { page, context } = await signIn(browser, product.url, owner);
    const errors = watchErrors(page);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;

    await page.goto('/automations/webhooks');
    await page.getByText('No webhooks yet').waitFor();
    await judge(page, 'webhooks-empty');
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form.getByText('Enter a name.').waitFor();
    await form.getByText('Select a table.').waitFor();
    await form.getByRole('textbox', { name: 'Name' }).fill('Orders to warehouse');
    await form.getByRole('textbox', { name: 'Address' }).fill('warehouse');
    await form.getByText('The address starts with http:// or https:// and holds no password.').waitFor();
    await judge(page, 'webhook-form');
    await form.getByRole('textbox', { name: 'Address' }).fill(url);
    await form.getByRole('button', { name: /^Table:/ }).click();
    await page.getByRole('option', { name: 'Orders' }).click();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const once = page.getByRole('dialog', { name: 'Orders to warehouse' });
    const secret = (await once.locator('code[data-secret]').innerText()).trim();
    expect(secret).toMatch(/^whsec_/);
    await judge(page, 'webhook-secret');
    await once.getByRole('button', { name: 'I have it' }).click();

    await order('4471');
    await until(async () => got.length, 1);
    const [{ headers, body }] = got as [Got];
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);

    await page.getByRole('link', { name: 'Orders to warehouse' }).click();
    await page.getByRole('button', { name: /4471 created 200/ }).click();
    const delivery = page.getByRole('complementary', { name: /^Delivery of 4471/ });
    await delivery.getByText('"record.created"').waitFor();
    await delivery.getByText('taken').waitFor();
    await judge(page, 'webhook');
    got = [];
    await delivery.getByRole('button', { name: 'Send again' }).click();
    await until(async () => got.map((one) => one.headers['webhook-id']), [headers['webhook-id']]);
    await page.getByText('It is sent again').waitFor();
    got = [];
    await page.keyboard.press('r');
    await until(async () => got.map((one) => one.headers['webhook-id']), [headers['webhook-id']]);

    // The receiver says that it is gone: the webhook is paused, and keeps what happens.
    status = 410;
    await order('4472');
    await page.getByText('Paused: the address answered that it is gone (410). 1 event waits.').waitFor();
    await order('4473');
    await page.getByText('2 events wait.').waitFor();
    await judge(page, 'webhook-paused');
    status = 200;
    got = [];
    await page.getByRole('button', { name: 'Continue' }).click();
    await until(async () => got.length, 2);
    await page.getByText('Paused:').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Send again since' }).click();
    const replay = page.getByRole('dialog', { name: 'Send again what happened' });
    await replay.getByRole('radio', { name: 'Everything' }).check();
    await judge(page, 'webhook-replay');
    got = [];
    await replay.getByRole('button', { name: 'Send', exact: true }).click();
    await until(async () => got.length, 3);

    // A new secret signs beside the old one.
    await page.getByRole('button', { name: 'Menu of Orders to warehouse' }).click();
    await page.getByRole('menuitem', { name: 'New secret' }).click();
    await page
      .getByRole('dialog', { name: /^New secret for/ })
      .getByRole('button', { name: 'New secret' })
      .click();
    await page.getByRole('button', { name: 'I have it' }).click();
    got = [];
    await order('4474');
    await until(async () => got.map((one) => String(one.headers['webhook-signature']).split(' ').length), [2]);

    // Deleted after a question, and back by the message.
    await page.getByRole('button', { name: 'Menu of Orders to warehouse' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('switch', { name: 'Orders to warehouse is on' }).waitFor();
    await judge(page, 'webhooks');

    const phone = await signIn(browser, product.url, owner, { width: 390, height: 844, theme: 'dark' });
    const small = watchErrors(phone.page);
    await phone.page.goto('/automations/webhooks');
    await phone.page.getByRole('switch', { name: 'Orders to warehouse is on' }).waitFor();
    await judge(phone.page, 'phone-webhooks');
    await phone.page.getByRole('link', { name: 'Orders to warehouse' }).click();
    await phone.page.getByRole('button', { name: /4474 created/ }).click();
    await phone.page.getByText('"record.created"').waitFor();
    await judge(phone.page, 'phone-webhook');
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    expect([errors, small]).toEqual([[], []]);
    await page.goto(`/automations/webhooks/${'0'.repeat(26)}`);
    await page.getByText('This webhook was not found').waitFor();
    await context.close();
    await phone.context.close();
  });

  it('come in at an address of their own, which starts an automation and waits for its answer', async () => {
    const { page, context } = await signIn(browser, product.url, owner);
    const errors = watchErrors(page);
    await page.goto('/automations/all-automations');
    await page.getByRole('button', { name: 'New automation' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Order received');
    await page.getByRole('button', { name: /^Starts when:/ }).click();
    await page.getByRole('option', { name: 'Webhook' }).click();
    await page.getByRole('button', { name: 'Create automation' }).click();
    const trigger = page.getByRole('complementary', { name: 'Settings of Webhook' });
    const address = await trigger.locator('code').innerText();
    const call = (body: object): Promise<Response> =>
      fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await call({ order: 4471 })).status).toBe(409);

    await page.reload();
    await trigger.getByText('What came last').click();
    await trigger.getByText('"order": 4471').waitFor();
    await judge(page, 'automation-webhook');
    await page.getByRole('button', { name: 'Add a step', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Answer the call' }).click();
    const step = page.getByRole('complementary', { name: 'Settings of Answer the call' });
    await step.getByRole('textbox', { name: 'Status' }).fill('201');
    await step.getByRole('button', { name: 'Pick a value for Content' }).click();
    await page.getByRole('menuitem', { name: 'order' }).click();
    await page.getByText('Trigger: order').waitFor();
    await judge(page, 'automation-respond');
    const publish = page.getByRole('button', { name: 'Publish' });
    await publish.and(page.locator(':enabled')).click();
    await page.getByText('Version 1 runs from now on').waitFor();
    await page.getByRole('switch', { name: 'Off' }).press('Space');
    await page.getByRole('switch', { name: 'On', exact: true }).waitFor();
    const answered = await call({ order: 4472 });
    expect([answered.status, await answered.json()]).toEqual([201, 4472]);

    // Another address: the one before leads nowhere.
    await page.getByRole('button', { name: /^Webhook/ }).click();
    await trigger.getByRole('button', { name: 'New address' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New address' }).click();
    await until(async () => (await trigger.locator('code').innerText()) === address, false);
    expect((await call({})).status).toBe(404);
    expect(errors).toEqual([]);
    await context.close();
  });
});
