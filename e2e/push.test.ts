// Push notifications: turned on in My account, sent by the server, shown and opened by the real service worker. The
// subscription is played: test browsers have no push service.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { BrowserContext, Page, Worker } from 'playwright-core';
import { remind } from '#server/messaging/feed/remind.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee, buildMembership } from '#server/testing/build/business.ts';
import { openPushReceiver } from '#server/testing/servers/push-receiver.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const service = await openPushReceiver();
const daybook = await openApp({ PRIVATE_HOSTS: 'localhost' });
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
after(() => service[Symbol.asyncDispose]());

/** The browser's part of subscribing. Headless browsers permit no notifications. */
function playSubscription(json: string): void {
  const isBlocked = () => sessionStorage.getItem('blocked') !== null;
  Object.defineProperty(Notification, 'permission', { get: () => (isBlocked() ? 'denied' : 'granted') });
  Notification.requestPermission = async () => 'granted';
  const key = 'played subscription';
  const played = () =>
    ({
      ...JSON.parse(json),
      toJSON: () => JSON.parse(json),
      async unsubscribe() {
        localStorage.removeItem(key);
        return true;
      },
      // The part of a subscription that the code uses.
    }) as unknown as PushSubscription;
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(key) ? played() : null);
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem(key, 'yes');
    return played();
  };
}

function tell({ companyId, userId }: BuiltEmployee, text: string, link: string) {
  const work = { ...daybook.services, db: daybook.services.database.write };
  return remind(work, { companyId, userId, type: 'calendarEvent', text, link });
}

/** Polls until the value fits. */
async function until<T>(read: () => T | Promise<T>, fits: (value: T) => boolean = Boolean): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const value = await read();
    if (fits(value)) return value;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('It did not happen.');
}

/** Delivers messages to the service worker, as the browser does: one that is not active yet would lose them. */
async function openDelivery(page: Page): Promise<(data: object) => Promise<void>> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((done) => active?.addEventListener('statechange', done, { once: true }));
  });
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (data) =>
    session
      .send('ServiceWorker.deliverPushMessage', { origin: daybook.url, registrationId, data: JSON.stringify(data) })
      .then(() => undefined);
}

interface Shown {
  title: string;
  body: string;
  lang: string;
  tag: string;
  data: { url: string };
}

/** The worker's surroundings, as far as they are played: a headless browser permits no notifications. */
interface Played {
  shown: Shown[];
  opened: string[];
  registration: { showNotification(title: string, options: Omit<Shown, 'title'>): Promise<void> };
  clients: { openWindow(url: string): Promise<void> };
  dispatchEvent(event: Event): void;
}

function playNotifications(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const scope = globalThis as unknown as Played;
    scope.shown = [];
    scope.opened = [];
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options });
    scope.clients.openWindow = async (url) => void scope.opened.push(url);
  });
}

const shownBy = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Played).shown);

/** Clicks the newest notification. Returns the windows that the worker opened. */
function clickNotification(worker: Worker): Promise<string[]> {
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as Played;
    let done: Promise<unknown> = Promise.resolve();
    const click = {
      notification: { data: scope.shown.at(-1)?.data, close() {} },
      waitUntil(work: Promise<unknown>) {
        done = work;
      },
    };
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), click));
    await done;
    return scope.opened;
  });
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  const worker = await until(() => context.serviceWorkers()[0]);
  return worker ?? assert.fail();
}

