import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { overlays } from './overlays.ts';

/**
 * Gives the focus back to where it was when something above the page goes: at once when it is unmounted, and by the
 * returned function when it leaves with a motion (a focus given earlier would be taken again by what still lies there).
 */
export const useReturnFocus = (opened: boolean): (() => void) => {
  const before = useRef<HTMLElement | null>(null);
  const giveBack = useCallback(() => {
    const target = before.current;
    const active = document.activeElement;
    const lost = active === null || active === document.body || active.closest(`${overlays}, [role="dialog"]`) !== null;
    if (lost && target?.isConnected && target !== document.body) target.focus({ preventScroll: true });
    before.current = null;
  }, []);
  useLayoutEffect(() => {
    if (opened) before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  }, [opened]);
  useLayoutEffect(() => giveBack, [giveBack]);
  return giveBack;
};

/**
 * Gives the focus back in the moment in which a popover closes, from what it holds: the next key then finds its place.
 */
export const useFocusBack = (opened: boolean, floating: RefObject<HTMLElement | null>): void => {
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (opened) {
      const active = document.activeElement;
      // Opened again while it leaves, it may have the focus already.
      if (!floating.current?.contains(active)) before.current = active instanceof HTMLElement ? active : null;
      return undefined;
    }
    const target = before.current;
    if (!target?.isConnected) return undefined;
    const giveBack = (): void => {
      if (floating.current?.contains(document.activeElement)) target.focus({ preventScroll: true });
    };
    // What was just opened takes the focus when it appears, also when it is on its way out by then; it does so before
    // `floating` is known.
    const onFocus = (): void => (floating.current === null ? queueMicrotask(giveBack) : giveBack());
    giveBack();
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, [opened, floating]);
};

/** Keeps Tab inside what it surrounds while active. */
export { FocusTrap } from '@mantine/core';
