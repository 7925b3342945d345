import { randomUUID } from 'node:crypto';
import type { Actor } from '@tessera/kernel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHub, memoryBus, type Hub, type HubOptions, type Joined } from './index.ts';
import { busContract } from './testing/bus.contract.ts';
import { seenPeople } from './testing/seen-people.ts';

busContract('embedded', async () => {
  const bus = memoryBus();
  return [bus, bus];
});

describe('the organizations that a hub follows', () => {
  it('are those of its sockets, from the first one until the last has left; what passed by until then is asked for again', async () => {
    const followed: string[] = [];
    const known = Promise.withResolvers<void>();
    const asked: string[] = [];
    const hub = createHub({
      bus: {
        ...memoryBus(),
        follow: async (organizationId) => {
          followed.push(`+${organizationId}`);
          await known.promise;
        },
        unfollow: (organizationId) => void followed.push(`-${organizationId}`),
      },
      mayRead: async () => true,
    });
    const joined = (organizationId: string) => ({ actor: actor(organizationId, 'ana'), name: 'Ana' });
    const join = (organizationId: string) =>
      open(hub, joined(organizationId), async () => {
        asked.push(organizationId);
        return joined(organizationId);
      });
    const [one, two, three] = [join('o1'), join('o1'), join('o2')];
    one.connection.receive(JSON.stringify({ type: 'subscribe', topics: ['tables'] }));
    one.connection.receive(JSON.stringify({ type: 'ping' }));
    await expect.poll(() => one.of('pong').length).toBe(1);
    expect(followed).toEqual(['+o1', '+o2']);
    expect(one.of('changed')).toEqual([]);
    known.resolve();
    await expect.poll(() => one.of('changed').length).toBe(3);
    expect(asked.toSorted()).toEqual(['o1', 'o1', 'o2']);
    one.connection.closed();
    expect(followed).toEqual(['+o1', '+o2']);
    three.connection.closed();
    two.connection.closed();
    expect(followed).toEqual(['+o1', '+o2', '-o2', '-o1']);
    hub.stop();
  });
});

const table = '01m7z2k51dds483b3ntvz44n99';
const topic = `table:${table}`;
const actor = (organizationId: string, id: string): Actor => ({ organizationId, kind: 'user', id }) as Actor;
type Seen = { type: string; [key: string]: unknown };

const open = (
  hub: Hub,
  joined: Joined,
  refresh: () => Promise<Joined | undefined> = async () => joined,
  credential: string = randomUUID(),
) => {
  const seen: Seen[] = [];
  let buffered = 0;
  let closed: string | undefined;
  const connection = hub.connect(
    {
      send: (text) => seen.push(JSON.parse(text) as Seen),
      buffered: () => buffered,
      close: (_code, reason) => {
        closed = reason;
      },
    },
    joined,
    credential,
    refresh,
  );
  const say = async (...messages: object[]): Promise<void> => {
    for (const message of messages) connection.receive(JSON.stringify(message));
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    connection,
    say,
    seen,
    people: () => seenPeople(seen, table).people,
    count: () => seenPeople(seen, table).count,
    of: (type: string) => seen.filter((one) => one.type === type),
    closed: () => closed,
    clog: (bytes: number) => {
      buffered = bytes;
    },
  };
};

