import { Kafka, logLevel, type KafkaConfig, type SASLOptions } from 'kafkajs';

export type KafkaOptions = {
  /** `host:port` of one broker at least. */
  readonly brokers: readonly string[];
  readonly clientId?: string;
  readonly ssl?: boolean;
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

/** A commit is at most 1 MB encoded; the broker's own limit of about as much would leave no room for its frame. */
const messageBytes = 4 * 1024 * 1024;

/** The client of one process. It connects when it is first used. Its own log lines go nowhere: what matters is counted and told by those who use it. */
export const openKafka = (options: KafkaOptions) => {
  const { brokers, clientId = 'tessera', ssl, sasl, prefix = '', partitions = 12, replicas = 1, retentionMs = 7 * 24 * 3_600_000 } = options;
  const config: KafkaConfig = {
    brokers: [...brokers], clientId, connectionTimeout: 3_000, requestTimeout: 10_000, logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 8 },
    ...(ssl !== undefined && { ssl }), ...(sasl !== undefined && { sasl }),
  };
  const kafka = new Kafka(config);

  /** Makes a topic that is not there; answers how many partitions it has. */
  const ensureTopic = async (topic: string): Promise<number> => {
    const admin = kafka.admin();
    await admin.connect();
    try {
      if (!(await admin.listTopics()).includes(topic)) {
        await admin.createTopics({
          waitForLeaders: true, timeout: 10_000,
          topics: [{
            topic, numPartitions: partitions, replicationFactor: replicas,
            configEntries: [{ name: 'max.message.bytes', value: String(messageBytes) }, { name: 'retention.ms', value: String(retentionMs) }],
          }],
        });
      }
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      return topics[0]?.partitions.length ?? partitions;
    } finally {
      await admin.disconnect();
    }
  };
  return { kafka, prefix, ensureTopic };
};
export type KafkaClient = ReturnType<typeof openKafka>;
