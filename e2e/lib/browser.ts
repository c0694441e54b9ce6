// A real browser for tests, and the checks that every page must pass.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { findBrowser } from '../../tools/browser.ts';
import { acquireContext, leaveContexts } from './contexts.ts';
import { printPages, recordPages } from './page-record.ts';

/** The two screen sizes under test. */
export const widths = {
  wide: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

/** The widths at which everyday work is tested, by touch and by keyboard (px). */
export const sizes = {
  1280: { ...widths.wide, hasTouch: true },
  390: widths.phone,
  360: { ...widths.phone, viewport: { width: 360, height: 740 } },
} as const satisfies Record<number, BrowserContextOptions>;

/** Containers lack a sandbox; a graphics card in software renders the same on every machine. */
const browserArguments = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--no-default-browser-check',
  '--no-pings',
  '--ash-no-nudges',
  '--disable-domain-reliability',
  '--disable-print-preview',
  '--disk-cache-size=33554432',
  '--font-render-hinting=none',
  '--disable-features=AudioServiceOutOfProcess,IsolateOrigins,site-per-process',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
  '--enable-features=SharedArrayBuffer',
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Only maps need that card; compositing pages without it is several times faster.
  '--disable-gpu-compositing',
  // Starting a process for each page takes more processor time than loading a small page.
  '--renderer-process-limit=1',
  // Compiling and collecting on other threads costs more than it saves while all processors are busy, and pages of
  // tests do not live long enough to be worth optimizing.
  '--js-flags=--single-threaded --sparkplug --no-opt --no-maglev',
];

export interface OpenBrowser {
  browser: Browser;
  /** Opens a page for a new visitor who has dismissed the cookie bar. Errors on the page fail the test at the end. */
  visit(url: string, options?: BrowserContextOptions): Promise<Page>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The files of a process share one browser, which the last of them closes. */
let shared: Promise<Browser> | undefined;
let users = 0;

/** `await using chromium = await openBrowser()`. Disposal fails if a page threw an error. */
export async function openBrowser(): Promise<OpenBrowser> {
  users += 1;
  shared ??= launch();
  const browser = await shared;
  const errors: string[] = [];
  // Pages left open would keep rendering and slow down later tests.
  afterEach(async (context) => {
    if ('passed' in context && !context.passed) await printPages(browser.contexts());
    await leaveContexts(browser);
  });
  return {
    browser,
    async visit(url, options) {
      const { storageState, ...others } = options ?? {};
      // Animations would render 60 frames per second on the processors that the test needs.
      // A service worker would load pages past the routes of tests.
      const context = await acquireContext(browser, {
        locale: 'en-GB',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...others,
      });
      await context.addCookies([
        { name: 'daybook-cookies', value: '1.en.2026-01-01T00:00:00Z', url },
        ...(typeof storageState === 'object' ? storageState.cookies : []),
      ]);
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.stack ?? error.message}`));
      await page.goto(url);
      return page;
    },
    async [Symbol.asyncDispose]() {
      users -= 1;
      if (users === 0) {
        shared = undefined;
        await browser.close();
      }
      // Files that share a process do not fail by their hooks.
      if (errors.length) process.exitCode = 1;
      assert.deepEqual(errors, [], 'A page threw.');
    },
  };
}

/** Launches again where the browser itself crashed at its start: it does, once in many launches on a busy machine. */
async function launch(): Promise<Browser> {
  const options = { ...(await findBrowser()), args: browserArguments, headless: true };
  const browser = await chromium.launch(options).catch((error: Error) => {
    if (!/signal=SIG(SEGV|TRAP|ABRT)/.test(error.message)) throw error;
    return chromium.launch(options);
  });
  const newContext = browser.newContext.bind(browser);
  // A wait that fails ends its test anyway: what counts is that a slow machine does not make it fail.
  browser.newContext = async (contextOptions) => {
    const context = await newContext(contextOptions);
    context.setDefaultTimeout(60_000);
    recordPages(context);
    return context;
  };
  return browser;
}

/** Waits until an element has the focus: some code moves it only in the next frame. */
export async function hasFocus(element: Locator): Promise<void> {
  await element.and(element.page().locator(':focus')).waitFor();
}

/** The minified source: each document compiles it again, and the readable one is almost three times as large. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Pages whose contrast was checked, with the scheme: their colours do not depend on the width. */
const checkedContrast = new Set<string>();

/**
 * Fails if axe finds violations in the light scheme or insufficient contrast in either (once for each `where`), or if
 * the page overflows. Leaves the page in the light scheme. With SHOTS=folder, stores a screenshot of both.
 */
export async function axeBothSchemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const isContrastChecked = checkedContrast.has(`${where} ${colorScheme}`);
    if (colorScheme === 'dark' && isContrastChecked && !process.env.SHOTS) break;
    checkedContrast.add(`${where} ${colorScheme}`);
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (wanted) => (document.documentElement.dataset.mantineColorScheme ?? wanted) === wanted,
      colorScheme,
    );
    // Names, roles and order do not depend on the colour scheme.
    if (colorScheme === 'dark') await axeClean(page, `${where}, dark`, { runOnly: ['color-contrast'] });
    else await axeClean(page, `${where}, light`, { rules: { 'color-contrast': { enabled: !isContrastChecked } } });
    await noHorizontalScroll(page);
    const name = `${where} ${page.viewportSize()?.width} ${colorScheme}`.replaceAll(/\W+/g, '-');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Fails with every rule that the page violates and where (WCAG 2.2 AA and axe's best practices, or as chosen). */
export async function axeClean(page: Page, where = page.url(), chosen: RunOptions = {}): Promise<void> {
  await endOfAnimations(page);
  // Rows of the last search are faint until those of the next one arrive.
  await page.waitForFunction(() => !document.querySelector('[data-stale]'));
  // Once for each document: the source is large, and reading it takes longer than most runs.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (options) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    // Report violations only: listing passes node by node takes longer than the rules themselves. The only frames show
    // mails in a sandbox without scripts: axe would wait half a second for their answer, which never comes.
    return (await loaded.run(document, { ...options, resultTypes: ['violations'], iframes: false })).violations;
  }, chosen);
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  at ${target.join(' ')}\n  ${failureSummary}`),
  );
  assert.deepEqual(findings, [], `axe finds something: ${where}`);
}

/** A button that has just been enabled fades from the colours of a disabled one. Loaders turn for ever. */
async function endOfAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

/** Fails if the page is wider than the window. */
export async function noHorizontalScroll(page: Page): Promise<void> {
  const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(Number(needed) <= Number(there), `${page.url()} is ${needed} px wide in a window of ${there} px`);
}
