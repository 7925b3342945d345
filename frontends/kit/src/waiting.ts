import { useSyncExternalStore } from 'react';

/** Changes of one place that the server does not hold yet. */
export type Waiting = {
  readonly count: number;
  /** Sending failed; it is tried again by itself, or now by `retry`. */
  readonly stuck: boolean;
  readonly retry: () => void;
};

type Total = { readonly count: number; readonly stuck: boolean };

const places = new Map<object, Waiting>();
const listeners = new Set<() => void>();
let total: Total = { count: 0, stuck: false };

const retry = (): void => {
  for (const place of places.values()) place.retry();
};

/** Says what waits in a place (any object stands for it), or that nothing waits any more. */
const report = (place: object, waiting: Waiting | null): void => {
  if (waiting === null || waiting.count === 0) places.delete(place);
  else places.set(place, waiting);
  const all = [...places.values()];
  const next = { count: all.reduce((sum, one) => sum + one.count, 0), stuck: all.some((one) => one.stuck) };
  if (next.count === total.count && next.stuck === total.stuck) return;
  total = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What the whole page still has to save, across remotes: pages report it, the frame shows it. */
export const waiting = { report, retry, total: (): Total => total };

export const useWaiting = (): Total => useSyncExternalStore(subscribe, waiting.total);
