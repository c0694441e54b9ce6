// The top bar of the application: search and language.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser } from './lib/browser.ts';
import { openAs, zone } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

const { employee, company } = await buildBusiness(daybook.services, { firstName: 'Anna' });
const zenta = await buildContact(daybook.services, company, { name: 'Zenta Kalnina', eMail: 'zenta@example.org' });
const ansis = await buildContact(daybook.services, company, { name: 'Ansis Berzins', eMail: 'ansis@example.org' });

/** Today's weekday in the calendar's zone, in a language. */
const today = (locale: string) => Temporal.Now.plainDateISO(zone).toLocaleString(locale, { weekday: 'long' });

test('Ctrl-K focuses the search on any page; arrow keys and Enter open a result', async () => {
  const page = await openAs(daybook, browser, employee, '/app/home');
  await page.getByRole('heading', { name: /Anna/ }).waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search', exact: true });
  await hasFocus(search);
  await page.keyboard.type('qqq');
  await page.getByText(/Nothing .*qqq/).waitFor();
  await search.fill('zent');
  await page.getByRole('option', { name: /Zenta Kalnina/ }).waitFor();
  await axeBothSchemes(page, 'search');
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-combobox-selected]').waitFor();
  await axeBothSchemes(page, 'search by keyboard');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/user/calendars?contact=${zenta.id}**`);
  assert.equal(await search.inputValue(), '');
  // The results on screen may still belong to earlier text.
  await page.goto(`${daybook.url}/app/home`);
  await search.fill('zent');
  await page.getByRole('option', { name: /Zenta Kalnina/ }).waitFor();
  await search.fill('ansis');
  await search.press('Enter');
  await page.waitForURL(`**/app/user/calendars?contact=${ansis.id}**`);
});

test('a customer chosen in the search gets no event while no working hour is free', async () => {
  const { services } = daybook;
  const { employee: busy, company: built } = await buildBusiness(services);
  const contact = await buildContact(services, built, { name: 'Zane Busy' });
  const now = Temporal.Now.instant();
  await buildEvent(services, busy, { start: now, end: now.add({ hours: 24 * 70 }) });
  const page = await openAs(daybook, browser, busy, `/app/user/calendars?contact=${contact.id}`);
  await page.getByText('No working hour is free in the next 60 days.').first().waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.doesNotMatch(page.url(), /contact=/);
});

test('a new language shows at once and is stored; if storing fails, the page returns to the previous one', async () => {
  const page = await openAs(daybook, browser, employee, '/app/home');
  await page.getByRole('link', { name: 'Calendar', exact: true }).first().waitFor();
  const chooser = page.getByRole('banner').getByRole('combobox', { name: 'Language' });
  await page.route('**/api/application/SetCurrentLanguage', (route) => route.fulfill({ status: 500 }));
  await chooser.selectOption('de');
  // The page has switched meanwhile; the error message is in the previous language.
  await page.getByText('There was an error').first().waitFor();
  await page.getByRole('link', { name: 'Calendar', exact: true }).first().waitFor();
  await page.getByText(today('en-GB')).first().waitFor();
  assert.equal(await chooser.inputValue(), 'en');
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');

  await page.unroute('**/api/application/SetCurrentLanguage');
  const kept = page.waitForResponse(/SetCurrentLanguage/);
  await chooser.selectOption('de');
  await page.getByRole('link', { name: 'Kalender', exact: true }).first().waitFor();
  await kept;
  await page.getByText(today('de')).first().waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Kalender', exact: true }).first().waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
});
