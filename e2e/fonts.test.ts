// Tests of the face of headings: with a slow server, a slow line, a cold and a warm cache, and names in all letters.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { headingLetters } from '#contract/lib/heading-letters.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { profileUrl } from './lib/booking.ts';
import { openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const chromium = await openBrowser();
after(() => chromium[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

const { location, employee: anna } = await buildBusiness(daybook.services, {
  actions: ['admin'],
  firstName: 'Žanna',
  lastName: 'Ėglė-Ņūja',
});
const olga = await buildEmployee(daybook.services, location, { firstName: 'Ольга', lastName: 'Straße' });

await buildService(daybook.services, anna, { name: 'Cut', minutes: 30 });
const profile = profileUrl(daybook, anna);
const serif = /^Newsreader Medium$/;
/** The fallback of the browser under test. */
const plain = /^(DejaVu|Liberation|Noto) Serif$|^(Georgia|Times New Roman)$/;
const text = /^Inter Variable( and Inter Variable)*$/;
const fontFile = /assets\/newsreader-/;
const firstScript = /assets\/start-[^.]*\.js/;
/** Of a public page: the name of the product as the server draws it and as the page does, and headings. */
const headings = '.first-header a, header > a > span, main :is(h1, h2):not([id=people])';

/** The face of each element, by its words. */
async function facesOf(page: Page, selector = headings): Promise<Record<string, string>> {
  for (;;) {
    const found = await readFaces(page, selector);
    // An element that the page has just replaced has none.
    if (!Object.values(found).includes('')) return found;
  }
}

async function readFaces(page: Page, selector: string): Promise<Record<string, string>> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const words = await page.locator(selector).allTextContents();
  const faces = await Promise.all(
    nodeIds.map(async (nodeId) => {
      const { fonts } = await session
        .send('CSS.getPlatformFontsForNode', { nodeId })
        .catch(() => ({ fonts: [{ familyName: '' }] }));
      return fonts.map(({ familyName }) => familyName).join(' and ');
    }),
  );
  await session.detach();
  return Object.fromEntries(words.map((word, index) => [word, faces[index] ?? '']));
}

/** Fails unless each of the headings has this face alone. */
function assertFaces(found: Record<string, string>, face: RegExp, least = 2): void {
  assert.ok(Object.keys(found).length >= least, JSON.stringify(found));
  for (const [word, name] of Object.entries(found)) assert.match(name, face, `${word}: ${name}`);
}

/** A browser with an empty cache. */
async function newVisitor(): Promise<BrowserContext> {
  const context = await chromium.browser.newContext({ ...widths.wide, locale: 'en-GB' });
  const value = '1.en.2026-01-01T00:00:00Z';
  await context.addCookies([{ name: 'daybook-cookies', value, url: daybook.url }]);
  return context;
}

/** A new tab, and with it a session. Its clock stands still: no machine is too slow for it. */
async function newTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** Waits until the page shows the server's rendering. */
async function firstPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => sessionStorage.getItem('daybook-face'), undefined, { polling: 50 });
  await page.locator('h1').waitFor();
}

const livePage = (page: Page) => page.getByRole('region', { name: 'Book a time' }).waitFor();
const heightOf = async (page: Page) => (await page.locator('h1').boundingBox())?.height;

/** Keeps back the answers to requests for `url`, until `release`. */
async function holdBack(page: Page, url: RegExp): Promise<{ asked: Promise<void>; release: () => Promise<void> }> {
  const held: Route[] = [];
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  await page.route(url, (route) => {
    held.push(route);
    resolve();
  });
  return {
    asked,
    async release() {
      await page.unroute(url);
      // The page has cancelled some.
      await Promise.all(held.map((route) => route.continue().catch(() => {})));
    },
  };
}

/** Sets the line of a tab: the delay of each answer (ms) and the rate (bytes per second). */
async function setLine(page: Page, latency: number, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const line = { offline: false, latency, downloadThroughput: rate, uploadThroughput: rate };
  await session.send('Network.emulateNetworkConditions', line);
}

/** The files that the tab takes from the cache, from now on. */
async function cachedFiles(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const urls: string[] = [];
  session.on('Network.responseReceived', ({ response: { url, fromDiskCache } }) => fromDiskCache && urls.push(url));
  await session.send('Network.enable');
  return urls;
}

test('a slow server does not withhold the serif: it is there at the first paint, and a later tab has it cached', async () => {
  const context = await newVisitor();
  const page = await newTab(context);
  const scripts = await holdBack(page, firstScript);
  await page.route(profile, async (route) => {
    await sleep(600);
    await route.continue();
  });
  await page.goto(profile, { waitUntil: 'commit' });
  await firstPaint(page);
  assertFaces(await facesOf(page), serif);
  const height = await heightOf(page);
  await scripts.release();
  await page.clock.resume();
  await livePage(page);
  assertFaces(await facesOf(page), serif, 4);
  assert.equal(await heightOf(page), height);

  const later = await newTab(context);
  await setLine(later, 400, 30_000);
  const cached = await cachedFiles(later);
  await later.goto(profile, { waitUntil: 'commit' });
  await firstPaint(later);
  assertFaces(await facesOf(later), serif);
  assert.ok(cached.some((url) => fontFile.test(url)));
  await context.close();
});

