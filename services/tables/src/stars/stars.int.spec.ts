import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseMarks } from '../erase.ts';
import { actorOf } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';

describe('what is beside a record', () => {
  const organization = newId();
  const ada = actorOf(organization, 'admin');
  const mel = actorOf(organization, 'member');
  const none = actorOf(organization, 'none');
  let t: TestTables;
  let table: string;
  let star: string;
  let since: string;
  let ids: readonly string[];
  const path = (): string => `/v3/tables/${table}/records`;
  const set = (who: typeof ada, id: string, starred: boolean) =>
    t.call(who, 'PUT', `${path()}/${id}/star`, { starred });
  const found = async (who: typeof ada, body: object) =>
    (await t.call(who, 'POST', `${path()}/query`, body)).body.records.map(({ id }: { id: string }) => ids.indexOf(id));

  beforeAll(async () => {
    const person = (actor: typeof ada, name: string) => ({ actor, name, email: `${name.toLowerCase()}@example.com` });
    t = await startTables([person(ada, 'Ada'), person(mel, 'Mel'), person(none, 'None')]);
    const made = await t.call(ada, 'POST', '/v3/tables', {
      label: 'T',
      fields: [
        { name: 'Starred', type: 'starred' },
        { name: 'Age', type: 'timeSinceCreation' },
      ],
    });
    table = made.body.id;
    const fieldNamed = (name: string) => made.body.fields.find((one: { name: string }) => one.name === name).id;
    star = fieldNamed('Starred');
    since = fieldNamed('Age');
    const all: string[] = [];
    for (let i = 0; i < 4; i++) all.push((await t.call(ada, 'POST', path(), { fields: {} })).body.id);
    ids = all;
  });
  afterAll(async () => {
    expect(t.faults).toEqual([]);
    await t.stop();
  });

  it('is starred by each person for themselves, and is no change of the record', async () => {
    const before = (await t.call(ada, 'GET', `${path()}/${ids[1]}`)).body;
    for (const i of [1, 3]) expect((await set(ada, ids[i]!, true)).status).toBe(204);
    expect((await set(ada, ids[3]!, true)).status).toBe(204);
    const after = (await t.call(ada, 'GET', `${path()}/${ids[1]}`)).body;
    expect(after).toEqual({ ...before, fields: { ...before.fields, [star]: true } });
    expect((await t.call(mel, 'GET', `${path()}/${ids[1]}`)).body.fields[star]).toBe(false);
    const starred = { filter: { fieldId: star, operator: 'isTrue' } };
    expect(await found(ada, starred)).toEqual([1, 3]);
    expect(await found(mel, starred)).toEqual([]);
    expect(await found(ada, { filter: { fieldId: star, operator: 'isFalse' } })).toEqual([0, 2]);
    expect(await found(mel, { filter: { fieldId: star, operator: 'equals', value: false } })).toEqual([0, 1, 2, 3]);
  });

  it('is not sorted or grouped by, not written as a value, and shown to nobody without the right', async () => {
    const code = async (...call: Parameters<TestTables['call']>) => (await t.call(...call)).body.error.code;
    expect(await code(ada, 'POST', `${path()}/query`, { sort: [{ fieldId: star }] })).toBe('query.not_sortable');
    expect(await code(ada, 'POST', `${path()}/groups`, { groupBy: [{ fieldId: star }] })).toBe('query.not_groupable');
    const written = await t.call(ada, 'PATCH', `${path()}/${ids[0]}`, { fields: { [star]: true } });
    expect(written.status).toBe(422);
    expect(await code(none, 'PUT', `${path()}/${ids[0]}/star`, { starred: true })).toBe('unauthorized');
    expect(await code(ada, 'PUT', `${path()}/${newId()}/star`, { starred: true })).toBe('records.not_found');
    await set(ada, ids[3]!, false);
    expect(await found(ada, { filter: { fieldId: star, operator: 'isTrue' } })).toEqual([1]);
    await eraseMarks(t.ports, organization, ada.id);
    expect(await found(ada, { filter: { fieldId: star, operator: 'isTrue' } })).toEqual([]);
  });

  it('counts the time since it was made: the longest is the greatest', async () => {
    const { records } = (await t.call(ada, 'POST', `${path()}/query`, { sort: [{ fieldId: since, order: 'asc' }] }))
      .body;
    expect(records.map(({ id }: { id: string }) => ids.indexOf(id))).toEqual([3, 2, 1, 0]);
    expect(records[0].fields[since]).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(await found(ada, { filter: { fieldId: since, operator: 'moreThanDays', value: 1 } })).toEqual([]);
    expect(await found(ada, { filter: { fieldId: since, operator: 'lessThanDays', value: 1 } })).toEqual([0, 1, 2, 3]);
    const refused = await t.call(ada, 'POST', `${path()}/query`, {
      filter: { fieldId: since, operator: 'moreThanDays', value: 'soon' },
    });
    expect(refused.body.error.code).toBe('filter.value_invalid');
  });
});