test('notifications are turned on, shown, opened at their page, also while signed out, and removed', async () => {
  const { location, company } = await buildBusiness(daybook.services, {});
  const person = await buildEmployee(daybook.services, location, {
    logIn: 'anna@salon.test',
    password: 'correct horse',
  });
  const options = { ...widths.wide, serviceWorkers: 'allow' } as const;
  const page = await openAs(daybook, browser, person, '/app/user/my-account#devices', options);
  await page.addInitScript(playSubscription, service.subscribe('desk'));
  await page.reload();
  const push = page.getByRole('switch', { name: 'Push notifications' });
  await push.click();
  const browsers = page.getByRole('region', { name: 'Browsers that show notifications' });
  await browsers.getByText('This browser').waitFor();
  await page.getByText('2 hours', { exact: true }).click();
  await page.getByRole('group', { name: 'Remind me by' }).getByText('Push').click();
  await axeBothSchemes(page, 'push is on');

  await tell(person, 'New request: Mara', '/app/user/calendars?date=2026-03-03');
  const received = await until(() => service.received[0]);
  assert.equal(received?.payload.title, company.name);
  const deliver = await openDelivery(page);
  const worker = await workerOf(page.context());
  await playNotifications(worker);
  await deliver(received?.payload ?? {});
  const [notification] = await until(
    () => shownBy(worker),
    ({ length }) => length === 1,
  );
  assert.deepEqual(
    [notification?.title, notification?.body, notification?.lang, notification?.tag],
    [company.name, 'New request: Mara', 'en', received?.payload.id],
  );
  assert.deepEqual(await clickNotification(worker), []);
  await page.waitForURL(/\/app\/user\/calendars\?date=2026-03-03/);
  const isVisited = () =>
    daybook.services.database.read.selectFrom('reminders').select('visitedAt').executeTakeFirstOrThrow();
  await until(isVisited, ({ visitedAt }) => visitedAt !== null);

  // Without an open page of the application, a new window opens; without a session, signing in leads to the page.
  await deliver({ id: '1', title: 'Salon', text: 'Later', url: '/app/user/my-account#reminders', language: 'en' });
  await until(
    () => shownBy(worker),
    ({ length }) => length === 2,
  );
  await page.goto(`${daybook.url}/terms`);
  const [opened = ''] = await clickNotification(worker);
  assert.equal(opened, `${daybook.url}/app/user/my-account#reminders`);
  await page.context().clearCookies();
  await page.goto(opened);
  await page.getByLabel('E-mail').fill('anna@salon.test');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/app\/user\/my-account#reminders$/);

  await page.context().setOffline(true);
  await page.goto(`${daybook.url}/app/home`);
  await page.getByText('There is no connection to the server.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();

  await page.goto(`${daybook.url}/app/user/my-account#devices`);
  await page.setViewportSize(widths.phone.viewport);
  await browsers.waitFor();
  await noHorizontalScroll(page);
  await browsers.getByRole('button', { name: /^Remove/ }).click();
  await page.getByText('This browser does not show notifications yet.').waitFor();
  assert.deepEqual(await daybook.services.database.read.selectFrom('pushSubscriptions').select('id').execute(), []);
  await page.evaluate(() => sessionStorage.setItem('blocked', 'yes'));
  await page.reload();
  await page.getByText('This browser blocks the notifications of Daybook.').waitFor();
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)',
    });
  });
  await page.reload();
  await page.getByText('On an iPhone or iPad, notifications need Daybook on the home screen').waitFor();
});

