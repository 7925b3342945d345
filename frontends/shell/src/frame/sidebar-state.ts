import { useSyncExternalStore } from 'react';
import { clampWidth, parseSidebar, type SidebarState } from './sidebar-width.ts';

const key = 'tessera:sidebar';

const read = (): SidebarState => {
  try {
    return parseSidebar(localStorage.getItem(key));
  } catch {
    return parseSidebar(null);
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
