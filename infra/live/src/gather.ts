import type { Notice } from '@tessera/kernel';

/** Ids named one by one in a message; above it says "many". */
const mostIds = 200;

export type Gathered = {
  readonly topic: string;
  readonly kind: Notice['kind'];
  readonly position: number;
  readonly ids: readonly string[] | 'many';
  readonly actorId: string;
};
type Open = { kind: Notice['kind']; actorId: string; position: number; ids: Set<string> | 'many' };

/**
 * Gathers notices per topic for `windowMs` after the first and then hands them on, joined per kind and actor, in the
 * order in which each began. Topics are whatever the caller names them by.
 */
export const createGatherer = (windowMs: number, deliver: (topic: string, notices: readonly Gathered[]) => void) => {
  const topics = new Map<string, { open: Open[]; timer: ReturnType<typeof setTimeout> }>();
  const flush = (key: string, topic: string): void => {
    const entry = topics.get(key);
    if (entry === undefined) return;
    topics.delete(key);
    deliver(
      key,
      entry.open.map(({ kind, actorId, position, ids }) => ({
        topic,
        kind,
        actorId,
        position,
        ids: ids === 'many' ? 'many' : [...ids],
      })),
    );
  };
  return {
    add: (key: string, notice: Notice, position: number, actorId: string): void => {
      let entry = topics.get(key);
      if (entry === undefined) {
        const timer = setTimeout(() => flush(key, notice.topic), windowMs);
        topics.set(key, (entry = { open: [], timer }));
      }
      let open = entry.open.find((one) => one.kind === notice.kind && one.actorId === actorId);
      if (open === undefined) entry.open.push((open = { kind: notice.kind, actorId, position, ids: new Set() }));
      open.position = Math.max(open.position, position);
      if (notice.ids === 'many') open.ids = 'many';
      else if (open.ids !== 'many') {
        for (const id of notice.ids ?? []) open.ids.add(id);
        if (open.ids.size > mostIds) open.ids = 'many';
      }
    },
    stop: (): void => {
      for (const { timer } of topics.values()) clearTimeout(timer);
      topics.clear();
    },
  };
};
