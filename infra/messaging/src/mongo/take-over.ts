import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Reaction } from '@tessera/event-store';
import type { Collection, Db } from 'mongodb';
import { idOf, partsOf, type Handled, type Parked, type Reached, type Waiting } from './state.ts';

export type TakeOver = {
  /** The embedded mode's file of offsets, inbox and parked streams. */
  readonly path: string;
  /** Where the service that has the reactions keeps what it handled, empty of all that. */
  readonly db: Db;
  readonly reactions: readonly Pick<Reaction, 'name' | 'source'>[];
  /**
   * The embedded log of a source. `positionsAt` answers by organization the newest position at or before a place of the
   * whole log.
   */
  readonly log: (source: string) => {
    readonly epoch: number;
    readonly epochFrom: number;
    positionsAt(seq: number): ReadonlyMap<string, number>;
  };
};

const page = 1_000;

/**
 * Brings what reactions have handled from the embedded mode's file into a service's MongoDB database, where there is
 * one progress an organization instead of one an installation: nothing is handled a second time or left out. Answers
 * how many entries were brought, by kind.
 */
export const takeOverSubscriptions = async ({
  path,
  db,
  reactions,
  log,
}: TakeOver): Promise<{ readonly inbox: number; readonly parked: number; readonly waiting: number }> => {
  const counts = { inbox: 0, parked: 0, waiting: 0 };
  if (!existsSync(path)) return counts;
  const file = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  const durable = { writeConcern: { w: 'majority' as const, journal: true } };
  const collections = {
    progress: db.collection<Reached>('subscription_progress', durable) as Collection<Reached>,
    inbox: db.collection<Handled>('subscription_inbox', durable),
    parked: db.collection<Parked>('subscription_parked', durable),
    waiting: db.collection<Waiting>('subscription_waiting', durable),
  };
  try {
    for (const { name: reaction, source } of reactions) {
      const { epoch, epochFrom, positionsAt } = log(source);
      const offset = file.prepare('SELECT seq, epoch FROM offsets WHERE reaction = ?').get(reaction) as
        { seq: number; epoch: number } | undefined;
      if (offset !== undefined) {
        const through = positionsAt(offset.epoch === epoch ? offset.seq : Math.min(offset.seq, epochFrom));
        const reached = [...through].map(([organization, position]): Reached => ({
          _id: `${reaction} ${organization}`,
          reaction,
          organization,
          through: position,
          epoch,
          cuts: [],
        }));
        if (reached.length > 0) await collections.progress.insertMany(reached);
      }
      let handled: Handled[] = [];
      const keep = async (): Promise<void> => {
        if (handled.length > 0) await collections.inbox.insertMany(handled);
        counts.inbox += handled.length;
        handled = [];
      };
      for (const { event_id: eventId } of file
        .prepare('SELECT event_id FROM inbox WHERE reaction = ?')
        .iterate(reaction) as Iterable<{ event_id: string }>) {
        handled.push({ _id: `${reaction} ${eventId}`, reaction, ...partsOf(eventId) });
        if (handled.length >= page) await keep();
      }
      await keep();
      type ParkedRow = {
        id: number;
        organization: string;
        root: string;
        attempts: number;
        error: string;
        parked_at: number;
        next_try_at: number | null;
      };
      for (const row of file.prepare('SELECT * FROM parked WHERE reaction = ?').all(reaction) as ParkedRow[]) {
        const id = idOf(reaction, row.organization, row.root);
        const queue = (
          file
            .prepare('SELECT idx, event_id, event_type FROM waiting WHERE parked = ? ORDER BY seq, idx')
            .all(row.id) as { idx: number; event_id: string; event_type: string }[]
        ).map((one): Waiting => ({
          _id: `${reaction} ${one.event_id}`,
          parked: id,
          position: partsOf(one.event_id).position,
          index: one.idx,
          eventId: one.event_id,
          eventType: one.event_type,
        }));
        if (queue.length === 0) continue;
        await collections.waiting.insertMany(queue);
        await collections.parked.insertOne({
          _id: id,
          reaction,
          source,
          organization: row.organization,
          root: row.root,
          attempts: row.attempts,
          error: row.error,
          parkedAt: row.parked_at,
          nextTryAt: row.next_try_at,
        });
        counts.parked += 1;
        counts.waiting += queue.length;
      }
    }
    return counts;
  } finally {
    file.close();
  }
};
