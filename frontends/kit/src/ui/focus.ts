import { useCallback, useLayoutEffect, useRef } from 'react';
import { overlays } from './overlays.ts';

/**
 * Gives the focus back to where it was when something above the page goes: at once when it is unmounted, and by the returned function
 * when it leaves with a motion (a focus given earlier would be taken again by what still lies there).
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

/** Keeps Tab inside what it surrounds while active. */
export { FocusTrap } from '@mantine/core';
