// Customers: the list, the card, consent, merging with its undo, and the import.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { companyContacts } from '#contract/customers/contacts.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { caller } from '#server/testing/clients/call.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

const soon = (hours: number) => Temporal.Now.instant().add({ hours });

test('a customer’s card shows visits and consent, is edited, merged with a duplicate, and the merge is undone', async () => {
  const { employee, company } = await buildBusiness(services, { actions: ['admin'] });
  const anna = await buildContact(services, company, {
    name: 'Anna Berg',
    eMail: 'anna@example.org',
    phoneNumber: '+371 20 000 001',
  });
  const double = await buildContact(services, company, { name: 'Anna B.', eMail: 'anna@example.org' });
  const visit = { userId: null, name: 'Anna Berg' };
  await buildEvent(services, employee, { start: soon(-50), title: 'Haircut', contactId: anna.id, ...visit });
  await buildEvent(services, employee, { start: soon(50), title: 'Colour', contactId: double.id, ...visit });
  const page = await openAs(daybook, browser, employee, '/app/home');
  // The search of the top bar leads to the card.
  await page.getByRole('combobox', { name: 'Search', exact: true }).first().fill('anna berg');
  await page.getByRole('option', { name: /Anna Berg/ }).click();
  await page.waitForURL(`**/app/company/contacts/${anna.id}`);
  await page.getByRole('heading', { level: 1, name: 'Anna Berg' }).waitFor();
  await page.getByRole('link', { name: 'Haircut' }).waitFor();
  assert.equal(await page.getByRole('link', { name: '+371 20 000 001' }).getAttribute('href'), 'tel:+37120000001');
  await page.getByRole('button', { name: 'Record consent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Agreed', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Anna Berg' });
  await editor.getByLabel('Tags').fill('Regular');
  await page.keyboard.press('Enter');
  await axeBothSchemes(page, 'editor of a customer');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.waitFor({ state: 'detached' });
  const notes = page.getByRole('textbox', { name: 'Notes and allergies' });
  await notes.fill('Allergic to PPD.');
  await page.getByRole('region', { name: 'Notes and allergies' }).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
  const above = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.y ?? 0;
  assert.ok((await above('Notes and allergies')) < (await above('Visits')));
  await axeBothSchemes(page, 'card');
  await page.setViewportSize({ width: 390, height: 844 });
  await noHorizontalScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Actions for Anna Berg' }).click();
  await page.getByRole('menuitem', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog', { name: /Merge Anna Berg/ });
  await dialog.getByLabel('Find the other customer').fill('anna b.');
  await page.getByRole('option', { name: /Anna B\./ }).click();
  await dialog.getByRole('radio', { name: 'Anna B.', exact: true }).last().waitFor();
  await axeBothSchemes(page, 'merge');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('link', { name: 'Colour' }).waitFor();
  await page.getByRole('button', { name: 'Undo the merge with Anna B.' }).click();
  await page.getByText('The merge is undone.').first().waitFor();
  await page.getByRole('link', { name: 'Colour' }).waitFor({ state: 'detached' });
  await page.context().close();
});

test('notes are typed in place: what is not saved is asked about, and a save elsewhere is no loss', async () => {
  const { employee, company } = await buildBusiness(services, { actions: ['admin'] });
  const { id } = await buildContact(services, company, { name: 'Ilze Kalniņa' });
  const path = `/app/company/contacts/${id}`;
  const page = await openAs(daybook, browser, employee, path, widths.phone);
  const other = await openAs(daybook, browser, employee, path);
  const [mine, theirs] = [page, other].map((tab) => tab.getByRole('textbox', { name: 'Notes and allergies' }));
  assert.ok(mine && theirs);
  await mine.fill('Latex');
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await theirs.fill('Nuts');
  await theirs.press('Control+Enter');
  await other.getByText('“Ilze Kalniņa” is saved.').first().waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await axeBothSchemes(page, 'notes of a customer');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Ilze Kalniņa” is saved.').first().waitFor();
  const { read } = services.database;
  const stored = await read.selectFrom('contacts').select('notes').where('id', '=', id).executeTakeFirst();
  assert.equal(stored?.notes, 'Latex');
  for (const tab of [page, other]) await tab.context().close();
});

test('two customers are chosen in the list and merged; their tags take one line', async () => {
  const { employee, company } = await buildBusiness(services, { actions: ['admin'] });
  const tags = ['Gift voucher', 'Mornings only', 'VIP'];
  const { insert } = companyContacts.operations;
  await caller(daybook.server)(insert, { name: 'Olga One', tags }, await signIn(services, employee));
  await buildContact(services, company, { name: 'Olga Two' });
  await buildContact(services, company, { name: 'Zane' });
  const page = await openAs(daybook, browser, employee, '/app/company/contacts');
  const row = page.locator('tr[data-row]').filter({ hasText: 'Olga One' });
  await row.getByText('+2').waitFor();
  const heights = await page.locator('tr[data-row]').evaluateAll((rows) => rows.map((one) => one.clientHeight));
  assert.ok(Math.max(...heights) - Math.min(...heights) <= 1, `rows of ${heights} px`);
  await page.getByRole('checkbox', { name: 'Select Olga One' }).check();
  const merge = page.getByRole('button', { name: 'Merge' });
  assert.equal(await merge.count(), 0);
  await page.getByRole('checkbox', { name: 'Select Olga Two' }).check();
  await merge.click();
  const dialog = page.getByRole('dialog', { name: /Merge Olga One/ });
  await dialog.getByRole('radio', { name: 'Olga Two', exact: true }).last().waitFor();
  await axeBothSchemes(page, 'merge of a selection');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('button', { name: 'Undo the merge with Olga Two' }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Olga One' }).waitFor();
  await page.context().close();
});

test('an import shows what it would do, imports, and reports the rows that it left out', async () => {
  const { employee, company } = await buildBusiness(services, { actions: ['admin'] });
  await buildContact(services, company, { name: 'Mia Berg', eMail: 'mia@example.org' });
  const page = await openAs(daybook, browser, employee, '/app/company/contacts', widths.wide);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const lines = [
    'Kundenliste;;;',
    'Kunde;Mail;Zu erreichen;Geburtstag',
    'Mia Berg;mia@example.org;+371 20 000 002;',
    'Zoë;zoe@example.org;;--0412',
    'Bad;no address;;',
    'Änne;aenne@example.org;;03/07/1990',
  ];
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'kunden.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n'), 'latin1') });
  await dialog.getByText('New customers: 2').waitFor();
  assert.equal(await dialog.getByLabel('Header row').inputValue(), '2');
  // The letters of this file are right; another encoding shows itself at once.
  const encoding = dialog.getByLabel('Character encoding');
  await encoding.selectOption('windows-1251');
  await encoding.selectOption('windows-1252');
  await dialog.getByLabel('Dates such as 3/7/1985').selectOption('monthFirst');
  await dialog.getByText('Not an e-mail address').waitFor();
  await dialog.getByLabel('What “Zu erreichen” holds').selectOption('phoneNumber');
  await dialog.getByText('Existing customers completed: 1').waitFor();
  await axeBothSchemes(page, 'import');
  await dialog.getByRole('button', { name: 'Import 3' }).click();
  await dialog.getByText('The import is finished:').waitFor();
  const saved = async (name: string) => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name }).click();
    return readFile(await (await download).path(), 'utf8');
  };
  assert.match(
    await saved('Download the report'),
    /^\ufeffLine,Result,Reason,Name\r\n3,Completed,,Mia Berg\r\n4,Added,,Zoë/,
  );
  assert.equal(
    await saved('Download the rows to correct'),
    '\ufeffKunde,Mail,Zu erreichen,Geburtstag,Reason\r\nBad,no address,,,Not an e-mail address\r\n',
  );
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const stored = services.database.read.selectFrom('contacts').select(['name', 'birthday']).orderBy('name');
  assert.deepEqual(await stored.where('companyId', '=', company.id).execute(), [
    { name: 'Mia Berg', birthday: null },
    { name: 'Zoë', birthday: '--04-12' },
    { name: 'Änne', birthday: '1990-03-07' },
  ]);
  await page.getByRole('button', { name: 'Zoë', exact: true }).waitFor();
  // A new customer with the address of another: the form asks.
  await page.getByRole('button', { name: 'New customer' }).click();
  const editor = page.getByRole('dialog', { name: 'New customer' });
  await editor.getByLabel('Name').fill('Mia’s daughter');
  await editor.getByLabel('E-mail').fill('mia@example.org');
  await editor.getByText(/Mia Berg already has this e-mail/).waitFor();
  await editor.getByRole('button', { name: 'No, a new person' }).click();
  await editor.getByLabel('Birthday').fill('03/07/2015');
  await editor.getByLabel('Birthday').press('Tab');
  await editor.getByLabel('The year is unknown').check();
  assert.equal(await editor.getByLabel('Birthday').inputValue(), '3 July');
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Mia’s daughter', exact: true }).click();
  await page.getByText('3 Jul', { exact: true }).waitFor();
  await page.context().close();
});
