// Shows notices that the service pushes to this browser, and opens the inbox on a click. It handles no requests of pages.
self.addEventListener('push', (event) => {
  const { title, body } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag: 'notices',
      renotify: true,
      icon: '/icon-192.png',
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openInbox());
});

async function openInbox() {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const inbox = pages.find(({ url }) => new URL(url).pathname === '/inbox');
  return inbox ? inbox.focus() : self.clients.openWindow('/inbox');
}
