import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const ada = actorOf(newId(), 'admin');
let t: TestTables;
let path: string;
let fields: Record<string, string>;

beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  const { body, status } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Jobs',
    fields: [
      { name: 'Job', type: 'singleLineText' },
      { name: 'Todo', type: 'todoList' },
      { name: 'Steps', type: 'checklist', props: { template: '* Sign\nSend' } },
    ],
  });
  expect(status).toBe(201);
  path = `/v3/tables/${body.id}`;
  fields = Object.fromEntries(body.fields.map(({ id, name }: { id: string; name: string }) => [name, id]));
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

const make = async (job: object) => {
  const made = await t.call(ada, 'POST', `${path}/records?fieldKey=name`, { fields: job });
  expect(made.status).toBe(201);
  return made.body;
};
const jobs = async (body: object): Promise<readonly string[]> =>
  (await t.call(ada, 'POST', `${path}/records/query?fieldKey=name`, body)).body.records.map(
    (record: { fields: { Job: string } }) => record.fields.Job,
  );

it('a record begins with the checklist of its field; a template that is changed holds for the records that come', async () => {
  const first = await make({ Job: 'first' });
  expect(first.fields.Steps).toEqual([
    { id: '1', label: 'Sign', checked: false },
    { id: '2', label: 'Send', checked: false },
  ]);
  const changed = await t.call(ada, 'PATCH', `${path}/fields/${fields['Steps']}`, { props: { template: 'Only' } });
  expect([changed.status, changed.body.default]).toEqual([200, [{ id: '1', label: 'Only', checked: false }]]);
  expect((await make({ Job: 'second' })).fields.Steps).toEqual([{ id: '1', label: 'Only', checked: false }]);
  const { body } = await t.call(ada, 'GET', `${path}/records/${first.id}?fieldKey=name`);
  expect(body.fields.Steps).toHaveLength(2);
});

it('two people who change different lines at the same version meet without a conflict; one undo takes back one of them', async () => {
  const { id, version } = await make({ Job: 'shared', Todo: ['a', 'b', 'c'] });
  const change = (changes: object[]) =>
    t.call(ada, 'PATCH', `${path}/records/${id}?fieldKey=name`, { version, fields: { Todo: { changes } } });
  const answers = await Promise.all([
    change([{ id: '1', checked: true }]),
    change([{ id: '2', removed: true }]),
    change([{ id: 'n', label: 'new', after: '3' }]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const todo = async () => (await t.call(ada, 'GET', `${path}/records/${id}?fieldKey=name`)).body.fields.Todo;
  expect(await todo()).toEqual([
    { id: '1', label: 'a', checked: true },
    { id: '3', label: 'c', checked: false },
    { id: 'n', label: 'new', checked: false },
  ]);
  const commit = answers[2]!.headers.get('tessera-commit')!;
  expect((await t.call(ada, 'POST', `/v3/undo/${commit}`, {})).status).toBe(200);
  expect(await todo()).toHaveLength(2);
  // A whole value is one: who saw less is told.
  const whole = await t.call(ada, 'PATCH', `${path}/records/${id}?fieldKey=name`, { version, fields: { Todo: ['z'] } });
  expect([whole.status, whole.body.error.code]).toEqual([409, 'records.conflict']);
  expect(whole.body.error.details.conflicts[0].theirs).toHaveLength(2);
  const wrong = await change([{ id: '1', colour: 'red' }]);
  expect([wrong.status, wrong.body.error.code]).toEqual([422, 'items.invalid']);
});

it('they are found by what is done and by their words, sorted by how far they are, and counted', async () => {
  await make({ Job: 'done', Todo: [{ label: 'ship it', checked: true }] });
  await make({ Job: 'half', Todo: [{ label: 'x', checked: true }, 'y'] });
  await make({ Job: 'open', Todo: ['call Ünal'] });
  const by = (operator: string, value?: unknown, part?: string) =>
    jobs({
      filter: { fieldId: fields['Todo'], operator, ...(part && { part }), ...(value !== undefined && { value }) },
    });
  expect(await by('isTrue')).toEqual(['done']);
  expect(await by('contains', 'unal')).toEqual(['open']);
  expect(await by('greaterOrEqual', 50, 'share')).toEqual(['shared', 'done', 'half']);
  expect(await by('equals', 2, 'total')).toEqual(['shared', 'half']);
  expect((await jobs({ sort: [{ fieldId: fields['Todo'], order: 'asc' }] })).slice(0, 1)).toEqual(['open']);
  expect(await jobs({ search: 'ship' })).toEqual(['done']);
});
