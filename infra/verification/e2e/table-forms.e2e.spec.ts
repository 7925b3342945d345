import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite, type Client } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Field = {
  readonly id: string;
  readonly name: string;
  readonly props: { readonly options?: readonly { readonly id: string; readonly label: string }[] };
};
type Config = Readonly<Record<string, unknown>>;
type Table = {
  readonly id: string;
  readonly fields: readonly Field[];
  readonly creationForm: true | Config;
  readonly updateForm: true | Config;
};

/** The forms of a table: what "New record" opens, and what a record is opened in. */
describe('the forms of a table', () => {
  let product: Joined;
  let browser: Browser;
  let api: Client;
  let page: Page;
  let errors: string[];
  let table: Table;
  let records: readonly { readonly id: string }[];
  const member = { name: 'Max Ode', email: '', password: 'grey-kettle-19' };

  const field = (name: string): string => table.fields.find((one) => one.name === name)!.id;
  const now = () => api.call<Table>('GET', `v3/tables/${table.id}`);
  const set = (form: string, config: true | object) =>
    api.call('PUT', `v3/tables/${table.id}/forms/${form}`, { config });
  const values = async (id: string): Promise<Config> =>
    (await api.call<{ fields: Config }>('GET', `v3/tables/${table.id}/records/${id}`)).fields;
  const named = async (name: string): Promise<readonly Config[]> =>
    (
      await api.call<{ records: { fields: Config }[] }>('POST', `v3/tables/${table.id}/records/query`, {
        filter: { fieldId: field('Deal'), operator: 'equals', value: name },
      })
    ).records.map(({ fields }) => fields);
  const question = (on: Page, name: string) =>
    on.getByRole('form').getByRole('button', { name: new RegExp(`^${name}(, required)?:`) });
  const type = async (on: Page, name: string, text: string): Promise<void> => {
    await question(on, name).click();
    await on.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(text);
    await on.keyboard.press('Tab');
  };
  const asked = (...names: readonly string[]) => names.map((name) => ({ fieldId: field(name) }));
  const open = (id: string) => page.goto(`/object/${table.id}/list?recordId=${id}`);

  beforeAll(async () => {
    product = await joinProduct();
    api = product.api;
    table = await api.call('POST', 'v3/tables', {
      label: 'Deals',
      fields: [
        { name: 'Deal', type: 'singleLineText', required: true },
        { name: 'Stage', type: 'select', props: { options: [{ label: 'Lead' }, { label: 'Won' }] } },
        { name: 'Value', type: 'number' },
        { name: 'Reason', type: 'text' },
        { name: 'Number', type: 'identifier' },
      ],
    });
    ({ records } = await api.call<{ records: { id: string }[] }>(
      'POST',
      `v3/tables/${table.id}/records?fieldKey=name`,
      {
        records: [
          { fields: { Deal: 'Dispatch scanners', Value: 1840, Reason: 'They asked twice' } },
          { fields: { Deal: 'Packing line', Value: 12 } },
        ],
      },
    ));
    member.email = product.address('max');
    await invite(api, member, 'Member', 'viewer');
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('are begun from the structure of the table, saved by themselves, and taken back', async () => {
    await page.goto(`/object/${table.id}/list?panel=structure`);
    await page.getByRole('link', { name: 'Form for new records' }).click();
    await page.getByRole('heading', { name: 'New records have no form of their own' }).waitFor();
    await judge(page, 'table-form-none');
    await page.getByRole('button', { name: 'Create the form' }).click();
    await page.getByRole('textbox', { name: 'Title of the form' }).fill('New deal');
    await page.getByRole('button', { name: 'Remove Reason from the form' }).click();
    await page.getByRole('button', { name: /^Opens as/ }).click();
    await page.getByRole('option', { name: 'Compact window' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const form = async () => (await now()).creationForm;
    const whole = {
      fields: asked('Deal', 'Stage', 'Value'),
      title: 'New deal',
      open_as: 'modal_compact',
      on_save: 'close_and_show_success_notification',
    };
    await until(async () => {
      const { fields, title, open_as, on_save } = (await form()) as Config;
      return { fields, title, open_as, on_save };
    }, whole as Config);
    await judge(page, 'table-form-builder');
    await page.getByRole('heading', { name: 'Form settings' }).click();
    await page.keyboard.press('ControlOrMeta+z');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(async () => ((await form()) as Config)['title']).toBeUndefined();
    await page.goto(`/object/${table.id}/forms/sideways`);
    await page.getByRole('heading', { name: 'Form modal config not found' }).waitFor();
  });

  it('ask for a new record in the window that they say, and close with a notice', async () => {
    await set('creation', {
      fields: [...asked('Deal', 'Stage'), { fieldId: field('Value'), required: true, help: 'Without tax' }],
      title: 'New deal',
      open_as: 'modal_compact',
      on_save: 'close_and_show_success_notification',
      success_message: 'The deal is there.',
      submit_label: 'Add deal',
    });
    await page.goto(`/object/${table.id}/list`);
    await page.getByRole('gridcell', { name: 'Packing line' }).waitFor();
    await page.getByRole('button', { name: 'New record' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New deal' });
    await question(page, 'Deal').waitFor();
    await judge(page, 'creation-form-compact');
    await type(page, 'Deal', 'From the form');
    await dialog.getByRole('button', { name: 'Add deal' }).click();
    await dialog.getByText('1 field needs an answer:').waitFor();
    await type(page, 'Value', '77');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('The deal is there.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await named('From the form')).toMatchObject([{ [field('Value')]: 77 }]);
    await page.getByRole('gridcell', { name: 'From the form' }).waitFor();
    // The address opens it as well, and answers for it.
    await page.goto(`/object/${table.id}/list?panel=new&prefill_${field('Value')}=5`);
    await question(page, 'Value').getByText('5').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('stay open for one more record beside the page', async () => {
    await set('creation', { fields: asked('Deal', 'Value'), on_save: 'keep_open', description: 'One line each.' });
    await page.goto(`/object/${table.id}/list?panel=new`);
    await type(page, 'Deal', 'First of two');
    await judge(page, 'creation-form-panel');
    await page.keyboard.press('ControlOrMeta+Enter');
    await question(page, 'Deal').getByText('First of two').waitFor({ state: 'detached' });
    await type(page, 'Deal', 'Second of two');
    await page.keyboard.press('ControlOrMeta+Enter');
    await until(async () => (await named('Second of two')).length, 1);
    expect(await named('First of two')).toHaveLength(1);
  });

  it('lay a record out in columns, and each change is saved at once where no field is chosen', async () => {
    await set('update', { fields: [], open_as: '3_cols' });
    await open(records[0]!.id);
    const dialog = page.getByRole('dialog', { name: 'Dispatch scanners' });
    await dialog.getByRole('button', { name: /^Value/ }).waitFor();
    await until(() => dialog.locator('[data-columns]').getAttribute('data-columns'), '3');
    await dialog.getByText('created the record').waitFor();
    await judge(page, 'record-three-columns');
    await page.setViewportSize({ width: 900, height: 800 });
    await until(() => dialog.locator('[data-columns]').getAttribute('data-columns'), '2');
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: /^Value/ }).click();
    await page.getByRole('textbox', { name: 'Value' }).fill('1900');
    await page.keyboard.press('Enter');
    await until(async () => (await values(records[0]!.id))[field('Value')], 1900);
    await set('update', { fields: [], open_as: '4_cols', tools: ['comments', 'history'] });
    await open(records[0]!.id);
    await until(() => dialog.locator('[data-columns]').getAttribute('data-columns'), '3');
    await dialog.getByRole('heading', { name: 'Comments' }).waitFor();
    await dialog.getByRole('heading', { name: 'History' }).waitFor();
    await judge(page, 'record-four-columns');
    await page.goto(`/object/${table.id}/record/${records[0]!.id}`);
    await until(() => page.locator('[data-columns]').getAttribute('data-columns'), '3');
    await judge(page, 'record-page-columns');
  });

  it('change a record as a whole: nothing is saved before Save, and leaving asks', async () => {
    await set('update', {
      fields: [
        { fieldId: field('Deal'), label: 'What is it about' },
        { fieldId: field('Number') },
        { fieldId: field('Value'), required: true, help: 'Without tax' },
        { fieldId: field('Reason') },
      ],
      open_as: 'side_panel',
    });
    await open(records[0]!.id);
    const panel = page.getByRole('dialog', { name: 'Dispatch scanners' });
    await panel.getByText('No changes to save').waitFor();
    await judge(page, 'update-form-panel');
    expect(await panel.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    // It is shown, and nobody writes it.
    expect(await question(page, 'Number').isDisabled()).toBe(true);
    await type(page, 'Value', '');
    await type(page, 'Reason', 'They asked three times');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await panel.getByText('1 field needs an answer:').waitFor();
    expect((await values(records[0]!.id))[field('Reason')]).toBe('They asked twice');
    await type(page, 'Value', '2000');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await judge(page, 'update-form-leave');
    await page.getByRole('button', { name: 'Stay here' }).click();
    // A reload loses nothing.
    await page.reload();
    await panel.getByText('Draft from').waitFor();
    await question(page, 'Value').getByText('2000').waitFor();
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Changes saved').waitFor();
    await panel.getByText('No changes to save').waitFor();
    await until(async () => {
      const { [field('Value')]: value, [field('Reason')]: reason } = await values(records[0]!.id);
      return [value, reason];
    }, [2000, 'They asked three times']);
    await page.getByRole('gridcell', { name: '2000' }).waitFor();
    // Both were one step.
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+z');
    await until(async () => (await values(records[0]!.id))[field('Reason')], 'They asked twice');
    expect((await values(records[0]!.id))[field('Value')]).toBe(1900);
  });

  it('say what others wrote meanwhile, and overwrite it only where that is meant', async () => {
    await open(records[1]!.id);
    await type(page, 'Value', '13');
    await api.call('PATCH', `v3/tables/${table.id}/records/${records[1]!.id}`, { fields: { [field('Value')]: 99 } });
    const panel = page.getByRole('dialog', { name: 'Packing line' });
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await panel.getByText(/99/).first().waitFor();
    expect((await values(records[1]!.id))[field('Value')]).toBe(99);
    await judge(page, 'update-form-conflict');
    await panel.getByRole('button', { name: 'Use mine' }).click();
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await until(async () => (await values(records[1]!.id))[field('Value')], 13);
    // What is left unsaved is given up where that is chosen.
    await type(page, 'Reason', 'Never mind');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await panel.waitFor({ state: 'detached' });
    await open(records[1]!.id);
    await panel.getByText('No changes to save').waitFor();
    expect(await panel.getByText('Draft from').count()).toBe(0);
  });

  it('are read by who may not write, and built by nobody else', async () => {
    const { page: own } = await signIn(browser, product.url, member);
    await own.goto(`/object/${table.id}/list?recordId=${records[0]!.id}`);
    await question(own, 'Value').waitFor();
    expect(await own.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    await own.goto(`/object/${table.id}/list?panel=new`);
    await own.getByText('You can’t fill in this form').waitFor();
    await own.goto(`/object/${table.id}/forms/update`);
    await own.getByText('You can’t edit the forms of this table').waitFor();
    await judge(own, 'table-form-denied');
    await own.context().close();
  });

  it('are filled in on a phone', async () => {
    const { page: phone } = await signIn(browser, product.url, product.owner, {
      width: 390,
      height: 844,
      theme: 'dark',
    });
    await phone.goto(`/object/${table.id}/list?panel=new`);
    await question(phone, 'Deal').waitFor();
    await judge(phone, 'creation-form-phone');
    await phone.goto(`/object/${table.id}/list?recordId=${records[0]!.id}`);
    await question(phone, 'Value').waitFor();
    await judge(phone, 'update-form-phone');
    await phone.goto(`/object/${table.id}/forms/update`);
    await phone.getByText('Open this on a larger screen').waitFor();
    await phone.context().close();
    expect(errors).toEqual([]);
  });
});
