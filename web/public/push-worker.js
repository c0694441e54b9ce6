// Shows push messages while no page of Daybook is open, and leads to what they are about.
// A message is JSON: { title, text, url }, the address one of ours.

self.addEventListener('push', (event) => {
  const { title = 'Daybook', text = '', url = '/app/home' } = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification(title, { body: text, icon: '/favicon.svg', tag: url, data: { url } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.url, self.location.origin);
  if (address.origin === self.location.origin) event.waitUntil(open(address.href));
});

async function open(address) {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return self.clients.openWindow(address);
  await page.focus();
  return page.navigate(address);
}
