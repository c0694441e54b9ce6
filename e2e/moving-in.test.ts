// Moving in: services and coming appointments are imported from files, matched, and an import is undone.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

const dayAhead = (days: number) => Temporal.Now.zonedDateTimeISO('Europe/Riga').toPlainDate().add({ days }).toString();

async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Choose (a|another) file$/ }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

test('services and appointments are imported, matched by hand where needed, and undone, on a desk and a phone', async () => {
  const { location, employee } = await buildBusiness(services, {
    ...{ actions: ['admin'], firstName: 'Anna', lastName: 'Ozola' },
  });
  await buildEmployee(services, location, { firstName: 'Boris', lastName: 'Kalns' });
  await buildService(services, employee, { name: 'Haircut', minutes: 45, price: 30 });
  const page = await openAs(daybook, browser, employee, '/app/company/services');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import services and appointments' });
  await chooseFile(
    page,
    'services.csv',
    'Service,Category,Duration,Price\nBalayage,Hair,2h 30m,€120\nManicure,Nails,,35',
  );
  await dialog.getByText('New services: 2').waitFor();
  await dialog.getByText('No length: that of the service, or 30 minutes').waitFor();
  await axeBothSchemes(page, 'import of services');
  await dialog.getByRole('button', { name: 'Import 2' }).click();
  await dialog.getByText('The import is finished:').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('cell', { name: 'Balayage', exact: true }).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const [first, second] = [dayAhead(20), dayAhead(21)];
  await chooseFile(
    page,
    'appointments.csv',
    [
      'Start;Duration;Staff;Service;Client;Mobile',
      `${first} 10:00;1h;Anna;Haircut;Liga Berga;20000001`,
      `${first} 10:30;30;Anna;Cut and dry;Juris Liepa;20000002`,
      `${second} 10:30;30;B.;Haircut;Nina Zile;20000003`,
    ].join('\n'),
  );
  await dialog.getByText('New appointments: 2').waitFor();
  await dialog.getByText('The person is unknown').waitFor();
  await dialog.getByLabel('Person for “B.”').selectOption('Boris Kalns');
  await dialog.getByText('New appointments: 3').waitFor();
  await dialog.getByLabel('Service for “Cut and dry”').selectOption('Haircut');
  await dialog.getByText('Appointments at the same time as another one of the same person: 1').waitFor();
  await dialog.getByText('No one gets a message about the import.').waitFor();
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'import of appointments');
  await dialog.getByRole('button', { name: 'Import 3' }).click();
  await dialog.getByText('The import is finished:').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download the report' }).click(),
  ]);
  const report = await readFile(await download.path(), 'utf8');
  assert.match(report, /^3,Added,At the same time as Liga Berga,Juris Liepa\r$/m);
  const visits = await services.database.read
    .selectFrom('visits as v')
    .innerJoin('visitParts as p', 'p.visitId', 'v.id')
    .select(['v.name', 'p.serviceName'])
    .where('v.companyId', '=', employee.companyId)
    .orderBy('v.startAt')
    .execute();
  assert.deepEqual(
    visits.map(({ name, serviceName }) => [name, serviceName]),
    [
      ['Liga Berga', 'Haircut'],
      ['Juris Liepa', 'Haircut'],
      ['Nina Zile', 'Haircut'],
    ],
  );
  const earlier = dialog.getByRole('listitem').filter({ hasText: 'appointments.csv' });
  await earlier.getByText('Services: 0, appointments: 3, customers: 3').waitFor();
  await axeBothSchemes(page, 'earlier imports');
  await earlier.getByRole('button', { name: 'Undo the import' }).click();
  await page
    .getByRole('dialog', { name: /^Undo the import of/ })
    .getByRole('button', { name: 'Undo the import' })
    .click();
  await dialog.getByText('Removed: services 0, appointments 3, customers 3.').waitFor();
  await earlier.getByText('Undone').waitFor();
});

test('a file that is none of these is refused in words, and the next one can be chosen', async () => {
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/company/services');
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import services and appointments' });
  await chooseFile(page, 'people.vcf', 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEND:VCARD');
  await dialog.getByRole('alert').getByText('This file holds customers. Import it under Customers.').waitFor();
  await chooseFile(page, 'prices.csv', 'Service;Price\nCut;25');
  await dialog.getByText('New services: 1').waitFor();
  assert.equal(await dialog.getByRole('alert').count(), 0);
});
