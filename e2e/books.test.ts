// The operator's work: checks the VAT number of a company, verifies the books, and restores a company.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { makeWaitingBackups } from '#server/operations/backups/make-backups.ts';
import { addBackup, archiveKey } from '#server/operations/backups/store.ts';
import { runJob } from '#server/operations/jobs/run-job.ts';
import { addNewJobs } from '#server/operations/jobs/store.ts';
import { workOnRestores } from '#server/operations/restores/work-on-restores.ts';
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
const { employee: operator } = await buildBusiness(services, { actions: ['sys', 'admin'] });

test('a company completes its billing details on a phone; the operator checks its VAT number', async () => {
  const { company, employee } = await buildBusiness(services, { actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/company/invoices', widths.phone);
  await page
    .getByText(/Complete these details before the next invoice is issued: Legal name, Address, Country/)
    .waitFor();
  await page.getByRole('link', { name: 'Complete the details' }).click();
  await page.getByRole('heading', { name: 'Billing details', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Use the company’s name and address' }).click();
  assert.equal(await page.getByLabel('Legal name').inputValue(), company.name);
  await page.getByLabel('Address', { exact: true }).fill('Brīvības iela 1, Rīga');
  await page.getByRole('combobox', { name: 'Country' }).fill('Latv');
  await page.getByRole('option', { name: 'Latvia' }).click();
  await page.getByLabel('VAT number').fill('LV40003032948');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/This VAT number does not exist/).waitFor();
  await page.getByLabel('VAT number').fill('lv 4000 3032 949');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The billing details are saved.').first().waitFor();
  assert.equal(await page.getByLabel('VAT number').inputValue(), 'LV40003032949');
  await page.getByText('Not checked yet').waitFor();
  assert.equal(await page.getByText('Complete these details').count(), 0);
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'billing details');

  const office = await openAs(daybook, browser, operator, '/app/system/billing');
  const row = office.getByRole('row', { name: new RegExp(company.name) });
  await row.getByText('Latvia').waitFor();
  await row.getByRole('button', { name: `Actions for ${company.name}` }).click();
  await office.getByRole('menuitem', { name: 'Mark the VAT number as checked' }).click();
  const question = office.getByRole('dialog', { name: `Does LV40003032949 belong to “${company.name}”?` });
  await question.getByRole('button', { name: 'Mark the VAT number as checked' }).click();
  await office.getByText('LV40003032949 is marked as checked.').first().waitFor();
  await row.getByText('Checked', { exact: true }).waitFor();
  await axeBothSchemes(office, 'billing of companies');
  for (const one of [page, office]) await one.context().close();
});

test('the operator verifies the books, and sees the accounts and what each company owes', async () => {
  await addNewJobs(services.database.write);
  const { company } = await buildBusiness(services, { actions: ['admin'] });
  await buildInvoice(services, company, { cents: 2_900 });
  const page = await openAs(daybook, browser, operator, '/app/system/books');
  const verification = page.getByRole('region', { name: 'Verification' });
  await verification.getByText('The books have not been verified yet.').waitFor();
  await verification.getByRole('button', { name: 'Verify now' }).click();
  await verification.getByText('It begins in a moment.').waitFor();
  await runJob(services, 'books');
  await verification.getByText('The books are right.').waitFor();
  await verification.getByRole('listitem').filter({ hasText: 'Numbers of invoices have no gaps' }).waitFor();
  const row = page.getByRole('row', { name: new RegExp(company.name) });
  await row.getByText('€29').waitFor();
  await page
    .getByRole('region', { name: 'Accounts' })
    .getByRole('row', { name: /Receivables €29/ })
    .waitFor();
  await axeBothSchemes(page, 'books');
  await page.setViewportSize(widths.phone.viewport);
  await noHorizontalScroll(page);
  await page.context().close();
});

test('the operator restores a company from its archive, and sees before what would come back', async () => {
  const { company } = await buildBusiness(services, { actions: ['admin'], logIn: 'rosa@salon.example' });
  const id = randomUUIDv7();
  await addBackup(services.database.write, {
    companyId: company.id,
    id,
    createdAt: services.clock.now(),
    person: null,
  });
  await makeWaitingBackups(services);
  const archive = await buffer((await services.files.read(archiveKey(id, 1))) ?? assert.fail('no archive'));

  const page = await openAs(daybook, browser, operator, '/app/system/restore');
  const choose = (name: string, bytes: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer: bytes });
  await choose('holiday.zip', Buffer.from('no archive'));
  await page.getByText('The archive is being checked.').first().waitFor();
  await choose('salon.zip', archive);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await row('salon.zip').waitFor();
  await workOnRestores(services);
  await row('holiday.zip').getByText('The archive is damaged, incomplete, or was altered.').waitFor();
  await row('salon.zip').getByText('Can be restored').waitFor();
  await axeBothSchemes(page, 'restores');
  await row('salon.zip')
    .getByRole('button', { name: /^Actions for salon/ })
    .click();
  await page.getByRole('menuitem', { name: 'Review and restore' }).click();
  const dialog = page.getByRole('dialog', { name: 'What would be restored' });
  await dialog.getByRole('row', { name: 'People 1 1' }).waitFor();
  await dialog.getByText(/^Rights are not restored/).waitFor();
  await axeBothSchemes(page, 'dry run of a restore');
  await page.setViewportSize(widths.phone.viewport);
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'dry run of a restore on a phone');
  const start = dialog.getByRole('button', { name: 'Restore into a new company' });
  await start.click();
  await dialog.getByText('Fill in this field.').waitFor();
  await dialog.getByLabel('Administrator’s e-mail').fill('rosa@salon.example');
  await page.keyboard.press('Escape');
  await start.click();
  await page.getByText('The company is being restored.').first().waitFor();
  await page.setViewportSize(widths.wide.viewport);
  await workOnRestores(services);
  await row('salon.zip').getByText('Restored', { exact: true }).waitFor();
  await row('salon.zip')
    .getByRole('button', { name: /^Actions for salon/ })
    .click();
  await page.getByRole('menuitem', { name: 'Show the company' }).click();
  await page.getByRole('dialog', { name: new RegExp(company.name) }).waitFor();
  await page.context().close();
});
