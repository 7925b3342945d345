import type { Outgoing } from './projection.ts';

export type Ready = {
  /** Deliveries that can be sent now. */
  readonly now: readonly string[];
  /** When the next one can; undefined where none waits for its time. */
  readonly nextAt: number | undefined;
};

/**
 * What of the outgoing deliveries of a webhook is sent now, in their order, at most `most`: the first of each record that
 * is not delivered; those behind it wait for it. `taken` remembers the records that were met, over several pages.
 */
export const readyOf = (
  outgoing: readonly Outgoing[],
  now: number,
  most: number,
  taken: Set<string> = new Set(),
): Ready => {
  const ready: string[] = [];
  let nextAt: number | undefined;
  for (const { deliveryId, recordId, nextAt: at } of outgoing) {
    if (ready.length >= most) break;
    if (taken.has(recordId)) continue;
    taken.add(recordId);
    if (at <= now) ready.push(deliveryId);
    else nextAt = Math.min(nextAt ?? at, at);
  }
  return { now: ready, nextAt };
};
