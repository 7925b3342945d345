import { openRawCommit, type CommitReads } from '@tessera/event-store';
import type { Message } from 'kafkajs';
import { encodeArrival, rootsOf } from '../src/kafka/message.ts';

/**
 * Every commit of a log as messages, each `copies(n)` times, in an order that has nothing to do with that of the log
 * but is the same in every run.
 */
export const messagesOf = async (source: CommitReads, copies: (n: number) => number): Promise<Message[]> => {
  const messages: Message[] = [];
  let n = 0;
  for (const { organizationId } of await source.organizationsAfter('', 1_000)) {
    const last = new Map<string, number>();
    for (let after = 0; ;) {
      const page = await source.commitsAfter(organizationId, after, 500);
      if (page.commits.length === 0) break;
      after = page.commits.at(-1)!.position;
      for (const raw of page.commits) {
        const opened = openRawCommit('lists', raw);
        for (const root of rootsOf(opened)) {
          const message = encodeArrival(
            { organizationId, position: raw.position, epoch: page.epoch, root, of: 1, previous: last.get(root) ?? 0 },
            raw,
            opened,
          );
          last.set(root, raw.position);
          for (let copy = copies(n++); copy > 0; copy--) messages.push(message);
        }
      }
    }
  }
  let random = 1;
  for (let i = messages.length - 1; i > 0; i--) {
    random = (random * 48_271) % 2_147_483_647;
    const j = random % (i + 1);
    [messages[i], messages[j]] = [messages[j]!, messages[i]!];
  }
  return messages;
};
