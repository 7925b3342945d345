import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, type Client } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Field = { readonly id: string; readonly name: string };

/** A form: built by who manages views, filled in by who adds records. */
describe('a form', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let page: Page;
  let errors: string[];
  let table: { readonly id: string; readonly fields: readonly Field[]; readonly views: readonly { id: string }[] };
  let made = 0;
  const viewer = { name: 'Vera Quinn', email: '', password: 'grey-kettle-19' };
  const member = { name: 'Max Ode', email: '', password: 'grey-kettle-19' };

  const field = (name: string): string => table.fields.find((one) => one.name === name)!.id;
  /** A form for everyone; answers its address. */
  const form = async (config: object): Promise<string> => {
    const { id } = await api.call<{ id: string }>('POST', `v3/tables/${table.id}/views`, {
      type: 'form',
      label: `Request ${++made}`,
      config,
    });
    return `/object/${table.id}/${id}`;
  };
  const named = async (name: string): Promise<readonly Record<string, unknown>[]> =>
    (
      await api.call<{ records: { fields: Record<string, unknown> }[] }>(
        'POST',
        `v3/tables/${table.id}/records/query`,
        { filter: { fieldId: field('Deal'), operator: 'equals', value: name } },
      )
    ).records.map(({ fields }) => fields);
  /** What a question is answered with; its name goes on with its answer. */
  const question = (on: Page, name: string) =>
    on.getByRole('button', { name: new RegExp(name.includes(':') ? `^${name}` : `^${name}(, required)?:`) });
  const type = async (on: Page, name: string, text: string): Promise<void> => {
    await question(on, name).click();
    await on.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(text);
  };
  const focused = (on: Page) => on.evaluate(() => document.activeElement?.textContent ?? '');

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    table = await api.call('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Deal', type: 'singleLineText', required: true },
        { name: 'E-mail', type: 'email', unique: true },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'Lead' }, { label: 'Won' }] } },
        { name: 'Value', type: 'number' },
        { name: 'Agreed', type: 'checkbox' },
        { name: 'Number', type: 'identifier' },
      ],
    });
    await api.call('POST', `v3/tables/${table.id}/records?fieldKey=name`, {
      records: [{ fields: { Deal: 'Taken', 'E-mail': 'taken@example.com' } }],
    });
    viewer.email = product.address('vera');
    member.email = product.address('max');
    await invite(api, viewer, 'Member', 'viewer');
    await invite(api, member, 'Member', 'builder');
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('is filled in by keys alone, and says that it was sent', async () => {
    await page.goto(
      await form({
        fields: [
          { fieldId: field('Deal'), label: 'What is it about', help: 'A few words' },
          { fieldId: field('Value') },
          { fieldId: field('Agreed'), required: true },
        ],
        title: 'New deal',
        success_message: 'We answer within two days.',
        submit_label: 'Send request',
      }),
    );
    await page.getByRole('heading', { name: 'New deal' }).waitFor();
    await judge(page, 'form');
    await question(page, 'What is it about').focus();
    await page.keyboard.type('Dispatch scanners');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1840');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
    await page.getByText('We answer within two days.').waitFor();
    await judge(page, 'form-done');
    expect(await named('Dispatch scanners')).toMatchObject([{ [field('Value')]: 1840, [field('Agreed')]: true }]);
    await page.getByRole('button', { name: 'Fill in again' }).click();
    await question(page, 'What is it about, required: Empty').waitFor();
  });

  it('says by each field what is wrong with it, also what the server refuses, and goes to the first', async () => {
    await page.goto(
      await form({
        fields: [
          { fieldId: field('Deal') },
          { fieldId: field('E-mail') },
          { fieldId: field('Stage'), required: true },
          { fieldId: field('Value') },
        ],
      }),
    );
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('2 fields need an answer:').waitFor();
    await expect.poll(() => focused(page)).toContain('Deal');
    await judge(page, 'form-wrong');
    await page.keyboard.type('Refused once');
    await page.keyboard.press('Enter');
    await page.keyboard.type('taken@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Lead' }).click();
    await type(page, 'Value', 'much');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('1 field needs a change:').waitFor();
    await page.getByText('This is not a number').waitFor();
    expect(await named('Refused once')).toEqual([]);
    await type(page, 'Value', '12');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Another record already has this value.').waitFor();
    await expect.poll(() => focused(page)).toContain('taken@example.com');
    await type(page, 'E-mail', 'free@example.com');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
    expect(await named('Refused once')).toMatchObject([
      { [field('Value')]: 12, [field('E-mail')]: 'free@example.com' },
    ]);
  });

  it('keeps what was begun over a reload, for its person alone', async () => {
    const address = await form({ fields: [{ fieldId: field('Deal') }, { fieldId: field('Value') }] });
    const { context, page: own } = await signIn(browser, product.url, product.owner);
    await own.goto(address);
    await type(own, 'Deal', 'Half a deal');
    await own.keyboard.press('Tab');
    await own.keyboard.type('many');
    await own.keyboard.press('Tab');
    await own.getByText('Draft saved on this device').waitFor();
    await own.reload();
    await question(own, 'Deal, required: Half a deal').waitFor();
    await own.getByText('This is not a number').waitFor();
    const response = await context.request.post(`${product.url}/api/auth/loginV2`, {
      data: { email: member.email, password: member.password },
      headers: { 'x-requested-with': 'tessera', origin: product.url },
    });
    expect(response.ok()).toBe(true);
    await own.goto(address);
    await question(own, 'Deal, required: Empty').waitFor();
    expect(await own.getByText('Draft from').count()).toBe(0);
    await context.request.post(`${product.url}/api/auth/loginV2`, {
      data: { email: product.owner.email, password: product.owner.password },
      headers: { 'x-requested-with': 'tessera', origin: product.url },
    });
    await own.goto(address);
    await question(own, 'Deal, required: Half a deal').waitFor();
    await own.getByRole('button', { name: 'Start over' }).click();
    await question(own, 'Deal, required: Empty').waitFor();
    await own.reload();
    await question(own, 'Deal, required: Empty').waitFor();
    await context.close();
  });

  it('begins with what the form and the address say, also where nobody sees it', async () => {
    const address = await form({
      fields: [
        { fieldId: field('Deal') },
        { fieldId: field('Value'), default: 5 },
        { fieldId: field('E-mail'), hidden: true },
      ],
    });
    const prefill = (values: Readonly<Record<string, string>>): string =>
      `${address}?${new URLSearchParams(Object.entries(values).map(([name, text]) => [`prefill_${field(name)}`, text])).toString()}`;
    await page.goto(prefill({ Deal: 'From a link', 'E-mail': 'link@example.com' }));
    await question(page, 'Deal, required: From a link').waitFor();
    await question(page, 'Value: 5').waitFor();
    expect(await question(page, 'E-mail').count()).toBe(0);
    // A field that is pressed opens, though the one that the press leaves becomes smaller.
    await type(page, 'Deal', '');
    await question(page, 'Value').click();
    await page.getByRole('textbox', { name: 'Value' }).fill('6');
    await page.keyboard.press('Tab');
    await page.getByText('1 field needs an answer:').waitFor();
    await type(page, 'Deal', 'From this link');
    await page.keyboard.press('Tab');
    await page.getByText('Draft saved on this device').waitFor();
    await page.reload();
    await question(page, 'Deal, required: From this link').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
    expect(await named('From this link')).toMatchObject([
      { [field('Value')]: 6, [field('E-mail')]: 'link@example.com' },
    ]);
    await page.goto(prefill({ Deal: 'Another link', Value: 'none' }));
    await question(page, 'Deal, required: Another link').waitFor();
    await page.getByText('This is not a number').waitFor();
  });

  it('takes an option that was not there from who may add it', async () => {
    await page.goto(await form({ fields: [{ fieldId: field('Deal') }, { fieldId: field('Stage') }] }));
    await type(page, 'Deal', 'With a new stage');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Lost');
    await page.keyboard.press('Enter');
    await question(page, 'Stage: *Lost').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
    const now = await api.call<{ fields: { id: string; props: { options?: { id: string; label: string }[] } }[] }>(
      'GET',
      `v3/tables/${table.id}`,
    );
    const option = now.fields
      .find(({ id }) => id === field('Stage'))
      ?.props.options?.find(({ label }) => label === 'Lost');
    expect(await named('With a new stage')).toMatchObject([{ [field('Stage')]: option?.id }]);
  });

  it('is made once where its answer was lost, and takes what was changed since', async () => {
    await page.goto(await form({ fields: [{ fieldId: field('Deal') }, { fieldId: field('Value') }] }));
    await type(page, 'Deal', 'Lost answer');
    await page.keyboard.press('Tab');
    const path = `**/api/v3/tables/${table.id}/records?*`;
    await page.route(path, async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^Not sent\./).waitFor({ timeout: 60_000 });
    await page.unroute(path);
    await type(page, 'Value', '7');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
    expect(await named('Lost answer')).toMatchObject([{ [field('Value')]: 7 }]);
  });

  it('is made from the menu of views, built, saved for everyone, and its change is undone', async () => {
    await page.goto(`/object/${table.id}/${table.views[0]!.id}`);
    await page.getByRole('button', { name: /^View: / }).click();
    await page.getByRole('menuitem', { name: 'New view: Form' }).click();
    await question(page, 'E-mail').waitFor();
    expect(await question(page, 'Number').count()).toBe(0);
    const id = page.url().split('/').at(-1)!;
    type Config = { readonly title?: string; readonly fields: readonly Record<string, unknown>[] };
    const config = async (): Promise<Config> =>
      (await api.call<{ config: Config }>('GET', `v3/tables/${table.id}/views/${id}`)).config;
    const before = await config();
    await page.getByText('Build', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Title of the form' }).fill('Ask for a deal');
    await page.getByRole('button', { name: 'Remove Agreed from the form' }).click();
    await page.getByRole('button', { name: 'Remove Stage from the form' }).click();
    await page.getByRole('button', { name: 'Add Stage to the form' }).click();
    const settings = page.getByRole('group', { name: 'Stage' });
    await settings.getByRole('textbox', { name: 'Label' }).fill('How far is it');
    await page.getByRole('textbox', { name: 'Help text' }).fill('As you see it');
    await page.getByText('Required', { exact: true }).click();
    await page
      .getByRole('button', { name: /How far is it$/ })
      .first()
      .focus();
    await page.keyboard.press('ArrowUp');
    await judge(page, 'form-builder');
    await page.getByRole('button', { name: 'Save for everyone' }).click();
    await until(config, {
      fields: [
        { fieldId: field('Deal') },
        { fieldId: field('E-mail') },
        { fieldId: field('Stage'), label: 'How far is it', help: 'As you see it', required: true },
        { fieldId: field('Value') },
      ],
      title: 'Ask for a deal',
    } as Config);
    await page.getByText('Fill in', { exact: true }).click();
    await page.getByRole('heading', { name: 'Ask for a deal' }).waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await until(config, before);
  });

  it('starts automations that listen to it, which its settings count', async () => {
    const address = await form({ fields: [{ fieldId: field('Deal') }] });
    await page.goto(address);
    await page.getByText('Build', { exact: true }).click();
    await page.getByText('No automation listens to answers.').waitFor();
    const trigger = {
      type: 'form_answered',
      config: { tableId: table.id, formId: address.split('/').at(-1) },
    };
    const steps = [
      { id: 'keep', type: 'set', config: { values: { deal: { ref: `trigger.record.${field('Deal')}` } } } },
    ];
    const { id } = await api.call<{ id: string }>('POST', 'v3/automations', { label: 'Welcome', trigger, steps });
    await api.call('POST', `v3/automations/${id}/publish`, {});
    await api.call('POST', `v3/automations/${id}/enabled`, { enabled: true });
    await page.reload();
    const listens = page.getByRole('link', { name: '1 automation listens' });
    await listens.waitFor();
    await judge(page, 'form-listened-to');
    await listens.click();
    await page
      .getByRole('button', { name: /^Form is answered/ })
      .first()
      .click();
    await page.getByText(`Request ${made} · Deals`).waitFor();
    await judge(page, 'automation-form-answered');

    await page.goto(address);
    await type(page, 'Deal', 'Heard of');
    await page.getByRole('button', { name: 'Send' }).click();
    const runs = async (): Promise<number> =>
      (await api.call<{ runs: object[] }>('GET', `v3/automations/${id}/runs`)).runs.length;
    await until(runs, 1);
  });

  it('is filled in on a phone, where nothing is built', async () => {
    const { page: phone } = await signIn(browser, product.url, member, { width: 390, height: 844, theme: 'dark' });
    await phone.goto(
      await form({ fields: [{ fieldId: field('Deal') }], on_save: 'keep_open', success_message: 'Noted' }),
    );
    await phone.getByRole('button', { name: 'Send' }).click();
    await phone.getByText('1 field needs an answer:').waitFor();
    await judge(phone, 'form-phone');
    await type(phone, 'Deal', 'From a phone');
    await phone.getByRole('button', { name: 'Send' }).click();
    await phone.getByText('Noted').waitFor();
    await question(phone, 'Deal, required: Empty').waitFor();
    expect(await named('From a phone')).toHaveLength(1);
  });

  it('says to who may only look that they cannot fill it in', async () => {
    const { page: guest } = await signIn(browser, product.url, viewer);
    await guest.goto(await form({ fields: [{ fieldId: field('Deal') }] }));
    await guest.getByRole('heading', { name: 'You can’t fill in this form' }).waitFor();
    expect(await guest.getByText('Build', { exact: true }).count()).toBe(0);
    await judge(guest, 'form-denied');
  });

  it('reports no error', () => expect(errors).toEqual([]));
});
