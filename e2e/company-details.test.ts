// The company's details and the map location modal, by mouse and keyboard, including failures.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { buildBusiness } from '#server/testing/build/business.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, axeClean, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { chooseBerlin, openPicker } from './lib/picker.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

async function openDetails(options?: Parameters<typeof openAs>[4]) {
  const { employee, company } = await buildBusiness(services, { actions: ['admin'] });
  const page = await openAs(daybook, browser, employee, '/app/company/details', options);
  await page.getByRole('heading', { name: 'Company details' }).waitFor();
  return { page, company };
}

function companyRow(id: string) {
  return services.database.read
    .selectFrom('companies as c')
    .leftJoin('geolocations as g', 'g.id', 'c.geolocationId')
    .select([
      'c.name',
      'c.eMail',
      'c.logoId',
      'c.confirmsRequests',
      'c.reminderLeads',
      'c.quietUntil',
      'g.city',
      'g.lineAddress',
      'g.latitude',
      'g.longitude',
      'g.street',
    ])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow();
}

test('an invalid field shows its message and is not sent; valid details are saved', async () => {
  const { page, company } = await openDetails();
  await axeClean(page);
  await page.getByLabel('E-mail for replies').fill('rosa');
  await page.getByLabel('Company name').fill('Salon Rosa');
  await page.locator('#company-contact').getByRole('button', { name: 'Save' }).click();
  await page.getByText('This does not look like an e-mail address.').waitFor();
  await page.getByLabel('E-mail for replies').fill('hello@rosa.test');
  const logo = await sharp({ create: { width: 240, height: 80, channels: 3, background: '#1f3a5f' } })
    .png()
    .toBuffer();
  const tiny = await sharp(logo).resize(20, 20).png().toBuffer();
  const choose = page.locator('input[type=file]');
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: tiny });
  await page.getByText('This picture is too small.').waitFor();
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await page.getByText('The logo is saved.').first().waitFor();
  const remove = page.getByRole('button', { name: 'Remove', exact: true });
  const asked = page.getByRole('dialog', { name: 'Remove the logo?' });
  await remove.click();
  await axeBothSchemes(page, 'the logo is to be removed');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await asked.waitFor({ state: 'detached' });
  assert.ok((await companyRow(company.id)).logoId);
  await remove.click();
  await asked.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The logo is removed.').first().waitFor();
  assert.equal((await companyRow(company.id)).logoId, null);
  await page.getByLabel('Company name').press('Control+Enter');
  await page.getByText('“Salon Rosa” is saved.').first().waitFor();
  assert.equal((await companyRow(company.id)).eMail, 'hello@rosa.test');

  await page.getByRole('radio', { name: 'We confirm ourselves' }).check();
  await page.locator('#company-requests').getByRole('button', { name: 'Save' }).click();
  await page.getByText('The rules for bookings are saved.').first().waitFor();
  assert.ok((await companyRow(company.id)).confirmsRequests);

  const reminders = page.locator('#company-reminders');
  assert.ok(await reminders.getByText('24 hours', { exact: true }).isVisible());
  await reminders.getByText('2 hours', { exact: true }).click();
  await reminders.getByText('2 days', { exact: true }).click();
  await reminders.getByLabel('until').selectOption('09:00');
  await axeBothSchemes(page, 'reminders of appointments');
  await reminders.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The reminders are saved.').first().waitFor();
  const { reminderLeads, quietUntil } = await companyRow(company.id);
  assert.deepEqual([reminderLeads, quietUntil], [[48, 24], 9]);

  // The second person to save chooses between values that both have changed, and loses no input.
  await services.database.write
    .updateTable('companies')
    .set({ country: 'Estonia', address: 'Other Road 1' })
    .where('id', '=', company.id)
    .execute();
  await page.getByRole('combobox', { name: 'Country' }).fill('Latvia');
  await page.getByLabel('Phone').fill('+371 20 000 000');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Country: now “Estonia”, yours “Latvia”').waitFor();
  assert.equal(await page.getByLabel('Postal address').inputValue(), 'Other Road 1');
  await axeBothSchemes(page, 'company details changed by two');
  await page.getByRole('button', { name: 'Use theirs' }).click();
  assert.equal(await page.getByRole('combobox', { name: 'Country' }).inputValue(), 'Estonia');
  assert.equal(await page.getByLabel('Phone').inputValue(), '+371 20 000 000');
});

