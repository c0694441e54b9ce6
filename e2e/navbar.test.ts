// The bar above every page of the application: its search, and the language.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBusiness, buildContact } from '#server/testing/build.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, openBrowser } from './lib/browser.ts';
import { openAs, zone } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

const { employee, company } = await buildBusiness(daybook.services, { firstName: 'Anna' });
const zenta = await buildContact(daybook.services, company, { name: 'Zenta Kalnina', eMail: 'zenta@example.org' });
const ansis = await buildContact(daybook.services, company, { name: 'Ansis Berzins', eMail: 'ansis@example.org' });

/** The weekday where the calendar is, in a language. */
const today = (locale: string) => Temporal.Now.plainDateISO(zone).toLocaleString(locale, { weekday: 'long' });

test('Ctrl-K leads to the search from anywhere, and arrows and Enter to what it finds', async () => {
  const page = await openAs(daybook, browser, employee, '/app/home');
  await page.getByRole('heading', { name: /Anna/ }).waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('searchbox', { name: 'Search' });
  assert.ok(await search.evaluate((box) => box === document.activeElement));
  await page.keyboard.type('qqq');
  await page.getByText(/Nothing .*qqq/).waitFor();
  await search.fill('zent');
  await page.getByRole('option', { name: /Zenta Kalnina/ }).waitFor();
  await axeBothSchemes(page, 'search');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/app/user/calendars?contact=${zenta.id}**`);
  assert.equal(await search.inputValue(), '');
  // What is shown may still be what earlier words have found.
  await page.goto(`${daybook.url}/app/home`);
  await search.fill('zent');
  await page.getByRole('option', { name: /Zenta Kalnina/ }).waitFor();
  await search.fill('ansis');
  await search.press('Enter');
  await page.waitForURL(`**/app/user/calendars?contact=${ansis.id}**`);
});

test('the language is shown at once and kept; when it cannot be kept, the page speaks as before', async () => {
  const page = await openAs(daybook, browser, employee, '/app/home');
  await page.getByRole('link', { name: 'Calendar', exact: true }).first().waitFor();
  const chooser = page.getByRole('banner').getByRole('combobox', { name: 'Language' });
  await page.route('**/api/application/SetCurrentLanguage', (route) => route.fulfill({ status: 500 }));
  await chooser.selectOption('de');
  // It has spoken the other one meanwhile; what it says of the failure is in the old one.
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
