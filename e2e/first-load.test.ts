// Tests of how many requests a first visit makes: on a phone, each costs more than its bytes.
import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { webRoot } from '#server/site/html/build-web.ts';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import config from '../vite.config.ts';
import { openApp } from './lib/app.ts';
import { profileUrl } from './lib/booking.ts';
import { openBrowser, widths } from './lib/browser.ts';
import { zone } from './lib/staff.ts';

const daybook = await openApp();
const chromium = await openBrowser();
after(async () => {
  await chromium[Symbol.asyncDispose]();
  await daybook[Symbol.asyncDispose]();
});

/** How long the network must be quiet before a page counts as loaded (ms). */
const quiet = 1_000;

/** The requests from `act` on, until `shown` is there and the network is quiet. */
async function requestsOf(page: Page, act: () => Promise<unknown>, shown: string): Promise<string[]> {
  const made: string[] = [];
  let last = performance.now();
  const note = (request: { resourceType(): string; url(): string }) => {
    // Asked once a minute, seconds after the first page, whichever page is open then.
    if (request.url().endsWith('/api/printjobs/GetWaiting')) return;
    made.push(`${request.resourceType()} ${request.url().replace(daybook.url, '')}`);
    last = performance.now();
  };
  page.on('request', note);
  await act();
  await page.locator(shown).first().waitFor();
  do {
    while (performance.now() - last < quiet) await page.waitForTimeout(50);
    // A busy machine is quiet too: fonts are requested when the text is laid out.
    await page.evaluate(async () => {
      await new Promise((done) => requestIdleCallback(done));
      await document.fonts.ready;
    });
  } while (performance.now() - last < quiet);
  page.off('request', note);
  return made;
}

function atMost(made: string[], max: number): void {
  assert.ok(made.length <= max, `${made.length} requests, at most ${max}:\n${made.join('\n')}`);
}

test('the build warns of no script', () => {
  const folder = join(process.env.E2E_WEB_ROOT ?? webRoot, 'assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const sizes = scripts.map((name) => statSync(join(folder, name)).size);
  assert.ok(Math.max(...sizes) <= 1000 * (config.build?.chunkSizeWarningLimit ?? 0), `${Math.max(...sizes)} bytes`);
});

test('first visits to the home page and the dashboard, and a later page, take few requests', async () => {
  const { employee, location } = await buildBusiness(daybook.services, { actions: ['admin'], firstName: 'Jānis' });
  await buildService(daybook.services, employee, { minutes: 60 });
  for (const firstName of ['Ieva', 'Marta', 'Zane']) await buildEmployee(daybook.services, location, { firstName });
  await buildContact(daybook.services, employee, { name: 'Zoe' });
  await daybook.services.database.write
    .updateTable('companies')
    .set({ geolocationId: location.geolocationId })
    .where('id', '=', location.companyId)
    .execute();
  // In the week of the dashboard's calendar, at any time of the week.
  const noon = Temporal.Now.zonedDateTimeISO(zone).startOfDay().add({ hours: 12 }).toInstant().toString();
  await buildEvent(daybook.services, employee, { start: noon, title: 'Cut' });

  // Banners and plans are far below.
  const low = { viewport: { width: 1280, height: 500 } };
  const visitor = await chromium.browser.newPage({ ...low, locale: 'en-GB', timezoneId: zone });
  const home = await requestsOf(visitor, () => visitor.goto(daybook.url), 'canvas');
  atMost(home, 18);
  // The bytes of the application would double what a visitor's phone loads.
  const profile = await requestsOf(visitor, () => visitor.goto(profileUrl(daybook, employee)), 'h1');
  assert.deepEqual(
    profile.filter((request) => /assets\/(app|lists|calendar)-/.test(request)),
    [],
  );

  const { cookie } = await signIn(daybook.services, employee);
  const [name = '', value = ''] = cookie.split('=');
  const context = await chromium.browser.newContext({ ...widths.wide, locale: 'en-GB', timezoneId: zone });
  await context.addCookies([{ name, value, url: daybook.url }]);
  const page = await context.newPage();
  const dashboard = await requestsOf(page, () => page.goto(`${daybook.url}/app/home`), '[data-event]');
  atMost(dashboard, 28);
  for (const call of [
    'user/GetCurrent',
    'calendars/GetAllCalendars',
    'company/companies/Get',
    'company/reports/GetWeek',
    'geolocations/GetDefault',
  ]) {
    assert.ok(!dashboard.some((request) => request.includes(`/api/${call}`)), `${call} came with the page`);
  }

  const employees = page.locator('a[href="/app/company/employees"]').first();
  atMost(await requestsOf(page, () => employees.click(), 'table tbody tr'), 7);

  // From the dashboard again: what the list of employees has loaded counts here too.
  await requestsOf(page, () => page.goto(`${daybook.url}/app/home`), '[data-event]');
  const link = page.locator('a[href="/app/company/details"]').first();
  const details = await requestsOf(page, () => link.click(), '#company-place [data-base=offline]');
  atMost(details, 8);
  // The frame has loaded what several pages share, and the map brings its styles.
  assert.deepEqual(
    details.filter((request) => /^stylesheet|assets\/company-(?!details)/.test(request)),
    [],
  );
});
