import { globSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newId, type Actor } from '@tessera/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeRecords } from '../records/purge.ts';
import { actorOf, roles } from '../testing/actors.ts';
import { commentsContract } from '../testing/comments.contract.ts';
import { startTables, type TestTables } from '../testing/service.ts';
import { eraseMarks } from '../erase.ts';

commentsContract('in the process', async () => {
  const ada = actorOf(newId(), 'admin');
  const t = await startTables([{ actor: ada, name: 'Ada', email: 'ada@example.com' }]);
  return {
    send: (method, path, body, headers) => t.call(ada, method, path, body, headers),
    close: async () => {
      expect(t.faults).toEqual([]);
      await t.stop();
    },
  };
});

describe('in a conversation', () => {
  const organization = newId();
  const ada = actorOf(organization, 'admin');
  const mel = actorOf(organization, 'member');
  const vic: Actor = {
    ...actorOf(organization, 'member'),
    permissions: { ...roles.member, tables_enabled: { '*': 'view' } },
  };
  const none = actorOf(organization, 'none');
  let t: TestTables;
  let table: string;
  const record = async (): Promise<string> =>
    (await t.call(ada, 'POST', `/v3/tables/${table}/records`, { fields: {} })).body.id;
  const of = (id: string): string => `/v3/tables/${table}/records/${id}/comments`;
  const say = async (who: Actor, id: string, text: string) => (await t.call(who, 'POST', of(id), { text })).body;
  const read = async (who: Actor, id: string) => (await t.call(who, 'GET', of(id))).body;

  beforeAll(async () => {
    const person = (actor: Actor, name: string) => ({ actor, name, email: `${name.toLowerCase()}@example.com` });
    t = await startTables([person(ada, 'Ada'), person(mel, 'Mel'), person(vic, 'Vic'), person(none, 'None')]);
    table = (await t.call(ada, 'POST', '/v3/tables', { label: 'T', fields: [{ name: 'N', type: 'text' }] })).body.id;
  });
  afterAll(async () => {
    expect(t.faults).toEqual([]);
    await t.stop();
  });

  it('whoever may read the record speaks, changes what they said and nothing else', async () => {
    const id = await record();
    const own = await say(vic, id, 'of Vic');
    expect(own).toMatchObject({ author: { id: vic.id, name: 'Vic' }, canChange: true, canDelete: true });
    expect((await read(mel, id)).comments).toMatchObject([{ text: 'of Vic', canChange: false, canDelete: false }]);
    expect((await read(ada, id)).comments).toMatchObject([{ canChange: false, canDelete: true }]);
    const path = `${of(id)}/${own.id}`;
    const code = async (...call: Parameters<TestTables['call']>) => (await t.call(...call)).body.error.code;
    expect(await code(mel, 'PATCH', path, { text: 'x' })).toBe('comments.change_forbidden');
    expect(await code(ada, 'PATCH', path, { text: 'x' })).toBe('comments.change_forbidden');
    expect(await code(mel, 'DELETE', path)).toBe('comments.delete_forbidden');
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', { text: 'x' }],
    ] as const)
      expect(await code(none, method, of(id), body)).toBe('unauthorized');
    // What somebody who manages the table took away is theirs alone to give back.
    expect((await t.call(ada, 'DELETE', path)).status).toBe(204);
    expect(await code(vic, 'POST', `${path}/restore`)).toBe('comments.delete_forbidden');
    expect(await code(mel, 'POST', `${path}/restore`)).toBe('comments.not_found');
    expect((await t.call(ada, 'POST', `${path}/restore`)).body).toMatchObject({ text: 'of Vic' });
    expect((await t.call(vic, 'DELETE', path)).status).toBe(204);
    expect((await t.call(vic, 'POST', `${path}/restore`)).status).toBe(200);
  });

  it('people of the organization are mentioned, and nobody else', async () => {
    const id = await record();
    const stranger = newId();
    const made = await say(ada, id, `<@${mel.id}> and <@${stranger}>, <@${mel.id}>`);
    expect(made.mentions).toEqual([{ id: mel.id, name: 'Mel' }]);
    const changed = await t.call(ada, 'PATCH', `${of(id)}/${made.id}`, { text: `<@${vic.id}>` });
    expect(changed.body.mentions).toEqual([{ id: vic.id, name: 'Vic' }]);
  });

  it('each knows what others said since they looked', async () => {
    const id = await record();
    await say(ada, id, 'first');
    await say(mel, id, 'second');
    expect(await read(mel, id)).toMatchObject({ total: 2, unread: 1, seenAt: null });
    const seen = async (who: Actor, at: string) => (await t.call(who, 'PUT', `${of(id)}-seen`, { at })).status;
    const { createdAt } = (await read(mel, id)).comments[0];
    expect(await seen(mel, createdAt)).toBe(204);
    expect(await read(mel, id)).toMatchObject({ unread: 0, seenAt: createdAt });
    expect(await read(ada, id)).toMatchObject({ unread: 1, seenAt: null });
    await say(ada, id, 'third');
    expect(await read(mel, id)).toMatchObject({ unread: 1 });
    expect(await seen(mel, '2020-01-01T00:00:00Z')).toBe(204);
    expect(await read(mel, id)).toMatchObject({ unread: 1, seenAt: createdAt });
    await eraseMarks(t.ports, organization, mel.id);
    expect(await read(mel, id)).toMatchObject({ unread: 2, seenAt: null });
  });

  it('a purge of the record takes what was said of it out of every file', async () => {
    const [gone, kept] = [await record(), await record()];
    const planted = 'planted-c0ffee-検索';
    const holders = (): readonly string[] =>
      readdirSync(t.folder, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(planted))
        .map(({ name }) => name);
    const one = await say(mel, gone, planted);
    await t.call(mel, 'PATCH', `${of(gone)}/${one.id}`, { text: `${planted} changed` });
    const two = await say(mel, gone, `${planted} deleted`);
    await t.call(mel, 'DELETE', `${of(gone)}/${two.id}`);
    await say(mel, kept, 'kept');
    expect(holders().length).toBeGreaterThan(0);
    await purgeRecords(t.ports, { organizationId: organization, tableId: table, recordIds: [gone] });
    expect(holders()).toEqual([]);
    expect((await read(mel, kept)).comments).toMatchObject([{ text: 'kept' }]);
  });

  it('all of it goes with a table that is deleted forever', async () => {
    const planted = 'planted-dead-beef';
    const made = await t.call(ada, 'POST', '/v3/tables', { label: 'Gone', fields: [{ name: 'N', type: 'text' }] });
    const { id } = (await t.call(ada, 'POST', `/v3/tables/${made.body.id}/records`, { fields: {} })).body;
    await t.call(ada, 'POST', `/v3/tables/${made.body.id}/records/${id}/comments`, { text: planted });
    const held = (): boolean =>
      readdirSync(join(t.folder, 'tables')).some((file) =>
        readFileSync(join(t.folder, 'tables', file)).includes(planted),
      );
    expect(held()).toBe(true);
    await t.call(ada, 'DELETE', `/v3/tables/${made.body.id}`);
    expect((await t.call(ada, 'DELETE', `/v3/trash/${made.body.id}?type=table`)).status).toBe(204);
    await expect.poll(held, { timeout: 20_000 }).toBe(false);
  });
});