test('leaving with unsaved input asks first', async () => {
  const { page } = await openDetails();
  await page.getByLabel('Company name').fill('Half a na');
  await page.getByRole('link', { name: 'Calendar', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  assert.equal(await page.getByLabel('Company name').inputValue(), 'Half a na');
});

test("an address found by keyboard becomes the company's place", async () => {
  const { page, company } = await openDetails();
  const picker = await openPicker(page);
  assert.ok(await picker.getByRole('button', { name: 'Use this place' }).isDisabled(), 'nothing is chosen yet');
  await chooseBerlin(page);
  await picker.getByRole('region', { name: 'Chosen place' }).getByText('Germany', { exact: true }).waitFor();
  await axeClean(page);
  await picker.getByRole('button', { name: 'Use this place' }).click();
  await picker.waitFor({ state: 'detached' });
  await page
    .getByText(/The place of “.*” is saved\./)
    .first()
    .waitFor();
  const row = await companyRow(company.id);
  assert.equal(row.city, 'Berlin');
  assert.equal(row.street, '-', 'a part that is missing');
});

test('a click on the map finds the place there', async () => {
  const { page, company } = await openDetails();
  const picker = await openPicker(page);
  const map = picker.locator('.maplibregl-canvas');
  await map.waitFor();
  await picker.locator('[data-base=offline]').waitFor();
  const box = await map.boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await picker.getByRole('region', { name: 'Chosen place' }).getByText('Latvia', { exact: true }).waitFor();
  await picker.getByRole('button', { name: 'Use this place' }).click();
  await picker.waitFor({ state: 'detached' });
  await page
    .getByText(/The place of “.*” is saved\./)
    .first()
    .waitFor();
  const row = await companyRow(company.id);
  assert.ok(Math.abs((row.latitude ?? 0) - 56.9496) < 0.001, `the middle of the map: ${row.latitude}`);
});

test('an unknown address, a failed lookup and a failed save each show an error, and the modal stays open', async () => {
  const { page } = await openDetails();
  const picker = await openPicker(page);
  await page.keyboard.type('qqxxzzyyww');
  await page.keyboard.press('Enter');
  await page.getByText('No location found.').first().waitFor();
  await page.route('**/api/geolocations/Reverse*', (route) => route.abort());
  await picker.getByRole('button', { name: 'Use the centre of the map' }).click();
  await page.getByText('There was an error loading the location information.').first().waitFor();
  await page.route('**/api/geolocations/Insert', (route) => route.abort());
  await picker.getByRole('button', { name: 'Use this place' }).click();
  await page.getByText('There was an error saving the location information.').first().waitFor();
  assert.ok(await picker.isVisible());
});

test('on a phone, the modal fills the screen and nothing scrolls sideways', async () => {
  const { page } = await openDetails(widths.phone);
  await noHorizontalScroll(page);
  await axeClean(page);
  const picker = await openPicker(page);
  await picker.locator('[data-base=offline]').waitFor();
  await noHorizontalScroll(page);
  await axeClean(page);
});

test('a zone is found by its present and its former name, and the one that is stored is always shown', async () => {
  const { location, employee } = await buildBusiness(services, { actions: ['admin'] });
  const { write } = services.database;
  await write.updateTable('locations').set({ timeZone: 'Europe/Kyiv' }).where('id', '=', location.id).execute();
  const page = await openAs(daybook, browser, employee, `/app/company/locations?open=${location.id}`);
  const zone = page.getByRole('dialog').getByRole('combobox', { name: 'Time zone' });
  await zone.waitFor();
  assert.equal(await zone.inputValue(), 'Europe/Kyiv');
  await axeBothSchemes(page, 'a location with its zone');
  for (const [typed, name] of [
    ['kiev', 'Europe/Kiev'],
    ['argentina/buenos a', 'America/Argentina/Buenos Aires'],
    ['kolkata', 'Asia/Kolkata'],
  ] as const) {
    await zone.fill(typed);
    await page.getByRole('option', { name }).click();
    assert.equal(await zone.inputValue(), name);
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const stored = await services.database.read
    .selectFrom('locations')
    .select('timeZone')
    .where('id', '=', location.id)
    .executeTakeFirstOrThrow();
  assert.equal(stored.timeZone, 'Asia/Kolkata');
  await page.context().close();
});
