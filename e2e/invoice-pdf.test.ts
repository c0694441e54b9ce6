// The page of an invoice outside the application: a phone shows what it says, the reader of the mail needs no session,
// and the PDF is downloaded.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { addInvoiceLink } from '#server/money/invoices/pdf/invoice-link.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

test('an administrator opens the PDF of an invoice from the list; the link of the mail shows it without a session', async () => {
  const seller = { name: 'Daybook SIA', address: 'Brīvības iela 1\nRīga, LV-1010', iban: 'DE89370400440532013000' };
  await services.database.write.updateTable('seller').set(seller).execute();
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  const invoice = await buildInvoice(services, company, { cents: 2_900 });

  const page = await openAs(daybook, browser, employee, '/app/company/invoices', widths.phone);
  await page.getByRole('button', { name: /^Actions for INV-000001/ }).click();
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name: 'View the PDF' }).click(),
  ]);
  await opened.getByRole('heading', { name: 'Invoice INV-000001' }).waitFor();
  await opened.getByRole('row', { name: /^Monthly price .* €29\.00$/ }).waitFor();
  await opened.getByText('RF69 INV0 0000 1').waitFor();
  await opened.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  await noHorizontalScroll(opened);
  await axeBothSchemes(opened, 'invoice');

  const context = { db: services.database.write, ...services };
  const url = await addInvoiceLink(context, { companyId: company.id, invoiceId: invoice.id });
  const { pathname, search, searchParams } = new URL(url);
  const reader = await browser.visit(`${daybook.url}${pathname}${search}`);
  await reader.getByRole('heading', { name: 'Invoice INV-000001' }).waitFor();
  assert.equal(await reader.getByRole('button', { name: 'Pay', exact: true }).count(), 0);
  const [download] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('link', { name: 'Download the PDF' }).click(),
  ]);
  assert.equal(download.suggestedFilename(), 'INV-000001.pdf');
  assert.match((await readFile(await download.path())).toString('latin1'), /^%PDF-1\.7/);

  const stranger = await browser.visit(`${daybook.url}/Pdf?Id=${searchParams.get('Id')}`);
  await stranger.getByRole('heading', { name: 'This invoice does not exist' }).waitFor();
});
