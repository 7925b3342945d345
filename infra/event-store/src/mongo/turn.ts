import { randomUUID } from 'node:crypto';
import { changeOne } from '@tessera/document-store/mongo';
import { firstModel, type Collections } from './collections.ts';
import { isDuplicate, within } from './failures.ts';

/** The name of the turn to look after a model. It is stored: replicas of two versions take one turn. */
export const turnOf = (model: string): string => (model === firstModel ? 'janitor' : `janitor-${model}`);

/** Nothing depends on its durability: two holders for a moment do twice what may be done twice. */
const concern = { w: 1, j: false } as const;

/**
 * Whose turn it is, of all processes over one database, to do what one is enough for. The holder counts up; who sees no
 * count for `silentMs` by its own steady clock takes over. It bounds the cost of what is done and protects nothing: for
 * a moment there may be two. Each call costs one round trip, a change of hands two.
 */
export const createTurn = (c: Collections, name: string, operationMs: number, silentMs: number) => {
  const own = randomUUID();
  let holding = false;
  let left = false;
  let seen: { readonly beat: number; readonly holder: string; readonly at: number } | undefined;

  const change = async (query: { holder: string; beat?: number }, holder: string): Promise<boolean> =>
    (await within(
      operationMs,
      changeOne(
        c.turns,
        { _id: name, ...query },
        { $set: { holder }, $inc: { beat: 1 } },
        { concern, fields: { beat: 1 }, maxTimeMS: operationMs },
      ),
    )) !== null;

  const take = async (): Promise<boolean> => {
    const found = await within(operationMs, c.turns.findOne({ _id: name }, { maxTimeMS: operationMs }));
    if (found === null) {
      try {
        await within(operationMs, c.turns.insertOne({ _id: name, holder: own, beat: 1 }, { writeConcern: { w: 1 } }));
        return true;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return false;
      }
    }
    const { beat, holder } = found;
    if (seen === undefined || seen.beat !== beat || seen.holder !== holder)
      seen = { beat, holder, at: performance.now() };
    if (holder !== '' && performance.now() - seen.at < silentMs) return false;
    return change({ holder, beat }, own);
  };

  return {
    /** Whether it is this process's turn; the holder must ask more often than every `silentMs`. */
    mine: async (): Promise<boolean> => {
      if (holding) holding = await change({ holder: own }, own);
      if (!left) holding ||= await take();
      return holding && !left;
    },
    /** For good: another may take over at once. */
    leave: async (): Promise<void> => {
      left = true;
      if (!holding) return;
      holding = false;
      await change({ holder: own }, '').catch(() => undefined);
    },
  };
};
