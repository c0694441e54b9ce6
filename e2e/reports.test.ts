// Tests of reports and paid visits in the browser: figures, charts by keyboard, tables, estimates, payments.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { receipts } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { type BuiltEmployee, buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { caller } from '#server/testing/clients/call.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
import { zone } from './lib/staff.ts';

const daybook = await openApp();
const chromium = await openBrowser();
after(async () => {
  await chromium[Symbol.asyncDispose]();
  await daybook[Symbol.asyncDispose]();
});

const now = Temporal.Now.instant();

/** When the visit began: an hour ago, or at the beginning of the month, whose figures are shown at first. */
function begin(timeZone: string): Temporal.Instant {
  const hourAgo = now.subtract({ hours: 1 });
  const month = now.toZonedDateTimeISO(timeZone).with({ day: 1 }).startOfDay().toInstant();
  return Temporal.Instant.compare(hourAgo, month) < 0 ? month : hourAgo;
}

/** A business whose customer Mara came today, for 40 EUR. */
async function salon() {
  const { services } = daybook;
  const business = await buildBusiness(services, { actions: ['admin'], firstName: 'Ilze', lastName: 'Kalna' });
  const contact = await buildContact(services, business.company, { name: 'Mara' });
  const { id: serviceId } = await buildService(services, business.employee, { name: 'Cut', price: 40 });
  const start = begin(business.employee.timeZone);
  const visit = await buildEvent(services, business.employee, {
    start,
    end: now,
    status: 'completed',
    name: 'Mara',
    title: 'Cut',
    serviceId,
    contactId: contact.id,
  });
  return { ...business, contact, visit };
}

const call = caller(daybook.server);

async function open(employee: BuiltEmployee, path: string, size: keyof typeof widths = 'wide'): Promise<Page> {
  const { cookie } = await signIn(daybook.services, employee);
  const [name = '', value = ''] = cookie.split('=');
  const context = await chromium.browser.newContext({ ...widths[size], locale: 'en-GB', timezoneId: zone });
  const policy = { name: 'daybook-cookies', value: '1.en.2026-01-01T00:00:00Z', url: daybook.url };
  await context.addCookies([{ name, value, url: daybook.url }, policy]);
  const page = await context.newPage();
  await page.goto(`${daybook.url}${path}`);
  return page;
}

test('a visit is marked as paid on the card of the customer, and refunded in the dialog of the appointment', async () => {
  const { employee, contact, visit } = await salon();
  const page = await open(employee, `/app/company/contacts/${contact.id}`);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = page.getByRole('dialog');
  assert.equal(await dialog.getByLabel('Amount').inputValue(), '€40.00');
  await dialog.getByLabel('Amount').fill('35');
  await dialog.getByRole('button', { name: 'Card' }).click();
  await page.getByText('Paid: €35').waitFor();
  await axeBothSchemes(page, 'card with a payment');

  const day = begin(employee.timeZone).toZonedDateTimeISO(employee.timeZone).toPlainDate();
  await page.goto(`${daybook.url}/app/user/calendars?date=${day}&event=${visit.id}`);
  await page.getByText('€35 · Card').waitFor();
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).waitFor();
});

test('what a customer paid for a visit that was cancelled since is refunded on their card', async () => {
  const { employee, contact, visit } = await salon();
  const page = await open(employee, `/app/company/contacts/${contact.id}`, 'phone');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').waitFor();
  // Meanwhile another desk records it.
  const desk = await signIn(daybook.services, employee);
  assert.equal((await call(receipts.pay, { visitId: visit.id, amount: 40, method: 'cash' }, desk)).status, 200);
  await dialog.getByRole('button', { name: 'Cash' }).click();
  await page.getByText('This visit has already been paid.').first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
  for (const status of ['started', 'cancelled'] as const)
    assert.equal((await call(visits.changeStatus, { id: visit.id, status }, desk)).status, 200);
  await page.reload();
  const paid = page.getByRole('button', { name: 'Paid: €40' });
  await paid.click();
  await page.getByText('€40 · Cash').waitFor();
  await axeBothSchemes(page, 'card with receipts');
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await page.getByText('€40 refunded.').first().waitFor();
  await page.getByText('Refunded on').waitFor();
  const back = await daybook.services.database.read
    .selectFrom('receipts')
    .select('amount')
    .where('visitId', '=', visit.id)
    .where('amount', '<', 0)
    .execute();
  assert.deepEqual(back, [{ amount: -40 }]);
});