test('on a slow line the first paint has the fallback, for the whole session and of the same height', async () => {
  const context = await newVisitor();
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => fontFile.test(request.url()) && asked.push(request.url()));
  await setLine(page, 400, 50_000);
  await page.goto(profile, { waitUntil: 'commit' });
  await firstPaint(page);
  assertFaces(await facesOf(page), plain);
  await page.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as { sources: { node?: Node }[] }[]) {
        const moved = sources.map(({ node }) => (node instanceof Element ? node : node?.parentElement));
        shifts.push(...moved.filter((one) => one?.closest('h1, h2, header')).map((one) => one?.textContent ?? ''));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const height = await heightOf(page);
  await setLine(page, 0, -1);
  await livePage(page);
  await page.evaluate(() => document.fonts.ready);
  assertFaces(await facesOf(page), plain, 4);
  assert.equal(await heightOf(page), height);
  assert.deepEqual(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts), []);

  await page.reload();
  await livePage(page);
  assertFaces(await facesOf(page), plain, 4);
  assert.equal(asked.length, 1, 'Later pages do not ask for the serif.');
  await context.close();
});

test('styles wait a moment for the serif, and a late one changes nothing', async () => {
  const context = await newVisitor();
  const page = await newTab(context);
  const font = await holdBack(page, fontFile);
  await page.goto(profile, { waitUntil: 'domcontentloaded' });
  await font.asked;
  assert.equal(await page.locator('h1').isVisible(), false);
  await page.clock.runFor(300);
  assert.equal(await page.locator('h1').isVisible(), true);
  assertFaces(await facesOf(page), plain);
  await font.release();
  await page.clock.resume();
  await livePage(page);
  assertFaces(await facesOf(page), plain, 4);

  // A session that has begun with the serif waits longer.
  const other = await newTab(context);
  await other.goto(profile, { waitUntil: 'domcontentloaded' });
  await firstPaint(other);
  assertFaces(await facesOf(other), serif);
  const again = await holdBack(other, fontFile);
  await other.reload({ waitUntil: 'domcontentloaded' });
  await again.asked;
  await other.clock.runFor(2_000);
  assert.equal(await other.locator('h1').isVisible(), false);
  await again.release();
  await other.locator('h1').waitFor();
  assertFaces(await facesOf(other), serif);
  await context.close();
});

test('a heading has one face, whatever letters it has', async () => {
  const context = await newVisitor();
  const page = await newTab(context);
  const scripts = await holdBack(page, firstScript);
  await page.goto(profileUrl(daybook, olga), { waitUntil: 'commit' });
  await firstPaint(page);
  assertFaces(await facesOf(page, 'h1'), plain, 1);
  await page.evaluate((letters) => {
    document.querySelector('.first-header a')?.replaceChildren(letters);
  }, `${headingLetters}\u2009\u202f`);
  assertFaces(await facesOf(page, '.first-header a'), serif, 1);
  await scripts.release();
  await page.clock.resume();
  await livePage(page);
  assertFaces(await facesOf(page, 'h1'), plain, 1);
  assertFaces(await facesOf(page, 'main h2'), serif);
  await page.goto(daybook.url);
  await page.locator('article').nth(1).waitFor();
  const { 'Ольга Straße': greek = '', ...others } = await facesOf(page, 'article h3 a');
  assert.match(greek, plain);
  assertFaces(others, serif, 1);
  await context.close();
});

test('headings inside the application are Inter, in all letters', async () => {
  const name = 'Ольга Żurek Ωmega';
  const { id } = await buildContact(daybook.services, anna, { name });
  const page = await openAs(daybook, chromium, anna, `/app/company/contacts/${id}`);
  await page.getByRole('heading', { name: 'Consent to advertising' }).waitFor();
  await page.evaluate((letters) => document.fonts.load('16px "Inter Variable"', letters), name);
  assertFaces(await facesOf(page, 'main :is(h1, h2)'), text, 5);
  await page.goto(`${daybook.url}/app/home`);
  await page.getByRole('heading', { name: 'Next appointment' }).waitFor();
  assertFaces(await facesOf(page, 'main :is(h1, h2, h3)'), text, 4);
  await page.goto(`${daybook.url}/app/user/calendars`);
  await page.locator('main h1').waitFor();
  assertFaces(await facesOf(page, 'main :is(h1, h2)'), text, 1);
});
