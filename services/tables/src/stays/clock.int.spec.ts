import { newId, type Actor } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { createDirectory } from '@tessera/runtime/directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventOf, TablesEvent } from '../events.ts';
import { createQueries } from '../records/query.ts';
import { createStars } from '../stars/stars.ts';
import { actorOf, roles } from '../testing/actors.ts';
import { startTables, type TestTables } from '../testing/service.ts';
import { createStayClock } from './clock.ts';

const hourMs = 3_600_000;

let t: TestTables;

/** An organization with one table, whose clock goes ahead of that of its records. */
const world = () => {
  const organization = newId();
  const [table, stage, owner, limit, lead, won] = Array.from({ length: 6 }, () => newId()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const member = (permissions: object): Actor => ({
    ...actorOf(organization, 'member'),
    permissions: { ...roles.member, ...permissions },
  });
  const actors = {
    ada: actorOf(organization, 'admin'),
    mel: actorOf(organization, 'member'),
    none: actorOf(organization, 'none'),
    masked: member({ table_fields: { [table]: { hidden: [limit], readOnly: [] } } }),
    narrow: member({ table_rows: { [table]: { fieldId: stage, operator: 'equals', value: won } } }),
  };
  const { ada } = actors;
  const nameOf = (userId: string): string | undefined =>
    Object.entries(actors).find(([, { id }]) => id === userId)?.[0];
  const reached = async (): Promise<readonly EventOf<'limitReached'>[]> =>
    (await t.ports.store.commits(organization, { order: 'asc', limit: 500 })).flatMap((commit) =>
      (commit.events as readonly TablesEvent[]).flatMap((one) => (one.$case === 'limitReached' ? [one.value] : [])),
    );
  return {
    ...actors,
    people: Object.entries(actors).map(([name, actor]) => ({ actor, name, email: `${name}@example.com` })),
    lead,
    won,
    reached,
    /** What a look tells so many hours from now, by a process that was just started. */
    told: async (hours: number): Promise<readonly string[]> => {
      const before = (await reached()).length;
      const directory = createDirectory(t.ports.rpc.client(AuthServiceDefinition), Date.now, 'tables');
      const queries = createQueries({ ...t.ports, directory, stars: createStars(t.ports) });
      const clock = (): number => Date.now() + hours * hourMs + 60_000;
      await createStayClock({ ...t.ports, store: t.ports.store as never, clock, queries, directory }).look();
      return (await reached())
        .slice(before)
        .flatMap(({ level, told }) => told.map(({ userId, count }) => `${level} ${nameOf(userId)} ${count}`));
    },
    create: async (fields: object, as = ada): Promise<string> => {
      const made = await t.call(as, 'POST', `/v3/tables/${table}/records?fieldKey=name`, { fields });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return made.body.id;
    },
    change: (id: string, fields: object, as = ada) =>
      t.call(as, 'PATCH', `/v3/tables/${table}/records/${id}?fieldKey=name`, { fields }),
    remove: (id: string) => t.call(ada, 'DELETE', `/v3/tables/${table}/records`, { ids: [id] }),
    archive: () => t.call(ada, 'POST', `/v3/tables/${table}/archive`, {}),
    make: async (props: object): Promise<void> => {
      const options = [
        { id: lead, label: 'Lead' },
        { id: won, label: 'Won' },
      ];
      const made = await t.call(ada, 'POST', '/v3/tables', {
        id: table,
        label: 'Deals',
        fields: [
          { name: 'Name', type: 'singleLineText' },
          { id: stage, name: 'Stage', type: 'select', props: { options } },
          { id: owner, name: 'Owner', type: 'user' },
        ],
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const added = await t.call(ada, 'POST', `/v3/tables/${table}/fields`, {
        id: limit,
        name: 'As lead',
        type: 'timeInTheSection',
        props: { fieldId: stage, optionId: lead, ...props },
      });
      expect(added.status, JSON.stringify(added.body)).toBe(201);
    },
    limit: async (props: object): Promise<void> => {
      const { status, body } = await t.call(ada, 'PATCH', `/v3/tables/${table}/fields/${limit}`, {
        props: { fieldId: stage, optionId: lead, ...props },
      });
      expect(status, JSON.stringify(body)).toBe(200);
    },
  };
};

describe('limits of the time in an option', () => {
  const worlds = Array.from({ length: 5 }, world) as [World, World, World, World, World];
  type World = ReturnType<typeof world>;
  beforeAll(async () => {
    t = await startTables(worlds.flatMap(({ people }) => people));
  });
  afterAll(async () => {
    expect(t.faults).toEqual([]);
    await t.stop();
  });

  it('are told once for each stay that goes on: to whom the record names, or to who brought it there', async () => {
    const w = worlds[0];
    await w.make({ warn: 2, late: 5 });
    expect(await w.told(0)).toEqual([]);
    await w.create({ Name: 'Of Mel', Stage: 'Lead', Owner: w.mel.id });
    const moved = await w.create({ Name: 'Of nobody', Stage: 'Won' });
    await w.change(moved, { Stage: 'Lead' }, w.mel);
    const left = await w.create({ Name: 'Left in time', Stage: 'Lead', Owner: w.ada.id });
    const gone = await w.create({ Name: 'In the trash', Stage: 'Lead', Owner: w.ada.id });
    await w.create({ Name: 'Elsewhere', Stage: 'Won', Owner: w.ada.id });
    await w.change(left, { Stage: 'Won' });
    await w.remove(gone);
    expect(await w.told(1)).toEqual([]);
    expect(await w.told(2)).toEqual(['warn mel 2']);
    expect(await w.told(2)).toEqual([]);
    expect(await w.told(4)).toEqual([]);
    expect(await w.told(5)).toEqual(['late mel 2']);
    expect(await w.told(6)).toEqual([]);
  });

  it('are told to nobody who may not read the record, the time in it, or the table', async () => {
    const w = worlds[1];
    await w.make({ late: 3 });
    expect(await w.told(0)).toEqual([]);
    for (const { id } of [w.none, w.masked, w.narrow, w.ada])
      await w.create({ Name: 'Shared', Stage: 'Lead', Owner: id });
    expect(await w.told(4)).toEqual(['late ada 1']);
  });

  it('that become shorter tell those that they make late, together; that become longer tell nobody again', async () => {
    const w = worlds[2];
    await w.make({ late: 100 });
    expect(await w.told(0)).toEqual([]);
    for (let i = 0; i < 3; i++) await w.create({ Name: `Many ${i}`, Stage: 'Lead', Owner: w.ada.id });
    expect(await w.told(50)).toEqual([]);
    await w.limit({ late: 40 });
    expect(await w.told(50)).toEqual(['late ada 3']);
    await w.limit({ late: 60 });
    expect(await w.told(70)).toEqual([]);
  });

  it('that come, or are of another option from now on, tell nothing of what was late already', async () => {
    const w = worlds[3];
    await w.make({ warn: 1, late: 3 });
    await w.create({ Name: 'Lead', Stage: 'Lead', Owner: w.ada.id });
    await w.create({ Name: 'Won', Stage: 'Won', Owner: w.ada.id });
    expect(await w.told(10)).toEqual([]);
    expect(await w.told(11)).toEqual([]);
    await w.limit({ optionId: w.won, late: 3 });
    expect(await w.told(12)).toEqual([]);
    expect(await w.told(20)).toEqual([]);
    expect((await w.reached()).map(({ level, optionId, told }) => [level, optionId === w.won, told])).toEqual([
      ['warn', false, []],
      ['late', false, []],
      ['warn', true, []],
      ['late', true, []],
    ]);
  });

  it('tell of what is late alone where nobody looked when it was worth a warning, and nothing of the trash', async () => {
    const w = worlds[4];
    await w.make({ warn: 1, late: 3 });
    expect(await w.told(0)).toEqual([]);
    await w.create({ Name: 'Late', Stage: 'Lead', Owner: w.ada.id });
    expect(await w.told(4)).toEqual(['late ada 1']);
    await w.limit({ late: 30 });
    expect(await w.told(5)).toEqual([]);
    await w.archive();
    expect(await w.told(50)).toEqual([]);
  });
});
