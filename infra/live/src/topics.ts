import type { Actor } from '@tessera/kernel';

/** Whether somebody may be told of a topic; 'unnamed': that something changed, but never which records. */
export type Hearing = boolean | 'unnamed';

/**
 * A live topic as a service announces it: `head` alone (`tables`), or `head:<id>` where `id` is set. With `own` the
 * answer may differ between people of equal rights.
 */
export type TopicShape = { readonly head: string; readonly id: boolean; readonly own?: boolean };

/**
 * A topic with the question who may hear of it; `id` is '' where the topic has none. A rejection is a no, unless it says
 * that nobody can tell now (`unavailable`).
 */
export type LiveTopic = TopicShape & {
  mayHear(actor: Actor, id: string): Promise<Hearing> | Hearing;
};

/** Finds topics by their text; undefined for one that nobody announced. Throws where two announce the same. */
export const topicsByName = <T extends TopicShape>(
  topics: readonly T[],
): ((text: string) => { readonly topic: T; readonly id: string } | undefined) => {
  const byHead = new Map<string, T>();
  for (const topic of topics) {
    if (byHead.has(topic.head)) throw new Error(`the live topic ${topic.head} is announced twice`);
    byHead.set(topic.head, topic);
  }
  return (text) => {
    const at = text.indexOf(':');
    const topic = byHead.get(at === -1 ? text : text.slice(0, at));
    return topic === undefined || topic.id !== (at !== -1)
      ? undefined
      : { topic, id: at === -1 ? '' : text.slice(at + 1) };
  };
};
