import { writesText } from '@tessera/kit';
import { useEffect, useState } from 'react';

/** Nobody who is still typing leaves a longer pause between two keys. */
const pauseMs = 1000;

/**
 * Whether `asked`, from the moment on at which nobody is in the middle of typing: what opens over the page takes the
 * focus, and the keys that follow would land in it.
 */
export const useBetweenWords = (asked: boolean): boolean => {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!asked) {
      setOpen(false);
      return undefined;
    }
    if (!writesText(document.activeElement)) {
      setOpen(true);
      return undefined;
    }
    const show = (): void => setOpen(true);
    let timer = setTimeout(show, pauseMs);
    const again = (): void => {
      clearTimeout(timer);
      timer = setTimeout(show, pauseMs);
    };
    window.addEventListener('keydown', again, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', again, true);
    };
  }, [asked]);
  return open;
};
