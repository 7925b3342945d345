import { Kafka, logLevel } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { connect } from 'nats';
import { createClient } from 'redis';
import { everyVariant } from '@tessera/kernel/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  startCollector,
  startKafka,
  startMongo,
  startNats,
  startRedis,
  startS3,
  startToxiproxy,
  type Engine,
} from './testing.ts';

const running = async <E extends Engine>(starting: Promise<E>): Promise<E> => {
  const engine = await starting;
  onTestFinished(() => engine.stop());
  return engine;
};

// Every other test on engines fails where these do; they say which engine it is.
describe.runIf(everyVariant)('engines in containers', () => {
  it('MongoDB keeps an acknowledged write over a kill', async () => {
    const mongo = await running(startMongo());
    const write = { writeConcern: { w: 'majority' as const, journal: true } };
    const before = await MongoClient.connect(mongo.url);
    await before.db('smoke').collection<{ _id: string }>('things').insertOne({ _id: 'one' }, write);
    await before.close();
    await mongo.kill();
    await mongo.start();
    const after = await MongoClient.connect(mongo.url, { serverSelectionTimeoutMS: 30_000 });
    onTestFinished(() => after.close());
    expect(await after.db('smoke').collection<{ _id: string }>('things').findOne({ _id: 'one' })).toEqual({
      _id: 'one',
    });
  });

  it('Kafka carries a message of a topic that was made for it', async () => {
    const kafka = await running(startKafka());
    const client = new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING });
    const admin = client.admin();
    await admin.createTopics({ topics: [{ topic: 'smoke', numPartitions: 2 }] });
    await admin.disconnect();
    const producer = client.producer();
    await producer.connect();
    await producer.send({ topic: 'smoke', acks: -1, messages: [{ key: 'k', value: 'hello' }] });
    await producer.disconnect();
    const consumer = client.consumer({ groupId: 'smoke', maxWaitTimeInMs: 50 });
    await consumer.connect();
    await consumer.subscribe({ topic: 'smoke', fromBeginning: true });
    const value = await new Promise(
      (resolve) => void consumer.run({ eachMessage: async ({ message }) => resolve(message.value?.toString()) }),
    );
    await consumer.disconnect();
    expect(value).toBe('hello');
  });

  it('Redis answers again after it was frozen', async () => {
    const redis = await running(startRedis());
    const client = createClient({ url: redis.url });
    await client.connect();
    onTestFinished(() => client.destroy());
    await redis.pause();
    const answer = client.set('a', '1');
    await redis.resume();
    expect(await answer).toBe('OK');
  });

  it('NATS delivers what is published', async () => {
    const nats = await running(startNats());
    const connection = await connect({ servers: nats.url });
    onTestFinished(() => connection.close());
    const subscription = connection.subscribe('smoke.*', { max: 1 });
    connection.publish('smoke.a', 'hello');
    const got: string[] = [];
    for await (const message of subscription) got.push(message.string());
    expect(got).toEqual(['hello']);
  });

  it('the S3 store refuses whom it does not know', async () => {
    const s3 = await running(startS3());
    expect((await fetch(`${s3.endpoint}/`)).status).toBe(403);
  });

  it('toxiproxy cuts a link and heals it', async () => {
    const redis = await running(startRedis());
    const toxiproxy = await running(startToxiproxy());
    const link = await toxiproxy.link(redis.inside(6379));
    const client = createClient({ url: `redis://${link.address}`, socket: { reconnectStrategy: 50 } }).on(
      'error',
      () => undefined,
    );
    await client.connect();
    onTestFinished(() => client.destroy());
    await link.cut();
    await expect(client.withCommandOptions({ timeout: 200 }).ping()).rejects.toThrow(/./);
    await link.heal();
    expect(await client.ping()).toBe('PONG');
    await link.slow(300);
    const started = performance.now();
    await client.ping();
    expect(performance.now() - started).toBeGreaterThan(290);
  });

  it('the collector writes down the spans that it receives', async () => {
    const collector = await running(startCollector());
    const span = {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      name: 'a click',
      kind: 1,
      startTimeUnixNano: '1',
      endTimeUnixNano: '2',
    };
    const body = {
      resourceSpans: [
        {
          resource: { attributes: [{ key: 'service.name', value: { stringValue: 'browser' } }] },
          scopeSpans: [{ spans: [span] }],
        },
      ],
    };
    const response = await fetch(`${collector.endpoint}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    await expect
      .poll(() => collector.spans().map(({ name, service, traceId }) => ({ name, service, traceId })), {
        timeout: 30_000,
      })
      .toEqual([{ name: 'a click', service: 'browser', traceId: span.traceId }]);
  });
});
