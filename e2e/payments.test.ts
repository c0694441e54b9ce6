// Payments and terms: a company tops up its balance and sees where to transfer it; the operator confirms and cancels,
// enters the seller's account, and changes the terms of a company.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildInvoice, buildPayment } from '#server/testing/build/invoices.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;
const { employee: operator } = await buildBusiness(services, { actions: ['sys', 'admin'] });

test('the operator enters the account, a company tops up, transfers by the code, and sees the confirmation', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  const office = await openAs(daybook, browser, operator, '/app/system/seller');
  await office.getByText('Still missing: Name, IBAN').waitFor();
  await office.getByRole('textbox', { name: 'Name' }).fill('Daybook SIA');
  await office.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01');
  await office.getByRole('button', { name: 'Save' }).click();
  await office.getByText('This IBAN does not exist. Check it for a typo.').waitFor();
  await office.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
  await office.getByRole('button', { name: 'Save' }).click();
  await office.getByText('The details of the seller are saved.').first().waitFor();
  assert.equal(await office.getByText('Still missing').count(), 0);
  await axeBothSchemes(office, 'seller');

  const page = await openAs(daybook, browser, employee, '/app/company/payments', widths.phone);
  await page.getByRole('button', { name: 'Top up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Top up the balance' });
  const amount = dialog.getByLabel('Amount');
  assert.equal(await amount.inputValue(), '€10');
  for (const [wrong, answer] of [
    ['0', 'Must be at least 1.'],
    ['-5', 'Must be at least 1.'],
    ['1000000', /Must be at most 50\D?000/],
    ['12.345', 'At most 2 decimals.'],
  ] as const) {
    await amount.fill(wrong);
    await dialog.getByRole('button', { name: 'Continue to payment' }).click();
    await dialog.getByText(answer).waitFor();
    assert.equal(await amount.getAttribute('aria-invalid'), 'true', wrong);
  }
  await amount.fill('12.5');
  await axeBothSchemes(page, 'top-up');
  await dialog.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: 'Payment of €12.50' }).waitFor();
  assert.match(page.url(), /\/Payment\?Id=[\w-]{36}$/);
  await page.getByRole('img', { name: 'QR code for the transfer' }).waitFor();
  await page.getByText('DE89 3704 0044 0532 0130 00').waitFor();
  await page.getByText('No provider of online payments is configured here.').waitFor();
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'payment');

  await office.goto(`${daybook.url}/app/system/payments`);
  const row = office.getByRole('row', { name: new RegExp(company.name) });
  await row.getByRole('cell', { name: '€12.50', exact: true }).waitFor();
  await axeBothSchemes(office, 'payments of all');
  await row.getByRole('button', { name: /^Actions for RF/ }).click();
  await office.getByRole('menuitem', { name: 'Confirm' }).click();
  const question = office.getByRole('dialog', { name: 'Confirm the payment of €12.50?' });
  await question.getByRole('button', { name: 'Confirm' }).click();
  await office.getByText('The payment of €12.50 is confirmed.').first().waitFor();
  await row.getByText('Confirmed').first().waitFor();
  await page.reload();
  await page.getByText('This payment is confirmed. Thank you.').waitFor();
  for (const one of [office, page]) await one.context().close();
});

test('a decision that another operator has made is refused with the amount; a visitor learns of no payment', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  const { id } = await buildPayment(services, company, { amount: 33 });
  const page = await openAs(daybook, browser, operator, '/app/system/payments');
  const row = page.getByRole('row', { name: new RegExp(company.name) });
  // Amounts in a column have both decimals, so that they stand below each other.
  await row.getByRole('cell', { name: '€33.00', exact: true }).waitFor();
  await row.getByRole('button', { name: /^Actions for RF/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel the payment' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel the payment of €33?' });
  await question.waitFor();
  await services.database.write.updateTable('payments').set({ manual: 'cancelled' }).where('id', '=', id).execute();
  await question.getByRole('button', { name: 'Cancel the payment' }).click();
  await page.getByText('The payment of €33 is cancelled already.').first().waitFor();

  const { employee: stranger } = await buildBusiness(services, { actions: ['admin'] });
  const foreign = await openAs(daybook, browser, stranger, `/Payment?Id=${id}`);
  await foreign.getByRole('heading', { name: 'This payment does not exist' }).waitFor();
  await foreign.context().close();
  const visitor = await browser.visit(`${daybook.url}/Payment?Id=${id}`);
  await visitor.getByRole('heading', { name: 'This payment does not exist' }).waitFor();
  assert.match((await visitor.getByRole('link', { name: 'Sign in' }).last().getAttribute('href')) ?? '', /Payment.*Id/);
  const payer = await openAs(daybook, browser, employee, `/Payment?Id=${id}`);
  await payer.getByText('This payment is cancelled.').waitFor();
  for (const one of [page, visitor, payer]) await one.context().close();
});

