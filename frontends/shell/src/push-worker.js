// Shows what push brings, and nothing else: it answers no request and keeps no page.

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
