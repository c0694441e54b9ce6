// Payments by card and PayPal: the browser goes to the page of the provider and comes back.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildPayment } from '#server/testing/build/invoices.ts';
import { openPayPal } from '#server/testing/paypal/open-paypal.ts';
import { eventually } from '#server/testing/process.ts';
import { openStripe } from '#server/testing/stripe/open-stripe.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const stripe = await openStripe();
const payPal = await openPayPal();
const daybook = await openApp({ ...stripe.env, ...payPal.env });
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
after(() => stripe[Symbol.asyncDispose]());
after(() => payPal[Symbol.asyncDispose]());
const { services } = daybook;
const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
const operator = (await buildBusiness(services, { actions: ['sys'] })).employee;
await services.database.write
  .updateTable('seller')
  .set({ name: 'Daybook SIA', iban: 'DE89370400440532013000' })
  .execute();

const byCard = /^Pay €\d+ by card$/;

test('a card pays on a phone; a declined one and a way back leave the payment as it was', async () => {
  const { id } = await buildPayment(services, company, { amount: 12 });
  const page = await openAs(daybook, browser, employee, `/Payment?Id=${id}`, widths.phone);
  await page.getByRole('button', { name: 'Pay €12 with PayPal' }).waitFor();
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'pay online');
  await page.getByRole('button', { name: byCard }).click();
  await page.getByText('12.00 EUR').waitFor();
  await page.getByRole('button', { name: 'Try a declined card' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: byCard }).click();
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await page.getByText('This payment is confirmed. Thank you.').waitFor();
  assert.match(page.url(), /\/Payment\?Id=[\w-]{36}&Back=1$/);
  assert.equal(stripe.account.sessions.size, 1, 'the open page is offered again');
  await axeBothSchemes(page, 'paid online');
  await page.goto(`${daybook.url}/Payment?Id=${id}&Back=1`);
  await page.getByText('This payment is confirmed. Thank you.').waitFor();
  await page.context().close();
});

test('a card that pays after a declined one is waited for: the failure was that of the one before', async () => {
  const { id } = await buildPayment(services, company, { amount: 22 });
  const page = await openAs(daybook, browser, employee, `/Payment?Id=${id}`);
  await page.getByRole('button', { name: byCard }).click();
  await page.getByRole('button', { name: 'Try a declined card' }).click();
  await page.getByRole('alert').waitFor();
  const checkout = page.url();
  // The notice of the declined card has arrived, that of the payment has not.
  await page.goto(`${daybook.url}/Payment?Id=${id}&Back=1`);
  await page.getByText('Checking with the provider').waitFor();
  await page.getByText('The last try did not succeed').waitFor();
  stripe.buyer.pay(checkout);
  const answers: string[] = [];
  page.on('response', (response) => answers.push(response.url()));
  await page.goto(`${daybook.url}/Payment?Id=${id}&Back=1`);
  await page.getByText('This payment is confirmed. Thank you.').waitFor();
  assert.ok(answers.some((url) => url.includes('CheckAttempts')));
  await page.context().close();
});

test('a payment that arrives after the minute appears by itself', async () => {
  const { id } = await buildPayment(services, company, { amount: 21 });
  const page = await openAs(daybook, browser, employee, `/Payment?Id=${id}`);
  await page.clock.install();
  await page.getByRole('button', { name: byCard }).click();
  await page.getByText('21.00 EUR').waitFor();
  const checkout = page.url();
  await page.goto(`${daybook.url}/Payment?Id=${id}&Back=1`);
  await page.getByText('Checking with the provider').waitFor();
  await page.clock.fastForward(61_000);
  await page.getByText('The payment has not arrived yet.').waitFor();
  stripe.noticesTo = `${daybook.url}/api/hooks/payments/stripe`;
  stripe.buyer.pay(checkout);
  await stripe.sent();
  stripe.noticesTo = undefined;
  const { read } = services.database;
  await eventually('the notice is looked at', async () => {
    const { status } = await read
      .selectFrom('payments')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return status === 'confirmed';
  });
  await page.clock.fastForward(31_000);
  await page.getByText('This payment is confirmed. Thank you.').waitFor();
  await page.context().close();
});

test('a browser that comes back unpaid is told so, and can pay; a debit is on its way', async () => {
  const { id } = await buildPayment(services, company, { amount: 20 });
  const page = await openAs(daybook, browser, employee, `/Payment?Id=${id}`);
  await page.clock.install();
  await page.getByRole('button', { name: byCard }).click();
  await page.getByText('20.00 EUR').waitFor();
  await page.goto(`${daybook.url}/Payment?Id=${id}&Back=1`);
  await page.getByText('Checking with the provider').waitFor();
  await axeBothSchemes(page, 'checking');
  await page.clock.fastForward(61_000);
  await page.getByText('The payment has not arrived yet.').waitFor();
  await axeBothSchemes(page, 'not arrived');
  stripe.faults.push({ on: /^POST \/v1\/checkout\/sessions$/, kind: 'error', times: 10 });
  await page.getByRole('button', { name: byCard }).click();
  await page.getByRole('button', { name: 'Pay by debit' }).click();
  await page.getByText('This payment is being processed.').waitFor();
  await axeBothSchemes(page, 'pending');
  await page.context().close();
});

test('a provider that is away says that nothing was paid; the operator sees each try and its page', async () => {
  stripe.faults.splice(0, stripe.faults.length, { on: /^POST \/v1\/checkout\/sessions$/, kind: 'error', times: 10 });
  const { id } = await buildPayment(services, company, { amount: 30 });
  const page = await openAs(daybook, browser, employee, `/Payment?Id=${id}`);
  await page.getByRole('button', { name: byCard }).click();
  await page.getByText('The payment provider does not answer now. Nothing was paid.').first().waitFor();
  await page.getByRole('button', { name: 'Pay €30 with PayPal' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByText('This payment is confirmed. Thank you.').waitFor();

  const office = await openAs(daybook, browser, operator, `/app/system/payments?open=${id}`);
  const [capture] = payPal.account.captures.values();
  const link = office.getByRole('link', { name: capture?.id ?? '' });
  assert.equal(await link.getAttribute('href'), `https://www.sandbox.paypal.com/activity/payment/${capture?.id}`);
  await office.getByText('€30 received').waitFor();
  await axeBothSchemes(office, 'attempts');
  for (const one of [page, office]) await one.context().close();
});
