// The service worker: shows push messages, also while no page of Daybook is open, and says so when there is no
// connection. A message is JSON: { id, title, text, url, company, language }, where url is an address of this site, and
// company the id of the one whose page it is.

const offlineCache = 'daybook-offline';
const offlinePage = '/app/offline';
/** How long an open page may take to say that it opens an address (ms). */
const answerTimeout = 1_000;

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([storeOfflinePage(), self.skipWaiting()]));
});

self.addEventListener('activate', (event) => {
  // Pages load while the worker starts.
  event.waitUntil(self.registration.navigationPreload?.enable());
});

/** Nothing else is cached. The page is in the language of the visitor. */
async function storeOfflinePage() {
  const cache = await caches.open(offlineCache);
  await cache.add(new Request(offlinePage, { cache: 'reload' }));
}

self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  if (mode === 'navigate' && !new URL(url).pathname.startsWith('/api/')) event.respondWith(load(event));
});

async function load({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch (error) {
    const page = await caches.match(offlinePage);
    if (page) return page;
    throw error;
  }
}

self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

function show({ id, title = 'Daybook', text = '', url = '/app/home', company = '', language = '' }) {
  return self.registration.showNotification(title, {
    body: text,
    icon: '/app/icon-192.png',
    // A message that arrives twice is shown once.
    tag: id ?? url,
    lang: language,
    data: { id, url, company },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { id, url, company = '' } = event.notification.data;
  const address = new URL(url, self.location.origin);
  if (address.origin !== self.location.origin) return;
  event.waitUntil(Promise.all([open(address, company), id && post('reminders/Visited', { Id: id })]));
});

/** Opens the address in a page of the application that is open already, else in a new one. */
async function open(address, company) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((one) => new URL(one.url).pathname.startsWith('/app/'));
  if (!page || !(await showIn(page, address, company))) {
    if (company && !address.hash) address.hash = `company=${company}`;
    return self.clients.openWindow(address.href);
  }
  // A browser may refuse to bring a page to the front; the page shows the address anyway.
  return page.focus().catch(() => {});
}

/** Asks the page to open an address, so that it can warn of unsaved changes, and ask before it changes the company. Returns whether the page does it. */
function showIn(page, { pathname, search, hash }, company) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), answerTimeout);
    page.postMessage({ open: pathname + search + hash, company }, [port2]);
  });
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

/** Stores the subscription that replaces an expired one. While signed out, the next page of the person does it. */
async function renew({ oldSubscription, newSubscription }) {
  const subscription = newSubscription ?? (await subscribe(oldSubscription));
  if (subscription) await post('fcm/SetToken', { Token: JSON.stringify(subscription) });
}

async function subscribe(former) {
  const key = former?.options.applicationServerKey ?? (await serverKey());
  return key && self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function serverKey() {
  const answer = await fetch('/api/fcm/GetKey');
  return answer.ok ? (await answer.json()).Value : undefined;
}

function post(call, body) {
  const headers = { 'content-type': 'application/json' };
  return fetch(`/api/${call}`, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {});
}
