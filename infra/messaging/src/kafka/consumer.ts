import type { CommitReads, OrganizationHead, Reaction } from '@tessera/event-store';
import { isRejection } from '@tessera/kernel';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import { createHandling, Stopped } from '../handling.ts';
import type { RetryPolicy } from '../port.ts';
import type { KafkaClient } from './client.ts';
import { createIntake, eventAt } from './intake.ts';
import { decodeArrival, partitionOf, topicOf, type Arrival } from './message.ts';
import { messagingMetrics } from '../metrics.ts';
import type { PartitionedState } from './port.ts';

export type ConsumerOptions = {
  readonly reaction: Reaction;
  readonly source: CommitReads;
  readonly decode: (type: string, payload: Uint8Array) => unknown;
  readonly state: PartitionedState;
  readonly client: KafkaClient;
  readonly retry: RetryPolicy;
  readonly timing: Timing;
  readonly onFailure: (eventId: string, attempts: number, error: unknown) => void;
};

export type Timing = {
  /** A consumer silent for so long loses its partitions to others, in ms. */
  readonly sessionMs: number;
  /** A commit younger than this may still be on its way. */
  readonly graceMs: number;
  /** How often the source's log is compared with what is done. */
  readonly compareMs: number;
};

const chunkMessages = 200;
/** Most of an event's time is waiting for stores. */
const lanesAtOnce = 32;
const partitionsAtOnce = 4;
const commitEveryMs = 500;
/**
 * How long the broker holds a fetch while there is nothing; heartbeats and commits on the same connection wait behind
 * it.
 */
const fetchWaitMs = 250;
const lookEveryMs = 2_000;

/** What a coordinator answers a member that must join anew; kafkajs tells of the first by an event only. */
const outOfGroup = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'NOT_COORDINATOR_FOR_GROUP',
]);
const isOut = (error: unknown): boolean => outOfGroup.has(String((error as { readonly type?: unknown }).type));

/**
 * One reaction as a member of its consumer group. Which lanes it works on follows from the partitions that the group
 * gave it, for what the broker brings and for what it reads from the source itself. Before each event it makes sure
 * that it is still a member: one that slept stops before the next.
 */
