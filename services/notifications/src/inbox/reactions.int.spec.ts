import type { Reaction } from '@tessera/event-store';
import { newId, type EventContext } from '@tessera/kernel';
import { AuthServiceDefinition } from '@tessera/proto/auth/v1/service';
import { createDirectory } from '@tessera/runtime/directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../../infra/runtime/src/testing.ts';
import type { NotificationsEvent } from '../events.ts';
import { windowMs } from './decide.ts';
import type { NotificationDocument } from './projection.ts';
import { shown } from './titles.ts';
import { inboxReactions } from './reactions.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** What the service makes of events of others, in an organization of its own; `told` counts what browsers hear. */
const follower = (now = Date.now()) => {
  const ports = product.ports('notifications');
  const organizationId = newId();
  const told: string[] = [];
  const live = { notify: () => undefined, send: (_organization: string, userId: string) => void told.push(userId) };
  const reactions: readonly Reaction[] = inboxReactions(
    { ...(ports as unknown as Parameters<typeof inboxReactions>[0]), live },
    {
      directory: createDirectory(ports.rpc.client(AuthServiceDefinition), Date.now, 'notifications'),
      waysOf: async () => ({ mail: undefined, push: false }),
      wake: () => undefined,
    },
  );
  const hear = async (event: { readonly $case: string; readonly value: object }, context: Partial<EventContext>) => {
    const base = { organizationId, commitId: newId(), position: 1, index: 0, time: now, actorId: 'ann', origin: 'api' };
    for (const reaction of reactions)
      if (reaction.types.includes(event.$case)) await reaction.handle(event, { advances: [], ...base, ...context });
  };
  const inbox = (userId: string): Promise<readonly NotificationDocument[]> =>
    ports.documents.find<NotificationDocument>(organizationId, 'notifications', { listedBy: userId }, 100);
  const events = async (): Promise<readonly NotificationsEvent[]> =>
    (await ports.store.commits(organizationId, { order: 'asc', limit: 500 })).flatMap(
      (commit) => commit.events as readonly NotificationsEvent[],
    );
  /** Records made with people in a field, one each. */
  const assign = (tableId: string, people: readonly string[], context: Partial<EventContext> = {}) =>
    hear(
      {
        $case: 'recordsCreated',
        value: {
          tableId,
          recordIds: people.map(() => newId()),
          columns: [
            {
              fieldId: 'f',
              generation: 1,
              states: new Uint8Array(0),
              cells: { $case: 'user', value: { values: people } },
            },
          ],
        },
      },
      context,
    );
  return { hear, inbox, events, assign, told };
};

describe('a bulk change of 100,000 records', () => {
  it('is one notification a person, and two events at most, however many commits it has', async () => {
    const { assign, inbox, events, told } = follower();
    const tableId = newId();
    const operationId = newId();
    const people = ['ben', 'cleo', 'dan'];
    for (let commit = 0; commit < 100; commit++)
      await assign(
        tableId,
        Array.from({ length: 1000 }, (_, i) => people[i % 3]!),
        { operationId, time: Date.now() + commit * 60_000 },
      );
    for (const person of people) expect(await inbox(person)).toMatchObject([{ several: true, isRead: false, tableId }]);
    expect((await events()).map(({ $case }) => $case)).toEqual(Array.from({ length: 3 }, () => 'notificationMade'));
    expect(told).toEqual(people);
  });

  it('tells 2,000 people once each', async () => {
    const { assign, inbox, events } = follower();
    const people = Array.from({ length: 2000 }, () => newId());
    await assign(newId(), people.slice(0, 1000), { operationId: 'one' });
    await assign(newId(), people.slice(1000), { operationId: 'one' });
    expect(await events()).toHaveLength(2000);
    expect(await inbox(people[1999]!)).toHaveLength(1);
  });
});

