import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startNats } from '@tessera/engines/testing';
import type { Actor } from '@tessera/kernel';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHub, type BusMessage, type Hub } from '../index.ts';
import { natsBus, openNatsBus } from './index.ts';
import { seenPeople } from '../testing/seen-people.ts';
import { busContract } from '../testing/bus.contract.ts';

let nats: Awaited<ReturnType<typeof startNats>>;
beforeAll(async () => {
  nats = await startNats();
});
afterAll(() => nats?.stop());

const open: { close(): Promise<void> }[] = [];
const bus = (prefix: string) => {
  const made = natsBus({ servers: [nats.url], prefix, pingMs: 300 });
  open.push(made);
  return made;
};
const ready = (one: { ready(): boolean }): Promise<void> =>
  expect.poll(() => one.ready(), { timeout: 30_000 }).toBe(true);
const pair = async (prefix = `${randomUUID()}.`) => {
  const both = await Promise.all([0, 1].map(() => openNatsBus({ servers: [nats.url], prefix, pingMs: 300 })));
  open.push(...both);
  return both as [ReturnType<typeof natsBus>, ReturnType<typeof natsBus>];
};
const event = (n: number): BusMessage => ({ kind: 'event', organizationId: 'o', userId: 'u', name: 'n', data: { n } });
const numbers = (messages: readonly BusMessage[]): number[] =>
  messages.map((message) => (message as unknown as { data: { n: number } }).data.n).filter((n) => n > 0);

busContract('NATS', pair, (one) => one.listening());

describe('the live bus on NATS', () => {
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  it('keeps what is published while the server is away, up to its bound, and says that messages may have been missed', async () => {
    const [a, b] = await pair();
    const got: BusMessage[] = [];
    let gaps = 0;
    b.subscribe((message) => got.push(message));
    b.onGap!(() => {
      gaps += 1;
    });
    await nats.kill();
    await expect.poll(() => [a.ready(), b.ready()], { timeout: 20_000 }).toEqual([false, false]);
    const begun = performance.now();
    for (let n = 1; n <= 1_500; n++) a.publish(event(n));
    expect(performance.now() - begun).toBeLessThan(10_000);
    await nats.start();
    await expect.poll(() => gaps, { timeout: 30_000 }).toBe(1);
    await ready(a);
    a.publish(event(2_000));
    await expect.poll(() => numbers(got).at(-1), { timeout: 30_000 }).toBe(2_000);
    // Which of the two was back first decides whether the other hears of the outage; nothing comes twice or in another
    // order.
    const list = numbers(got);
    expect(list).toEqual([...new Set(list)].toSorted((x, y) => x - y));
    expect(list.filter((n) => n <= 500)).toEqual([]);
  });

  it('answers at once and in bounded memory while the server is frozen, and goes on when it is not', async () => {
    const [a, b] = await pair();
    const got: BusMessage[] = [];
    b.subscribe((message) => got.push(message));
    await b.listening();
    await nats.pause();
    const big = 'x'.repeat(2_000);
    const begun = performance.now();
    for (let n = 1; n <= 5_000; n++)
      a.publish({ kind: 'event', organizationId: 'o', userId: 'u', name: 'n', data: { n, big } });
    expect(performance.now() - begun).toBeLessThan(10_000);
    await nats.resume();
    await expect
      .poll(
        () => {
          a.publish(event(9_000));
          return numbers(got).at(-1);
        },
        { timeout: 30_000 },
      )
      .toBe(9_000);
    expect(numbers(got).length).toBeLessThan(5_000);
  });

  it('publishes and subscribes without a server, and finds it when it comes', async () => {
    await nats.kill();
    await expect(openNatsBus({ servers: [nats.url] })).rejects.toThrow('NATS does not answer');
    const [a, b] = [bus('late.'), bus('late.')];
    const got: BusMessage[] = [];
    b.subscribe((message) => got.push(message));
    expect(() => a.publish(event(1))).not.toThrow();
    expect(a.ready()).toBe(false);
    await nats.start();
    await ready(a);
    await ready(b);
    await expect
      .poll(
        () => {
          a.publish(event(2));
          return numbers(got).includes(2);
        },
        { timeout: 20_000 },
      )
      .toBe(true);
  });

  it('keeps organizations whose ids NATS would misread apart from others', async () => {
    const [a, b] = await pair();
    const got: string[] = [];
    b.subscribe((message) => got.push(message.organizationId));
    await b.listening();
    for (const organizationId of ['a.b', '*', '>', '', 'a b', 'plain']) a.publish({ ...event(1), organizationId });
    await expect.poll(() => got).toEqual(['a.b', '*', '>', '', 'a b', 'plain']);
  });
});

