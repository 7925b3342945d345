import { hash } from 'node:crypto';
import { insertFree } from '@tessera/event-store/mongo';
import type { Rejection } from '@tessera/kernel';
import type { Collection, Db } from 'mongodb';
import type { Mark, Marks, PartitionedState, Progress } from '../kafka/port.ts';
import type { ParkedStream } from '../port.ts';
import { createCoalescer } from './coalesce.ts';
import { rejection } from '../refusals.ts';

export type Handled = { _id: string; reaction: string; organization: string; position: number };
export type Parked = {
  _id: string;
  reaction: string;
  source: string;
  organization: string;
  root: string;
  attempts: number;
  error: string;
  parkedAt: number;
  nextTryAt: number | null;
};
export type Waiting = {
  _id: string;
  parked: string;
  position: number;
  index: number;
  eventId: string;
  eventType: string;
};
export type Reached = {
  _id: string;
  reaction: string;
  organization: string;
  through: number;
  epoch: number;
  cuts: { epoch: number; from: number }[];
};
type Marked = { reaction: string; organization: string; epoch: number; last: number; items: string[] };

/** The server gives up before the caller would, so that no answer is waited for in vain. */
const deadline = { maxTimeMS: 5_000 };
/** Handled events are remembered this many positions behind the progress: a process that was away may still ask. */
const inboxPlaces = 1_000;
const duplicateKey = 11_000;
const none: Progress = { through: 0, epoch: 1, cuts: [] };

/** The name of a parked stream. */
export const idOf = (reaction: string, organizationId: string, root: string): string =>
  hash('sha256', `${reaction}\0${organizationId}\0${root}`).slice(0, 24);
/** Organization and position of an event id (`<organization>/<service>.<epoch>.<position>/<index>`). */
export const partsOf = (eventId: string): { organization: string; position: number } => {
  const [organization = '', commit = ''] = eventId.split('/');
  return { organization, position: Number(commit.slice(commit.lastIndexOf('.') + 1)) };
};

/**
 * A mark is a text, so that a list of them stays small: `7` for a whole commit, `7 root` and `7#2` for one of its two
 * roots.
 */
const itemsOf = ({ position, root, of }: Mark): string[] =>
  of <= 1 ? [String(position)] : [`${position} ${root}`, `${position}#${of}`];

const marksOf = (items: ReadonlySet<string>): Marks => {
  const needed = new Map<string, number>();
  const present = new Map<string, number>();
  for (const item of items) {
    const [position = '', of] = item.split('#');
    if (of !== undefined) needed.set(position, Number(of));
    else if (item.includes(' ')) {
      const at = item.slice(0, item.indexOf(' '));
      present.set(at, (present.get(at) ?? 0) + 1);
    }
  }
  const whole = (position: number): boolean => {
    const at = String(position);
    return items.has(at) || (needed.has(at) && (present.get(at) ?? 0) >= needed.get(at)!);
  };
  return { whole, has: (position, root) => items.has(String(position)) || items.has(`${position} ${root}`) };
};

const unavailable = (error: unknown): Rejection =>
  Object.assign(rejection('unavailable', 'subscriptions.state'), {
    cause: error,
  });
const duplicates = (error: unknown): boolean => (error as { code?: number }).code === duplicateKey;

const toParked = (stream: Parked, first: Waiting, waiting: number): ParkedStream => ({
  id: stream._id,
  reaction: stream.reaction,
  source: stream.source,
  organizationId: stream.organization,
  root: stream.root,
  place: { seq: first.position, index: first.index },
  eventId: first.eventId,
  eventType: first.eventType,
  attempts: stream.attempts,
  error: stream.error,
  parkedAt: stream.parkedAt,
  nextTryAt: stream.nextTryAt ?? undefined,
  waiting,
});

/**
 * Inbox, parked streams and progress of one service's reactions in its MongoDB database; any number of processes may
 * have it open. Makes its indexes. `close` leaves the connection to whoever made it.
 */
