// Shows push messages, also while no page of Daybook is open. A click on a message opens its page.
// A message is JSON: { title, text, url }, where url is an address of this site.

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
