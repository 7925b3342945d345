import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { modalOpen } from '../layers/layers.ts';
import { isMac, matchesKeys, parseKeys } from './keys.ts';

export type Shortcut = {
  readonly keys: string;
  /** Shown in the help; already translated. */
  readonly label: string;
  readonly group: string;
};

export type ShortcutOptions = {
  readonly enabled?: boolean;
  /** Also while a text is edited; only sensible with `mod`. */
  readonly inEditors?: boolean;
  /** Also while a dialog is open. */
  readonly overDialogs?: boolean;
};

type Registered = Shortcut & { readonly run: (event: KeyboardEvent) => void; readonly options: ShortcutOptions };

const registered: Registered[] = [];
const listeners = new Set<() => void>();
let snapshot: readonly Shortcut[] = [];

const changed = (): void => {
  snapshot = registered.map(({ keys, label, group }) => ({ keys, label, group }));
  for (const listener of listeners) listener();
};

/**
 * True where typing writes: inputs, editable text, and places marked `data-captures-keys` (a grid with a selected
 * cell).
 */
export const writesText = (target: EventTarget | null): boolean => {
  if (!(target instanceof Element)) return false;
  const captures = target.closest('[data-captures-keys]');
  // Its buttons (the menu of a column) take no letters.
  if (captures && target.closest('button') === null) return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit', 'range', 'file'].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
};

const onKeyDown = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const writing = writesText(event.target);
  const covered = modalOpen();
  const mac = isMac();
  // The newest registration wins: a panel's shortcut stands before its page's.
  for (const shortcut of registered.toReversed()) {
    if (!matchesKeys(event, shortcut.keys, mac)) continue;
    const plain = !parseKeys(shortcut.keys).mod;
    if (writing && (plain || shortcut.options.inEditors !== true)) continue;
    if (covered && shortcut.options.overDialogs !== true) continue;
    event.preventDefault();
    shortcut.run(event);
    return;
  }
};

if (typeof window !== 'undefined') window.addEventListener('keydown', onKeyDown);

/**
 * Registers a shortcut while the component is mounted and `enabled`. Letters never fire inside editors or selected grid
 * cells.
 */
export const useShortcut = (
  shortcut: Shortcut,
  run: (event: KeyboardEvent) => void,
  options: ShortcutOptions = {},
): void => {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  const { keys, label, group } = shortcut;
  const { enabled = true, inEditors = false, overDialogs = false } = options;
  useEffect(() => {
    if (!enabled) return undefined;
    const entry: Registered = {
      keys,
      label,
      group,
      run: (event) => latest.current(event),
      options: { inEditors, overDialogs },
    };
    registered.push(entry);
    changed();
    return () => {
      registered.splice(registered.indexOf(entry), 1);
      changed();
    };
  }, [keys, label, group, enabled, inEditors, overDialogs]);
};

/** Every shortcut that works now, for the help. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
  );