export const openMongoSubscriptionState = async (db: Db, now: () => number = Date.now): Promise<PartitionedState> => {
  const durable = { writeConcern: { w: 'majority' as const, journal: true } };
  const inbox: Collection<Handled> = db.collection('subscription_inbox', durable);
  const parked: Collection<Parked> = db.collection('subscription_parked', durable);
  const waiting: Collection<Waiting> = db.collection('subscription_waiting', durable);
  const reached: Collection<Reached> = db.collection('subscription_progress', durable);
  const marked: Collection<Marked> = db.collection('subscription_marks', durable);
  await inbox.createIndex({ reaction: 1, organization: 1, position: 1 });
  await parked.createIndex({ reaction: 1, parkedAt: 1 });
  await waiting.createIndex({ parked: 1, position: 1, index: 1 });
  await marked.createIndex({ reaction: 1, organization: 1, last: 1 });

  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw unavailable(error);
    }
  };
  const addHandled = createCoalescer<Handled>((items) =>
    asked(async () => void (await insertFree(inbox, [...new Map(items.map((item) => [item._id, item])).values()]))),
  );
  const addMarks = createCoalescer<Marked>((items) => asked(async () => void (await insertFree(marked, items))));

  const progressOf = async (reaction: string, organization: string): Promise<Progress> =>
    (await reached.findOne({ _id: `${reaction} ${organization}` }, deadline)) ?? none;

  const select = async (filter: { reaction?: string; _id?: string }, limit: number): Promise<ParkedStream[]> => {
    const streams = await parked.find(filter, deadline).sort({ parkedAt: 1, _id: 1 }).limit(limit).toArray();
    if (streams.length === 0) return [];
    const queues = await waiting
      .aggregate<{ _id: string; count: number; first: Waiting }>(
        [
          { $match: { parked: { $in: streams.map((one) => one._id) } } },
          { $sort: { parked: 1, position: 1, index: 1 } },
          { $group: { _id: '$parked', count: { $sum: 1 }, first: { $first: '$$ROOT' } } },
        ],
        deadline,
      )
      .toArray();
    const byStream = new Map(queues.map((queue) => [queue._id, queue]));
    return streams.flatMap((stream) => {
      const queue = byStream.get(stream._id);
      return queue === undefined ? [] : [toParked(stream, queue.first, queue.count)];
    });
  };

  const seenOf = async (reaction: string, eventIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const seen = new Set<string>();
    if (eventIds.length === 0) return seen;
    const ids = new Map(eventIds.map((id) => [`${reaction} ${id}`, id]));
    for (const { _id } of await inbox
      .find({ _id: { $in: [...ids.keys()] } }, { ...deadline, projection: { _id: 1 } })
      .toArray())
      seen.add(ids.get(_id)!);
    return seen;
  };

  return {
    seenOf: (reaction, eventIds) => asked(() => seenOf(reaction, eventIds)),
    seen: (reaction, eventId) => asked(async () => (await seenOf(reaction, [eventId])).size > 0),
    handled: async (reaction, eventId, place, isWaiting = false) => {
      await addHandled({
        _id: `${reaction} ${eventId}`,
        reaction,
        organization: partsOf(eventId).organization,
        position: place.seq,
      });
      if (isWaiting) await asked(() => waiting.deleteOne({ _id: `${reaction} ${eventId}` }));
    },
    queue: (reaction, { organizationId, root }, { source, eventId, eventType, place }) =>
      asked(async () => {
        if ((await seenOf(reaction, [eventId])).size > 0) return;
        const id = idOf(reaction, organizationId, root);
        // The queue before the stream: one that is released at this moment finds the entry, or is made anew.
        await waiting.updateOne(
          { _id: `${reaction} ${eventId}` },
          { $setOnInsert: { parked: id, position: place.seq, index: place.index, eventId, eventType } },
          { upsert: true },
        );
        await parked.updateOne(
          { _id: id },
          {
            $setOnInsert: {
              reaction,
              source,
              organization: organizationId,
              root,
              attempts: 0,
              error: '',
              parkedAt: now(),
              nextTryAt: now(),
            },
          },
          { upsert: true },
        );
      }),
    head: (id) =>
      asked(async () => {
        const [first] = await waiting.find({ parked: id }, deadline).sort({ position: 1, index: 1 }).limit(1).toArray();
        return first && { eventId: first.eventId, place: { seq: first.position, index: first.index } };
      }),
    failed: (id, attempts, error, nextTryAt) =>
      asked(
        async () =>
          void (await parked.updateOne(
            { _id: id },
            { $set: { attempts, error: error.slice(0, 4_000), nextTryAt: nextTryAt ?? null } },
          )),
      ),
    release: (id) =>
      asked(async () => {
        const stream = await parked.findOne({ _id: id }, deadline);
        if (stream === null || (await waiting.findOne({ parked: id }, deadline)) !== null) return;
        await parked.deleteOne({ _id: id });
        if ((await waiting.findOne({ parked: id }, deadline)) !== null) await insertFree(parked, [stream]);
      }),
    parked: (filter = {}) =>
      asked(() => select(filter.reaction === undefined ? {} : { reaction: filter.reaction }, filter.limit ?? 1_000)),
    find: (id) => asked(async () => (await select({ _id: id }, 1))[0]),
    replay: (id) =>
      asked(async () => {
        // One with nothing waiting is about to be released.
        if ((await waiting.findOne({ parked: id }, deadline)) === null) return false;
        return (await parked.updateOne({ _id: id }, { $set: { attempts: 0, nextTryAt: now() } })).matchedCount > 0;
      }),

    mark: async (reaction, organizationId, epoch, marks) => {
      if (marks.length === 0) return;
      const last = marks.reduce((most, mark) => Math.max(most, mark.position), 0);
      await addMarks({ reaction, organization: organizationId, epoch, last, items: marks.flatMap(itemsOf) });
    },
    settle: (reaction, organizationId) =>
      asked(async () => {
        const before = await progressOf(reaction, organizationId);
        const documents = await marked.find({ reaction, organization: organizationId }, deadline).toArray();
        const current = documents.filter((one) => one.epoch === before.epoch || before === none);
        const epoch = current.reduce((most, one) => Math.max(most, one.epoch), before.epoch);
        const marks = marksOf(new Set(current.filter((one) => one.epoch === epoch).flatMap((one) => one.items)));
        let { through } = before;
        while (marks.whole(through + 1)) through += 1;
        if (through === before.through) return { progress: before, marks };
        const _id = `${reaction} ${organizationId}`;
        try {
          await reached.updateOne(
            { _id, epoch },
            { $max: { through }, $setOnInsert: { reaction, organization: organizationId, cuts: [] } },
            { upsert: true },
          );
        } catch (error) {
          // The epoch rose meanwhile: what was counted belongs to the log as it was.
          if (!duplicates(error)) throw error;
          return { progress: await progressOf(reaction, organizationId), marks: marksOf(new Set()) };
        }
        await marked.deleteMany({ reaction, organization: organizationId, last: { $lte: through } });
        await inbox.deleteMany({ reaction, organization: organizationId, position: { $lte: through - inboxPlaces } });
        return { progress: { ...before, through, epoch }, marks };
      }),
    cut: (reaction, organizationId, epoch, from) =>
      asked(async () => {
        const before = await progressOf(reaction, organizationId);
        if (before.epoch >= epoch) return;
        const _id = `${reaction} ${organizationId}`;
        const after = { through: Math.min(before.through, from), epoch, cuts: [...before.cuts, { epoch, from }] };
        try {
          await reached.updateOne(
            { _id, epoch: before.epoch },
            { $set: after, $setOnInsert: { reaction, organization: organizationId } },
            { upsert: true },
          );
        } catch (error) {
          if (!duplicates(error)) throw error;
        }
        await marked.deleteMany({ reaction, organization: organizationId, epoch: { $lt: epoch } });
      }),
    close: async () => {},
  };
};
