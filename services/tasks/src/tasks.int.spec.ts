import {
  colleague,
  firstRun,
  foreignAdmin,
  startTestProduct,
  type TestCaller,
  type TestProduct,
} from '@tessera/runtime/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Task = {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly owners: readonly string[];
  readonly completedBy: string | null;
  readonly canChange: boolean;
};

let product: TestProduct;
let admin: TestCaller;
let mo: TestCaller;
let vi: TestCaller;
const idOf = ({ body }: { readonly body: unknown }): string => (body as { readonly id: string }).id;
const code = ({ body }: { readonly body: unknown }): string => (body as { error: { code: string } }).error.code;
const titles = async (by: TestCaller, query = ''): Promise<readonly string[]> =>
  ((await by.call('GET', `/v3/tasks${query}`)).body as { tasks: readonly Task[] }).tasks.map(({ title }) => title);
const me = async (by: TestCaller): Promise<string> =>
  ((await by.call('POST', '/v3/tasks', { title: 'Who am I' })).body as { createdBy: string }).createdBy;

beforeAll(async () => {
  product = await startTestProduct();
  admin = await firstRun(product);
  mo = await colleague(product, admin, { email: 'mo@marlow.example', seat: 'member', role: '3' });
  vi = await colleague(product, admin, { email: 'vi@marlow.example', seat: 'viewer', role: '3' });
});
afterAll(() => product.stop());

