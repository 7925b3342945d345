import { api } from '@tessera/kit';
import { queryOptions } from '@tanstack/react-query';

/** Whether this browser is told by push, or why it cannot be. */
export type PushState = 'insecure' | 'unsupported' | 'blocked' | 'off' | 'on';

const worker = '/push-worker.js';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
const textOf = (bytes: ArrayBuffer | null): string =>
  bytes === null
    ? ''
    : btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');

const held = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()) ?? null;

/** A browser is one person's: what another one subscribed here is not the reader's. */
const stateNow = async (signal?: AbortSignal): Promise<PushState> => {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await held();
  if (subscription === null) return 'off';
  const { endpoints } = await api.get('/v3/notifications/push', signal === undefined ? {} : { signal });
  return endpoints.includes(subscription.endpoint) ? 'on' : 'off';
};

export const pushQuery = queryOptions({ queryKey: ['push'], queryFn: ({ signal }) => stateNow(signal) });

/** Asks the browser for leave, subscribes it and tells the server; answers what came of it. */
export const turnOn = async (): Promise<PushState> => {
  if ((await Notification.requestPermission()) !== 'granted') return stateNow();
  const { publicKey } = await api.get('/v3/notifications/push');
  await navigator.serviceWorker.register(worker, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // Of another installation, or of keys that it does not have any more.
  if (before !== null && textOf(before.options.applicationServerKey) !== publicKey) await before.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  const { endpoint = '', keys = {} } = made.toJSON();
  const payload = { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
  await api.post('/notifications/subscribe', { body: { payload, type: 'generic_browser' } });
  return 'on';
};

export const turnOff = async (): Promise<PushState> => {
  const subscription = await held();
  if (subscription === null) return 'off';
  await api.post('/notifications/unsubscribe', { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return 'off';
};