describe('assignments one after the other', () => {
  it('are one notification while the first is young, also where the clock begins a new window', async () => {
    const { assign, inbox } = follower();
    const tableId = newId();
    // The service's own clock says how young; the events' say which window.
    const edge = Math.floor(Date.now() / windowMs) * windowMs;
    await assign(tableId, ['ben'], { time: edge - 1 });
    await assign(tableId, ['ben'], { time: edge + 1 });
    expect(await inbox('ben')).toMatchObject([{ several: true }]);
    await assign(newId(), ['ben'], { time: edge + 1 });
    await assign(tableId, ['ben'], { time: edge + 1, actorId: 'other' });
    expect(await inbox('ben')).toHaveLength(3);
  });

  it('tell nobody of themselves, nor what is old, nor who was there before', async () => {
    const { assign, inbox, hear } = follower();
    await assign(newId(), ['ann']);
    await assign(newId(), ['ben'], { time: Date.now() - 4 * 24 * 3_600_000 });
    const column = (people: readonly (readonly string[])[], states: number[] = []) => ({
      fieldId: 'f',
      generation: 1,
      states: Uint8Array.from(states),
      cells: { $case: 'users', value: { values: people.map((ids) => ({ ids })) } },
    });
    const recordIds = [newId(), newId()];
    const value = {
      tableId: newId(),
      recordIds,
      before: [column([['ben']], [0, 1])],
      after: [column([['ben', 'cleo'], ['dan']])],
    };
    await hear({ $case: 'cellsChanged', value }, {});
    expect([await inbox('ann'), await inbox('ben')]).toEqual([[], []]);
    expect(await inbox('cleo')).toMatchObject([{ recordId: recordIds[0], several: false }]);
    expect(await inbox('dan')).toMatchObject([{ recordId: recordIds[1], several: false }]);
  });

  it('heard twice are told once', async () => {
    const { hear, events } = follower();
    const cells = { $case: 'user', value: { values: ['ben'] } };
    const columns = [{ fieldId: 'f', generation: 1, states: new Uint8Array(0), cells }];
    const event = { $case: 'recordsCreated', value: { tableId: newId(), recordIds: [newId()], columns } };
    for (let i = 0; i < 2; i++) await hear(event, { commitId: 'c' });
    expect(await events()).toHaveLength(1);
  });
});

describe('a comment', () => {
  it('tells whom it mentions, each once, and nobody of themselves', async () => {
    const { hear, inbox, told } = follower();
    const [tableId, recordId, commentId] = [newId(), newId(), newId()];
    const value = { tableId, recordId, commentId, text: '', mentions: ['ann', 'ben'] };
    for (let i = 0; i < 2; i++) await hear({ $case: 'commentWritten', value }, { commitId: 'c' });
    const changed = { ...value, version: 2, before: '', after: '', mentionsBefore: ['ann', 'ben'] };
    await hear({ $case: 'commentChanged', value: { ...changed, mentions: ['ben', 'cleo'] } }, {});
    await hear(
      { $case: 'commentWritten', value: { ...value, commentId: newId() } },
      { time: Date.now() - 4 * 86_400_000 },
    );
    expect(await inbox('ann')).toEqual([]);
    for (const person of ['ben', 'cleo'])
      expect(await inbox(person)).toMatchObject([{ kind: 'mentioned', tableId, recordId, several: false }]);
    expect(told).toEqual(['ben', 'cleo']);
  });
});

describe('a task', () => {
  it('tells whom somebody else makes its owner, once each, however often and from wherever it is heard', async () => {
    const { hear, inbox, events, told } = follower();
    const taskId = newId();
    const owned = (owners: readonly string[]) => ({ title: 'Call', owners });
    const created = { $case: 'taskCreated', value: { taskId, parts: owned(['ann', 'ben']) } };
    for (let i = 0; i < 2; i++) await hear(created, { commitId: 'c' });
    const change = (before: readonly string[], after: readonly string[], context: Partial<EventContext> = {}) =>
      hear({ $case: 'taskChanged', value: { taskId, before: owned(before), parts: owned(after) } }, context);
    await change(['ann', 'ben'], ['ann']);
    await change(['ann'], ['ann', 'ben', 'cleo']);
    await change(['ann'], ['ann', 'dan'], { time: Date.now() - 4 * 86_400_000 });
    for (const person of ['ben', 'cleo'])
      expect(await inbox(person)).toMatchObject([{ kind: 'task', taskId, actorId: 'ann', several: false }]);
    expect([await inbox('ann'), await inbox('dan')]).toEqual([[], []]);
    expect(await events()).toHaveLength(2);
    expect(told).toEqual(['ben', 'cleo']);
    // One that comes again says nothing of its owners; each of its reminders tells its people once.
    await hear({ $case: 'taskCreated', value: { taskId: newId(), madeBy: 'ann', parts: owned(['eve']) } }, {});
    const reminder = { taskId, deadline: '2026-12-01', days: 1, workingDays: false, userIds: ['eve'] };
    for (let i = 0; i < 2; i++) await hear({ $case: 'taskReminded', value: reminder }, { actorId: 'tasks' });
    expect(await inbox('eve')).toMatchObject([{ kind: 'task', taskId, outcome: 'reminder', actorId: '' }]);
  });
});