describe('a task', () => {
  it('is its owner’s, is completed, and each step is taken back', async () => {
    const made = await mo.call('POST', '/v3/tasks', { title: ' Call Oakline ', deadline: '2026-12-01' });
    expect({ status: made.status, body: made.body }).toMatchObject({
      status: 201,
      body: { title: 'Call Oakline', status: 'open', priority: 'notPrioritized', deadline: '2026-12-01' },
    });
    const id = idOf(made);
    const done = await mo.call('POST', `/v3/tasks/${id}/complete`, {});
    const owner = (made.body as Task).owners[0];
    expect(done.body).toMatchObject({ status: 'done', isCompleted: true, completedBy: owner });
    expect((await mo.call('POST', `/v3/undo/${done.headers.get('tessera-commit')}`, {})).status).toBe(200);
    expect((await mo.call('GET', `/v3/tasks/${id}`)).body).toMatchObject({ status: 'open', completedAt: null });
    const todos = [
      { title: 'Find the number', done: true },
      { title: 'Ring', done: false },
    ];
    expect((await mo.call('PATCH', `/v3/tasks/${id}`, { todos, priority: 'high' })).body).toMatchObject({
      todos,
      priority: 'high',
    });
    const gone = await mo.call('DELETE', `/v3/tasks/${id}`);
    expect(gone.status).toBe(204);
    expect(code(await mo.call('GET', `/v3/tasks/${id}`))).toBe('task_not_found');
    expect((await mo.call('POST', `/v3/undo/${gone.headers.get('tessera-commit')}`, {})).status).toBe(200);
    expect((await mo.call('GET', `/task/${id}/get`)).body).toMatchObject({ id, priority: 'high' });
    expect((await mo.call('POST', `/v3/tasks/${id}/clone`, {})).body).toMatchObject({
      title: 'Call Oakline',
      todos: [{ done: false }, { done: false }],
    });
  });

  it('is seen by those it concerns, in their scopes', async () => {
    const moId = await me(mo);
    const made = await admin.call('POST', '/v3/tasks', { title: 'For Mo', owners: [moId] });
    expect(await titles(mo, '?scope=my-tasks')).toContain('For Mo');
    expect(await titles(mo, '?scope=personal')).not.toContain('For Mo');
    expect(await titles(admin, '?scope=assigned')).toEqual(['For Mo']);
    expect(await titles(vi)).toEqual([]);
    expect(code(await vi.call('GET', `/v3/tasks/${idOf(made)}`))).toBe('task_not_found');
    expect((await vi.call('POST', '/v3/tasks', { title: 'Mine' })).status).toBe(403);
    await admin.call('PATCH', `/v3/tasks/${idOf(made)}`, { status: 'ignored' });
    expect(await titles(mo, '?scope=my-tasks&filter=to-do')).not.toContain('For Mo');
    expect(await titles(mo, '?scope=my-tasks&status=ignored')).toEqual(['For Mo']);
    const late = await mo.call('POST', '/v3/tasks', { title: 'Late', deadline: '2020-01-01' });
    expect(await titles(mo, '?filter=overdue')).toEqual(['Late']);
    // Given away, it is no task of theirs.
    await admin.call('PATCH', `/v3/tasks/${idOf(made)}`, { owners: [await me(admin)] });
    expect(await titles(mo)).not.toContain('For Mo');
    expect(await titles(await foreignAdmin(product))).toEqual([]);
    expect(code(await (await foreignAdmin(product)).call('DELETE', `/v3/tasks/${idOf(late)}`))).toBe('task_not_found');
  });

  it('is refused without a title, an owner, or with days in no order; a part has no parts', async () => {
    const refused = async (body: object): Promise<string> => code(await mo.call('POST', '/v3/tasks', body));
    expect(await refused({ title: ' ' })).toBe('tasks.no_title');
    expect(await refused({ title: 'X', owners: [] })).toBe('tasks.no_owner');
    expect(await refused({ title: 'X', followers: [await me(mo)] })).toBe('tasks.owner_follows');
    expect(await refused({ title: 'X', startDate: '2026-12-02', deadline: '2026-12-01' })).toBe('tasks.dates');
    expect(await refused({ title: 'X', deadline: '1999-12-31' })).toBe('tasks.dates');
    const whole = idOf(await mo.call('POST', '/v3/tasks', { title: 'Whole' }));
    const part = idOf(await mo.call('POST', '/v3/tasks', { title: 'Part', parentId: whole }));
    expect(await refused({ title: 'X', parentId: part })).toBe('tasks.part_of_part');
  });

  it('that comes again is followed by its next one once; both are taken back and done again as one', async () => {
    const given = { title: 'Water', deadline: '2999-12-30', startDate: '2999-12-29', reminders: [{ days: 1 }] };
    const recurrence = { every: 'weekly', days: [1, 3] };
    expect(code(await mo.call('POST', '/v3/tasks', { title: 'X', recurrence }))).toBe('tasks.no_deadline');
    expect(code(await mo.call('POST', '/v3/tasks', { title: 'X', recurrence: { every: 'hourly' } }))).not.toBe('');
    const id = idOf(await mo.call('POST', '/v3/tasks', { ...given, recurrence }));
    const found = async (): Promise<readonly object[]> =>
      ((await mo.call('GET', '/v3/tasks?search=water')).body as { tasks: object[] }).tasks;
    const done = await mo.call('POST', `/v3/tasks/${id}/complete`, {});
    expect(done.body).toMatchObject({ daysLate: 0, daysTaken: 0, recurrence: { every: 'weekly', interval: 1 } });
    const next = { status: 'open', startedAt: '2999-12-31', deadline: '3000-01-01', reminders: [{ days: 1 }] };
    expect(await found()).toMatchObject([next, { id, status: 'done' }]);
    const undone = await mo.call('POST', `/v3/undo/${done.headers.get('tessera-commit')}`, {});
    expect(await found()).toMatchObject([{ id, status: 'open' }]);
    expect((await mo.call('POST', `/v3/undo/${undone.headers.get('tessera-commit')}`, {})).status).toBe(200);
    expect(await found()).toMatchObject([next, { id, status: 'done' }]);
    for (const completed of [false, true]) await mo.call('POST', `/v3/tasks/${id}/complete`, { completed });
    expect(await found()).toHaveLength(2);
    expect((await mo.call('POST', `/v3/tasks/${id}/clone`, {})).body).toMatchObject({ recurrence: null });
    expect(
      (await mo.call('PATCH', `/v3/tasks/${id}`, { recurrence: null, reminders: [], deadline: null })).body,
    ).toMatchObject({ recurrence: null, reminders: [], deadline: null });
  });

  it('has files, which whoever sees it opens, and nobody else', async () => {
    const form = new FormData();
    form.set('file', new Blob(['the plan']), 'plan.txt');
    const sent = await fetch(`${product.url}/api/v3/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mo.token}` },
      body: form,
    });
    const file = (await sent.json()) as { id: string };
    expect(code(await admin.call('POST', '/v3/tasks', { title: 'Not mine', files: [file.id] }))).toBe(
      'tasks.file_missing',
    );
    const made = await mo.call('POST', '/v3/tasks', { title: 'With a plan', files: [file.id] });
    expect(made.body).toMatchObject({ files: [{ id: file.id, name: 'plan.txt', size: 8 }] });
    const opened = async (by: TestCaller): Promise<number> =>
      (await fetch(`${product.url}/api/v3/files/${file.id}`, { headers: { authorization: `Bearer ${by.token}` } }))
        .status;
    expect(await opened(vi)).toBe(404);
    const { users } = (await admin.call('GET', '/v3/users')).body as {
      users: readonly { id: string; email: string }[];
    };
    const follower = users.find(({ email }) => email.startsWith('vi@'))!.id;
    await mo.call('PATCH', `/v3/tasks/${idOf(made)}`, { followers: [follower] });
    await expect.poll(() => opened(vi)).toBe(200);
    // Whoever changes it keeps what it has, whoever uploaded that.
    await mo.call('PATCH', `/v3/tasks/${idOf(made)}`, { owners: [await me(admin)] });
    const kept = await admin.call('PATCH', `/v3/tasks/${idOf(made)}`, { title: 'A plan', files: [file.id] });
    expect(kept.body).toMatchObject({ title: 'A plan', files: [{ id: file.id }] });
    expect((await admin.call('PATCH', `/v3/tasks/${idOf(made)}`, { files: [] })).body).toMatchObject({ files: [] });
    expect(await opened(vi)).toBe(404);
  });

  it('is nobody’s where the organization hides tasks, until it shows them again', async () => {
    const id = idOf(await mo.call('POST', '/v3/tasks', { title: 'Hidden' }));
    const hide = (hideTasks: boolean) => admin.call('PATCH', '/v3/organization', { hideTasks });
    const rights = async (): Promise<unknown> =>
      ((await mo.call('GET', '/v3/session')).body as { rights: { canViewTasks: boolean } }).rights.canViewTasks;
    const hidden = await hide(true);
    expect(hidden.body).toMatchObject({ hideTasks: true });
    await expect.poll(rights, { timeout: 8000 }).toBe(false);
    expect((await mo.call('GET', '/v3/tasks')).status).toBe(403);
    expect((await mo.call('GET', `/v3/tasks/${id}`)).status).toBe(403);
    expect((await admin.call('POST', '/v3/tasks', { title: 'X' })).status).toBe(403);
    await admin.call('POST', `/v3/undo/${hidden.headers.get('tessera-commit')}`, {});
    await expect.poll(rights, { timeout: 8000 }).toBe(true);
    expect(await titles(mo)).toContain('Hidden');
  });

  it('of a record is seen by those who may read its table', async () => {
    const fields = [{ name: 'Name', type: 'singleLineText' }];
    const tableId = idOf(await admin.call('POST', '/v3/tables', { label: 'Deals', fields }));
    const rows = await admin.call('POST', `/v3/tables/${tableId}/records`, { records: [{ fields: {} }] });
    const recordId = (rows.body as { records: { id: string }[] }).records[0]!.id;
    await admin.call('POST', '/v3/tasks', { title: 'Send the offer', record: { tableId, recordId } });
    expect(await titles(mo, `?recordId=${recordId}`)).toEqual(['Send the offer']);
    const log = await admin.call('POST', '/historyLog/list', {});
    expect(JSON.stringify(log.body)).toContain('"label":"Send the offer"');
  });
});
