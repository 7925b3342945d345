import { useEffect, useId, useRef } from 'react';
import { afterHistorySteps, historyStep } from '../routing/history-steps.ts';

/**
 * The browser's Back closes what is open instead of leaving the page: it has an entry of its own in the history, which
 * goes with it.
 */
export const useBack = (opened: boolean, close: () => void): void => {
  const latest = useRef(close);
  latest.current = close;
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    const own = (): boolean => (history.state as { sheet?: string } | null)?.sheet === id;
    let here = false;
    let over = false;
    // What closed a moment ago may still be on its way back.
    void afterHistorySteps(() => {
      if (over) return;
      history.pushState({ ...(history.state as object | null), sheet: id }, '');
      here = true;
    });
    const back = (): void => {
      if (!here || own()) return;
      here = false;
      latest.current();
    };
    window.addEventListener('popstate', back);
    return () => {
      over = true;
      window.removeEventListener('popstate', back);
      // A press that leads elsewhere has put its own entry on top by then.
      setTimeout(() => {
        if (here && own()) void historyStep(-1);
      });
    };
  }, [opened, id]);
};
