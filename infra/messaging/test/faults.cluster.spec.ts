import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startKafka, startMongo, startRedis } from '@tessera/engines/testing';
import { redisState } from '@tessera/shared-state/redis';
import { metricsText } from '@tessera/telemetry';
import { everyVariant } from '@tessera/kernel/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { topicOf } from '../src/kafka/message.ts';
import { factsOf, memoryEffects, mongoEffects, openService, quantile } from './cluster-service.ts';

let kafka: Awaited<ReturnType<typeof startKafka>>;
let mongo: Awaited<ReturnType<typeof startMongo>>;
let redis: Awaited<ReturnType<typeof startRedis>>;
let service: Awaited<ReturnType<typeof openService>>;
beforeAll(async () => {
  [kafka, mongo, redis] = await Promise.all([startKafka(), startMongo(), startRedis()]);
});
afterAll(async () => {
  await Promise.all([kafka?.stop(), mongo?.stop(), redis?.stop()]);
});
afterEach(() => service.close());

const told = (what: string, facts: object): void =>
  void process.stdout.write(
    `${what}: ${Object.entries(facts)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}\n`,
  );
const streams = Array.from({ length: 24 }, (_, i) => [`org${i % 3}`, `s${i}`] as const);
/**
 * Writes so many commits over all streams, a few at a time as requests would; between them calls `meanwhile` with how
 * many there were.
 */