test('a notification of another company opens its page after the person agrees to switch to it', async () => {
  const { location } = await buildBusiness(daybook.services, {});
  const other = await buildBusiness(daybook.services, {});
  const person = await buildEmployee(daybook.services, location);
  await buildMembership(daybook.services, person, other.location);
  const options = { ...widths.wide, serviceWorkers: 'allow' } as const;
  const page = await openAs(daybook, browser, person, '/app/home', options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.register('/push-worker.js').then(() => undefined));
  const deliver = await openDelivery(page);
  const worker = await workerOf(page.context());
  await playNotifications(worker);
  const data = { title: other.company.name, text: 'New', url: '/app/user/my-account', company: other.company.id };
  await deliver({ ...data, id: randomUUID() });
  await until(
    () => shownBy(worker),
    ({ length }) => length === 1,
  );
  assert.deepEqual(await clickNotification(worker), []);
  const question = page.getByRole('dialog', { name: `Switch to ${other.location.name}, ${other.company.name}?` });
  await question.getByText(`This notification is from ${other.company.name}.`).waitFor();
  await axeBothSchemes(page, 'a notification of another company');
  await question.getByRole('button', { name: 'Cancel' }).click();
  assert.match(page.url(), /\/app\/home/);
  // A new window asks as well.
  await page.goto(`${daybook.url}/terms`);
  const [opened = ''] = await clickNotification(worker);
  assert.equal(opened, `${daybook.url}/app/user/my-account#company=${other.company.id}`);
  await page.goto(opened);
  await question.getByRole('button', { name: 'Switch' }).click();
  await page.waitForURL(/\/app\/user\/my-account$/);
  const current = page.getByLabel('Location', { exact: true }).first();
  await until(
    () => current.inputValue(),
    (value) => value === other.location.id,
  );
});

/** The browser asks its push service in vain, or the person refuses. */
function playRefusal(name: string): void {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  Notification.requestPermission = async () => 'granted';
  PushManager.prototype.subscribe = () => Promise.reject(new DOMException('Registration failed', name));
}

for (const [name, message] of [
  ['AbortError', 'The push service of this browser cannot be reached.'],
  ['NotAllowedError', 'Push notifications could not be changed.'],
] as const) {
  test(`notifications stay off after ${name}, and the page says why`, async () => {
    const { employee } = await buildBusiness(daybook.services, {});
    const options = { ...widths.wide, serviceWorkers: 'allow' } as const;
    const page = await openAs(daybook, browser, employee, '/app/user/my-account#devices', options);
    await page.addInitScript(playRefusal, name);
    await page.reload();
    const push = page.getByRole('switch', { name: 'Push notifications' });
    await push.click();
    await page.getByText(message).first().waitFor();
    assert.equal(await push.isChecked(), false);
    await page.context().close();
  });
}

test('an operator announces something to everyone, with a preview and the number of people', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['sys'] });
  const page = await openAs(daybook, browser, employee, '/app/system/announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'New announcement' });
  await dialog.getByLabel('Text (English)').fill('Maintenance on Sunday at 20:00.');
  await dialog.getByRole('region', { name: 'Preview' }).getByText('Maintenance on Sunday at 20:00.').waitFor();
  const send = dialog.getByRole('button', { name: /^Send to \d+ people$/ });
  await send.waitFor();
  await axeBothSchemes(page, 'announcement');
  await page.setViewportSize(widths.phone.viewport);
  await noHorizontalScroll(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/announcement-390.png` });
  await send.click();
  await page
    .getByText(/people have the announcement/)
    .first()
    .waitFor();
  await page.setViewportSize(widths.wide.viewport);
  await page.getByRole('cell', { name: 'Maintenance on Sunday at 20:00.', exact: true }).waitFor();
  await axeBothSchemes(page, 'announcements');
  const badge = page.getByRole('button', { name: /^Notifications, 1 new$/ });
  await badge.waitFor();
});

test('the application is installable: its manifest has a name, a start and maskable icons', async () => {
  const page = await browser.visit(`${daybook.url}/user/login`);
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(`${daybook.url}${address}`);
  const manifest = (await answer.json()) as { icons: { src: string; purpose: string; sizes: string }[] } & object;
  assert.deepEqual(
    { ...manifest, icons: undefined, description: undefined },
    {
      id: '/app/home',
      name: 'Daybook',
      short_name: 'Daybook',
      description: undefined,
      lang: 'en',
      start_url: '/app/home',
      scope: '/',
      display: 'standalone',
      background_color: '#FCFBF8',
      theme_color: '#FCFBF8',
      icons: undefined,
    },
  );
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(`${daybook.url}${src}`);
    assert.equal(icon.headers()['content-type'], 'image/png', src);
  }
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
});
