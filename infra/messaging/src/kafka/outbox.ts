import { bounded } from '@tessera/kernel';
import { openRawCommit, type OutboxSource, type RawPage } from '@tessera/event-store';
import type { Lease, Leases } from '@tessera/shared-state';
import { Partitioners, type Message, type Producer } from 'kafkajs';
import { laneName } from '../handling.ts';
import type { KafkaClient } from './client.ts';
import { encodeArrival, rootsOf, topicOf } from './message.ts';
import { messagingMetrics } from '../metrics.ts';
import { watchOutbox } from './outbox-watch.ts';

export type OutboxOffset = { readonly position: number; readonly epoch: number };
export type OutboxState = {
  load(): Promise<Map<string, OutboxOffset>>;
  /** Positions up to which the commits of these organizations were sent; absent where none was. */
  sent(organizationIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Durable when it resolves. False when a later holder of the lease has written: then nothing more may be sent. */
  advance(reached: ReadonlyMap<string, OutboxOffset>, token: number): Promise<boolean>;
};

export type OutboxOptions = {
  readonly service: string;
  readonly source: OutboxSource;
  readonly client: KafkaClient;
  readonly state: OutboxState;
  readonly leases: Leases;
  /** Told of what failed; it is tried again by itself. */
  readonly onFailure?: (error: unknown) => void;
  /** How long the leader may be silent before another takes over, in ms; default 5,000. */
  readonly leaseMs?: number;
  /** How often every process looks whether commits wait, in ms; default 5,000. */
  readonly watchMs?: number;
};

export type Outbox = {
  leading(): boolean;
  /** Resolves when all that the log had at the call was sent and acknowledged. */
  drained(): Promise<void>;
  stop(): Promise<void>;
};

/** How often the log is asked whether other processes have committed. */
const lookEveryMs = 50;
/**
 * The same where nobody has for a while: each look costs the service and the store half a millisecond, day and night.
 */
const quietLookEveryMs = 200;
const quietAfterMs = 10_000;
const scanEveryMs = 30_000;
const saveEveryMs = 500;
/**
 * After a batch: what is committed within it goes together, so that a busy moment costs every consumer a few batches
 * and not one for each commit.
 */
const restMs = 20;
/** The same after a batch of several messages: more follow. */
const busyRestMs = 80;
const several = 3;
/** Clocks of replicas may differ by this much. */
const clockSlackMs = 5_000;
const pageCommits = 200;
const organizationsAtOnce = 16;
const sendBytes = 700_000;
const sendMessages = 1_000;
const rememberedRoots = 50_000;

/**
 * Publishes a service's commits: follows its log from a stored offset per organization, in each organization's order,
 * as messages of the service's topic. Of all processes that start it one leads. A crash between any two steps repeats
 * messages and loses none.
 */
export const startOutbox = (options: OutboxOptions): Outbox => {
  const { service, source, client, state, leases, onFailure, leaseMs = 5_000, watchMs = 5_000 } = options;
  const topic = topicOf(client.prefix, service);
  const stop = Promise.withResolvers<void>();
  let stopping = false;
  let wake = Promise.withResolvers<void>();
  let leading = false;
  /** Organizations with commits not sent yet, and since when that is known. */
  const dirty = new Map<string, number>();
  /** Those of them that are being sent. */
  const underway = new Map<string, number>();
  const watch = watchOutbox({
    source,
    state,
    everyMs: watchMs,
    slackMs: clockSlackMs,
    ...(onFailure !== undefined && { onFailure }),
  });
  const age = messagingMetrics.outboxAge.track({ service }, () => {
    const now = performance.now();
    let oldest = now;
    // The leader knows it to the moment, all others by what is stored.
    if (leading)
      for (const waiting of [dirty, underway]) for (const since of waiting.values()) oldest = Math.min(oldest, since);
    return Math.max((now - oldest) / 1_000, watch.age());
  });

  const pause = async (ms: number, early?: Promise<void>): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))),
      stop.promise,
      ...(early === undefined ? [] : [early]),
    ]);
    clearTimeout(timer);
  };
  const touch = (organizationId: string): void => {
    if (!dirty.has(organizationId)) dirty.set(organizationId, performance.now());
  };
  const unlisten = source.onCommitted(({ organizationId }) => {
    if (!leading) return;
    touch(organizationId);
    wake.resolve();
  });

  const lead = async (lease: Lease): Promise<void> => {
    await client.ensureTopic(topic);
    const producer = client.kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      maxInFlightRequests: 1,
      metadataMaxAge: 30_000,
      retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 3 },
    });
    await producer.connect();
    const renewal = setInterval(() => void lease.renew(), leaseMs / 3);
    try {
      await follow(lease, producer, await state.load());
    } finally {
      clearInterval(renewal);
      await producer.disconnect().catch(() => undefined);
    }
  };

  const follow = async (lease: Lease, producer: Producer, offsets: Map<string, OutboxOffset>): Promise<void> => {
    const previous = bounded<string, number>(rememberedRoots);
    /** Offsets reached and not stored: after a crash those commits are sent again. */
    let unsaved = new Map<string, OutboxOffset>();
    let superseded = false;
    const save = async (): Promise<void> => {
      const reached = unsaved;
      if (reached.size === 0) return;
      unsaved = new Map();
      try {
        if (!(await state.advance(reached, lease.token))) superseded = true;
      } catch (error) {
        unsaved = new Map([...reached, ...unsaved]);
        throw error;
      }
    };
    let saving = Promise.resolve();
    let scanned = -Infinity;
    let since = 0;
    let active = performance.now();
    dirty.clear();
    underway.clear();
    leading = true;

    const look = async (): Promise<void> => {
      const full = performance.now() - scanned > scanEveryMs;
      if (full) scanned = performance.now();
      for (let after = ''; ;) {
        const heads = await source.organizationsAfter(after, 1_000, full ? undefined : since - clockSlackMs);
        for (const head of heads) {
          since = Math.max(since, head.time);
          if (head.position > (offsets.get(head.organizationId)?.position ?? 0) || full) touch(head.organizationId);
        }
        if (heads.length < 1_000) return;
        after = heads.at(-1)!.organizationId;
      }
    };

    const pageOf = async (organizationId: string): Promise<RawPage> => {
      const offset = offsets.get(organizationId);
      const page = await source.commitsAfter(organizationId, offset?.position ?? 0, pageCommits);
      if (offset === undefined || offset.epoch === page.epoch || offset.position <= page.epochFrom) return page;
      offsets.set(organizationId, { position: page.epochFrom, epoch: page.epoch });
      previous.clear();
      return source.commitsAfter(organizationId, page.epochFrom, pageCommits);
    };

    const messagesOf = async (organizationId: string, page: RawPage): Promise<Message[]> => {
      const messages: Message[] = [];
      for (const raw of page.commits) {
        const opened = openRawCommit(service, raw);
        const roots = rootsOf(opened);
        for (const root of roots) {
          const lane = laneName(organizationId, root);
          const before =
            previous.get(lane) ?? (root === '' ? 0 : await source.previousOfRoot(organizationId, root, raw.position));
          if (root !== '') previous.set(lane, raw.position);
          messages.push(
            encodeArrival(
              { organizationId, position: raw.position, epoch: page.epoch, root, of: roots.length, previous: before },
              raw,
              opened,
            ),
          );
        }
      }
      return messages;
    };

    const send = async (messages: readonly Message[]): Promise<void> => {
      for (let from = 0; from < messages.length;) {
        let to = from;
        for (
          let bytes = 0;
          to < messages.length &&
          to - from < sendMessages &&
          (to === from || bytes + messages[to]!.value!.length <= sendBytes);
          to++
        )
          bytes += messages[to]!.value!.length;
        if (!lease.held()) throw new Error('the outbox of this process no longer leads');
        await producer.send({ topic, acks: -1, timeout: 10_000, messages: messages.slice(from, to) });
        messagingMetrics.published.add({ service }, to - from);
        from = to;
      }
    };

    /** Answers how many messages it sent. */
    const publish = async (): Promise<number> => {
      const batch = [...dirty.keys()].slice(0, organizationsAtOnce);
      // Taken off first: a commit that is announced from here on is looked for again.
      for (const organizationId of batch) {
        underway.set(organizationId, dirty.get(organizationId)!);
        dirty.delete(organizationId);
      }
      const pages = await Promise.all(
        batch.map(async (organizationId) => {
          try {
            const page = await pageOf(organizationId);
            return { organizationId, page, messages: await messagesOf(organizationId, page) };
          } catch (error) {
            // One organization's damage does not hold up the others; the next scan comes back to it.
            onFailure?.(error);
            return undefined;
          }
        }),
      );
      const read = pages.filter((one) => one !== undefined);
      await send(read.flatMap((one) => one.messages));
      const reached = new Map(
        read.flatMap(({ organizationId, page }) => {
          const last = page.commits.at(-1);
          return last === undefined ? [] : [[organizationId, { position: last.position, epoch: page.epoch }] as const];
        }),
      );
      for (const [organizationId, offset] of reached) {
        offsets.set(organizationId, offset);
        unsaved.set(organizationId, offset);
      }
      for (const { organizationId, page } of read) {
        if (page.commits.length > 0 && page.head > page.commits.at(-1)!.position) touch(organizationId);
      }
      underway.clear();
      return read.reduce((sum, { messages }) => sum + messages.length, 0);
    };

    const saver = setInterval(
      () => (saving = saving.then(save).catch((error: unknown) => onFailure?.(error))),
      saveEveryMs,
    );
    try {
      while (!stopping && lease.held()) {
        if (superseded) throw new Error('another outbox has taken over');
        wake = Promise.withResolvers();
        if (dirty.size === 0) await look();
        if (dirty.size > 0) {
          active = performance.now();
          const sent = await publish();
          await pause(sent < several ? restMs : busyRestMs);
        } else await pause(performance.now() - active > quietAfterMs ? quietLookEveryMs : lookEveryMs, wake.promise);
      }
    } finally {
      clearInterval(saver);
      await saving;
      await save().catch(() => undefined);
    }
  };

  const run = async (): Promise<void> => {
    for (let broken = 0; !stopping;) {
      const lease = await leases.acquire(`outbox ${topic}`, leaseMs).catch(() => undefined);
      if (lease === undefined) {
        await pause(leaseMs / 5);
        continue;
      }
      const begun = performance.now();
      try {
        await lead(lease);
      } catch (error) {
        if (performance.now() - begun > 10_000) broken = 0;
        onFailure?.(error);
      } finally {
        leading = false;
        await lease.release().catch(() => undefined);
      }
      if (!stopping) await pause(Math.min(100 * 2 ** (broken += 1), 2_000));
    }
  };
  const done = run();

  return {
    leading: () => leading,
    drained: async () => {
      const heads: { organizationId: string; position: number }[] = [];
      for (
        let page = await source.organizationsAfter('', 1_000);
        page.length > 0;
        page = await source.organizationsAfter(page.at(-1)!.organizationId, 1_000)
      )
        heads.push(...page);
      for (;;) {
        const offsets = await state.load();
        if (stopping || heads.every((head) => (offsets.get(head.organizationId)?.position ?? 0) >= head.position))
          return;
        await pause(20);
      }
    },
    stop: async () => {
      stopping = true;
      stop.resolve();
      wake.resolve();
      unlisten();
      await done;
      await watch.stop();
      age();
    },
  };
};
