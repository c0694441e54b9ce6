// Records the last requests, answers and messages of pages: a machine on which a test fails once may not fail again.
import type { BrowserContext, Page } from 'playwright-core';
import { failedPage } from '../../tools/failed-page.ts';

/** Lines that are kept of each page. */
const maxLines = 40;
/** How much of its tree is printed (characters): its beginning, and its end, where dialogs and messages are. */
const maxTree = { start: 1_000, end: 2_500 };

interface PageRecord {
  openedAt: number;
  lines: string[];
  /** Requests without an answer, and when they were sent. */
  waiting: Map<object, string>;
}

const records = new WeakMap<Page, PageRecord>();

/** Keeps the last requests, answers and messages of every page of a context. */
export function recordPages(context: BrowserContext): void {
  context.on('page', (page) => {
    const record: PageRecord = { openedAt: performance.now(), lines: [], waiting: new Map() };
    records.set(page, record);
    const add = (text: string) => {
      record.lines.push(`${Math.round(performance.now() - record.openedAt)} ms  ${text.slice(0, 200)}`);
      if (record.lines.length > maxLines) record.lines.shift();
    };
    page.on('request', (request) => {
      const text = `${request.method()} ${pathOf(request.url())}`;
      record.waiting.set(request, text);
      if (request.url().includes('/api/') || request.isNavigationRequest()) add(`→ ${text}`);
    });
    page.on('requestfinished', async (request) => {
      const text = record.waiting.get(request);
      record.waiting.delete(request);
      const status = await request.response().then(
        (answer) => answer?.status(),
        () => undefined,
      );
      if (request.url().includes('/api/') || (status ?? 0) >= 400) add(`← ${status} ${text}`);
    });
    page.on('requestfailed', (request) => {
      add(`failed: ${record.waiting.get(request)}: ${request.failure()?.errorText}`);
      record.waiting.delete(request);
    });
    page.on('console', (message) => add(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => add(`thrown: ${error.message}`));
  });
}

/** Prints what the open pages show, and what they did before. */
export async function printPages(contexts: readonly BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const record = records.get(page);
    if (!record || page.url() === 'about:blank') continue;
    const tree = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: Error) => error.message);
    console.log(
      [
        `${failedPage} ${Math.round(performance.now() - record.openedAt)} ms after it was opened`,
        page.url(),
        ...record.lines,
        ...[...record.waiting.values()].map((text) => `still without an answer: ${text}`),
        ...shorten(tree).split('\n'),
      ].join('\n  '),
    );
  }
}

function shorten(tree: string): string {
  if (tree.length <= maxTree.start + maxTree.end) return tree;
  return `${tree.slice(0, maxTree.start)}\n…\n${tree.slice(-maxTree.end)}`;
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
