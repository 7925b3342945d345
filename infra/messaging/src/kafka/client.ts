import { Kafka, logLevel, type Admin, type KafkaConfig, type SASLOptions } from 'kafkajs';
import { calmRequestQueues } from './request-queue.ts';

export type KafkaOptions = {
  /** `host:port` of one broker at least. */
  readonly brokers: readonly string[];
  readonly clientId?: string;
  /** By TLS, and with a certificate (PEM) shown to a broker that asks who connects. */
  readonly ssl?: boolean | { readonly cert: string; readonly key: string };
  readonly sasl?: SASLOptions;
  /** Put before the names of topics and groups; for installations that share a broker. */
  readonly prefix?: string;
  /** Of topics that are made here; default 12. More partitions let more replicas share a reaction's work. */
  readonly partitions?: number;
  /** Default 1. */
  readonly replicas?: number;
  /** How long the broker keeps a message, in ms; default a week. What is gone is read from its source. */
  readonly retentionMs?: number;
};

/**
 * What the operator is told of a failed connection: refused credentials by the engine's name, without what was shown to
 * it. All else stays the error that it is.
 */
const kafkaTrouble = (error: unknown): unknown => {
  const nameOf = (one: unknown): string => (one as { readonly name?: string } | undefined)?.name ?? '';
  const { cause } = error as { readonly cause?: unknown };
  return [error, cause].some((one) => nameOf(one) === 'KafkaJSSASLAuthenticationError')
    ? new Error('Kafka refuses the user or password', { cause: error })
    : error;
};

/** A commit is at most 1 MB encoded; the broker's own limit of about as much would leave no room for its frame. */
const messageBytes = 4 * 1024 * 1024;

const readyWithinMs = 10_000;

/**
 * Whether a broker that has just started, or has just been told of something, will know it in a moment. kafkajs 2.2.4
 * reads the metadata that it has just asked for, which is null where the connection ended in between: a TypeError of
 * its own.
 */
const comesSoon = (error: unknown): boolean =>
  error instanceof Error &&
  (('retriable' in error && error.retriable === true) ||
    (error instanceof TypeError && error.message.includes('topicMetadata')));

const untilKnown = async <T>(ask: () => Promise<T>, known: (answer: T) => boolean): Promise<T> => {
  for (const until = performance.now() + readyWithinMs; ;) {
    try {
      const answer = await ask();
      if (known(answer) || performance.now() > until) return answer;
    } catch (error) {
      if (!comesSoon(error) || performance.now() > until) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
};

/**
 * The client of one process. It connects when it is first used. Its own log lines go nowhere: what matters is counted
 * and told by those who use it.
 */
export const openKafka = (options: KafkaOptions) => {
  const {
    brokers,
    clientId = 'tessera',
    ssl,
    sasl,
    prefix = '',
    partitions = 12,
    replicas = 1,
    retentionMs = 7 * 24 * 3_600_000,
  } = options;
  calmRequestQueues();
  const config: KafkaConfig = {
    brokers: [...brokers],
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 8 },
    ...(ssl !== undefined && { ssl }),
    ...(sasl !== undefined && { sasl }),
  };
  const kafka = new Kafka(config);

  const asAdmin = async <T>(work: (admin: Admin) => Promise<T>): Promise<T> => {
    const admin = kafka.admin();
    await admin.connect().catch((error: unknown) => {
      throw kafkaTrouble(error);
    });
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  };

  /**
   * Makes a topic that is not there; answers how many partitions it has. When it resolves, each of them has a leader:
   * who asks earlier is told that there is no such topic.
   */
  const ensureTopic = (topic: string): Promise<number> =>
    asAdmin(async (admin) => {
      if (!(await admin.listTopics()).includes(topic)) {
        await admin.createTopics({
          waitForLeaders: false,
          timeout: 10_000,
          topics: [
            {
              topic,
              numPartitions: partitions,
              replicationFactor: replicas,
              configEntries: [
                { name: 'max.message.bytes', value: String(messageBytes) },
                { name: 'retention.ms', value: String(retentionMs) },
              ],
            },
          ],
        });
      }
      const { topics } = await untilKnown(
        () => admin.fetchTopicMetadata({ topics: [topic] }),
        (answer) => {
          const found = answer.topics[0]?.partitions ?? [];
          return found.length > 0 && found.every(({ leader }) => leader >= 0);
        },
      );
      return topics[0]?.partitions.length ?? partitions;
    });

  /**
   * Resolves when the broker that looks after a group can take members; a broker that has just started reads the groups
   * that it knew before.
   */
  const ensureGroup = (groupId: string): Promise<void> =>
    asAdmin(
      async (admin) =>
        void (await untilKnown(
          () => admin.describeGroups([groupId]),
          () => true,
        )),
    );

  // Asked often, so its connection stays, and says at once that it is gone.
  let asked: Admin | undefined;
  const prober = new Kafka({ ...config, connectionTimeout: 1_000, requestTimeout: 1_000, retry: { retries: 0 } });
  const ready = async (): Promise<void> => {
    const admin = (asked ??= prober.admin());
    try {
      await admin.connect();
      await admin.describeCluster();
    } catch (error) {
      if (asked === admin) asked = undefined;
      admin.disconnect().catch(() => undefined);
      throw kafkaTrouble(error);
    }
  };
  const close = async (): Promise<void> => {
    const admin = asked;
    asked = undefined;
    await admin?.disconnect().catch(() => undefined);
  };
  return {
    kafka,
    prefix,
    ensureTopic,
    ensureGroup,
    /**
     * Resolves when a broker answers, rejects within about two seconds when none does. Opens a connection that `close`
     * ends.
     */
    ready,
    close,
  };
};
export type KafkaClient = ReturnType<typeof openKafka>;
