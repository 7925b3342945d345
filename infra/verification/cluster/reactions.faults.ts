import { connect } from 'node:net';
import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { expect, it } from 'vitest';
import { endure, few, harmless, soak } from './fault.ts';
import { importsOf, type Import } from './imports.ts';
import { docker, pause, until, type Stand } from './stand.ts';

const topic = 'tessera.tables.commits';

/** The broker of the platform from outside of its network, where its name leads nowhere. */
const brokerOf = async (stand: Stand): Promise<Kafka> => {
  const host = await stand.address((await stand.containers('kafka'))[0] ?? '');
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
    60,
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
export const reactionFaults = (stand: () => Stand): void => {
  const { begin, done, heard, move } = importsOf(stand);
  let imports: Import[] = [];
  let gone = false;
  const turn = async (): Promise<void> => move(imports, (gone = !gone));

  it('follows tables while all is well', async () => {
    imports = [];
    for (let n = 0; n < 3; n++) imports.push(await begin(`Import ${n}`));
    for (const one of imports) await done(one);
    for (let round = 0; round < 2; round++) {
      await turn();
      await heard(imports, gone);
    }
    expect(imports).toHaveLength(3);
  }, 240_000);

  it('Kafka stopped while writing: every write is taken, and every reaction happens when it is back', async () => {
    const { counts, verdict } = await endure(stand(), {
      name: `Kafka stopped for ${soak ? 60 : 8} s`,
      during: async () => {
        const [kafka = ''] = await stand().containers('kafka');
        const [tables = ''] = await stand().containers('tables');
        await docker('kill', '--signal', 'KILL', kafka);
        await turn();
        await until(
          '/readyz of tables',
          20,
          () => stand().ready(tables),
          ({ status, text }) => status === 503 && /"kafka":"away"/.test(text),
        );
        expect((await stand().ready(tables, '/readyz/requests')).status).toBe(200);
        await pause((soak ? 60 : 8) * 1000);
        await docker('start', kafka);
        await heard(imports, gone);
      },
    });
    expect(verdict).toEqual(harmless);
    expect(counts['503']).toBeUndefined();
  }, 300_000);

  it.skipIf(few)(
    'Kafka back without its data: what it had lost is read again from the services that wrote it',
    async () => {
      const { counts, verdict } = await endure(stand(), {
        name: 'Kafka stopped, its data lost',
        during: async () => {
          const [kafka = ''] = await stand().containers('kafka');
          await docker('kill', '--signal', 'KILL', kafka);
          await turn();
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
          await heard(imports, gone);
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
      const { verdict } = await endure(stand(), {
        name: 'consumer paused and resumed',
        during: async () => {
          for (const zombie of await stand().containers('connectors')) {
            await docker('pause', zombie);
            await turn();
            // Longer than a group keeps a member that says nothing.
            await pause(15_000);
            await docker('unpause', zombie);
            await heard(imports, gone);
          }
        },
      });
      expect(verdict).toEqual(harmless);
    },
    300_000,
  );

  it('all events delivered twice more, shuffled across streams: none has its effect again', async () => {
    let replayed = 0;
    const { verdict } = await endure(stand(), {
      name: 'events delivered three times, shuffled',
      during: async () => {
        const kafka = await brokerOf(stand());
        await turn();
        const messages = await allMessages(kafka);
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
        await heard(imports, gone);
        // What was sent last has been taken in once a later event of each table has.
        await turn();
        await heard(imports, gone);
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
      const { verdict, counts } = await endure(stand(), {
        name: 'network cut between connectors and tables',
        during: async () => {
          const running = await begin('Cut off', rows);
          await stand().links.cut('connectorsToTables');
          await pause(soak ? 60_000 : 8000);
          await stand().links.heal('connectorsToTables');
          await done(running, 120);
          tableId = running.tableId;
        },
      });
      expect(verdict).toEqual(harmless);
      expect(counts['503']).toBeUndefined();
      const found = await stand().api.call<{ total: number }>('POST', `v3/tables/${tableId}/records/query`, {
        limit: 1,
        total: true,
      });
      expect(found.total).toBe(rows);
    },
    300_000,
  );
};
