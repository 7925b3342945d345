import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Table = { id: string; fields: { id: string; name: string }[] };
type Records = { records: { fields: Record<string, unknown> }[] };

/** An automation as its builder meets it: made, tested, published, switched on, seen to run, and taken back. */
describe('automations', () => {
  let product: Joined;
  let browser: Browser;
  let deals: Table;
  let tasks: Table;
  beforeAll(async () => {
    product = await joinProduct();
    const table = (label: string, name: string): Promise<Table> =>
      product.api.call<Table>('POST', 'v3/tables', { label, fields: [{ name, type: 'singleLineText' }] });
    deals = await table('Sales', 'Deal');
    tasks = await table('To do', 'Task');
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('are made in the editor, run by themselves, and what they changed is undone', async () => {
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    const made = async (): Promise<unknown[]> =>
      (await product.api.call<Records>('POST', `v3/tables/${tasks.id}/records/query`, {})).records.map(
        ({ fields }) => fields[tasks.fields[0]!.id],
      );
    const deal = (name: string) =>
      product.api.call('POST', `v3/tables/${deals.id}/records`, { fields: { [deals.fields[0]!.id]: name } });
    await deal('Yesterday');

    await page.goto('/automations/all-automations');
    await page.getByRole('heading', { name: 'All automations' }).waitFor();
    await judge(page, 'automations-empty');
    await page.getByRole('button', { name: 'New automation' }).first().click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Follow up');
    await page.keyboard.press('Enter');

    const trigger = page.getByRole('complementary', { name: 'Settings of Record is created' });
    await trigger.getByRole('button', { name: /^Table:/ }).click();
    await page.getByRole('option', { name: 'Sales' }).click();
    await page.getByRole('button', { name: 'Add a step', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Create a record', exact: true }).click();
    const step = page.getByRole('complementary', { name: 'Settings of Create a record' });
    await step.getByRole('button', { name: /^Table:/ }).click();
    await page.getByRole('option', { name: 'To do' }).click();
    await step.getByRole('button', { name: /^Add a field/ }).click();
    await page.getByRole('option', { name: 'Task' }).click();
    await step.getByRole('button', { name: 'Pick a value for Task' }).click();
    await page.getByRole('menuitem', { name: 'Deal' }).click();
    await page.getByText('Trigger: Deal').waitFor();
    await judge(page, 'automation-editor');

    const test = page.getByRole('button', { name: 'Test', exact: true });
    await test.and(page.locator(':enabled')).click();
    const dialog = page.getByRole('dialog', { name: 'Test' });
    await dialog.getByRole('button', { name: /^Record:/ }).click();
    await page.getByRole('option', { name: 'Yesterday' }).click();
    await dialog.getByRole('button', { name: 'Test' }).click();
    await dialog.getByText('Not done').first().waitFor();
    expect(await made()).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 runs from now on').waitFor();
    await page.getByRole('switch', { name: 'Off' }).press('Space');
    await page.getByRole('switch', { name: 'On', exact: true }).waitFor();
    await deal('Renewal');
    await until(made, ['Renewal']);

    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('link', { name: 'Follow up' }).click();
    await page.getByRole('button', { name: /^Create a record/ }).waitFor();
    await page.getByText('What came out').click();
    await judge(page, 'automation-run');
    await page.getByRole('button', { name: 'Undo what it changed' }).click();
    await until(made, []);
    await page.goto('/automations/all-automations');
    await page.getByRole('switch', { name: 'Follow up is on' }).waitFor();
    await judge(page, 'automations');
    expect(errors).toEqual([]);
  });

  it('ask a colleague, who answers on a page of their own, and write what is computed', async () => {
    const bo = { name: 'Bo Lindqvist', email: product.address('bo'), password: product.owner.password };
    await invite(product.api, bo, 'Member');
    const { users } = await product.api.call<{ users: { id: string; name: string }[] }>('GET', 'v3/users');
    const { page } = await signIn(browser, product.url, product.owner);
    const errors = watchErrors(page);
    const title = tasks.fields[0]!.id;
    const { id } = await product.api.call<{ id: string }>('POST', 'v3/automations', {
      label: 'Purchases',
      trigger: { type: 'manual', config: {} },
      steps: [
        {
          id: 'ask',
          type: 'approval',
          config: { people: [users.find(({ name }) => name === bo.name)!.id], text: 'May we buy a scale?' },
          // oxlint-disable-next-line unicorn/no-thenable -- the lanes are called so on the wire
          then: [{ id: 'make', type: 'create_record', config: { tableId: tasks.id, values: { [title]: 'Buy' } } }],
          else: [],
        },
      ],
    });
    await page.goto(`/automations/automation/${id}`);
    await page.getByRole('button', { name: /^Create a record/ }).click();
    const step = page.getByRole('complementary', { name: 'Settings of Create a record' });
    await step.getByRole('button', { name: 'Pick a value for Task' }).click();
    await page.getByRole('menuitem', { name: 'Note' }).click();
    const formula = step.getByRole('textbox', { name: 'Task: Formula' });
    expect(await formula.inputValue()).toBe('"Buy" & {Ask for approval · ask: Note}');
    await formula.fill('"Buy it: " & {Ask for approval · ask: Note}');
    await judge(page, 'automation-formula');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 runs from now on').waitFor();
    await product.api.call('POST', `v3/automations/${id}/enabled`, { enabled: true });
    await product.api.call('POST', `v3/automations/${id}/run`, {});

    const { page: theirs } = await signIn(browser, product.url, bo, { width: 390, height: 844 });
    await theirs.goto('/for-you');
    await theirs.getByText('May we buy a scale?').first().click();
    await theirs.getByRole('heading', { name: 'Approval' }).waitFor();
    await theirs.getByRole('textbox', { name: 'Note' }).fill('the small one');
    await judge(theirs, 'approval-phone');
    await theirs.getByRole('button', { name: 'Approve' }).click();
    await theirs.getByText('Bo Lindqvist approved.').waitFor();
    const made = async (): Promise<unknown[]> =>
      (await product.api.call<Records>('POST', `v3/tables/${tasks.id}/records/query`, {})).records.map(
        ({ fields }) => fields[title],
      );
    await until(made, ['Buy it: the small one']);
    expect(errors).toEqual([]);
  });
});
