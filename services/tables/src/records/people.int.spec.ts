import { newId } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../testing/actors.ts';
import { startTables } from '../testing/service.ts';

const organization = newId();
const people = Array.from({ length: 2_000 }, (_, i) => ({
  actor: actorOf(organization),
  name: `Person Number ${i}`,
  email: `person.${i}@marlow.example`,
}));
const [{ actor: ada }] = people as [(typeof people)[number]];
let t: Awaited<ReturnType<typeof startTables>>;
let table = '';
const sent: number[] = [];
beforeAll(async () => {
  t = await startTables(people);
  const { store } = t.ports as unknown as { store: { execute: typeof t.ports.store.execute } };
  const execute = store.execute.bind(store);
  store.execute = (command, meta) => {
    if (command.type.startsWith('records.'))
      sent.push(typeof command.payload === 'string' ? command.payload.length : JSON.stringify(command.payload).length);
    return execute(command, meta);
  };
  const made = await t.call(ada, 'POST', '/v3/tables', {
    label: 'Tasks',
    fields: [
      { name: 'Task', type: 'singleLineText' },
      { name: 'Who', type: 'user' },
    ],
  });
  table = made.body.id;
});
afterAll(() => t.stop());
const path = () => `/v3/tables/${table}/records?fieldKey=name`;
const last = people.at(-1)!;

describe('a write in an organization of 2,000', () => {
  it('carries the people whom it names, and no list of members', async () => {
    sent.length = 0;
    // By name, by address and by id; the first one comes before the table is remembered.
    for (const who of [last.name, last.email.toUpperCase(), last.actor.id]) {
      const made = await t.call(ada, 'POST', path(), { fields: { Task: 'x', Who: who } });
      expect({ status: made.status, body: made.body }).toMatchObject({
        status: 201,
        body: { fields: { Who: last.actor.id } },
      });
    }
    expect(Math.max(...sent)).toBeLessThan(500);
  });

  it('says who is nobody, of several records at once', async () => {
    const refused = await t.call(ada, 'POST', path(), {
      records: [{ fields: { Who: last.name } }, { fields: { Who: 'Nobody At All' } }],
    });
    expect(refused.body).toMatchObject({ error: { details: { errors: [{ index: 1, code: 'user.unknown' }] } } });
  });

  it('of all records that match names people as well', async () => {
    const bulk = await t.call(ada, 'POST', `/v3/tables/${table}/records/bulk`, {
      action: 'update',
      filter: { and: [] },
      fields: { Who: last.name },
    });
    expect(bulk.status).toBe(202);
    await expect
      .poll(async () => (await t.call(ada, 'GET', `/v3/operations/${bulk.body.operationId}`)).body.state)
      .toBe('done');
    const { body } = await t.call(ada, 'GET', path());
    expect(body.records.every((one: { fields: { Who?: string } }) => one.fields.Who === last.actor.id)).toBe(true);
  });
});