test('the incomes of a day lead to their reasons by keyboard, and an estimate is entered and cleared', async () => {
  const { employee, visit } = await salon();
  const desk = await signIn(daybook.services, employee);
  assert.equal((await call(receipts.pay, { visitId: visit.id, amount: 40, method: 'cash' }, desk)).status, 200);
  const page = await open(employee, '/app/company/reports/Income');
  // Beside the chart, and above the list of days.
  const terms = page.getByText(/^Estimated: the prices of what is booked.* Realized: what customers have paid/);
  await terms.nth(1).waitFor();
  const chart = page.getByRole('slider', { name: 'Incomes', exact: true });
  await chart.focus();
  const today = now.toZonedDateTimeISO(employee.timeZone).toPlainDate();
  for (let day = 1; day <= today.day; day++) await chart.press('ArrowRight');
  assert.match((await chart.getAttribute('aria-valuetext')) ?? '', /€40/);
  await chart.press('Enter');
  const reasons = page.getByRole('dialog');
  await reasons.getByText('Cash · Cut').waitFor();
  await page.keyboard.press('Escape');
  await reasons.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Show as table: Incomes', exact: true }).click();
  await page.getByRole('region', { name: 'Table: Incomes', exact: true }).getByText('€40').waitFor();
  const estimates = page.getByRole('button', { name: /^Estimate of / });
  await estimates.last().click();
  await page.locator('main input:focus').waitFor();
  await page.keyboard.type('120');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Estimate of .*€120/ }).waitFor();
  assert.match((await page.locator(':focus').getAttribute('aria-label')) ?? '', /^Estimate of /, 'the focus stays');
  // Without a connection the estimate that was not saved is not shown.
  await page.route('**/api/company/incomes/**', (route) => route.abort());
  await page.keyboard.press('Enter');
  await page.locator('main input:focus').waitFor();
  await page.keyboard.type('130');
  await page.keyboard.press('Enter');
  await page.getByText('The estimate was not saved.').first().waitFor();
  await page.getByRole('button', { name: /^Estimate of .*€120/ }).waitFor();
  await page.unroute('**/api/company/incomes/**');
  await page.getByRole('button', { name: 'Clear estimates' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear estimates' }).click();
  await page.getByRole('button', { name: /^Estimate of .*€120/ }).waitFor({ state: 'hidden' });
  await page.getByText('Estimates cleared.').first().waitFor();
  await axeBothSchemes(page, 'incomes');
});

test('a frame on the incomes shows what a location narrows', async () => {
  const { employee } = await salon();
  const page = await open(employee, '/app/company/reports/Income');
  await page
    .getByRole('button', { name: /^Only Location/ })
    .first()
    .click();
  const frame = page.locator('[data-framed]');
  await frame.getByRole('button', { name: /^Show all, not only / }).waitFor();
  assert.equal(await frame.getByRole('heading', { name: 'By location', exact: true }).count(), 1);
  await axeBothSchemes(page, 'narrowed incomes');
});