export const createConsumer = (options: ConsumerOptions) => {
  const { reaction, source, decode, state, client, retry, timing, onFailure } = options;
  const topic = topicOf(client.prefix, reaction.source);
  const groupId = `${client.prefix}tessera.${reaction.name}`;
  const stop = Promise.withResolvers<void>();
  let stopping = false;
  /** Changes with each joining of the group: work of an earlier one may record nothing more. */
  let generation = 0;
  /** Offsets after what was taken, by partition, that the broker has not been told. */
  const taken = new Map<number, string>();
  let member: { readonly partitions: ReadonlySet<number>; readonly of: number } | undefined;
  let lastBeat = -Infinity;
  let joined = Promise.resolve();
  let heartbeat: (() => Promise<void>) | undefined;
  const lag = new Map<number, number>();
  const behind = new Map<string, number>();
  let wakeRetries = Promise.withResolvers<void>();
  let wakeCompare = Promise.withResolvers<void>();
  let parkedStreams = 0;

  const pause = async (ms: number, early?: Promise<void>): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))),
      stop.promise,
      ...(early === undefined ? [] : [early]),
    ]);
    clearTimeout(timer);
  };
  const isMine = (organizationId: string, root: string): boolean =>
    member !== undefined && member.partitions.has(partitionOf(organizationId, root, member.of));
  const permit = async (organizationId: string, root: string): Promise<void> => {
    if (stopping || !isMine(organizationId, root)) throw new Stopped();
    if (performance.now() - lastBeat < timing.sessionMs / 2) return;
    // It may have slept: only the group's coordinator knows whether this member still counts.
    if (heartbeat === undefined) throw new Stopped();
    await heartbeat();
    if (performance.now() - lastBeat > timing.sessionMs / 2) throw new Stopped();
  };

  const handling = createHandling({
    reaction: {
      ...reaction,
      handle: async (event, context) => {
        await reaction.handle(event, context);
        messagingMetrics.handled.add({ reaction: reaction.name });
      },
    },
    state,
    retry,
    onFailure,
    pause,
    permit,
    term: () => generation,
    atOnce: lanesAtOnce,
    mine: isMine,
    now: Date.now,
    stopped: () => stopping,
    fetch: (parked, place) => eventAt(reaction, source, decode, parked.organizationId, place),
  });
  const intake = createIntake({
    reaction,
    source,
    decode,
    state,
    handling,
    graceMs: timing.graceMs,
    now: Date.now,
    term: () => generation,
    idle: (organizationId, root) =>
      isMine(organizationId, root) && (lag.get(partitionOf(organizationId, root, member!.of)) ?? 0) === 0,
  });

  const decodeAll = (messages: EachBatchPayload['batch']['messages']): Arrival[] =>
    messages.flatMap((message) => {
      try {
        return [decodeArrival(reaction.source, message)];
      } catch (error) {
        // Whatever it was, the comparison with the source finds the commit that it should have been.
        onFailure('', 1, error);
        return [];
      }
    });

  const eachBatch = async ({
    batch,
    heartbeat: beat,
    resolveOffset,
    isRunning,
    isStale,
  }: EachBatchPayload): Promise<void> => {
    await joined;
    const begun = generation;
    lag.set(batch.partition, batch.messages.length + Number(batch.offsetLag()));
    heartbeat = beat;
    let lost: unknown;
    const timer = setInterval(
      () =>
        void beat().catch((error: unknown) => {
          lost ??= error;
          if (isOut(error)) member = undefined;
        }),
      Math.min(1_000, timing.sessionMs / 6),
    );
    try {
      for (let from = 0; from < batch.messages.length; from += chunkMessages) {
        const chunk = batch.messages.slice(from, from + chunkMessages);
        const arrivals = decodeAll(chunk);
        for (let wait = 50; ; wait = Math.min(wait * 2, 2_000)) {
          if (stopping || lost !== undefined || generation !== begun || !isRunning() || isStale()) throw new Stopped();
          try {
            await intake.take(arrivals);
            break;
          } catch (error) {
            if (!isRejection(error) || error.kind !== 'unavailable') throw error;
            onFailure('', 1, error);
            await pause(wait);
          }
        }
        if (generation !== begun) throw new Stopped();
        resolveOffset(chunk.at(-1)!.offset);
        taken.set(batch.partition, String(BigInt(chunk.at(-1)!.offset) + 1n));
        lag.set(batch.partition, batch.messages.length - from - chunk.length + Number(batch.offsetLag()));
        await beat();
      }
    } catch (error) {
      if (lost !== undefined) throw lost;
      // Nothing after the last resolved offset counts as taken; it comes again.
      if (!(error instanceof Stopped)) throw error;
      if (!stopping) await pause(100);
    } finally {
      clearInterval(timer);
      heartbeat = undefined;
    }
  };

  const onJoin = async (partitions: readonly number[]): Promise<void> => {
    const of = await client.ensureTopic(topic);
    intake.forget();
    lag.clear();
    await handling.refreshAside();
    member = { partitions: new Set(partitions), of };
    wakeRetries.resolve();
    wakeCompare.resolve();
  };

  /** One life of a consumer; ends when it crashed for good or is stopped. */
  const live = async (): Promise<void> => {
    await client.ensureTopic(topic);
    await client.ensureGroup(groupId);
    const consumer: Consumer = client.kafka.consumer({
      groupId,
      sessionTimeout: timing.sessionMs,
      rebalanceTimeout: Math.max(timing.sessionMs, 10_000),
      heartbeatInterval: Math.min(1_000, timing.sessionMs / 6),
      maxWaitTimeInMs: fetchWaitMs,
      metadataMaxAge: 30_000,
      allowAutoTopicCreation: false,
      retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 20, restartOnFailure: async () => false },
    });
    const commit = async (): Promise<void> => {
      const offsets = [...taken].map(([partition, offset]) => ({ topic, partition, offset }));
      taken.clear();
      // What the broker does not learn is brought again and known as done.
      if (offsets.length > 0) await consumer.commitOffsets(offsets).catch(() => undefined);
    };
    const committing = setInterval(() => void commit(), commitEveryMs);
    const crashed = Promise.withResolvers<void>();
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      member = undefined;
      onFailure('', 1, payload.error);
      crashed.resolve();
    });
    consumer.on(consumer.events.HEARTBEAT, () => (lastBeat = performance.now()));
    consumer.on(consumer.events.REBALANCING, () => (member = undefined));
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      member = undefined;
      generation += 1;
      taken.clear();
      lastBeat = performance.now();
      joined = (async () => {
        for (let wait = 50; !stopping; wait = Math.min(wait * 2, 2_000)) {
          try {
            return await onJoin(payload.memberAssignment[topic] ?? []);
          } catch (error) {
            onFailure('', 1, error);
            await pause(wait);
          }
        }
      })();
    });
    try {
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
      await consumer.run({
        eachBatch,
        eachBatchAutoResolve: false,
        autoCommit: false,
        partitionsConsumedConcurrently: partitionsAtOnce,
      });
      await Promise.race([crashed.promise, stop.promise]);
    } finally {
      // Before the group hears of it: whoever has its lanes next must not find it at work there.
      member = undefined;
      clearInterval(committing);
      await consumer.stop().catch(() => undefined);
      await commit();
      await consumer.disconnect().catch(() => undefined);
    }
  };

  const consuming = (async () => {
    for (let broken = 0; !stopping;) {
      const begun = performance.now();
      try {
        await live();
      } catch (error) {
        onFailure('', 1, error);
      }
      if (stopping) return;
      messagingMetrics.restarts.add({ reaction: reaction.name });
      if (performance.now() - begun > 10_000) broken = 0;
      await pause(Math.min(100 * 2 ** (broken += 1), 2_000));
    }
  })();

  const retrying = (async () => {
    while (!stopping) {
      wakeRetries = Promise.withResolvers();
      let next: number | undefined;
      try {
        await handling.refreshAside();
        parkedStreams = (await state.parked({ reaction: reaction.name, limit: 100_000 })).length;
        if (member !== undefined) next = await handling.retryDue();
      } catch (error) {
        if (!(error instanceof Stopped)) onFailure('', 1, error);
      }
      await pause(Math.max(5, Math.min(next ?? lookEveryMs, lookEveryMs)), wakeRetries.promise);
    }
  })();

  const eachHead = async (work: (head: OrganizationHead) => Promise<void>): Promise<void> => {
    for (let after = ''; ;) {
      const heads = await source.organizationsAfter(after, 500);
      for (const head of heads) {
        if (stopping || member === undefined) throw new Stopped();
        await work(head);
      }
      if (heads.length < 500) return;
      after = heads.at(-1)!.organizationId;
    }
  };

  const comparing = (async () => {
    while (!stopping) {
      wakeCompare = Promise.withResolvers();
      let missing = false;
      try {
        behind.clear();
        if (member !== undefined) {
          await eachHead(async (head) => {
            if (await intake.compare(head)) return;
            missing = true;
            behind.set(head.organizationId, head.position - (await intake.through(head.organizationId)));
          });
        }
      } catch (error) {
        if (!(error instanceof Stopped)) onFailure('', 1, error);
      }
      await pause(missing ? Math.min(timing.graceMs, timing.compareMs) : timing.compareMs, wakeCompare.promise);
    }
  })();

  const labels = { reaction: reaction.name };
  const untrack = [
    messagingMetrics.lag.track(labels, () => [...lag.values()].reduce((sum, one) => sum + one, 0)),
    messagingMetrics.behind.track(labels, () => [...behind.values()].reduce((sum, one) => sum + one, 0)),
    messagingMetrics.parked.track(labels, () => parkedStreams),
  ];

  return {
    caughtUp: async (): Promise<void> => {
      const heads: OrganizationHead[] = [];
      for (
        let page = await source.organizationsAfter('', 500);
        page.length > 0;
        page = await source.organizationsAfter(page.at(-1)!.organizationId, 500)
      )
        heads.push(...page);
      for (const head of heads)
        while (!stopping && (await intake.through(head.organizationId)) < head.position) await pause(20);
      while (!stopping) {
        const due = (await state.parked({ reaction: reaction.name, limit: 100_000 })).filter(
          (one) => one.nextTryAt !== undefined && one.nextTryAt <= Date.now(),
        );
        if (due.length === 0) return;
        wakeRetries.resolve();
        await pause(10);
      }
    },
    stop: async (): Promise<void> => {
      stopping = true;
      stop.resolve();
      await Promise.all([consuming, retrying, comparing]);
      await intake.flush().catch(() => undefined);
      for (const end of untrack) end();
    },
  };
};
