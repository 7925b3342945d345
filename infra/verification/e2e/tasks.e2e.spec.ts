import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, signIn } from '../product/browser.ts';
import { joinProduct, type Joined } from '../product/join.ts';
import { invite } from '../product/product.ts';
import { judge, until, watchErrors } from './screen.ts';

type Task = { id: string; title: string; status: string; priority: string; todos: { title: string; done: boolean }[] };

/** Tasks as people make, get, do and finish them. */
describe('tasks', () => {
  let product: Joined;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    product = await joinProduct();
    browser = await launch();
    ({ page } = await signIn(browser, product.url, product.owner));
    errors = watchErrors(page);
  });
  afterAll(() => browser?.close());

  it('are made, written, ticked, divided, given to others and done', async () => {
    const tasks = async (): Promise<Task[]> =>
      (await product.api.call<{ tasks: Task[] }>('GET', 'v3/tasks?scope=all')).tasks;
    const mo = { name: 'Mo Lund', email: product.address('mo'), password: product.owner.password };
    await invite(product.api, mo, 'Member');
    await page.goto('/home');
    await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Tasks' }).click();
    await page.getByText('Nothing to do').waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await dialog.getByText('Title is required').waitFor();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Send the offer');
    await dialog.getByLabel('Deadline').fill('2026-01-05');
    await judge(page, 'task-new');
    await dialog.getByRole('button', { name: 'Create task' }).click();
    await page.getByRole('button', { name: 'Open task' }).click();

    const panel = page.getByRole('dialog', { name: 'Send the offer' });
    const todo = panel.getByRole('textbox', { name: 'Add a to-do' });
    await todo.fill('Ask for the price');
    await todo.press('Enter');
    await panel.getByText('Ask for the price').click();
    await until(async () => (await tasks())[0]?.todos, [{ title: 'Ask for the price', done: true }]);
    await panel.getByRole('textbox', { name: 'Add a subtask' }).fill('Find the address');
    await panel.getByRole('textbox', { name: 'Add a subtask' }).press('Enter');
    await panel.getByRole('button', { name: 'Find the address' }).waitFor();
    await panel.getByRole('button', { name: /^Owners/ }).click();
    await page.getByRole('option', { name: 'Mo Lund' }).click();
    await page.keyboard.press('Escape');
    await panel.getByRole('textbox', { name: 'Description' }).fill('By e-mail.');
    await panel.getByRole('button', { name: /^Priority/ }).click();
    await page.getByRole('option', { name: 'Urgent' }).click();
    await until(async () => (await tasks()).find(({ title }) => title === 'Send the offer')?.priority, 'urgent');
    await judge(page, 'task-panel');
    await page.keyboard.press('Escape');
    await page.getByText('1 overdue').waitFor();
    await judge(page, 'tasks');

    // Chosen by keys, and changed together.
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: '2 tasks selected' }).getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: 'Doing' }).click();
    await until(async () => (await tasks()).map(({ status }) => status), ['doing', 'doing']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await tasks()).map(({ status }) => status), ['open', 'open']);
    // Planned: to another day by a drag, and one further by keys.
    await page.getByText('Month', { exact: true }).click();
    const day = (offset: number): string => {
      const at = new Date();
      at.setDate(15 + offset);
      return new Intl.DateTimeFormat('en', { dateStyle: 'full' }).format(at);
    };
    const chip = page.getByRole('button', { name: 'Find the address', exact: true });
    await chip.dragTo(page.getByRole('region', { name: day(0) }));
    await page
      .getByRole('region', { name: day(0) })
      .getByRole('button', { name: 'Find the address', exact: true })
      .press('Alt+ArrowRight');
    await page
      .getByRole('region', { name: day(1) })
      .getByRole('button', { name: 'Find the address', exact: true })
      .waitFor();
    await judge(page, 'tasks-month');
    // Put into another column of the board by keys, and back.
    await page.getByText('Board', { exact: true }).click();
    const column = (name: string) =>
      page.getByRole('list', { name }).getByRole('button', { name: 'Send the offer', exact: true });
    await column('Open').press('Alt+ArrowLeft');
    await column('Doing').press('Alt+ArrowRight');
    await column('Open').waitFor();
    await judge(page, 'tasks-board');
    await page.getByText('List', { exact: true }).click();

    const { page: theirs } = await signIn(browser, product.url, mo);
    await theirs.goto('/tasks');
    await theirs.getByRole('button', { name: 'Status of Send the offer: Open' }).click();
    await theirs.getByRole('menuitemcheckbox', { name: 'Done' }).click();
    await until(async () => (await tasks()).find(({ title }) => title === 'Send the offer')?.status, 'done');
    // Who looks sees it.
    await page.getByRole('button', { name: /^Done/ }).waitFor();
    // Whom it was given to was told of it.
    await theirs.goto('/for-you');
    await theirs.getByRole('link', { name: /assigned you the task Send the offer/ }).click();
    await theirs.getByRole('dialog', { name: 'Send the offer' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('of a record stand beside it, and one more is written there', async () => {
    const { id } = await product.api.call<{ id: string }>('POST', 'v3/tables', {
      label: 'Leads',
      fields: [{ name: 'Name', type: 'singleLineText' }],
    });
    const { records } = await product.api.call<{ records: { id: string }[] }>('POST', `v3/tables/${id}/records`, {
      records: [{ fields: {} }],
    });
    const record = { tableId: id, recordId: records[0]!.id };
    await page.goto(`/object/${id}/record/${record.recordId}`);
    const section = page.getByRole('region', { name: 'Tasks' });
    await section.getByText('No tasks for this record').waitFor();
    await section.getByRole('textbox', { name: 'Add a task' }).fill('Visit them');
    await section.getByRole('textbox', { name: 'Add a task' }).press('Enter');
    await section.getByRole('link', { name: 'Visit them' }).waitFor();
    const { tasks } = await product.api.call<{ tasks: { title: string; record: object }[] }>(
      'GET',
      `v3/tasks?recordId=${record.recordId}`,
    );
    expect(tasks.map((one) => [one.title, one.record])).toEqual([['Visit them', record]]);
    await product.api.call('POST', 'v3/tasks', { title: 'Call them', record });
    await section.getByRole('link', { name: 'Call them' }).waitFor();
    await judge(page, 'record-tasks');
    await section.getByRole('link', { name: 'Visit them' }).press('Enter');
    await page.getByRole('dialog', { name: 'Visit them' }).waitFor();
    expect(errors).toEqual([]);
  });
});