test('the operator plans terms of a company and sees them beside the present ones', async () => {
  const { company } = await buildBusiness(services, { actions: ['admin'] });
  const page = await openAs(daybook, browser, operator, '/app/system/company-management');
  await page.getByRole('button', { name: `Actions for ${company.name}` }).click();
  await page.getByRole('menuitem', { name: 'Terms' }).click();
  const dialog = page.getByRole('dialog', { name: `Terms of “${company.name}”` });
  await dialog.getByLabel('Valid from').fill('1/1/2090');
  await dialog.getByLabel('Price per month').fill('29');
  await dialog.getByLabel('Price per further employee').fill('4.5');
  await axeBothSchemes(page, 'terms');
  await dialog.getByRole('button', { name: 'Save the terms' }).click();
  await page.getByText(`The terms of “${company.name}” are saved.`).first().waitFor();
  await page.getByRole('button', { name: `Actions for ${company.name}` }).click();
  await page.getByRole('menuitem', { name: 'Terms' }).click();
  await dialog.getByText('10 (+ €4.50)').waitFor();
  await dialog.getByText('Planned').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await noHorizontalScroll(page);
  await page.context().close();
});

test('who may only read payments pays none; a transaction leads to its page at the provider', async () => {
  const { company, location } = await buildBusiness(services, { actions: ['admin'] });
  const reader = await buildEmployee(services, location);
  const { write } = services.database;
  const pages = await write
    .selectFrom('pages')
    .select('id')
    .where('sRef', 'in', ['/app/company/payments', '/app/company/invoices'])
    .execute();
  const { companyId, userId } = reader;
  await write
    .insertInto('userPages')
    .values(pages.map(({ id }) => ({ companyId, userId, pageId: id })))
    .execute();
  const { id } = await buildPayment(services, company, { amount: 12.5 });
  await buildInvoice(services, company, { cents: 2_900 });
  const paid = { provider: 'paypal', providerRef: '8XK12345AB678901C' };
  await write.updateTable('payments').set(paid).where('id', '=', id).execute();

  const page = await openAs(daybook, browser, reader, '/app/company/payments');
  const row = page.getByRole('row', { name: /€12\.50/ });
  await row.waitFor();
  assert.equal(await page.getByRole('button', { name: 'Top up' }).count(), 0);
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem').first().waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Pay', exact: true }).count(), 0);
  await page.getByRole('menuitem', { name: 'Show', exact: true }).click();
  const link = page.getByRole('link', { name: paid.providerRef });
  assert.equal(await link.getAttribute('href'), `https://www.paypal.com/activity/payment/${paid.providerRef}`);

  await page.goto(`${daybook.url}/app/company/invoices`);
  const invoice = page.getByRole('row', { name: /€29\.00/ });
  await invoice.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem').first().waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Pay', exact: true }).count(), 0);
  await page.context().close();
});

test('the operator opens the payment of an invoice by Pay, and confirms and cancels it on its page', async () => {
  const { company } = await buildBusiness(services, { actions: ['admin'] });
  await buildInvoice(services, company, { cents: 4_100 });
  const page = await openAs(daybook, browser, operator, '/app/system/invoices');
  const row = page.getByRole('row', { name: new RegExp(company.name) });
  await row.getByRole('button', { name: /^Actions for INV/ }).click();
  await page.getByRole('menuitem', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Payment of €41' }).waitFor();
  const decisions = page.getByRole('region', { name: `For operators: the payment of ${company.name}` });
  await decisions.getByRole('button', { name: 'Confirm' }).click();
  await axeBothSchemes(page, 'payment of an operator');
  await page
    .getByRole('dialog', { name: 'Confirm the payment of €41?' })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await page.getByText('This payment is confirmed. Thank you.').waitFor();
  assert.equal(await decisions.getByRole('button', { name: 'Confirm' }).count(), 0);
  await decisions.getByRole('button', { name: 'Cancel the payment' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel the payment of €41?' });
  await question.getByText(/is to be paid again/).waitFor();
  await question.getByRole('button', { name: 'Cancel the payment' }).click();
  await page.getByText('This payment is cancelled.').waitFor();
  await page.getByRole('link', { name: 'Back to the payments' }).click();
  await page.getByRole('row', { name: new RegExp(company.name) }).waitFor();
  assert.match(page.url(), /\/app\/system\/payments/);
  await page.context().close();
});