describe('the end of long work', () => {
  const minute = 60_000;
  const run = async (state: string, lasted: number) => {
    const { hear, inbox } = follower();
    const operationId = newId();
    const tableId = newId();
    const began = Date.now() - minute;
    await hear({ $case: 'operationStarted', value: { operationId, tableId } }, { time: began });
    await hear({ $case: 'operationEnded', value: { operationId, state } }, { time: began + lasted, actorId: 'tables' });
    return inbox('ann');
  };
  it.each([
    ['done', 11_000, 1],
    ['done', 2_000, 0],
    ['failed', 2_000, 1],
    ['cancelled', 11_000, 0],
  ])('%s after %i ms is told %i times, to who began it', async (state, lasted, times) => {
    const all = await run(state, lasted);
    expect(all).toHaveLength(times);
    for (const one of all) expect(one).toMatchObject({ kind: 'operation', outcome: state });
  });

  it('of an import is told with the table that it made', async () => {
    const { hear, inbox } = follower();
    const operationId = newId();
    const tableId = newId();
    await hear({ $case: 'importPlanned', value: { operationId, userId: 'ben', tableId: '' } }, {});
    await hear({ $case: 'importTableMade', value: { operationId, tableId } }, {});
    for (let i = 0; i < 2; i++) await hear({ $case: 'importFinished', value: { operationId } }, {});
    expect(await inbox('ben')).toMatchObject([{ kind: 'import', outcome: 'done', tableId }]);
  });
});

describe('a limit of the plan that comes near', () => {
  it('is told once to each who manages the plan, in their words, and to nobody else', async () => {
    const { hear, inbox } = follower();
    const value = { meter: 'database_rows', percent: 90, month: '2026-11', userIds: ['ben', 'cleo'] };
    for (let i = 0; i < 2; i++) await hear({ $case: 'usageReached', value }, {});
    for (const userId of value.userIds) {
      const [one, ...more] = await inbox(userId);
      expect([one?.kind, one?.reference, more]).toEqual(['usage', 'database_rows:90', []]);
      expect(shown(one!, { usage: true }, 'en')).toEqual({
        title: '90 % of the limit of your plan is used: records of the fullest table',
        link: '/settings/automation-usage',
      });
      expect(shown(one!, {}, 'pt')).toEqual({ title: 'Um limite do plano está próximo', link: null });
    }
    expect(await inbox('dan')).toEqual([]);
  });
});

describe('limits of the time in an option', () => {
  const reach = (tableId: string, told: readonly object[], level = 'late') => ({
    $case: 'limitReached',
    value: { tableId, fieldId: 'f', stageFieldId: 's', optionId: 'o', level, until: 1, told },
  });
  const of = (userId: string, recordId: string, count = 1) => ({ userId, recordId, count });

  it('are told to each person once, and as several where more come in a row', async () => {
    const { hear, inbox, told } = follower();
    const tableId = newId();
    await hear(reach(tableId, [of('ben', 'r1'), of('cleo', 'r2', 7)]), { actorId: 'tables' });
    await hear(reach(tableId, [of('ben', 'r1'), of('cleo', 'r2', 7)]), { actorId: 'tables' });
    expect(await inbox('ben')).toMatchObject([{ kind: 'late', outcome: 'late', recordId: 'r1', several: false }]);
    expect(await inbox('cleo')).toMatchObject([{ several: true }]);
    await hear(reach(tableId, [of('ben', 'r3')]), { actorId: 'tables' });
    expect(await inbox('ben')).toMatchObject([{ several: true, isRead: false }]);
    await hear(reach(tableId, [of('ben', 'r1')], 'warn'), { actorId: 'tables' });
    expect((await inbox('ben')).map(({ outcome }) => outcome).toSorted()).toEqual(['late', 'warn']);
    expect(told).toEqual(['ben', 'cleo', 'ben', 'ben']);
  });

  it('name the record and the option to who may read both, and nothing of them to who may not', () => {
    const one = { kind: 'late', tableId: 't', recordId: 'r', reference: 'f', outcome: 'late', several: false } as const;
    const known = { table: 'Orders', record: { label: 'Pump' }, stage: 'Review' };
    expect(shown(one, known, 'en')).toEqual({
      link: '/object/t?recordId=r',
      title: 'Pump in Orders is past its time limit in Review',
    });
    expect(shown({ ...one, outcome: 'warn' }, { ...known, record: { label: '' } }, 'pt').title).toBe(
      'Um registro em Orders está perto do limite de tempo em Review',
    );
    expect(shown({ ...one, several: true }, known, 'es').title).toBe(
      'Varios registros en Orders superaron el límite de tiempo en Review',
    );
    for (const hidden of [
      { ...known, table: undefined },
      { ...known, record: undefined },
      { ...known, stage: undefined },
    ]) {
      const { title, link } = shown(one, hidden, 'en');
      expect([title, link]).toEqual(['A time limit of something that you can no longer see came', null]);
    }
  });
});
