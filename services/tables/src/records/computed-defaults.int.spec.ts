import { wallOf } from '@tessera/fields';
import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

const organization = newId();
const ada = actorOf(organization, 'admin');
const bea = actorOf(organization, 'builder');
/** Of the organization in these tests. */
const zone = 'America/Sao_Paulo';
let t: TestTables;
let table: string;
const fieldIds: Record<string, string> = {};

beforeAll(async () => {
  t = await startTables([
    { actor: ada, name: 'Ada', email: 'ada@example.com' },
    { actor: bea, name: 'Bea', email: 'bea@example.com' },
  ]);
  const made = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Visits',
    uniqueField: 'Visit',
    fields: [
      { name: 'Visit', type: 'singleLineText' },
      { name: 'Owner', type: 'user', required: true, props: { default_current_user: true } },
      { name: 'Team', type: 'multipleUsers', props: { default_current_user: true } },
      { name: 'Day', type: 'date', props: { default_now: true } },
      { name: 'At', type: 'dateTime', props: { default_now: true } },
      { name: 'Hour', type: 'time', props: { default_now: true } },
    ],
  });
  table = made.body.id;
  for (const { id, name } of made.body.fields) fieldIds[name] = id;
});
afterAll(() => t.stop());

const create = (who: typeof ada, body: object) =>
  t.call(who, 'POST', `/v3/tables/${table}/records?fieldKey=name`, body);
/** What a record made at this moment begins with. */
const begun = (by: string, createdAt: string) => {
  const { date, time } = wallOf(Date.parse(createdAt), zone);
  const hour = new Date(time).toISOString().slice(11, 16);
  return { Owner: by, Team: [by], Day: date, At: `${createdAt.slice(0, 16)}:00.000Z`, Hour: hour };
};

describe('a default that is found out for each record', () => {
  it('is who makes it, and its day, moment and time where the organization is', async () => {
    for (const who of [ada, bea]) {
      const { status, body } = await create(who, { fields: {} });
      expect(status).toBe(201);
      expect(body.fields).toMatchObject(begun(who.id, body.createdAt));
    }
  });

  it('stays away from what the record says, and from what it says to be empty', async () => {
    const { body } = await create(ada, {
      fields: { Owner: bea.id, Team: null, Day: '2026-01-02', At: null, Hour: '08:15' },
    });
    expect(body.fields).toMatchObject({ Owner: bea.id, Day: '2026-01-02', Hour: '08:15' });
    expect(body.fields.Team ?? null).toBeNull();
    expect(body.fields.At ?? null).toBeNull();
  });

  it('is not put into a record that is changed by its key', async () => {
    await create(ada, { fields: { Visit: 'one', Day: '2026-01-02' } });
    const { body } = await create(bea, {
      upsert: true,
      records: [{ fields: { Visit: 'one' } }, { fields: { Visit: 'two' } }],
    });
    expect(body.records.map((one: { fields: object }) => one.fields)).toMatchObject([
      { Owner: ada.id, Day: '2026-01-02' },
      begun(bea.id, body.records[1].createdAt),
    ]);
  });

  it('stands in the history, and undo and redo bring the same value', async () => {
    const made = await create(bea, { fields: { Visit: 'three' } });
    const { id, fields } = made.body;
    const history = await t.call(ada, 'GET', `/v3/tables/${table}/records/${id}/history`);
    expect(JSON.stringify(history.body)).toContain(fields.Day);
    const undone = await t.call(bea, 'POST', `/v3/undo/${made.headers.get('tessera-commit')!}`);
    expect(undone.status).toBe(200);
    expect((await t.call(ada, 'GET', `/v3/tables/${table}/records/${id}`)).status).toBe(404);
    const redone = await t.call(ada, 'POST', `/v3/undo/${undone.headers.get('tessera-commit')!}`);
    expect(redone.status).toBe(200);
    const again = await t.call(ada, 'GET', `/v3/tables/${table}/records/${id}?fieldKey=name`);
    expect(again.body.fields).toEqual(fields);
  });

  it('takes the place of a fixed one, and gives it to one; undo of that as well', async () => {
    const path = `/v3/tables/${table}/fields/${fieldIds['Day']!}`;
    const field = async () => {
      const { body } = await t.call(ada, 'GET', `/v3/tables/${table}`);
      return body.fields.find(({ name }: { name: string }) => name === 'Day');
    };
    const fixed = await t.call(ada, 'PATCH', path, { default: '2026-05-06' });
    expect([fixed.status, await field()]).toMatchObject([200, { default: '2026-05-06', props: {} }]);
    expect((await field()).props.default_now).toBeUndefined();
    expect((await create(ada, { fields: {} })).body.fields.Day).toBe('2026-05-06');

    const both = await t.call(ada, 'PATCH', path, { default: '2026-05-06', props: { default_now: true } });
    expect([both.status, both.body.error.code]).toEqual([400, 'fields.default_computed']);

    const undone = await t.call(ada, 'POST', `/v3/undo/${fixed.headers.get('tessera-commit')!}`);
    expect([undone.status, await field()]).toMatchObject([200, { props: { default_now: true } }]);
    expect((await field()).default).toBeUndefined();

    await t.call(ada, 'PATCH', path, { props: { default_now: false } });
    expect((await create(ada, { fields: {} })).body.fields.Day ?? null).toBeNull();
    await t.call(ada, 'PATCH', path, { default: '2026-05-06' });
    await t.call(ada, 'PATCH', path, { props: { default_now: true } });
    expect((await field()).default).toBeUndefined();
  });
});