test('every report shows its figures, and a location or a person narrows them', async () => {
  const { employee, company, location } = await salon();
  const page = await open(employee, '/app/company/reports/company');
  const here = page.getByRole('button', { name: /^Only Location/ }).first();
  await here.waitFor();
  await axeBothSchemes(page, 'all figures');
  await here.click();
  const remove = page.getByRole('button', { name: /^Show all, not only / });
  await remove.waitFor();
  await page.getByRole('heading', { name: 'Appointments', level: 1 }).waitFor();
  const person = page.getByRole('button', { name: 'Only Ilze Kalna', exact: true });
  await person.click();
  await page.getByRole('button', { name: 'Show all, not only Ilze Kalna' }).waitFor();
  await person.waitFor({ state: 'hidden' });
  assert.equal(new URL(page.url()).searchParams.get('location')?.replaceAll('"', ''), location.id);
  await axeBothSchemes(page, 'narrowed appointments');
  // The period changes, and the report stays narrowed.
  await page.getByText('Year', { exact: true }).click();
  await page.getByRole('slider', { name: 'Appointments', exact: true }).waitFor();
  assert.equal(await remove.count(), 2);
  await remove.first().click();
  await remove.first().click();
  await remove.first().waitFor({ state: 'hidden' });
  await buildMail(daybook.services, { companyId: company.id, state: 'sent', settledAt: now.toString() });
  for (const [path, title] of [
    ['email', 'E-mails sent'],
    ['sms', 'SMS sent'],
    ['marketing', 'Marketing'],
  ] as const) {
    await page.goto(`${daybook.url}/app/company/reports/${path}`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByRole('figure').first().waitFor();
    await axeBothSchemes(page, `report of ${path}`);
  }
});

test('on the dashboard, a visit that is finished early is neither now nor next', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['admin'] });
  const at = (minutes: number) => now.add({ minutes }).toString();
  const visit = { start: at(-10), end: at(40), title: 'Cut', name: 'Mara' };
  const { id } = await buildEvent(daybook.services, employee, { ...visit, status: 'started' });
  await buildEvent(daybook.services, employee, { start: at(120), title: 'Beard', name: 'Zoe' });
  const page = await open(employee, '/app/home');
  const card = (heading: RegExp) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: heading }) });
  await card(/^Now/).getByText('Mara').waitFor();
  const desk = await signIn(daybook.services, employee);
  assert.equal((await call(visits.changeStatus, { id, status: 'completed' }, desk)).status, 200);
  await card(/^Next appointment/)
    .getByText('Zoe')
    .waitFor();
  assert.equal(await card(/^Now/).count(), 0);
  await page.context().close();
});

test('the dashboard of an empty company invites, and that of a busy one compares by week and month', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['admin'] });
  const empty = await open(employee, '/app/home', 'phone');
  const figures = (page: Page) => page.locator('[aria-labelledby="dashboard-figures"]');
  await toEnd(empty);
  await figures(empty).getByText('Your figures appear here').waitFor();
  const busy = await salon();
  const page = await open(busy.employee, '/app/home');
  const weekFigure = page.locator('dl > div').filter({ hasText: 'Appointments this week' });
  await weekFigure.filter({ hasText: /[12]last week 0|0last week 1/ }).waitFor();
  const { y = 0, height = 0 } = (await page.locator('dl').boundingBox()) ?? {};
  assert.ok(height > 0 && y + height <= widths.wide.viewport.height, `key figures at ${y} px, ${height} px high`);
  await toEnd(page);
  await figures(page).getByRole('slider', { name: 'Appointments' }).waitFor();
  await figures(page).getByText('Month', { exact: true }).click();
  await axeBothSchemes(page, 'dashboard with figures');
});

/** Scrolls down until the figures have loaded, which wait until they are near. */
async function toEnd(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  const figures = page.locator('[aria-labelledby="dashboard-figures"][aria-busy="false"]');
  while (!(await figures.count())) {
    await page.evaluate(() => {
      for (const element of [document.documentElement, ...document.querySelectorAll('main, main *')]) {
        if (element.scrollHeight > element.clientHeight + 50) element.scrollTop = element.scrollHeight;
      }
    });
    await page.waitForTimeout(100);
  }
}