describe('what a process subscribes to on NATS', () => {
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  /** Subjects of a prefix that connections have subscribed to, as the server tells. */
  const subjects = async (prefix: string): Promise<readonly string[]> => {
    const answer = await fetch(`${nats.monitor}/connz?subs=1`);
    const { connections } = (await answer.json()) as {
      connections: readonly { readonly subscriptions_list?: readonly string[] }[];
    };
    return connections
      .flatMap((one) => one.subscriptions_list ?? [])
      .filter((subject) => subject.startsWith(prefix))
      .map((subject) => subject.slice(prefix.length))
      .toSorted();
  };
  const joinedIn = (organizationId: string) => ({
    actor: { organizationId, kind: 'user', id: 'ana' } as Actor,
    name: 'Ana',
  });

  it('is nothing where it only publishes, and else rights and the organizations of its sockets, also after an outage', async () => {
    const prefix = `${randomUUID()}.`;
    const [publisher, here] = await pair(prefix);
    expect(await subjects(prefix)).toEqual([]);
    const hub = createHub({ bus: here, mayRead: async () => true });
    const frames: { type: string; topic?: string }[] = [];
    const connect = (organizationId: string) => {
      const joined = joinedIn(organizationId);
      return hub.connect(
        {
          buffered: () => 0,
          close: () => undefined,
          send: (text) => void frames.push(JSON.parse(text) as (typeof frames)[number]),
        },
        joined,
        organizationId,
        async () => joined,
      );
    };
    try {
      const sockets = [connect('o1'), connect('o1'), connect('o2')];
      const both = ['tessera.live.==rights', 'tessera.live.o1', 'tessera.live.o2'];
      await expect.poll(() => subjects(prefix)).toEqual(both);
      sockets[0]!.closed();
      sockets[2]!.closed();
      const one = ['tessera.live.==rights', 'tessera.live.o1'];
      await expect.poll(() => subjects(prefix)).toEqual(one);

      await nats.kill();
      await expect.poll(() => [publisher.ready(), here.ready()], { timeout: 20_000 }).toEqual([false, false]);
      await nats.start();
      await Promise.all([ready(publisher), ready(here)]);
      await expect.poll(() => subjects(prefix), { timeout: 20_000 }).toEqual(one);
      sockets[1]!.receive(JSON.stringify({ type: 'subscribe', topics: ['tables'] }));
      const notice = (organizationId: string, name: string): BusMessage => ({
        kind: 'event',
        organizationId,
        userId: 'ana',
        name,
        data: {},
      });
      publisher.publish(notice('o2', 'not for here'));
      publisher.publish(notice('o1', 'for here'));
      await expect.poll(() => frames.filter(({ type }) => type === 'event')).toMatchObject([{ name: 'for here' }]);
    } finally {
      hub.stop();
    }
    await expect.poll(() => subjects(prefix)).toEqual([]);
  });

  it('brings changes of rights of organizations without a socket here, whose answers a process may remember', async () => {
    const [publisher, here] = await pair();
    const concerned: boolean[] = [];
    const person = { organizationId: 'o9', kind: 'user', id: 'bo' } as Actor;
    const hub = createHub({
      bus: here,
      mayRead: async () => true,
      onRights: (concerns) => concerned.push(concerns(person)),
    });
    await here.listening();
    publisher.publish({
      kind: 'notices',
      organizationId: 'o9',
      position: 1,
      notices: [{ topic: 'rights:member:bo', kind: 'changed' }],
      actorId: 'ana',
    });
    await expect.poll(() => concerned).toEqual([true]);
    hub.stop();
  });
});

describe('hubs over NATS', () => {
  const table = '01m7z2k51dds483b3ntvz44n99';
  let hub: Hub;
  afterEach(async () => {
    hub.stop();
    for (const one of open.splice(0)) await one.close();
  });

  it.runIf(everyVariant)('see people of another process, and forget them within 10 s of its kill', async () => {
    const prefix = `${randomUUID()}.`;
    const here = bus(prefix);
    await ready(here);
    hub = createHub({ bus: here, mayRead: async () => true });
    const frames: { type: string }[] = [];
    const people = () => seenPeople(frames, table).people.map((one) => one.userId);
    const joined = { actor: { organizationId: 'o1', kind: 'user', id: 'ana' } as Actor, name: 'Ana' };
    const connection = hub.connect(
      {
        buffered: () => 0,
        close: () => undefined,
        send: (text) => void frames.push(JSON.parse(text) as { type: string }),
      },
      joined,
      'a credential',
      async () => joined,
    );
    connection.receive(JSON.stringify({ type: 'subscribe', topics: [`table:${table}`] }));
    const child = fork(fileURLToPath(new URL('../testing/hub-child.ts', import.meta.url)), [nats.url, prefix, table]);
    await expect.poll(people, { timeout: 30_000 }).toEqual(['bo']);
    child.kill('SIGKILL');
    const killed = performance.now();
    await expect.poll(people, { timeout: 60_000 }).toEqual([]);
    const seconds = (performance.now() - killed) / 1_000;
    process.stdout.write(`presence of a killed hub gone after ${seconds.toFixed(1)} s\n`);
    // Eight seconds, looked at each second; a machine with other work looks later.
    expect(seconds).toBeLessThan(20);
  });
});
