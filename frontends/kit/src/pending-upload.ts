let pending: File | null = null;

/**
 * Carries a file that was dropped somewhere to the page that works on it, across a navigation and through federation.
 * `take` empties it, so a page that is opened again later does not find a stale file.
 */
export const pendingUpload = {
  put: (file: File): void => {
    pending = file;
  },
  peek: (): File | null => pending,
  take: (): File | null => {
    const file = pending;
    pending = null;
    return file;
  },
};
