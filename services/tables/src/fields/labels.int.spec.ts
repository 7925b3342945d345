import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const ada = actorOf(newId(), 'admin');
let t: TestTables;
let table: string;
let topics: string;
let path: string;

beforeAll(async () => {
  t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  const { body, status } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Notes',
    fields: [
      { name: 'Note', type: 'singleLineText' },
      { name: 'Topics', type: 'tags' },
    ],
  });
  expect(status).toBe(201);
  table = body.id;
  topics = body.fields[1].id;
  path = `/v3/tables/${table}`;
  const made = await t.call(ada, 'POST', `${path}/records?fieldKey=name`, {
    records: [
      { Note: 'one', Topics: ['Urgent', 'São Paulo'] },
      { Note: 'two', Topics: ['URGENT', 'b, c'] },
      { Note: 'three', Topics: ['later'] },
      { Note: 'none' },
      { Note: 'gone', Topics: ['urgent'] },
    ].map((fields) => ({ fields })),
  });
  expect(made.status).toBe(201);
  expect((await t.call(ada, 'DELETE', `${path}/records/${made.body.records[4].id}`)).status).toBe(204);
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

const found = async (body: object): Promise<readonly unknown[]> => {
  const answer = await t.call(ada, 'POST', `${path}/records/query?fieldKey=name`, body);
  expect(answer.status).toBe(200);
  return answer.body.records.map(({ fields }: { fields: { Note: string; Topics?: unknown } }) => [
    fields.Note,
    fields.Topics ?? null,
  ]);
};
const noted = async (filter: object): Promise<readonly unknown[]> =>
  (await found({ filter: { fieldId: topics, ...filter } })).map((one) => (one as readonly unknown[])[0]);

it('labels are answered as a list, and found without regard to case and accents', async () => {
  expect(await found({})).toEqual([
    ['one', ['Urgent', 'São Paulo']],
    ['two', ['URGENT', 'b, c']],
    ['three', ['later']],
    ['none', null],
  ]);
  expect(await noted({ operator: 'hasAnyOf', value: ['urgent', 'LATER'] })).toEqual(['one', 'two', 'three']);
  expect(await noted({ operator: 'hasAllOf', value: ['urgent', 'sao paulo'] })).toEqual(['one']);
  expect(await noted({ operator: 'hasNoneOf', value: ['urgent'] })).toEqual(['three', 'none']);
  expect(await noted({ operator: 'contains', value: 'paul' })).toEqual(['one']);
  expect(await noted({ operator: 'isEmpty' })).toEqual(['none']);
  expect((await found({ search: 'sao pau' })).length).toBe(1);
  expect((await t.call(ada, 'GET', `${path}/fields/${topics}/labels`)).body.labels).toEqual([
    { label: 'URGENT', count: 2 },
    { label: 'São Paulo', count: 1 },
    { label: 'b, c', count: 1 },
    { label: 'later', count: 1 },
  ]);
});

it('a label is renamed in every record, in the trash too, merged with one that is there, and one undo takes it back', async () => {
  const before = await found({});
  const renamed = await t.call(ada, 'POST', `${path}/fields/${topics}/labels/rename`, { from: 'urgent', to: 'Later' });
  expect([renamed.status, renamed.body.records]).toEqual([200, 3]);
  expect(await found({})).toEqual([
    ['one', ['Later', 'São Paulo']],
    ['two', ['Later', 'b, c']],
    ['three', ['later']],
    ['none', null],
  ]);
  expect(await noted({ operator: 'hasAnyOf', value: ['later'] })).toEqual(['one', 'two', 'three']);
  const trash = await t.call(ada, 'POST', `${path}/records/query?fieldKey=name`, { deleted: true });
  expect(trash.body.records[0].fields.Topics).toEqual(['Later']);

  const undone = await t.call(ada, 'POST', `/v3/undo/${renamed.body.operationId}`, {});
  expect(undone.status).toBeLessThan(300);
  await expect.poll(() => found({})).toEqual(before);
});

it('a label is taken out; a field without labels has none to rename', async () => {
  await t.call(ada, 'POST', `${path}/fields/${topics}/labels/rename`, { from: 'LATER', to: null });
  expect(await noted({ operator: 'isEmpty' })).toEqual(['three', 'none']);
  const { body } = await t.call(ada, 'GET', path);
  const refused = await t.call(ada, 'POST', `${path}/fields/${body.fields[0].id}/labels/rename`, {
    from: 'a',
    to: 'b',
  });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'fields.no_labels']);
});
