// Shows what push brings, and keeps what the page itself is made of, so that the installed app opens without a connection.
// What the API answers, and anything of a person, it neither sees nor keeps. While the server answers, every page is the
// server's: what is kept is shown in place of nothing alone, and so never in place of something newer.

/** Whether who is logged in here is whom it is for; without an answer it is shown, since its reader could read it. */
const isTheirs = async (userId) => {
  try {
    const answer = await fetch('/api/v3/session', { credentials: 'same-origin' });
    if (answer.status === 401) return false;
    if (!answer.ok) return true;
    const { user } = await answer.json();
    return user.id === userId;
  } catch {
    return true;
  }
};

const show = async (data) => {
  if (data === null) return;
  const { id, userId, title, link } = data.json();
  if (!(await isTheirs(userId))) {
    // Another person's browser from here on, or nobody's.
    const subscription = await self.registration.pushManager.getSubscription();
    if (subscription !== null) await subscription.unsubscribe();
    return;
  }
  await self.registration.showNotification('Tessera', { body: title, tag: id, data: { link } });
};

const open = async (link) => {
  const address = new URL(link, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => url === address.href);
  await (page === undefined ? self.clients.openWindow(address.href) : page.focus());
};

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.link));
});

/** The page and its files, of the last time that the server was there. */
const kept = 'tessera-shell';
/** Pages that are the kept one: their files are too. */
const without = new Set();

/** Whether the page of the product is at an address: no call, no file, and nothing that strangers open. */
const isPlace = ({ origin, pathname }) =>
  origin === self.location.origin &&
  !/^\/(?:api|public)(?:\/|$)|^\/[A-Za-z0-9]{3,30}\/[\w-]{22}\/?$/.test(pathname) &&
  !/\.[a-z0-9]{2,11}$/i.test(pathname);

/** Keeps the page with all its files, or leaves what there is. */
const keep = async () => {
  const answer = await fetch('/', { credentials: 'omit', cache: 'no-store' });
  if (!answer.ok) return;
  const named = (await answer.clone().text()).matchAll(/(?:"|&quot;)(\/assets\/[^"&]+)/g);
  const files = new Set([...named].map(([, file]) => file));
  const cache = await caches.open(kept);
  const before = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  // The files first: a page of which something lacks is worth nothing.
  await Promise.all(
    [...files]
      .filter((file) => !before.has(file))
      .map(async (file) => {
        const one = await fetch(file, { credentials: 'omit' });
        if (!one.ok) throw new Error(file);
        await cache.put(file, one);
      }),
  );
  await cache.put('/', answer);
  await Promise.all([...before].filter((file) => file !== '/' && !files.has(file)).map((file) => cache.delete(file)));
};

const answerPage = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await caches.match('/', { cacheName: kept });
    if (page === undefined) throw error;
    without.add(event.resultingClientId);
    return page;
  }
};
const answerFile = async (request) => (await caches.match(request.url, { cacheName: kept })) ?? fetch(request);

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()])),
);
self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keep().catch(() => undefined));
});
self.addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  const address = new URL(request.url);
  if (request.mode === 'navigate') {
    if (request.method === 'GET' && isPlace(address)) event.respondWith(answerPage(event));
  } else if (
    without.has(clientId) &&
    address.origin === self.location.origin &&
    address.pathname.startsWith('/assets/')
  )
    event.respondWith(answerFile(request));
});
