import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { judge, until, watchErrors } from './screen.ts';

type Table = { readonly id: string; readonly fields: readonly { readonly id: string; readonly name: string }[] };

/** A form is opened to the world by a builder, and answered on a phone by somebody without an account. */
describe('a public form', () => {
  let product: Joined;
  let browser: Browser;
  let table: Table;
  let view: string;
  const field = (name: string): string => table.fields.find((one) => one.name === name)!.id;
  const named = async (name: string): Promise<readonly Record<string, unknown>[]> =>
    (
      await product.api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${table.id}/records/query`,
        { filter: { fieldId: field('Name'), operator: 'equals', value: name } },
      )
    ).records.map(({ fields }) => fields);

  beforeAll(async () => {
    product = await joinProduct();
    table = await product.api.call('POST', 'v3/tables', {
      label: 'Trials',
      fields: [
        { name: 'Name', type: 'singleLineText' },
        { name: 'Sites', type: 'radioSelect', props: { options: [{ label: 'One site' }, { label: 'More' }] } },
        { name: 'People', type: 'number' },
        { name: 'Wish', type: 'text' },
        { name: 'Mail', type: 'email' },
      ],
    });
    ({ id: view } = await product.api.call<{ id: string }>('POST', `v3/tables/${table.id}/views`, {
      type: 'form',
      label: 'Request a trial',
      config: {
        description: 'Four weeks with real hardware, at no cost.',
        fields: [
          { fieldId: field('Name'), required: true },
          { fieldId: field('Sites') },
          { fieldId: field('People'), help: 'A rough number is fine.' },
          { fieldId: field('Wish'), label: 'What should the trial show?' },
          { fieldId: field('Mail'), label: 'Your e-mail' },
        ],
        header_color: 'teal',
      },
    }));
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('is shared by a builder and answered by a stranger', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    await page.goto(`/object/${table.id}/${view}`);
    await page
      .getByRole('button', { name: /Request a trial/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Share with the world' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share Request a trial' });
    await dialog.getByText('Public link', { exact: true }).click();
    const address = await dialog.getByRole('textbox', { name: 'Address' }).inputValue();
    await dialog.getByText('People', { exact: true }).click();
    await dialog.getByText('Answers can be changed').click();
    await dialog.getByText('One answer a person').click();
    await dialog.getByText('Send a receipt').click();
    await dialog.getByRole('textbox', { name: 'Embed on' }).fill('shop.example ');
    await dialog.getByLabel('Embed code', { exact: true }).waitFor();
    await dialog.getByRole('textbox', { name: 'Send by e-mail' }).fill('nadia@brightdock.example,nobody ');
    await dialog.getByText('nobody is not an e-mail address.').waitFor();
    await judge(page, 'share-form');
    await dialog.getByRole('button', { name: 'Remove nobody' }).click();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('E-mails with the sharable link were sent successfully.').waitFor();
    expect(errors).toEqual([]);

    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
    const stranger = await context.newPage();
    const faults: string[] = [];
    stranger.on('pageerror', (error) => void faults.push(String(error)));
    await stranger.goto(`${product.url}${new URL(address).pathname}`);
    await stranger.getByRole('heading', { name: 'Request a trial' }).waitFor();
    expect(await stranger.getByText('People').count()).toBe(0);
    await stranger.getByRole('button', { name: 'Send' }).click();
    await stranger.getByText('Answer this question.').waitFor();
    await judge(stranger, 'phone-public-form');
    await stranger.getByRole('textbox', { name: 'Name' }).fill('Noor Haddad');
    await stranger.getByText('More', { exact: true }).click();
    await stranger.getByRole('textbox', { name: 'What should the trial show?' }).fill('Faster unloading');
    await stranger.getByRole('button', { name: 'Send' }).click();
    await stranger.getByRole('heading', { name: 'Thank you' }).waitFor();
    await judge(stranger, 'phone-public-form-done');
    await until(async () => (await named('Noor Haddad')).length, 1);
    expect((await named('Noor Haddad'))[0]).toMatchObject({ [field('Wish')]: 'Faster unloading' });

    await stranger.getByRole('link', { name: 'Change your answer' }).click();
    await stranger.getByRole('textbox', { name: 'Name' }).fill('Noor H.');
    await stranger.getByRole('button', { name: 'Save' }).click();
    await stranger.getByRole('heading', { name: 'Your answer is changed' }).waitFor();
    await until(async () => (await named('Noor H.')).length, 1);
    await stranger.goto(`${product.url}${new URL(address).pathname}?again`);
    await stranger.getByRole('heading', { name: 'You have answered this form' }).waitFor();
    await judge(stranger, 'phone-public-form-answered');

    await dialog.getByText('Public link', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Address' }).waitFor({ state: 'detached' });
    await stranger.reload();
    await stranger.getByRole('heading', { name: 'This page is not there' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
