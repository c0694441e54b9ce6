// The public pages and the main screens of the application fit narrow phones, and text of twice the size.
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { noHorizontalScroll, openBrowser } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

/** The windows for each size of text that a person can set in the browser (px). */
const windows = {
  16: [
    { width: 360, height: 780 },
    { width: 320, height: 640 },
  ],
  32: [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ],
};

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const path of paths) {
    await page.goto(daybook.url + path);
    await page.getByRole('heading').first().waitFor();
    for (const [size, views] of Object.entries(windows)) {
      await session.send('Page.setFontSizes', { fontSizes: { standard: Number(size) } });
      await page.waitForFunction((px) => getComputedStyle(document.documentElement).fontSize === `${px}px`, size);
      for (const view of views) {
        await page.setViewportSize(view);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await noHorizontalScroll(page);
      }
    }
  }
}

test('public pages need no horizontal scrolling', async () => {
  const { location, employee } = await buildBusiness(daybook.services);
  const link = 'x'.repeat(43);
  await walk(await browser.visit(`${daybook.url}/healthz`), [
    '/',
    `/${location.urlName}/${employee.urlName}`,
    '/user/login',
    `/user/login/${link}`,
    '/user/register',
    '/user/recover',
    `/appointment/${link}/confirm`,
    '/terms',
    '/privacy',
    '/cookies',
    '/feedback',
    '/static/403',
    '/static/404',
  ]);
});

test('the main screens of the application need no horizontal scrolling', async () => {
  const { location, employee } = await buildBusiness(daybook.services, { actions: ['admin', 'sys'] });
  await buildEmployee(daybook.services, location);
  await walk(await openAs(daybook, browser, employee, '/app/home'), [
    '/app/home',
    '/app/user/calendars',
    '/app/user/calendars?view=team',
    '/app/user/calendars?view=teamWeek',
    '/app/user/my-account',
    '/app/company/details',
    '/app/company/employees',
    '/app/company/employees/invitations',
    '/app/company/locations',
    '/app/company/services',
    '/app/company/contacts',
    '/app/company/email/templates',
    '/app/system/menu',
    '/app/system/legal-texts',
  ]);
});
