// Tests of reports and paid visits in the browser: figures, charts by keyboard, tables, estimates, payments.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { receipts } from '#contract/booking/receipts.ts';
import {
  type BuiltEmployee,
  buildBusiness,
  buildContact,
  buildEvent,
  buildService,
  signIn,
} from '#server/testing/build.ts';
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

/** A business whose customer Mara came an hour ago, for 40 EUR. */
async function salon() {
  const { services } = daybook;
  const business = await buildBusiness(services, { actions: ['admin'], firstName: 'Ilze', lastName: 'Kalna' });
  const contact = await buildContact(services, business.company, { name: 'Mara' });
  const { id: serviceId } = await buildService(services, business.employee, { name: 'Cut', price: 40 });
  const start = now.subtract({ hours: 1 });
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

test('a visit is marked as paid on the card of the customer, and given back in the dialog of the appointment', async () => {
  const { employee, contact, visit } = await salon();
  const page = await open(employee, `/app/company/contacts/${contact.id}`);
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Card').click();
  assert.equal(await dialog.getByLabel('Amount').inputValue(), '€40.00');
  await dialog.getByLabel('Amount').fill('35');
  await dialog.getByRole('button', { name: 'Record the payment' }).click();
  await page.getByText('Paid: €35').waitFor();
  await axeBothSchemes(page, 'card with a payment');

  const day = now.subtract({ hours: 1 }).toZonedDateTimeISO(employee.timeZone).toPlainDate();
  await page.goto(`${daybook.url}/app/user/calendars?date=${day}&event=${visit.id}`);
  await page.getByText('€35 · Card').waitFor();
  await page.getByRole('button', { name: 'Give back' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Give back' }).click();
  await page.getByRole('button', { name: 'Mark as paid' }).waitFor();
});

test('the incomes of a day lead to their reasons by keyboard, and an estimate is entered and cleared', async () => {
  const { employee, visit } = await salon();
  const api = { cookie: (await signIn(daybook.services, employee)).cookie, origin: daybook.url };
  const paid = await fetch(`${daybook.url}/${receipts.pay.path}`, {
    method: 'POST',
    headers: { ...api, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ VisitId: visit.id, Amount: 40, Method: 'cash' }),
  });
  assert.equal(paid.status, 200);
  const page = await open(employee, '/app/company/reports/Income');
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
  await page.getByRole('button', { name: 'Clear estimates' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear estimates' }).click();
  await page.getByRole('button', { name: /^Estimate of .*€120/ }).waitFor({ state: 'hidden' });
  await page.getByText('Estimates cleared.').first().waitFor();
  await axeBothSchemes(page, 'incomes');
});

test('the dashboard of an empty company invites, and that of a busy one compares by week and month', async () => {
  const { employee } = await buildBusiness(daybook.services, { actions: ['admin'] });
  const empty = await open(employee, '/app/home', 'phone');
  const figures = (page: Page) => page.locator('[aria-labelledby="dashboard-figures"]');
  await toEnd(empty);
  await figures(empty).getByText('Your figures appear here').waitFor();
  const busy = await salon();
  const page = await open(busy.employee, '/app/home');
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
