// Contexts of the browser that tests use one after another: a new one loads and compiles the pages' code again, which
// takes more processor time than most tests.
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** Calls that change more than cookies, storage and routes: such a context is closed after its test. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const satisfies readonly (keyof BrowserContext)[];

/** Contexts that no test uses, by their options. */
const idle = new Map<Browser, Map<string, BrowserContext[]>>();

/** Returns a context with these options, without cookies and storage. Its `close` lets another test have it. */
export async function acquireContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  // A service worker would outlive its test.
  if (options.serviceWorkers === 'allow') return browser.newContext(options);
  const key = JSON.stringify(options);
  const contexts = idle.get(browser) ?? new Map<string, BrowserContext[]>();
  idle.set(browser, contexts);
  const left = contexts.get(key) ?? [];
  contexts.set(key, left);
  return left.pop() ?? open(browser, options, left);
}

/** Closes the pages of all contexts, after a test. */
export async function leaveContexts(browser: Browser): Promise<void> {
  const unused = new Set([...(idle.get(browser)?.values() ?? [])].flat());
  await Promise.all(
    browser
      .contexts()
      .filter((context) => !unused.has(context))
      .map((context) => context.close()),
  );
}

async function open(browser: Browser, options: BrowserContextOptions, left: BrowserContext[]): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // With a page, the process of the context and its compiled code stay.
  const stays = await context.newPage();
  const session = await context.newCDPSession(stays);
  let isChanged = false;
  const notice = (target: object, name: string) => {
    const call = Reflect.get(target, name).bind(target);
    Reflect.set(target, name, (...values: unknown[]) => {
      isChanged = true;
      return call(...values);
    });
  };
  for (const name of lasting) notice(context, name);
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(context.clock))) {
    if (name !== 'constructor') notice(context.clock, name);
  }
  const close = context.close.bind(context);
  context.close = async () => {
    if (isChanged || left.includes(context)) return close();
    const pages = context.pages().filter((page) => page !== stays);
    const origins = new Set(pages.map((page) => new URL(page.url()).origin).filter((origin) => origin !== 'null'));
    await Promise.all(pages.map((page) => page.close()));
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearCookies();
    for (const origin of origins) {
      await session.send('Storage.clearDataForOrigin', {
        origin,
        storageTypes: 'local_storage,indexeddb,cache_storage',
      });
    }
    left.push(context);
  };
  return context;
}
