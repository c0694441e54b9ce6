// Counts the requests of first visits in a real browser, and the time until the home page works on a slow line.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../tools/browser.ts';
import type { Row } from './report.ts';

const maxHome = 20;
const maxApp = 30;
const maxLater = 8;
/** Seconds until the search field of the home page takes input. */
const maxSeconds = 6;
const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** How long the network must be quiet before a page counts as loaded (ms). */
const quiet = 1_500;
const viewport = { width: 1280, height: 800 };
const laterPages = ['/app/user/calendars', '/app/company/employees', '/app/company/locations', '/app/company/details'];

/** `demo` is the body that signs in with a demo account. */
export async function firstLoads(url: string, demo: object): Promise<Row[]> {
  const browser = await chromium.launch({
    ...(await findBrowser()),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    return [...(await countRequests(browser, url, demo)), await timeSlowLine(browser, url)];
  } finally {
    await browser.close();
  }
}

async function countRequests(browser: Browser, url: string, demo: object): Promise<Row[]> {
  const visitor = await browser.newContext({ viewport, locale: 'en-GB' });
  const home = await counted(await visitor.newPage(), (page) => page.goto(url));
  const page = await (await signedIn(browser, url, demo)).newPage();
  const rows = [
    rowOf('Requests of a first visit to the home page', home, maxHome),
    rowOf('Requests of a first visit to /app/home', await counted(page, () => page.goto(`${url}/app/home`)), maxApp),
  ];
  for (const path of laterPages) {
    const requests = await counted(page, () => page.locator(`a[href="${path}"]`).first().click());
    rows.push(rowOf(`Requests of ${path} after it`, requests, maxLater));
  }
  return rows;
}

function rowOf(label: string, requests: number, max: number): Row {
  return { label, value: String(requests), target: `<= ${max}`, isMet: requests <= max };
}

/** A context with an empty cache that has the cookies of a session. */
async function signedIn(browser: Browser, url: string, demo: object): Promise<BrowserContext> {
  const other = await browser.newContext();
  const page = await other.newPage();
  await page.goto(`${url}/user/login`);
  await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/user/Authenticate', { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }, JSON.stringify(demo));
  const context = await browser.newContext({ viewport, locale: 'en-GB' });
  await context.addCookies(await other.cookies());
  await other.close();
  return context;
}

/** The requests from `act` on, until the network is quiet. */
async function counted(page: Page, act: (page: Page) => Promise<unknown>): Promise<number> {
  let count = 0;
  let last = performance.now();
  const onRequest = () => {
    count++;
    last = performance.now();
  };
  page.on('request', onRequest);
  await act(page);
  while (performance.now() - last < quiet) await page.waitForTimeout(100);
  page.off('request', onRequest);
  return count;
}

async function timeSlowLine(browser: Browser, url: string): Promise<Row> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slowLine);
  const from = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().fill('x', { timeout: 60_000 });
  const seconds = (performance.now() - from) / 1000;
  await page.close();
  return {
    label: 'Home page at 50 kB/s and 400 ms, until its search takes input',
    value: `${seconds.toFixed(1)} s`,
    target: `<= ${maxSeconds} s`,
    isMet: seconds <= maxSeconds,
  };
}
