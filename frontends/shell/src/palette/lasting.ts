import { useSyncExternalStore } from 'react';

/** Something that takes a while: how far it is, from 0 to 1, and whether it is over. */
export type Lasting = { readonly label: string; readonly share: number; readonly done: boolean };

/** In ms: before, nobody needs to be told; so often it comes nearer by itself; so long its end is shown. */
const shownAfter = 10;
const nearerEvery = 2000;
const fadesAfter = 1500;
/** It is never taken for over before it is; each time so much of what is left is taken for done. */
const mostGuessed = 0.95;
const nearer = 0.15;

let now: Lasting | null = null;
let busy = false;
const listeners = new Set<() => void>();
const set = (next: Lasting | null): void => {
  now = next;
  for (const listener of listeners) listener();
};

/** One step towards the end, where nothing is heard of it. */
export const guessed = (share: number): number => Math.max(share, share + (mostGuessed - share) * nearer);

export const isBusy = (): boolean => busy;
export const hideLasting = (): void => set(null);

/** Begins what takes a while; it goes on when the palette is closed. One at a time: false while another is at it. */
export const begin = async (
  label: string,
  work: (told: (share: number) => void) => Promise<void>,
): Promise<boolean> => {
  if (busy) return false;
  busy = true;
  let share = 0;
  let hidden = true;
  const show = (): void => {
    // Whoever closed it has seen enough.
    if (hidden || now !== null) set({ label, share, done: false });
    hidden = false;
  };
  const told = (next: number): void => {
    share = Math.max(share, Math.min(next, 1));
    if (!hidden) show();
  };
  const starts = setTimeout(show, shownAfter);
  const creeps = setInterval(() => told(guessed(share)), nearerEvery);
  try {
    await work(told);
    if (now !== null) {
      const end: Lasting = { label, share: 1, done: true };
      set(end);
      setTimeout(() => now === end && set(null), fadesAfter);
    }
    return true;
  } catch (error) {
    set(null);
    throw error;
  } finally {
    clearTimeout(starts);
    clearInterval(creeps);
    busy = false;
  }
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useLasting = (): Lasting | null => useSyncExternalStore(subscribe, () => now);
