import { isInstalled } from './install.ts';

const worker = '/push-worker.js';
/** In ms: what the page itself needs comes first. */
const later = 3000;

/** Has the worker keep the page as it is today, for the next time without a connection. */
const keep = async (): Promise<void> => {
  await navigator.serviceWorker.register(worker, { scope: '/' });
  (await navigator.serviceWorker.ready).active?.postMessage('keep');
};

/** Keeps the page where it is installed, which is where it is opened without a connection; answers how to stop that. */
export const keepShell = (): (() => void) => {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const begin = (): void => void keep().catch(() => undefined);
  const timer = isInstalled() ? setTimeout(begin, later) : undefined;
  addEventListener('appinstalled', begin);
  return () => {
    clearTimeout(timer);
    removeEventListener('appinstalled', begin);
  };
};
