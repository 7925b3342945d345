import { useSyncExternalStore } from 'react';

export type SidebarState = { readonly width: number; readonly collapsed: boolean };

const key = 'tessera:sidebar';
export const narrowest = 200;
export const widest = 320;
const usual: SidebarState = { width: 240, collapsed: false };

/** Reads what was remembered; anything unusable is the usual sidebar. */
export const parseSidebar = (text: string | null): SidebarState => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return usual;
    const { width, collapsed } = value as Partial<Record<keyof SidebarState, unknown>>;
    return { width: typeof width === 'number' ? clampWidth(width) : usual.width, collapsed: collapsed === true };
  } catch {
    return usual;
  }
};

export const clampWidth = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)));

const read = (): SidebarState => {
  try {
    return parseSidebar(localStorage.getItem(key));
  } catch {
    return usual;
  }
};

let state = read();
const listeners = new Set<() => void>();

export const setSidebar = (change: Partial<SidebarState>): void => {
  state = { ...state, ...change, width: clampWidth(change.width ?? state.width) };
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch {
    // Storage may be blocked: the width then lasts as long as the page.
  }
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSidebar = (): SidebarState => useSyncExternalStore(subscribe, () => state);
