import { connect } from 'node:net';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { expect, it } from 'vitest';
import { endure, few, harmless, soak, soon } from './fault.ts';
import { importsOf, type Import } from './imports.ts';
import { docker, pause, until, type Testbed } from './testbed.ts';

const topic = 'tessera.tables.commits';

/** The broker of the platform from outside of its network, where its name leads nowhere. */
const brokerOf = async (testbed: Testbed): Promise<Kafka> => {
  const host = await testbed.address((await testbed.containers('kafka'))[0] ?? '');
  return new Kafka({
    brokers: ['kafka:9092'],
    logLevel: logLevel.NOTHING,
    socketFactory: ({ port, onConnect }) => connect({ host, port }, onConnect),
  });
};

/** Every message of the topic so far, whichever partition it is in. */
const allMessages = async (kafka: Kafka): Promise<readonly KafkaMessage[]> => {
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  const wanted = ends.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
  const found: KafkaMessage[] = [];
  const consumer = kafka.consumer({ groupId: `verification-${Date.now()}`, maxWaitTimeInMs: 50 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({ eachMessage: async ({ message }) => void found.push(message) });
  await until(
    'all messages of the topic',
    soon,
    async () => found.length,
    (count) => count >= wanted,
  );
  await consumer.disconnect();
  return found;
};

const shuffled = <T>(items: readonly T[]): T[] => {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
};

/**
 * What one service makes of another's events, under faults of the broker, of the network between them and of those who
 * react.
 */
export const reactionFaults = (testbed: () => Testbed): void => {
  const { begin, done, heard, move } = importsOf(testbed);
  /** Three imports of this fault alone, whose tables `turn` takes away and brings back. */
  const three = async () => {
    const imports: readonly Import[] = await Promise.all([1, 2, 3].map((n) => begin(`Import ${n}`)));
    for (const one of imports) await done(one);
    let gone = false;
    return { turn: (): Promise<void> => move(imports, (gone = !gone)), heard: () => heard(imports, gone) };
  };

  it('Kafka stopped while writing: every write is taken, and every reaction happens when it is back', async () => {
    const imports = await three();
    const { counts, verdict } = await endure(testbed(), {
      name: `Kafka stopped for ${soak ? 60 : 8} s`,
      during: async () => {
        const [kafka = ''] = await testbed().containers('kafka');
        const [tables = ''] = await testbed().containers('tables');
        await docker('kill', '--signal', 'KILL', kafka);
        await imports.turn();
        await until(
          '/readyz of tables',
          soon,
          () => testbed().ready(tables),
          ({ status, text }) => status === 503 && /"kafka":"away"/.test(text),
        );
        await until(
          '/readyz/requests of tables',
          soon,
          () => testbed().ready(tables, '/readyz/requests'),
          ({ status }) => status === 200,
        );
        await pause((soak ? 60 : 8) * 1000);
        await docker('start', kafka);
        await imports.heard();
      },
    });
    expect(verdict).toEqual(harmless);
    expect(counts['503']).toBeUndefined();
  }, 300_000);

  it.skipIf(few)(
    'Kafka back without its data: what it had lost is read again from the services that wrote it',
    async () => {
      const imports = await three();
      const { counts, verdict } = await endure(testbed(), {
        name: 'Kafka stopped, its data lost',
        during: async () => {
          const [kafka = ''] = await testbed().containers('kafka');
          await docker('kill', '--signal', 'KILL', kafka);
          await imports.turn();
          const image = await docker('inspect', '--format', '{{.Config.Image}}', kafka);
          await docker(
            'run',
            '--rm',
            '--volumes-from',
            kafka,
            '--user',
            'root',
            '--entrypoint',
            'sh',
            image,
            '-c',
            'rm -rf /var/lib/kafka/data/*',
          );
          await docker('start', kafka);
          await imports.heard();
        },
      });
      expect(verdict).toEqual(harmless);
      expect(counts['503']).toBeUndefined();
    },
    300_000,
  );

  it.skipIf(few)(
    'a consumer paused and resumed as a zombie: another takes over, and every reaction happens',
    async () => {
      const imports = await three();
      const { verdict } = await endure(testbed(), {
        name: 'consumer paused and resumed',
        during: async () => {
          for (const zombie of await testbed().containers('connectors')) {
            await docker('pause', zombie);
            await imports.turn();
            // Longer than a group keeps a member that says nothing.
            await pause(15_000);
            await docker('unpause', zombie);
            await imports.heard();
          }
        },
      });
      expect(verdict).toEqual(harmless);
    },
    300_000,
  );

  it('all events delivered twice more, shuffled across streams: none has its effect again', async () => {
    const imports = await three();
    let replayed = 0;
    const { verdict } = await endure(testbed(), {
      name: 'events delivered three times, shuffled',
      during: async () => {
        const kafka = await brokerOf(testbed());
        await imports.turn();
        const all = await allMessages(kafka);
        // What earlier faults wrote makes it longer and not harder.
        const messages = few ? all.slice(-2000) : all;
        const producer = kafka.producer({ allowAutoTopicCreation: false });
        await producer.connect();
        for (let round = 0; round < 2; round++) {
          const mixed = shuffled(messages);
          replayed += mixed.length;
          for (let from = 0; from < mixed.length; from += 200) {
            await producer.send({
              topic,
              messages: mixed
                .slice(from, from + 200)
                .map(({ key, value, headers }) => ({ key, value, ...(headers !== undefined && { headers }) })),
            });
          }
        }
        await producer.disconnect();
        await imports.heard();
        // What was sent last has been taken in once a later event of each table has.
        await imports.turn();
        await imports.heard();
      },
    });
    console.log(`events delivered three times, shuffled: ${replayed} messages sent again`);
    expect(replayed).toBeGreaterThan(100);
    expect(verdict).toEqual(harmless);
  }, 300_000);

  it.skipIf(few)(
    'a cut between connectors and tables: an import waits and goes on, and no row comes twice',
    async () => {
      const rows = 3000;
      let tableId = '';
      const { verdict, counts } = await endure(testbed(), {
        name: 'network cut between connectors and tables',
        during: async () => {
          const running = await begin('Cut off', rows);
          await testbed().links.cut('connectorsToTables');
          await pause(soak ? 60_000 : 8000);
          await testbed().links.heal('connectorsToTables');
          await done(running, 120);
          tableId = running.tableId;
        },
      });
      expect(verdict).toEqual(harmless);
      expect(counts['503']).toBeUndefined();
      const found = await testbed().api.call<{ total: number }>('POST', `v3/tables/${tableId}/records/query`, {
        limit: 1,
        total: true,
      });
      expect(found.total).toBe(rows);
    },
    300_000,
  );
};
