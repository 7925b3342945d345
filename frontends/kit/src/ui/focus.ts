import { useLayoutEffect, useRef } from 'react';

/** Gives the focus back to where it was when something above the page closes. */
export const useReturnFocus = (opened: boolean): void => {
  const before = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!opened) return undefined;
    before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    return () => {
      const target = before.current;
      if (target?.isConnected && target !== document.body) target.focus({ preventScroll: true });
    };
  }, [opened]);
};

/** Keeps Tab inside what it surrounds while active. */
export { FocusTrap } from '@mantine/core';
