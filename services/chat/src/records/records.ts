import { isRejection, type Actor } from '@tessera/kernel';
import { type Comment, TablesServiceDefinition } from '@tessera/proto/tables/v1/service';
import type { ServicePorts } from '@tessera/runtime';
import type { Place } from '../ids.ts';
import { notFound, rejection } from '../refusals.ts';

const deadlineMs = 5_000;
/** Records that are named, and comments that are read, at once. */
const atOnce = 200;

/** What tables refuses, as chat says it. */
const asOurs = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    if (!isRejection(error) || error.kind === 'unavailable') throw error;
    if (error.code.startsWith('comments.'))
      throw error.kind === 'forbidden' ? rejection('forbidden', 'chat.denied') : notFound('message_not_found');
    throw notFound('conversation_not_found');
  }
};

/** What tables knows of records: who may read them, what they are called, and what was said of them. */
export const createRecords = (rpc: ServicePorts['rpc']) => {
  const tables = rpc.client(TablesServiceDefinition);
  /** What each of these records is called that the actor may read; the others are not there. */
  const named = async (actor: Actor, places: readonly Place[]): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>();
    const byTable = Map.groupBy(places, ({ tableId }) => tableId);
    await Promise.all(
      [...byTable].map(async ([tableId, some]) => {
        const ids = [...new Set(some.map(({ recordId }) => recordId))];
        for (let from = 0; from < ids.length; from += atOnce)
          try {
            const recordIds = ids.slice(from, from + atOnce);
            const { records } = await tables.nameRecords({ tableId, recordIds }, { actor, deadlineMs });
            for (const { id, live, label } of records) if (live) found.set(id, label);
          } catch (error) {
            // A table that is gone, or not theirs, is no reason to fail.
            if (!isRejection(error) || error.kind === 'unavailable') throw error;
            return;
          }
      }),
    );
    return found;
  };
  return {
    named,
    /** Undefined for a record that the actor may not read. */
    label: async (actor: Actor, place: Place): Promise<string | undefined> =>
      (await named(actor, [place])).get(place.recordId),
    /** What these comments of a record say, of those that are there still. */
    read: async (actor: Actor, place: Place, ids: readonly string[]): Promise<ReadonlyMap<string, Comment>> => {
      const found = new Map<string, Comment>();
      for (let from = 0; from < ids.length; from += atOnce) {
        const commentIds = ids.slice(from, from + atOnce);
        const { comments } = await asOurs(tables.readComments({ ...place, commentIds }, { actor, deadlineMs }));
        for (const one of comments) found.set(one.id, one);
      }
      return found;
    },
    write: (actor: Actor, place: Place, commentId: string, text: string, change = false) =>
      asOurs(tables.writeComment({ ...place, commentId, text, change }, { actor, deadlineMs })),
    remove: async (actor: Actor, place: Place, commentId: string): Promise<void> => {
      await asOurs(tables.deleteComment({ ...place, commentId }, { actor, deadlineMs }));
    },
  };
};
export type Records = ReturnType<typeof createRecords>;
