import { useSyncExternalStore } from 'react';

export type ThemeChoice = 'light' | 'dark' | 'system';

const key = 'tessera:theme';
// Unit tests load this without a browser.
const dark = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const stored = (): ThemeChoice => {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
};

let choice = stored();

const apply = (): void => {
  document.documentElement.dataset['theme'] =
    choice === 'dark' || (choice === 'system' && dark?.matches === true) ? 'dark' : 'light';
  for (const listener of listeners) listener();
};

dark?.addEventListener('change', apply);
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return;
    choice = stored();
    apply();
  });

/**
 * Chooses the theme and remembers it in this browser, where the page's first script reads it before the first paint.
 */
export const setTheme = (next: ThemeChoice): void => {
  choice = next;
  try {
    localStorage.setItem(key, next);
  } catch {
    // Storage may be blocked: the choice then lasts as long as the page.
  }
  apply();
};

/** True when a theme was chosen in this browser. */
export const themeChosen = (): boolean => {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
};

/** The chosen theme, with the way to choose another. */
export const useTheme = (): readonly [ThemeChoice, (next: ThemeChoice) => void] => [
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => choice,
  ),
  setTheme,
];