it('conversations stand as they were when the read model is made anew from the log', async () => {
  const ada = actorOf(newId(), 'admin');
  const people = [{ actor: ada, name: 'Ada', email: 'ada@example.com' }];
  let t = await startTables(people);
  const { folder } = t;
  const made = await t.call(ada, 'POST', '/v3/tables', { label: 'T', fields: [{ name: 'N', type: 'text' }] });
  const { id } = (await t.call(ada, 'POST', `/v3/tables/${made.body.id}/records`, { fields: {} })).body;
  const path = `/v3/tables/${made.body.id}/records/${id}/comments`;
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three', `<@${ada.id}>`])
    ids.push((await t.call(ada, 'POST', path, { text })).body.id);
  await t.call(ada, 'PATCH', `${path}/${ids[0]}`, { text: 'changed' });
  await t.call(ada, 'DELETE', `${path}/${ids[1]}`);
  await t.call(ada, 'DELETE', `${path}/${ids[2]}`);
  await t.call(ada, 'POST', `${path}/${ids[2]}/restore`);
  const before = (await t.call(ada, 'GET', path)).body;
  expect(before.comments.map(({ text }: { text: string }) => text)).toEqual([`<@${ada.id}>`, 'three', 'changed']);
  await t.stop(true);
  for (const model of globSync('*/model.db*', { cwd: folder })) rmSync(join(folder, model));
  t = await startTables(people, { folder });
  expect((await t.call(ada, 'GET', path)).body).toEqual(before);
  await t.stop();
});
