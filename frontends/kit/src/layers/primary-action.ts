import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** What a page is mostly for; a phone puts it on the large button of its bar. `label` is translated. */
export type PrimaryAction = { readonly label: string; readonly run: () => void };

let stack: readonly PrimaryAction[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly PrimaryAction[]): void => {
  stack = next;
  for (const listener of listeners) listener();
};

/** Offers an action while the component is mounted; the newest stands on the button. Null offers none. */
export const usePrimaryAction = (action: PrimaryAction | null): void => {
  const latest = useRef(action?.run);
  useLayoutEffect(() => {
    latest.current = action?.run;
  });
  const label = action?.label;
  useEffect(() => {
    if (label === undefined) return undefined;
    const offered: PrimaryAction = { label, run: () => latest.current?.() };
    change([...stack, offered]);
    return () => change(stack.filter((one) => one !== offered));
  }, [label]);
};

/** What the page under the bar offers now. */
export const useOfferedAction = (): PrimaryAction | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => stack.at(-1),
  );
