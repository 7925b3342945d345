import { useLayoutEffect } from 'react';

/** In px: the row of totals under the grid. */
export const footHeight = 32;

/** Keeps the place of the totals free: messages stand above it. What takes the place of another keeps it meanwhile. */
export const useFootPlace = (height: number): void => {
  useLayoutEffect(() => {
    if (height === 0) return undefined;
    document.documentElement.style.setProperty('--page-foot', `${height}px`);
    return () => void document.documentElement.style.removeProperty('--page-foot');
  }, [height]);
};
