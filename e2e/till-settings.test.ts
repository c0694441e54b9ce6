// The products and the settings of the till in the browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildProduct, buildTill } from '#server/testing/build/till.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;
const shots = process.env.SHOTS;

test('an administrator adds a product, and a barcode of another one is refused by its name', async () => {
  const { employee, company } = await buildBusiness(services, { actions: ['admin'] });
  await buildProduct(services, { companyId: company.id, barcode: '4006381333931' });
  const page = await openAs(daybook, browser, employee, '/app/company/products');
  await page.getByRole('button', { name: 'New product' }).click();
  const editor = page.getByRole('dialog', { name: 'New product' });
  await editor.getByLabel('Name').fill('Conditioner');
  const barcode = editor.getByLabel('Barcode');
  // As a scanner types: with Enter at the end.
  await barcode.pressSequentially('4006381333930');
  await barcode.press('Enter');
  await editor.getByText('The check digit of this EAN or UPC does not fit.').waitFor();
  await axeBothSchemes(page, 'a product with a wrong check digit');
  await barcode.fill('4006381333931');
  await editor.getByLabel('Price').fill('9.90');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.getByText('“Shampoo” has this barcode already.').waitFor();
  await barcode.fill('OWN-7');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.waitFor({ state: 'hidden' });
  await page.getByText('OWN-7').first().waitFor();
  for (const at of ['wide', 'phone'] as const) {
    await page.setViewportSize(widths[at].viewport);
    await axeBothSchemes(page, `products, ${at}`);
    if (shots) await page.screenshot({ path: `${shots}/products-${at}.png`, fullPage: true });
  }
});

test('a local administrator sees products and changes none', async () => {
  const { location, company } = await buildBusiness(services, { actions: ['admin'] });
  const local = await buildEmployee(services, location, { actions: ['lcladmin'] });
  await buildProduct(services, { companyId: company.id });
  const page = await openAs(daybook, browser, local, '/app/company/products');
  await page.getByText('Shampoo').first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'New product' }).count(), 0);
  assert.equal(await page.getByRole('switch').first().isDisabled(), true);
});

for (const language of ['en', 'de', 'lv'] as const) {
  test(`the settings of the till say what the law asks, and what to do beside a device: ${language}`, async () => {
    const { employee, company, location } = await buildBusiness(services, { actions: ['admin', 'user'] });
    await buildTill(services, { companyId: company.id, locationId: location.id, isOpen: false });
    await services.database.write
      .updateTable('tillPlaces')
      .set({ country: 'LV', mode: 'beside' })
      .where('companyId', '=', company.id)
      .execute();
    const options = { ...widths.wide, locale: language };
    const page = await openAs(daybook, browser, employee, '/app/company/till', options);
    await page.getByRole('radio').first().waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), language);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 2200 });
      await axeBothSchemes(page, `till settings, ${language}, ${width}`);
      if (shots) await page.screenshot({ path: `${shots}/till-${language}-${width}.png` });
    }
  });
}

test('the mode that a country excludes is disabled with the reason; the one beside a device is saved', async () => {
  const { employee, company, location } = await buildBusiness(services, { actions: ['admin', 'user'] });
  await buildTill(services, { companyId: company.id, locationId: location.id, isOpen: false });
  const { write } = services.database;
  await write
    .updateTable('tillPlaces')
    .set({ country: 'GB', mode: 'off' })
    .where('companyId', '=', company.id)
    .execute();
  const page = await openAs(daybook, browser, employee, '/app/company/till');
  const plain = page.getByRole('radio', { name: 'Daybook alone' });
  await plain.waitFor();
  assert.equal(await plain.isDisabled(), false);
  await page.getByText('we found no law that asks for a fiscal device').waitFor();
  const country = page.getByRole('combobox', { name: 'Country' });
  await country.fill('Latvia');
  await page.getByRole('option', { name: 'Latvia' }).click();
  await page.getByText('Ministru kabineta noteikumi').waitFor();
  assert.equal(await plain.isDisabled(), true);
  await page.getByText('so Daybook may only record beside one').waitFor();
  await page.getByRole('radio', { name: 'Beside a fiscal device' }).check();
  await page.getByText('Enter the number of that receipt in Daybook.').waitFor();
  await page.getByRole('button', { name: `Save ${location.name}` }).click();
  await page.getByText('The till settings are saved.').first().waitFor();
  const place = await write
    .selectFrom('tillPlaces')
    .select(['country', 'mode'])
    .where('companyId', '=', company.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(place, { country: 'LV', mode: 'beside' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  assert.match(await readFile(await file.path(), 'utf8'), /^\uFEFFjournal_entry,journal_hash,kind/);
});

test('a price list is read, previewed and imported', async () => {
  const { employee } = await buildBusiness(services, { actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/company/products');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  const text = 'Artikel;EAN;Preis;MwSt.\nÖl;4006381333930;12,50 €;21\nKamm;;;21\n';
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByText('New products: 1').waitFor();
  await dialog.getByText('The check digit of the barcode does not fit').waitFor();
  for (const at of ['wide', 'phone'] as const) {
    await page.setViewportSize(widths[at].viewport);
    await axeBothSchemes(page, `import of products, ${at}`);
  }
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await dialog.getByText('The import is finished:').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('4006381333930').first().waitFor();

  await page.setViewportSize(widths.wide.viewport);
  await page.getByRole('button', { name: 'Import' }).click();
  const earlier = dialog.getByRole('listitem').filter({ hasText: 'prices.csv' });
  await earlier.getByText('Products: 1').waitFor();
  for (const at of ['phone', 'wide'] as const) {
    await page.setViewportSize(widths[at].viewport);
    await noHorizontalScroll(page);
    await axeBothSchemes(page, `earlier imports of products, ${at}`);
  }
  await earlier.getByRole('button', { name: 'Undo the import' }).press('Enter');
  await page
    .getByRole('dialog', { name: /^Undo the import of/ })
    .getByRole('button', { name: 'Undo the import' })
    .press('Enter');
  await dialog.getByText('Removed: products 1.').waitFor();
  await earlier.getByText('Undone').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByText('4006381333930').waitFor({ state: 'detached' });
});
