import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { api } from './api/client.ts';
import { isUnavailable } from './api/error.ts';
import { waiting } from './waiting.ts';

const firstWait = 3000;
const longestWait = 15_000;

type Clock = { readonly now: () => number; readonly hidden: () => boolean };
const browserClock: Clock = { now: () => performance.now(), hidden: () => document.hidden };

/**
 * What a server that was away left undone, done again by itself once `answers` says that it is back. Asked after 3 s,
 * then more and more rarely, every 15 s at last, and not while nobody sees the page: what is on the screen stays as it
 * is until there is something better to show.
 */
export const createRecovery = (answers: () => Promise<boolean>, clock: Clock = browserClock) => {
  const places = new Map<object, () => void>();
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = firstWait;
  let last = Number.NEGATIVE_INFINITY;
  let asking = false;
  let told = false;

  const tell = (): void => {
    if (told === places.size > 0) return;
    told = places.size > 0;
    for (const listener of listeners) listener();
  };
  const look = async (): Promise<void> => {
    timer = undefined;
    asking = true;
    const back = !clock.hidden() && (await answers().catch(() => false));
    last = clock.now();
    wait = Math.min(longestWait, wait * 2);
    asking = false;
    // Each says again that it waits if it fails again, and that it does not once it has what it wanted.
    if (back) for (const again of Array.from(places.values())) again();
    plan();
  };
  const plan = (): void => {
    if (places.size > 0 && !asking) timer ??= setTimeout(() => void look(), wait);
  };

  return {
    /**
     * Says that a place (any object stands for it) has failed for now, with the way to try again; or that nothing is
     * missing there any more.
     */
    report: (place: object, again: (() => void) | null): void => {
      if (again === null) places.delete(place);
      else {
        if (places.size === 0 && clock.now() - last > 2 * longestWait) wait = firstWait;
        places.set(place, again);
        plan();
      }
      if (places.size === 0) {
        clearTimeout(timer);
        timer = undefined;
      }
      tell();
    },
    waits: (): boolean => told,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export type Recovery = Pick<ReturnType<typeof createRecovery>, 'report'>;

/** Asked of what every page needs, the session. */
const presentlyAnswers = (): Promise<boolean> =>
  api.get('/auth/session').then(
    () => true,
    (error: unknown) => !isUnavailable(error),
  );

/** The page's, across remotes. */
export const recovery = createRecovery(presentlyAnswers);
// What is typed need not wait for its own next attempt.
recovery.subscribe(() => {
  if (!recovery.waits()) waiting.retry();
});

/** Whether something on the page waits for the server to answer again. */
export const useRecovering = (): boolean => useSyncExternalStore(recovery.subscribe, recovery.waits);

/** Tries again by itself once the server answers, where `error` says that it was away. */
export const useRecovery = (error: unknown, again: () => void): void => {
  const latest = useRef(again);
  useLayoutEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    if (!isUnavailable(error)) return undefined;
    const place = {};
    recovery.report(place, () => latest.current());
    return () => recovery.report(place, null);
  }, [error]);
};
