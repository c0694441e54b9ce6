// Customers are imported by keyboard alone, in German: how the file is read is chosen and seen before it is stored.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import iconv from 'iconv-lite';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, noHorizontalScroll, openBrowser, sizes } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

const lines = ['Name;Vorname;Telefon;Geburtstag;Keine Werbung', 'Müller;Jörg;0171 5550101;3/7/1985;ja'];

for (const [width, options] of Object.entries(sizes)) {
  test(`at ${width} px, a file of customers is read and imported by keys`, async () => {
    const { employee } = await buildBusiness(services, { actions: ['admin'] });
    const page = await openAs(daybook, browser, employee, '/app/company/contacts', { ...options, locale: 'de-DE' });
    await page.getByRole('button', { name: 'Importieren' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Importieren' });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Datei wählen' }).press('Enter'),
    ]);
    const buffer = iconv.encode(lines.join('\n'), 'windows-1252');
    await chooser.setFiles({ name: 'kunden.csv', mimeType: 'text/csv', buffer });
    await dialog.getByText('Neue Kunden: 1').waitFor();
    const holds = (column: string) => dialog.getByLabel(`Was „${column}“ enthält`);
    assert.equal(await holds('Keine Werbung').inputValue(), 'emailRefused');
    await noHorizontalScroll(page);
    await axeBothSchemes(page, 'a file of customers');

    const encoding = dialog.getByLabel('Zeichenkodierung');
    const right = await encoding.inputValue();
    await encoding.focus();
    await page.keyboard.press('End');
    await dialog.getByText('Jörg', { exact: true }).waitFor({ state: 'detached' });
    await hasFocus(encoding);
    await page.keyboard.press('Home');
    await dialog.getByText('Jörg', { exact: true }).waitFor();
    assert.equal(await encoding.inputValue(), right);
    const order = dialog.getByLabel('Daten wie 3/7/1985');
    await order.focus();
    await page.keyboard.press('End');
    await dialog.locator('select:focus:enabled:has(option[value="monthFirst"]:checked)').waitFor();
    await dialog.getByRole('button', { name: '1 importieren' }).press('Enter');
    await dialog.getByText('Der Import ist abgeschlossen:').waitFor();
    const stored = await services.database.read
      .selectFrom('contacts')
      .select(['name', 'birthday'])
      .where('companyId', '=', employee.companyId)
      .execute();
    assert.deepEqual(
      stored.map(({ name, birthday }) => `${name} ${birthday}`),
      ['Jörg Müller 1985-03-07'],
    );
  });
}
