// Tests of receipts in the browser: one of several services is refunded, and the company says who sells.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { receipts } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { companyReceiptDetails } from '#contract/company/receipt-details.ts';
import { companyBilling } from '#contract/money/billing.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { caller } from '#server/testing/clients/call.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(async () => {
  await browser[Symbol.asyncDispose]();
  await daybook[Symbol.asyncDispose]();
});
const call = caller(daybook.server);

test('one service of a receipt is refunded, and the other one stays paid', async () => {
  const { services } = daybook;
  const { company, employee } = await buildBusiness(services, { actions: ['user', 'admin'] });
  const contact = await buildContact(services, company, { name: 'Mara' });
  const desk = await signIn(services, employee);
  const { calendarId } = employee;
  const cut = await buildService(services, employee, { name: 'Cut', price: 40, minutes: 30 });
  const beard = await buildService(services, employee, { name: 'Beard', price: 25, minutes: 30 });
  const noon = services.clock.now().toZonedDateTimeISO(employee.timeZone).with({ hour: 12, minute: 0, second: 0 });
  const { answer: visit } = await call(
    visits.insertVisit,
    {
      ...{ contactId: contact.id, name: 'Mara', acceptClosed: true },
      parts: [
        { calendarId, serviceId: cut.id, start: noon.add({ days: 1 }).toInstant().toString() },
        { calendarId, serviceId: beard.id },
      ],
    },
    desk,
  );
  assert.equal((await call(receipts.pay, { visitId: visit.id, amount: 65, method: 'card' }, desk)).status, 200);
  const page = await openAs(daybook, browser, employee, `/app/company/contacts/${contact.id}`, widths.phone);
  await page.getByRole('button', { name: 'Paid: €65' }).click();
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund €65?' });
  await dialog.waitFor();
  await axeBothSchemes(page, 'refund of lines');
  // By keyboard alone.
  await dialog.getByRole('checkbox', { name: 'Cut' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Pay out by' }).focus();
  await page.keyboard.press('ArrowDown');
  // A key that comes before the list is there is lost.
  await page.getByRole('option', { name: 'Cash' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-combobox-selected]').filter({ hasText: 'Cash' }).waitFor();
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Refund €25' });
  await confirm.focus();
  await page.keyboard.press('Enter');
  await page.getByText('€25 refunded').first().waitFor();
  await page.getByText('Paid: €40').first().waitFor();
  const { answer } = await call(receipts.getOfVisit, { visitId: visit.id }, desk);
  assert.deepEqual([answer.paid, answer.open.map(({ name }) => name)], [40, ['Beard']]);
  const back = await services.database.read
    .selectFrom('receiptPayments')
    .select('method')
    .where('amount', '=', -25)
    .execute();
  assert.deepEqual(back, [{ method: 'cash' }], 'paid by card');
});

test('an administrator fills what receipts say from the billing details', async () => {
  const { services } = daybook;
  const { employee } = await buildBusiness(services, { actions: ['user', 'admin'] });
  const admin = await signIn(services, employee);
  const billing = { name: 'Salons SIA', address: 'Brīvības iela 1, Rīga', country: 'LV', vatId: 'LV40003032949' };
  assert.equal((await call(companyBilling.update, billing, admin)).status, 200);
  const page = await openAs(daybook, browser, employee, '/app/company/receipt-details');
  await page.getByRole('button', { name: 'Fill from the billing details' }).click();
  await page.getByLabel('Legal name').and(page.locator('[value="Salons SIA"]')).waitFor();
  await page.getByLabel('Company number').fill('40003032949');
  await page.getByRole('combobox', { name: 'VAT', exact: true }).click();
  await page.getByRole('option', { name: 'Exempt from VAT' }).click();
  await axeBothSchemes(page, 'receipt details');
  await page.getByRole('button', { name: 'Save the details' }).click();
  await page.getByText('The receipt details are saved.').first().waitFor();
  const { answer } = await call(companyReceiptDetails.get, {}, admin);
  assert.deepEqual(
    [answer.name, answer.address, answer.vatId, answer.registration, answer.vatRegime],
    [billing.name, billing.address, billing.vatId, '40003032949', 'exempt'],
  );
});