const writeMany = async (
  count: number,
  meanwhile: (written: number) => Promise<void> | void = () => undefined,
): Promise<void> => {
  for (let written = 0; written < count;) {
    const group = Array.from(
      { length: Math.min(50, count - written) },
      (_, i) => streams[(written + i) % streams.length]!,
    );
    await Promise.all(group.map(([organization, stream]) => service.write(organization, stream)));
    written += group.length;
    await meanwhile(written);
  }
};
/** A figure as Prometheus reads it. */
const figure = (name: string): number =>
  Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.*)$`, 'm').exec(metricsText())?.[1] ?? Number.NaN);
/**
 * What the engines take for one acknowledged message and one durable insert, one after the other, with nothing of ours
 * between.
 */
const bareTimes = async (): Promise<number[]> => {
  const topic = `${service.place.name}.bare`;
  await service.client.ensureTopic(topic);
  const producer = service.client.kafka.producer();
  await producer.connect();
  const times: number[] = [];
  for (let n = 0; n < 200; n++) {
    const begun = performance.now();
    await producer.send({ topic, acks: -1, messages: [{ value: String(n) }] });
    await service.db.collection('bare').insertOne({ n }, { writeConcern: { w: 'majority', journal: true } });
    times.push(performance.now() - begun);
  }
  await producer.disconnect();
  return times;
};
/** Seconds from a moment until the next event is handled. */
const until = (at: ReadonlyMap<string, number>, since: number): string =>
  ((Math.min(...[...at.values()].filter((time) => time > since)) - since) / 1_000).toFixed(1);
const clean = { lost: 0, twice: 0, disordered: 0 };

describe('messaging on Kafka under faults', { timeout: 300_000 }, () => {
  describe('with an outbox and two consumers', () => {
    beforeEach(async () => {
      service = await openService(kafka.brokers, mongo.url);
    });

    it('hands 10,000 events over, each with one effect and in order, while the broker is killed and comes back', async () => {
      const effects = memoryEffects({ byEvent: true });
      const subscriptions = [await service.start(effects.reaction()), await service.start(effects.reaction())];
      let back = 0;
      const begun = performance.now();
      await writeMany(10_000, async (written) => {
        if (written === 3_000) await expect.poll(() => effects.calls.size, { timeout: 60_000 }).toBeGreaterThan(1_000);
        if (written === 5_000) await kafka.kill();
        if (written !== 7_000) return;
        await expect.poll(() => figure('tessera_outbox_age_seconds'), { timeout: 60_000 }).toBeGreaterThan(1);
        back = performance.now();
        await kafka.start();
      });
      await subscriptions[0]!.caughtUp();
      const facts = factsOf(service.acknowledged, effects.lists);
      const seconds = (performance.now() - begun) / 1_000;
      told('broker killed', {
        ...facts,
        'recovered in s': until(effects.at, back),
        'events per s with the outage': (10_000 / seconds).toFixed(0),
      });
      expect(facts).toEqual({ acknowledged: 10_000, ...clean });
      // A consumer that was taken for gone had a few under way.
      expect([...effects.calls.values()].filter((times) => times > 1).length).toBeLessThan(200);
    });

    it.runIf(everyVariant)('loses nothing when the broker loses all that it had', async () => {
      const effects = memoryEffects();
      const subscriptions = [await service.start(effects.reaction()), await service.start(effects.reaction())];
      let killed = 0;
      await writeMany(3_000, async (written) => {
        if (written === 500) await expect.poll(() => effects.calls.size, { timeout: 60_000 }).toBeGreaterThan(100);
        if (written !== 1_500) return;
        await kafka.container.exec(['bash', '-c', 'rm -rf /var/lib/kafka/data/*']);
        await kafka.kill();
        killed = performance.now();
        await kafka.start();
      });
      await subscriptions[0]!.caughtUp();
      const facts = factsOf(service.acknowledged, effects.lists);
      expect(figure('tessera_reaction_reread_commits_total')).toBeGreaterThan(0);
      told('broker lost its data', { ...facts, 'recovered in s': until(effects.at, killed) });
      expect(facts).toEqual({ acknowledged: 3_000, ...clean });
    });

    it('goes on with other streams beside a poison event, and with the poisoned one when it is replayed', async () => {
      const effects = memoryEffects();
      let poisoned = true;
      const subscriptions = await service.start(
        effects.reaction(({ note, text }) => {
          if (poisoned && note === 's7' && text === '5') throw new Error('cannot be handled');
        }),
      );
      await writeMany(960);
      await subscriptions.caughtUp();
      const before = factsOf(service.acknowledged, effects.lists);
      expect(effects.lists.get('org1 s7')).toEqual([1, 2, 3, 4]);
      expect(before).toEqual({ acknowledged: 960, ...clean, lost: 36 });
      await expect.poll(() => figure('tessera_parked_streams'), { timeout: 20_000 }).toBe(1);
      poisoned = false;
      const parked = await service.db.collection<{ _id: string }>('subscription_parked').findOne({});
      await service.db
        .collection<{ _id: string }>('subscription_parked')
        .updateOne({ _id: parked!._id }, { $set: { nextTryAt: Date.now() } });
      await subscriptions.caughtUp();
      await expect
        .poll(
          () => [
            figure('tessera_parked_streams'),
            figure('tessera_consumer_lag_messages'),
            figure('tessera_reaction_behind_commits'),
            figure('tessera_outbox_age_seconds'),
          ],
          { timeout: 20_000 },
        )
        .toEqual([0, 0, 0, 0]);
      const facts = factsOf(service.acknowledged, effects.lists);
      told('poison event', { ...facts, 'waited behind it': 36 });
      expect(facts).toEqual({ acknowledged: 960, ...clean });
    });

    it.runIf(everyVariant)(
      'brings an event to its reaction within 300 ms of its acknowledgement, 99 times in 100, or in what the engines themselves take five times over',
      async () => {
        const effects = memoryEffects();
        const subscriptions = await service.start(effects.reaction());
        await writeMany(100);
        await subscriptions.caughtUp();
        const written = new Map<string, number>();
        for (let n = 0; n < 1_000; n++) {
          const [organization, stream] = streams[n % streams.length]!;
          await service.write(organization, stream);
          written.set(
            `${organization} ${stream} ${service.acknowledged.get(`${organization} ${stream}`)}`,
            performance.now(),
          );
          await new Promise((resolve) => setTimeout(resolve, 4));
        }
        await subscriptions.caughtUp();
        const times = [...written].map(([event, at]) => effects.at.get(event)! - at);
        const bare = await bareTimes();
        told('event to reaction, about 200 a second', {
          'p50 ms': quantile(times, 0.5).toFixed(1),
          'p99 ms': quantile(times, 0.99).toFixed(1),
          'bare engines p50 ms': quantile(bare, 0.5).toFixed(1),
          'bare engines p99 ms': quantile(bare, 0.99).toFixed(1),
        });
        expect(quantile(times, 0.99)).toBeLessThan(Math.max(300, 5 * quantile(bare, 0.99)));
      },
    );
  });

  it('puts in order and hands over once what is delivered three times and shuffled, with a tenth of it missing', async () => {
    service = await openService(kafka.brokers, mongo.url, { outbox: false });
    await writeMany(2_000);
    const [{ messagesOf }, effects] = [await import('./chaos-publisher.ts'), memoryEffects()];
    const topic = topicOf(`${service.place.name}.`, 'lists');
    await service.client.ensureTopic(topic);
    const sent = await messagesOf(service.source, (n) => (n % 10 === 3 ? 0 : 3));
    const producer = service.client.kafka.producer();
    await producer.connect();
    for (let i = 0; i < sent.length; i += 500) await producer.send({ topic, messages: sent.slice(i, i + 500) });
    await producer.disconnect();
    const subscriptions = [await service.start(effects.reaction()), await service.start(effects.reaction())];
    await subscriptions[0]!.caughtUp();
    const facts = factsOf(service.acknowledged, effects.lists);
    told('repeated, shuffled, partly missing', { ...facts, messages: sent.length });
    expect(facts).toEqual({ acknowledged: 2_000, ...clean });
  });

  it('goes on publishing when the process whose outbox leads is killed, and when it is paused and comes back', async () => {
    service = await openService(kafka.brokers, mongo.url, { outbox: false });
    const effects = memoryEffects();
    // What reaches the reaction came through an outbox: the comparison with the source waits longer than this test.
    const subscriptions = await service.start(effects.reaction(), 600_000);
    const children = [0, 1, 2].map(() => {
      const process = fork(fileURLToPath(new URL('./outbox-child.ts', import.meta.url)), [
        JSON.stringify(service.place),
        redis.url,
      ]);
      const one = { process, leading: false };
      process.on('message', (message) => {
        one.leading = (message as { leading: boolean }).leading;
      });
      return one;
    });
    try {
      const leader = async (besides: readonly object[]) => {
        await expect
          .poll(() => children.find((one) => one.leading && !besides.includes(one)), { timeout: 60_000 })
          .toBeDefined();
        return children.find((one) => one.leading && !besides.includes(one))!;
      };
      const first = await leader([]);
      await writeMany(300);
      await expect.poll(() => effects.calls.size, { timeout: 60_000 }).toBeGreaterThan(10);
      first.process.kill('SIGKILL');
      const killed = performance.now();
      await writeMany(300);
      const second = await leader([first]);
      const seconds = (performance.now() - killed) / 1_000;
      await expect.poll(() => effects.calls.size, { timeout: 60_000 }).toBeGreaterThan(310);
      second.process.kill('SIGSTOP');
      await writeMany(300);
      await leader([first, second]);
      second.process.kill('SIGCONT');
      await writeMany(300);
      await subscriptions.caughtUp();
      const facts = factsOf(service.acknowledged, effects.lists);
      told('leading outbox killed, then another paused and resumed', {
        ...facts,
        'taken over in s': seconds.toFixed(1),
      });
      expect(facts).toEqual({ acknowledged: 1_200, ...clean });
    } finally {
      for (const one of children) one.process.kill('SIGKILL');
    }
  });

  it('tells how long commits wait to be sent while Redis is away and nobody leads, and while Kafka is', async () => {
    const shared = redisState({ url: redis.url });
    try {
      service = await openService(kafka.brokers, mongo.url, { leases: shared.leases, watchMs: 500 });
      await expect.poll(() => service.leading(), { timeout: 60_000 }).toBe(true);
      const age = (): number => figure('tessera_outbox_age_seconds');
      await redis.kill();
      await expect.poll(() => service.leading(), { timeout: 60_000 }).toBe(false);
      await writeMany(24);
      await expect.poll(age, { timeout: 60_000 }).toBeGreaterThan(3);
      expect(service.leading()).toBe(false);
      await redis.start();
      await expect.poll(age, { timeout: 60_000 }).toBe(0);

      await kafka.kill();
      await writeMany(24);
      await expect.poll(age, { timeout: 60_000 }).toBeGreaterThan(3);
      await kafka.start();
      await expect.poll(age, { timeout: 60_000 }).toBe(0);
    } finally {
      await shared.close();
    }
  });

  describe('with a consumer in a process of its own', () => {
    let child: ChildProcess;
    let handled = 0;
    beforeEach(async () => {
      service = await openService(kafka.brokers, mongo.url);
      handled = 0;
      child = fork(fileURLToPath(new URL('./consumer-child.ts', import.meta.url)), [
        JSON.stringify(service.place),
        'child',
      ]);
      child.on('message', (message) => {
        handled = (message as { handled: number }).handled;
      });
    });
    afterEach(() => {
      child.kill('SIGKILL');
    });
    const results = async () => {
      const lists = await service.db.collection<{ _id: string; list: number[] }>('effects').find().toArray();
      const calls = await service.db.collection<{ _id: string; by: string[] }>('calls').find().toArray();
      return {
        facts: factsOf(service.acknowledged, new Map(lists.map((one) => [one._id, one.list]))),
        again: calls.filter((one) => one.by.length > 1).length,
      };
    };

    it.runIf(everyVariant)('is not harmed by one that is paused, replaced and comes back', async () => {
      await writeMany(300);
      await expect.poll(() => handled, { timeout: 60_000 }).toBeGreaterThan(50);
      child.kill('SIGSTOP');
      const paused = performance.now();
      const other = await service.start(mongoEffects(service.db, 'other'));
      await writeMany(300);
      await other.caughtUp();
      const taken = (performance.now() - paused) / 1_000;
      child.kill('SIGCONT');
      await writeMany(300);
      await other.caughtUp();
      const { facts, again } = await results();
      told('consumer paused and resumed', {
        ...facts,
        'handed over again': again,
        'taken over in s': taken.toFixed(1),
      });
      expect(facts).toEqual({ acknowledged: 900, ...clean });
      // At most the one event of each stream that was in its hands.
      expect(again).toBeLessThanOrEqual(streams.length);
    });

    it('takes over from one that was killed', async () => {
      await writeMany(300);
      await expect.poll(() => handled, { timeout: 60_000 }).toBeGreaterThan(50);
      child.kill('SIGKILL');
      const killed = performance.now();
      const other = await service.start(mongoEffects(service.db, 'other'));
      await writeMany(300);
      await other.caughtUp();
      const { facts, again } = await results();
      told('consumer killed', {
        ...facts,
        'handed over again': again,
        'recovered in s': ((performance.now() - killed) / 1_000).toFixed(1),
      });
      expect(facts).toEqual({ acknowledged: 600, ...clean });
      // At most the one event of each stream that was in its hands.
      expect(again).toBeLessThanOrEqual(streams.length);
    });
  });
});