describe('the hub', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const make = (extra: Partial<HubOptions> = {}) =>
    createHub({ bus: memoryBus(), mayRead: async () => true, ...extra });
  const ana = { actor: actor('o1', 'ana'), name: 'Ana' };
  const bo = { actor: actor('o1', 'bo'), name: 'Bo' };

  it('tells who is online of those who are shown, from any hub, and who went', async () => {
    const bus = memoryBus();
    const [one, two] = [make({ bus }), make({ bus })];
    const a = open(one, ana);
    await a.say({ type: 'subscribe', topics: ['conversations'] }, { type: 'people', ids: ['ana', 'bo', 'cy'] });
    const online = () => a.of('event').map(({ data }) => (data as { ids: string[] }).ids);
    expect(online()).toEqual([['ana']]);
    const [b, c] = [open(two, bo), open(two, { actor: actor('o2', 'cy'), name: 'Cy' })];
    const again = open(one, bo);
    await vi.advanceTimersByTimeAsync(500);
    expect(online()).toEqual([['ana'], ['ana', 'bo']]);
    b.connection.closed();
    await vi.advanceTimersByTimeAsync(500);
    expect(online()).toHaveLength(2);
    again.connection.closed();
    await vi.advanceTimersByTimeAsync(500);
    expect(online().at(-1)).toEqual(['ana']);
    // Who hears no conversations is told of nobody, and a hub that was there before tells a new one whom it holds.
    const d = open(two, bo);
    await d.say({ type: 'people', ids: ['ana'] });
    expect(d.of('event')).toEqual([]);
    await d.say({ type: 'subscribe', topics: ['conversations'] }, { type: 'people', ids: ['ana'] });
    expect(d.of('event').at(-1)).toMatchObject({ name: 'online', data: { ids: ['ana'] } });
    c.connection.closed();
    one.stop();
    two.stop();
  });

  it('tells those who hear a conversation who writes in it, not more often than every 2 s', async () => {
    const hub = make({ mayRead: async ({ id }, text) => !(id === 'cy' && text.startsWith('conversation:')) });
    const where = `conversation:${table}`;
    const [a, b, c] = [open(hub, ana), open(hub, bo), open(hub, { actor: actor('o1', 'cy'), name: 'Cy' })];
    for (const each of [a, b, c]) await each.say({ type: 'subscribe', topics: [where] });
    await a.say({ type: 'typing', topic: where, thread: null }, { type: 'typing', topic: where, thread: null });
    await c.say({ type: 'typing', topic: where, thread: null });
    await a.say({ type: 'typing', topic: `table:${table}`, thread: null });
    expect(b.of('event')).toEqual([
      { type: 'event', name: 'typing', data: { topic: where, thread: null, userId: 'ana' } },
    ]);
    expect([a.of('event'), c.of('event')]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(2000);
    await a.say({ type: 'typing', topic: where, thread: 'm1' });
    expect(b.of('event').at(-1)).toMatchObject({ data: { thread: 'm1' } });
    hub.stop();
  });

  it('tells those who have a page open where somebody stands in it, and that they left', async () => {
    const hub = make({ mayRead: async ({ id }) => id !== 'cy' });
    const where = `page:${table}`;
    const [a, b, c] = [open(hub, ana), open(hub, bo), open(hub, { actor: actor('o1', 'cy'), name: 'Cy' })];
    for (const each of [a, b, c]) await each.say({ type: 'subscribe', topics: [where] });
    await a.say({ type: 'cursor', topic: where, at: 'one' }, { type: 'cursor', topic: where, at: 'too soon' });
    await c.say({ type: 'cursor', topic: where, at: 'unheard' });
    await b.say({ type: 'cursor', topic: where, at: 'x'.repeat(401) }, { type: 'cursor', topic: 'tables', at: 'x' });
    expect(b.of('event')).toMatchObject([
      { name: 'cursor', data: { topic: where, userId: 'ana', name: 'Ana', at: 'one' } },
    ]);
    expect([a.of('event'), c.of('event')]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(200);
    await a.say({ type: 'cursor', topic: where, at: 'two' });
    a.connection.closed();
    await vi.advanceTimersByTimeAsync(0);
    expect(b.of('event').map(({ data }) => (data as { at: string | null }).at)).toEqual(['one', 'two', null]);
    hub.stop();
  });

  it('tells who may do other things now, and nobody else', async () => {
    const hub = make({ recheckMs: 1000 });
    let now: Joined = { ...ana, actor: { ...ana.actor, permissionVersion: 1 } };
    const [a, b] = [open(hub, now, async () => now), open(hub, bo)];
    const told = async () => {
      hub.notify('o1', 1, [{ topic: 'rights:all', kind: 'changed' }], 'x');
      await vi.advanceTimersByTimeAsync(0);
    };
    await told();
    now = { ...now, actor: { ...now.actor } };
    await told();
    expect(a.of('event')).toEqual([]);
    now = { ...now, actor: { ...now.actor, permissionVersion: 2 } };
    await told();
    expect([a.of('event'), b.of('event')]).toEqual([[{ type: 'event', name: 'rights', data: {} }], []]);
    await told();
    expect(a.of('event').length).toBe(1);
    hub.stop();
  });

  it('tells subscribers of one organization, gathered within 60 ms, without values', async () => {
    const hub = make();
    const [a, foreign, deaf] = [open(hub, ana), open(hub, { actor: actor('o2', 'eve'), name: 'Eve' }), open(hub, bo)];
    await a.say({ type: 'subscribe', topics: [topic] }, { type: 'watch', table, ids: ['r1', 'r2', 'r3'] });
    await foreign.say({ type: 'subscribe', topics: [topic] });
    for (const [position, id] of [
      [1, 'r1'],
      [2, 'r2'],
      [3, 'r1'],
    ] as const)
      hub.notify('o1', position, [{ topic, kind: 'changed', ids: [id] }], 'bo');
    hub.notify('o1', 4, [{ topic, kind: 'created', ids: ['r9'] }], 'bo');
    expect(a.of('changed')).toEqual([]);
    await vi.advanceTimersByTimeAsync(60);
    expect(a.of('changed')).toEqual([
      { type: 'changed', topic, kind: 'changed', position: 3, actorId: 'bo', ids: ['r1', 'r2'] },
      { type: 'changed', topic, kind: 'created', position: 4, actorId: 'bo', ids: 'many', onScreen: [] },
    ]);
    expect(foreign.of('changed')).toEqual([]);
    expect(deaf.of('changed')).toEqual([]);
    hub.stop();
  });

  it('names no record at all where only some are shown, though the client guesses its id: neither in changes nor in presence', async () => {
    const hub = make({ mayRead: async (who) => (who.id === 'ana' ? 'unnamed' : true) });
    const [a, b] = [open(hub, ana), open(hub, bo)];
    await a.say({ type: 'subscribe', topics: [topic] }, { type: 'watch', table, ids: ['hidden'] });
    await b.say(
      { type: 'subscribe', topics: [topic] },
      { type: 'presence', table, recordId: 'hidden', fieldId: 'f', editing: true },
    );
    await b.say({ type: 'watch', table, ids: ['hidden'] });
    hub.notify('o1', 1, [{ topic, kind: 'changed', ids: ['hidden'] }], 'bo');
    await vi.advanceTimersByTimeAsync(60);
    expect(a.of('changed')).toEqual([
      { type: 'changed', topic, kind: 'changed', position: 1, actorId: 'bo', ids: 'many' },
    ]);
    expect(a.people()).toMatchObject([{ userId: 'bo', recordId: null, fieldId: null }]);
    expect(JSON.stringify(a.seen)).not.toContain('hidden');
    expect(b.people()).toMatchObject([{ recordId: 'hidden' }]);
    hub.stop();
  });

  it('names no record that the client has not announced as on screen', async () => {
    const hub = make();
    const a = open(hub, ana);
    await a.say({ type: 'subscribe', topics: [topic] }, { type: 'watch', table, ids: ['r1'] });
    hub.notify('o1', 1, [{ topic, kind: 'changed', ids: ['r1', 'hidden'] }], 'bo');
    await vi.advanceTimersByTimeAsync(60);
    expect(JSON.stringify(a.seen)).not.toContain('hidden');
    expect(a.of('changed')).toMatchObject([{ ids: 'many', onScreen: ['r1'] }]);
    hub.stop();
  });

  it('says "many" above the bound', async () => {
    const hub = make();
    const a = open(hub, ana);
    await a.say({ type: 'subscribe', topics: ['tables'] });
    hub.notify(
      'o1',
      1,
      [{ topic: 'tables', kind: 'created', ids: Array.from({ length: 201 }, (_, n) => `t${n}`) }],
      'bo',
    );
    await vi.advanceTimersByTimeAsync(60);
    expect(a.of('changed')).toMatchObject([{ ids: 'many' }]);
    hub.stop();
  });

  it('denies what may not be read and what is no topic', async () => {
    const hub = make({ mayRead: async (_actor, asked) => asked === 'tables' });
    const a = open(hub, ana);
    await a.say({ type: 'subscribe', topics: ['tables', topic, `operation:${table}`, 'everything', 'table:*'] });
    expect(a.of('denied').map((one) => one.topic)).toEqual([topic, `operation:${table}`, 'everything', 'table:*']);
    hub.notify('o1', 1, [{ topic, kind: 'changed', ids: ['r1'] }], 'bo');
    await vi.advanceTimersByTimeAsync(60);
    expect(a.of('changed')).toEqual([]);
    hub.stop();
  });

  it('follows no more topics than a socket may, nor than all sockets of a person together, however they are asked for', async () => {
    const hub = make();
    const many = (from: number, count: number): object => ({
      type: 'subscribe',
      topics: Array.from({ length: count }, (_, n) => `table:${String(from + n).padStart(26, '0')}`),
    });
    const a = open(hub, ana);
    await a.say(many(0, 150));
    expect(hub.held().topics).toBe(100);
    await a.say(many(200, 1));
    expect(a.of('denied')).toHaveLength(1);
    await a.say({
      type: 'unsubscribe',
      topics: Array.from({ length: 100 }, (_, n) => `table:${String(n).padStart(26, '0')}`),
    });
    await a.say(...Array.from({ length: 20 }, (_, n) => many(1_000 * n, 60)));
    expect(hub.held().topics).toBe(100);
    const more = Array.from({ length: 12 }, () => open(hub, ana));
    for (const one of more) await one.say(many(0, 100));
    expect(hub.held().topics).toBe(1000);
    for (const one of [a, ...more]) one.connection.closed();
    expect(hub.held().topics).toBe(0);
    hub.stop();
  });

  it('asks rights again within 5 s: drops a topic that is no longer allowed, ends a session that is over', async () => {
    let allowed = true;
    let session = true;
    const hub = make({ mayRead: async () => allowed });
    const a = open(hub, ana, async () => (session ? ana : undefined));
    await a.say({ type: 'subscribe', topics: [topic] });
    allowed = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(a.of('denied')).toEqual([{ type: 'denied', topic }]);
    hub.notify('o1', 1, [{ topic, kind: 'changed', ids: ['r1'] }], 'bo');
    await vi.advanceTimersByTimeAsync(60);
    expect(a.of('changed')).toEqual([]);
    session = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(a.of('ended')).toEqual([{ type: 'ended', reason: 'session' }]);
    expect(a.closed()).toBe('session ended');
    hub.stop();
  });

  it('sends a socket away to come back, without a word of refusal, while nobody can say what it may see', async () => {
    let away = false;
    const asked = async (): Promise<boolean> => {
      if (away) throw new Error('away');
      return true;
    };
    const hub = make({ mayRead: asked });
    const [a, b] = [open(hub, ana), open(hub, bo, async () => asked().then(() => bo))];
    await a.say({ type: 'subscribe', topics: [topic] });
    away = true;
    const late = open(hub, ana);
    await late.say({ type: 'subscribe', topics: [topic] });
    expect(late.closed()).toBe('try again');
    await vi.advanceTimersByTimeAsync(5000);
    expect([a, b].map((one) => one.closed())).toEqual(['try again', 'try again']);
    expect([a, b, late].flatMap((one) => [...one.of('denied'), ...one.of('ended')])).toEqual([]);
    hub.notify('o1', 1, [{ topic, kind: 'changed', ids: ['r1'] }], 'bo');
    await vi.advanceTimersByTimeAsync(60);
    expect(a.of('changed')).toEqual([]);
    hub.stop();
  });

  it('shows who is at a table, in different colours, and who left, to those who may listen', async () => {
    const hub = make();
    const [a, b] = [open(hub, ana), open(hub, bo)];
    await a.say(
      { type: 'subscribe', topics: [topic] },
      { type: 'presence', table, recordId: 'r1', fieldId: 'f1', editing: true },
    );
    await b.say(
      { type: 'subscribe', topics: [topic] },
      { type: 'presence', table, recordId: null, fieldId: null, editing: false },
    );
    await vi.advanceTimersByTimeAsync(60);
    const people = a.people();
    expect(people).toMatchObject([
      { userId: 'ana', name: 'Ana', recordId: 'r1', fieldId: 'f1', editing: true },
      { userId: 'bo', name: 'Bo', recordId: null },
    ]);
    expect(new Set(people.map((one) => one.color)).size).toBe(2);
    expect(people.every(({ color }) => color >= 1 && color <= 8)).toBe(true);
    b.connection.closed();
    await vi.advanceTimersByTimeAsync(500);
    expect(a.people()).toMatchObject([{ userId: 'ana' }]);
    hub.stop();
  });

  it('sends what changed, to who has it on screen, in one frame twice a second', async () => {
    const hub = make();
    const at = (recordId: string, fieldId = 'f1') => ({ type: 'presence', table, recordId, fieldId, editing: false });
    const [a, b, c] = [open(hub, ana), open(hub, bo), open(hub, { actor: actor('o1', 'cy'), name: 'Cy' })];
    for (const [who, ids] of [
      [a, ['r1', 'r2']],
      [b, ['r1', 'r2']],
      [c, ['r9']],
    ] as const)
      await who.say({ type: 'subscribe', topics: [topic] }, { type: 'watch', table, ids });
    await a.say(at('r1'));
    await b.say(at('r1'));
    await c.say(at('r9'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(c.people()).toMatchObject([
      { userId: 'ana', recordId: null },
      { userId: 'bo', recordId: null },
      { userId: 'cy', recordId: 'r9' },
    ]);
    const before = [a, b, c].map((one) => one.of('presence').length);
    // Ten steps in a second: two frames, with the mover alone, to those who see the records.
    for (let step = 0; step < 10; step++) {
      await a.say(at(step % 2 === 0 ? 'r2' : 'r1', `f${step}`));
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(500);
    const frames = b.of('presence').slice(before[1]);
    expect(frames.length).toBeLessThanOrEqual(3);
    expect(JSON.stringify(frames)).not.toContain('"userId":"bo"');
    expect(b.people().find((one) => one.userId === 'ana')).toMatchObject({ recordId: 'r1', fieldId: 'f9' });
    expect(c.of('presence')).toHaveLength(before[2]!);
    await a.say(at('r9'));
    await vi.advanceTimersByTimeAsync(500);
    expect(c.people().find((one) => one.userId === 'ana')).toMatchObject({ recordId: 'r9' });
    expect(b.people().find((one) => one.userId === 'ana')).toMatchObject({ recordId: null, fieldId: null });
    hub.stop();
  });

  it('shows twenty of many, those on screen first, and counts the others', async () => {
    const hub = make();
    const many = Array.from({ length: 60 }, (_, n) => open(hub, { actor: actor('o1', `u${n}`), name: `U ${n}` }));
    for (const [n, one] of many.entries())
      await one.say(
        { type: 'subscribe', topics: [topic] },
        { type: 'watch', table, ids: [n < 30 ? 'here' : 'there'] },
        { type: 'presence', table, recordId: n < 30 ? 'here' : 'there', fieldId: null, editing: false },
      );
    await vi.advanceTimersByTimeAsync(1000);
    const [first, last] = [many[0]!, many.at(-1)!];
    for (const [one, place] of [
      [first, 'here'],
      [last, 'there'],
    ] as const) {
      expect(one.people()).toHaveLength(20);
      expect(one.people().every(({ recordId }) => recordId === place)).toBe(true);
      expect(one.count()).toBe(60);
    }
    // Who leaves makes room for another one.
    for (const one of many.slice(1, 15)) one.connection.closed();
    await vi.advanceTimersByTimeAsync(1000);
    expect(first.people()).toHaveLength(20);
    expect(first.people().filter(({ recordId }) => recordId === 'here')).toHaveLength(16);
    expect(first.count()).toBe(46);
    const frames = many.slice(15).map((one) => one.of('presence').length);
    expect(Math.max(...frames)).toBeLessThanOrEqual(5);
    hub.stop();
  });

  it('keeps no record of tables that it may not hear of, and of no more than a screen shows', async () => {
    const hub = make({ mayRead: async (_who, asked) => asked === topic });
    const a = open(hub, ana);
    const other = '01m7z2k51dds483b3ntvz44n98';
    await a.say({ type: 'watch', table: other, ids: ['r1'] }, { type: 'subscribe', topics: [topic] });
    await a.say({ type: 'subscribe', topics: [`table:${other}`] }, { type: 'watch', table: other, ids: ['r1'] });
    const ids = Array.from({ length: 3000 }, (_, n) => `r${n}`);
    await a.say({ type: 'watch', table, ids: [...ids, 7, 'x'.repeat(64), null] });
    expect(hub.held()).toEqual({ topics: 1, ids: 2000 });
    hub.notify('o1', 1, [{ topic, kind: 'changed', ids: ['r1999', 'r2000'] }], 'bo');
    await vi.advanceTimersByTimeAsync(60);
    expect(a.of('changed')).toMatchObject([{ ids: 'many', onScreen: ['r1999'] }]);
    // All sockets of one person have no more than a person may.
    const more = Array.from({ length: 8 }, () => open(hub, ana));
    for (const one of more) await one.say({ type: 'subscribe', topics: [topic] }, { type: 'watch', table, ids });
    expect(hub.held()).toEqual({ topics: 9, ids: 10_000 });
    for (const one of more) one.connection.closed();
    await a.say({ type: 'unsubscribe', topics: [topic] });
    expect(hub.held()).toEqual({ topics: 0, ids: 0 });
    hub.stop();
  });

  it('asks again at once whom a notice of rights concerns, and nobody else', async () => {
    const asked: string[] = [];
    const forgotten: string[] = [];
    const hub = make({
      onRights: (concerns) => forgotten.push(...['ana', 'bo'].filter((id) => concerns(actor('o1', id)))),
      recheckMs: 60_000,
    });
    const refresh = (joined: Joined) => async () => {
      asked.push(`${joined.actor.organizationId} ${joined.actor.id}`);
      return joined;
    };
    const all = [ana, bo, { actor: actor('o2', 'ana'), name: 'Ana' }].map((one) => open(hub, one, refresh(one)));
    hub.notify('o1', 1, [{ topic: 'rights:member:ana', kind: 'changed' }], 'x');
    await vi.advanceTimersByTimeAsync(0);
    expect([asked.splice(0), forgotten.splice(0)]).toEqual([['o1 ana'], ['ana']]);
    hub.notify('system', 1, [{ topic: 'rights:account:ana', kind: 'changed' }], 'x');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.splice(0)).toEqual(['o1 ana', 'o2 ana']);
    hub.notify('o2', 1, [{ topic: 'rights:all', kind: 'changed' }], 'x');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.splice(0)).toEqual(['o2 ana']);
    expect(all.flatMap((one) => one.of('changed'))).toEqual([]);
    hub.stop();
  });

  it('asks once for all sockets of a credential, and for each again when a notice comes meanwhile', async () => {
    let asked = 0;
    let answer = Promise.withResolvers<Joined | undefined>();
    const hub = make();
    const refresh = () => {
      asked++;
      return answer.promise;
    };
    const tabs = Array.from({ length: 20 }, () => open(hub, ana, refresh, 'one credential'));
    await vi.advanceTimersByTimeAsync(2800);
    expect(asked).toBe(1);
    hub.notify('o1', 1, [{ topic: 'rights:member:ana', kind: 'changed' }], 'x');
    answer.resolve(ana);
    answer = Promise.withResolvers();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toBe(2);
    answer.resolve(undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(tabs.map((one) => one.closed())).toEqual(Array<string>(20).fill('session ended'));
    hub.stop();
  });

  it('tells those who build an app which block each of them has chosen', async () => {
    const hub = make();
    const [a, b] = [open(hub, ana), open(hub, bo)];
    const at = (fieldId: string | null) => ({
      type: 'presence',
      table,
      recordId: table,
      fieldId,
      editing: false,
    });
    await a.say({ type: 'subscribe', topics: [`app:${table}`] }, at(null));
    await b.say({ type: 'subscribe', topics: [`app:${table}`] }, at('block1'));
    await vi.advanceTimersByTimeAsync(1200);
    expect(a.people().find(({ userId }) => userId === 'bo')).toMatchObject({
      recordId: table,
      fieldId: 'block1',
    });
    await b.say({ type: 'unsubscribe', topics: [`app:${table}`] });
    await vi.advanceTimersByTimeAsync(1200);
    expect(a.people().map(({ userId }) => userId)).toEqual(['ana']);
    hub.stop();
  });

  it('takes no presence from somebody who may not listen there', async () => {
    const hub = make({ mayRead: async (who) => who.id === 'ana' });
    const [a, b] = [open(hub, ana), open(hub, bo)];
    await a.say({ type: 'subscribe', topics: [topic] });
    await b.say(
      { type: 'subscribe', topics: [topic] },
      { type: 'presence', table, recordId: 'r1', fieldId: null, editing: false },
    );
    await vi.advanceTimersByTimeAsync(100);
    expect(a.of('presence')).toEqual([]);
    hub.stop();
  });

  it('sees people of other hubs, and forgets them within 10 s of their silence', async () => {
    const bus = memoryBus();
    let now = 0;
    const [here, there] = [make({ bus, now: () => now }), make({ bus, now: () => now })];
    const [a, b] = [open(here, ana), open(there, bo)];
    await a.say({ type: 'subscribe', topics: [topic] });
    await b.say(
      { type: 'subscribe', topics: [topic] },
      { type: 'presence', table, recordId: 'r1', fieldId: null, editing: false },
    );
    await vi.advanceTimersByTimeAsync(600);
    expect(a.people()).toMatchObject([{ userId: 'bo' }]);
    // The other hub vanishes without a word: its timers stop and nothing of it is heard again.
    const heard = bus.publish;
    bus.publish = () => undefined;
    there.stop();
    bus.publish = heard;
    for (let step = 0; step < 99; step++) {
      now += 100;
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(a.people()).toEqual([]);
    here.stop();
  });

  it('lets everybody look again when messages of other hubs may have been missed', async () => {
    let gap = (): void => undefined;
    const hub = make({
      bus: {
        ...memoryBus(),
        onGap: (listener) => {
          gap = listener;
          return () => undefined;
        },
      },
    });
    const [a, b] = [open(hub, ana), open(hub, bo)];
    await a.say({ type: 'subscribe', topics: [topic] });
    gap();
    expect(a.of('changed').map(({ topic, kind, ids }) => [topic, kind, ids])).toEqual([
      [topic, 'definition', 'many'],
      [topic, 'changed', 'many'],
      [topic, 'progress', 'many'],
    ]);
    expect(b.of('changed')).toEqual([]);
    hub.stop();
  });

  it('sends an event to every socket of one user and to nobody else', async () => {
    const hub = make();
    const [one, two, other] = [open(hub, ana), open(hub, ana), open(hub, bo)];
    hub.send('o1', 'ana', 'import_table', { rows: 3 });
    for (const socket of [one, two])
      expect(socket.of('event')).toEqual([{ type: 'event', name: 'import_table', data: { rows: 3 } }]);
    expect(other.of('event')).toEqual([]);
    hub.stop();
  });

  it('cuts off a client that is too slow, talks nonsense or too much', async () => {
    const hub = make();
    const slow = open(hub, ana);
    slow.clog(2_000_000);
    hub.send('o1', 'ana', 'x', {});
    expect(slow.closed()).toBe('too slow');
    const nonsense = open(hub, bo);
    nonsense.connection.receive('{');
    expect(nonsense.closed()).toBe('not a message');
    const loud = open(hub, bo);
    for (let i = 0; i < 201; i++) loud.connection.receive('{"type":"ping"}');
    expect(loud.closed()).toBe('too many messages');
    expect(hub.size()).toBe(0);
    hub.stop();
  });
});
