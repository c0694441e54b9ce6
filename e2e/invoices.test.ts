// Invoices: a company sees the next one so far and pays an invoice; the operator credits it and issues it again.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { buildBusiness, setTerms } from '#server/testing/build/business.ts';
import { buildInvoice, creditForTest } from '#server/testing/build/invoices.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

test('a company pays an invoice on a phone; the operator credits it and issues it again', async () => {
  const { employee: operator } = await buildBusiness(services, { actions: ['sys', 'admin'] });
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  await setTerms(services, { monthlyCost: 29 }, company.id);
  await buildInvoice(services, company, { cents: 2_900 });

  const office = await openAs(daybook, browser, operator, '/app/system/invoices');
  await office
    .getByText('No invoices are issued while details of the seller are missing: Name, Address, IBAN.')
    .waitFor();
  const row = office.getByRole('row', { name: /INV-000001/ });
  await row.getByText('Open').waitFor();
  await row.getByRole('cell', { name: '€29.00', exact: true }).waitFor();
  await axeBothSchemes(office, 'invoices of all');

  const page = await openAs(daybook, browser, employee, '/app/company/invoices', widths.phone);
  const next = page.getByRole('region', { name: 'Next invoice so far' });
  await next.getByText('Monthly price').waitFor();
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'invoices');
  await page.getByRole('button', { name: /^Actions for INV-000001/ }).click();
  await page.getByRole('menuitem', { name: 'Pay', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  // Inside the invoice, too.
  await page.getByRole('button', { name: 'INV-000001', exact: true }).click();
  const opened = page.getByRole('dialog', { name: 'INV-000001' });
  await opened.getByText('Due').first().waitFor();
  await axeBothSchemes(page, 'an open invoice');
  await opened.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('heading', { name: 'Payment of €29' }).waitFor();
  await page.getByText(`Invoice INV-000001 for ${company.name}`).waitFor();
  assert.match(page.url(), /\/Payment\?Id=[\w-]{36}$/);

  await row.getByRole('button', { name: /^Actions for INV-000001/ }).click();
  await office.getByRole('menuitem', { name: 'Issue a credit note' }).click();
  const question = office.getByRole('dialog', { name: 'Cancel invoice INV-000001 by a credit note?' });
  await question.getByRole('button', { name: 'Issue a credit note' }).click();
  await office.getByText('Invoice INV-000001 is credited.').first().waitFor();
  await office.getByRole('row', { name: /CN-000001/ }).waitFor();

  // While details of the seller are missing, nothing is issued.
  const again = office.getByRole('dialog', { name: 'Issue invoice INV-000001 again?' });
  async function issueAgain(): Promise<void> {
    await row.getByRole('button', { name: /^Actions for INV-000001/ }).click();
    await office.getByRole('menuitem', { name: 'Issue again' }).click();
    await again.getByRole('button', { name: 'Issue again' }).click();
  }
  await issueAgain();
  await office.getByText('The details of the seller are not complete.').first().waitFor();
  const seller = { name: 'Daybook SIA', address: 'Riga', iban: 'DE89370400440532013000' };
  await services.database.write.updateTable('seller').set(seller).execute();
  await issueAgain();
  await office.getByText('The invoice is issued again.').first().waitFor();
  const second = office.getByRole('row', { name: /INV-000002/ });
  await second.getByText('Open').waitFor();
  await row.getByText('Credited').waitFor();
  await row.getByRole('button', { name: /^Actions for INV-000001/ }).click();
  await office.getByRole('menuitem').first().waitFor();
  assert.equal(await office.getByRole('menuitem', { name: 'Issue again' }).count(), 0, 'once');
  for (const one of [office, page]) await one.context().close();
});

test('an invoice that was settled meanwhile is not paid again: an open tab follows, and the call is refused', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  const { id } = await buildInvoice(services, company, { cents: 1_500 });
  const page = await openAs(daybook, browser, employee, '/app/company/invoices');
  const { label } = await services.database.read
    .selectFrom('invoices')
    .select('label')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const row = page.getByRole('row', { name: new RegExp(label) });
  await row.getByText('Open').waitFor();
  const { id: pdf } = await services.database.read
    .selectFrom('invoiceFiles')
    .select('id')
    .where('invoiceId', '=', id)
    .executeTakeFirstOrThrow();
  const stale = await openAs(daybook, browser, employee, `/Pdf?Id=${pdf}`);
  await stale.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  await creditForTest(services, id);
  // A page that does not follow says why, and is loaded again.
  await stale.getByRole('button', { name: 'Pay', exact: true }).click();
  await stale.getByText(`Nothing is due on invoice ${label}`).first().waitFor();
  await stale.getByRole('button', { name: 'Pay', exact: true }).waitFor({ state: 'detached' });
  await stale.getByText('A credit note has cancelled this invoice.').waitFor();
  await stale.context().close();
  // An open list follows.
  await row.getByText('Credited').waitFor();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'View the PDF' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Pay', exact: true }).count(), 0);
  const answer = await page.context().request.post(`${daybook.url}/api/company/invoices/Pay`, { data: { Id: id } });
  assert.equal(answer.status(), 417);
  assert.match(await answer.text(), new RegExp(`Nothing is due on invoice ${label}`));
  const payments = await services.database.read
    .selectFrom('payments')
    .select('id')
    .where('invoiceId', '=', id)
    .execute();
  assert.deepEqual(payments, []);
  await page.context().close();
});

test('what is due stands above the list, overdue first, though it was issued long ago: one tap shows it, one all', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  const before = services.clock.now().subtract({ hours: 100 * 24 });
  const past = { ...services, clock: { ...services.clock, now: () => before } };
  const { id: late } = await buildInvoice(past, company, { cents: 3_100 });
  const { id: open } = await buildInvoice(services, company, { cents: 1_500 });
  const { rows } = await sql<{ id: string; label: string }>`
    select id, label from invoices where company_id = ${company.id}`.execute(services.database.read);
  const labelOf = (id: string) => rows.find((row) => row.id === id)?.label ?? '';
  for (const [width, size] of Object.entries(widths)) {
    const page = await openAs(daybook, browser, employee, '/app/company/invoices', size);
    await page.getByText('1 invoice is overdue: €31.').waitFor();
    await page.getByText('To be paid in all: €46 (2 invoices).').waitFor();
    await page.getByRole('button', { name: labelOf(open), exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: labelOf(late), exact: true }).count(), 0, 'of the last month');
    await page.getByRole('button', { name: 'Show what is due' }).click();
    await page.getByRole('button', { name: labelOf(late), exact: true }).waitFor();
    const shown = await page.getByRole('button', { name: /^INV-\d+$/ }).allTextContents();
    assert.deepEqual(shown, [labelOf(late), labelOf(open)], width);
    await noHorizontalScroll(page);
    await axeBothSchemes(page, `invoices that are due, ${width}`);
    await page.getByRole('button', { name: 'Show all invoices' }).click();
    await page.getByRole('button', { name: labelOf(late), exact: true }).waitFor({ state: 'detached' });
    await page.context().close();
  }
});
