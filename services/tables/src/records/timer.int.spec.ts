import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const [ada, bo] = [actorOf(organization), actorOf(organization)];
let t: TestTables;
let path: string;
let timer: string;

beforeAll(async () => {
  t = await startTables([
    { actor: ada, name: 'Ada', email: 'ada@example.com' },
    { actor: bo, name: 'Bo', email: 'bo@example.com' },
  ]);
  const { body } = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Jobs',
    fields: [
      { name: 'Job', type: 'singleLineText' },
      { name: 'Spent', type: 'timer' },
    ],
  });
  path = `/v3/tables/${body.id}`;
  timer = body.fields[1].id;
});
afterAll(async () => {
  expect(t.faults).toEqual([]);
  await t.stop();
});

const make = async (fields: object): Promise<{ id: string; version: number }> => {
  const made = await t.call(ada, 'POST', `${path}/records?fieldKey=name`, { fields });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body;
};
const spent = async (id: string) => (await t.call(ada, 'GET', `${path}/records/${id}?fieldKey=name`)).body.fields.Spent;
const change = (who: typeof ada, { id, version }: { id: string; version: number }, ...changes: object[]) =>
  t.call(who, 'PATCH', `${path}/records/${id}?fieldKey=name`, { version, fields: { Spent: { changes } } });

it('two people press at once: one lap runs, whoever stops it is told, and one undo takes that back', async () => {
  const record = await make({ Job: 'shared' });
  const before = Date.now();
  const answers = await Promise.all([change(ada, record, { start: true }), change(bo, record, { start: true })]);
  expect(answers.map(({ body }) => body.error)).toEqual([undefined, undefined]);
  const [lap, ...others] = await spent(record.id);
  expect([others, lap.finished_at, lap.finished_by]).toEqual([[], null, null]);
  expect(Date.parse(lap.started_at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(lap.started_at)).toBeLessThanOrEqual(Date.now());
  const stopped = await change(bo, record, { stop: true });
  expect(stopped.body.fields.Spent).toMatchObject([{ id: lap.id, finished_by: bo.userId }]);
  expect(Date.parse(stopped.body.fields.Spent[0].finished_at)).toBeGreaterThanOrEqual(Date.parse(lap.started_at));
  await t.call(bo, 'POST', `/v3/undo/${stopped.headers.get('tessera-commit')!}`, {});
  expect(await spent(record.id)).toEqual([lap]);
});

it('timers are found by their time, their laps and since when they run', async () => {
  const lap = (from: string, until: string | null) => ({
    started_at: `2026-03-02T${from}:00Z`,
    finished_at: until === null ? null : `2026-03-02T${until}:00Z`,
  });
  await make({ Job: 'long', Spent: [lap('09:00', '11:00')] });
  await make({ Job: 'short', Spent: [{ ...lap('09:00', '09:01'), finished_by: bo.userId }] });
  await make({ Job: 'runs', Spent: [lap('08:00', '08:30'), lap('09:00', null)] });
  const jobs = async (body: object): Promise<readonly string[]> =>
    (await t.call(ada, 'POST', `${path}/records/query?fieldKey=name`, body)).body.records.map(
      (record: { fields: { Job: string } }) => record.fields.Job,
    );
  const by = (part: string, operator: string, value?: unknown) =>
    jobs({ filter: { fieldId: timer, part, operator, ...(value !== undefined && { value }) } });
  expect(await by('seconds', 'greaterOrEqual', 1800)).toEqual(['long', 'runs']);
  expect(await by('laps', 'equals', 2)).toEqual(['runs']);
  expect(await by('since', 'onOrBefore', '2026-03-02T09:00:00Z')).toEqual(['runs']);
  const sort = [{ fieldId: timer, order: 'desc' }];
  expect((await jobs({ sort })).filter((job) => job !== 'shared')).toEqual(['long', 'runs', 'short']);
  const wrong = await t.call(ada, 'POST', `${path}/records?fieldKey=name`, {
    fields: { Spent: [{ ...lap('09:00', '09:01'), finished_by: 'nobody' }] },
  });
  expect([wrong.status, wrong.body.error.code]).toEqual([422, 'user.unknown']);
});
