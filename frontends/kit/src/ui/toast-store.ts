import type { ReactNode } from 'react';

export type ToastInput = {
  readonly message: ReactNode;
  /** Second line: what is safe, what to do. */
  readonly detail?: ReactNode;
  /** Errors stay until they are read. */
  readonly kind?: 'info' | 'error';
  /** Offers Undo for 10 s. */
  readonly undo?: () => void | Promise<void>;
  /** One other action ("Open task"). */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Id of the request to quote. */
  readonly quote?: string;
  /** Milliseconds; 3,000 without an Undo, 10,000 with one. */
  readonly duration?: number;
};

export type Toast = ToastInput & { readonly id: number };

let last = 0;
let current: Toast | null = null;
let unread: readonly Toast[] = [];
const listeners = new Set<() => void>();

const changed = (): void => {
  for (const listener of listeners) listener();
};

/**
 * Shows a message at the bottom left, one at a time: a newer one takes the place, and an unread error comes back after
 * it. Answers its id.
 */
export const toast = (input: ToastInput): number => {
  const next = { ...input, id: ++last };
  if (input.kind === 'error') unread = [...unread, next];
  else current = next;
  changed();
  return next.id;
};

export const dismissToast = (id: number): void => {
  if (current?.id === id) current = null;
  unread = unread.filter((error) => error.id !== id);
  changed();
};

export const shownToast = (): Toast | null => current ?? unread[0] ?? null;

export const onToast = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How long a toast stays, in ms; null for as long as nobody reads it. */
export const toastDuration = (input: ToastInput): number | null => {
  if (input.kind === 'error') return null;
  return input.duration ?? (input.undo ? 10_000 : 3000);
};
