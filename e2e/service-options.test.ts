// Variants and extras of a service: an administrator writes them, a visitor and staff choose them.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, test } from 'node:test';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import {
  at,
  buildHairSalon,
  card,
  chooseHaircut,
  chooseTomorrow,
  holdTime,
  pick,
  profileUrl,
  typeDetails,
} from './lib/booking.ts';
import { axeBothSchemes, hasFocus, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { buildSalon } from './lib/salon.ts';
import { eventNamed, openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

for (const [kind, width] of [
  ['a wide screen', widths.wide],
  ['a phone', widths.phone],
] as const) {
  test(`an administrator adds, sorts and switches off variants and extras, on ${kind}`, async () => {
    const { services } = daybook;
    const { employee } = await buildBusiness(services, { actions: ['admin'] });
    const { id } = await buildService(services, employee, { name: 'Haircut' });
    const page = await openAs(daybook, browser, employee, '/app/company/services', width);
    await page.getByRole('main').getByRole('button', { name: 'Haircut', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Haircut' });
    const variants = dialog.getByRole('region', { name: 'Variants' });
    const extras = dialog.getByRole('region', { name: 'Extras' });
    await variants.getByRole('button', { name: 'Add a variant' }).click();
    // The new row has the focus.
    await page.keyboard.type('Short hair');
    await variants.getByRole('button', { name: 'Add a variant' }).click();
    await page.keyboard.type('Long hair');
    const long = variants.getByRole('group', { name: 'Long hair' });
    // Deleted and typed again, it is the number that was typed; a minus is none.
    await page.keyboard.press('Tab');
    await hasFocus(long.getByLabel('More minutes'));
    await page.keyboard.press('Delete');
    assert.equal(await long.getByLabel('More minutes').inputValue(), '');
    await page.keyboard.type('-15');
    assert.equal(await long.getByLabel('More minutes').inputValue(), '15 min');
    await long.getByLabel('Surcharge').fill('10.5');
    await variants.getByRole('button', { name: 'Move “Long hair”', exact: true }).press('ArrowUp');
    await extras.getByRole('button', { name: 'Add an extra' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const added = extras.getByRole('group', { name: 'New extra' });
    await added.getByLabel('Description').and(page.locator('[aria-invalid="true"]')).waitFor();
    await axeBothSchemes(page, `options of a service on ${kind}`);
    await noHorizontalScroll(page);
    await added.getByLabel('Description').fill('Wash');
    const wash = extras.getByRole('group', { name: 'Wash' });
    await wash.getByLabel('At most').fill('');
    await wash.getByLabel('At most').blur();
    assert.equal(await wash.getByLabel('At most').inputValue(), '× 1');
    await wash.getByLabel('At most').fill('3');
    await wash.getByLabel('VAT (%)').fill('12');
    await wash.getByLabel('Can be booked').uncheck();
    await extras.getByRole('button', { name: 'Add an extra' }).click();
    await extras.getByRole('button', { name: 'Remove “New extra”' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const stored = await services.database.read
      .selectFrom('serviceOptions')
      .select(['kind', 'name', 'minutes', 'price', 'vatRate', 'maxCount', 'isActive'])
      .where('serviceId', '=', id)
      .orderBy('position')
      .execute();
    assert.deepEqual(stored, [
      { kind: 'variant', name: 'Long hair', minutes: 15, price: 10.5, vatRate: null, maxCount: 1, isActive: true },
      { kind: 'variant', name: 'Short hair', minutes: 0, price: 0, vatRate: null, maxCount: 1, isActive: true },
      { kind: 'extra', name: 'Wash', minutes: 0, price: 0, vatRate: 12, maxCount: 3, isActive: false },
    ]);
    await page.context().close();
  });
}

/** A haircut of 60 minutes for 30 euro with two variants, and an extra that can be booked twice. */
async function salonWithOptions() {
  const { services } = daybook;
  const { person, haircut, location } = await buildHairSalon(daybook);
  const { companyId } = person;
  const add = (
    position: number,
    option: { kind: string; name: string; minutes?: number; price?: number; maxCount?: number },
  ) =>
    services.database.write
      .insertInto('serviceOptions')
      .values({ companyId, id: randomUUIDv7(), serviceId: haircut.id, position, ...option })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow();
  const short = await add(0, { kind: 'variant', name: 'Short hair' });
  const long = await add(1, { kind: 'variant', name: 'Long hair', minutes: 15, price: 10.5 });
  const wash = await add(2, { kind: 'extra', name: 'Wash', minutes: 5, price: 4, maxCount: 2 });
  const mask = await add(3, { kind: 'extra', name: 'Mask', price: 8 });
  return { person, haircut, location, short, long, wash, mask };
}

for (const [kind, width] of [
  ['a wide screen', widths.wide],
  ['a phone', widths.phone],
] as const) {
  test(`a visitor chooses a variant and extras, and sees minutes and price follow, on ${kind}`, async () => {
    const { services } = daybook;
    const { person, haircut, long, wash } = await salonWithOptions();
    const page = await browser.visit(profileUrl(daybook, person), { ...width, timezoneId: 'Europe/Riga' });
    await chooseHaircut(page);
    const facts = (text: string) => card(page).getByText(text, { exact: true }).first().waitFor();
    await card(page)
      .getByRole('radio', { name: /^Short hair/ })
      .and(page.locator(':checked'))
      .waitFor();
    await card(page)
      .getByRole('radio', { name: /^Long hair/ })
      .check();
    await card(page).getByLabel(/^Wash/).selectOption('2');
    await facts('1 hr 25 mins · €48.50');
    assert.equal(new URL(page.url()).searchParams.get('options'), [long.id, wash.id, wash.id].join(','));
    await axeBothSchemes(page, `chosen options on ${kind}`);
    await noHorizontalScroll(page);
    // The address says it all.
    await page.reload();
    await facts('1 hr 25 mins · €48.50');
    await pick(page, at(10));
    await page.getByText('Haircut (Long hair, 2 × Wash)').waitFor();
    await axeBothSchemes(page, `details of a booking with options on ${kind}`);
    await typeDetails(page, 'maria@example.org');
    // Meanwhile, the price changes: nothing is booked before the visitor has seen the new one.
    await services.database.write.updateTable('services').set({ price: 32 }).where('id', '=', haircut.id).execute();
    await holdTime(page);
    await page.getByText('The price has changed meanwhile. Book again if you agree to the new one.').waitFor();
    await page.getByText('1 hr 25 mins · €50.50').waitFor();
    await holdTime(page);
    await page.getByRole('button', { name: 'Confirm' }).waitFor();
    const part = await services.database.read
      .selectFrom('visitParts as p')
      .innerJoin('events as e', 'e.id', 'p.eventId')
      .select(['p.serviceName', 'p.minutes', 'p.price', 'e.title'])
      .where('e.calendarId', '=', person.calendarId)
      .executeTakeFirstOrThrow();
    const name = 'Haircut (Long hair, 2 × Wash)';
    assert.deepEqual(part, { serviceName: name, title: name, minutes: 85, price: 50.5 });
    await page.context().close();
  });
}

test('on the narrowest screen, long facts of a service with variants keep in its place, in German', async () => {
  const { services } = daybook;
  const { location, haircut, long } = await salonWithOptions();
  await services.database.write
    .updateTable('serviceOptions')
    .set({ minutes: 80, price: 1018.5 })
    .where('id', '=', long.id)
    .execute();
  const address = `${daybook.url}/embed/${location.urlName}`;
  const viewport = { width: 320, height: 900 };
  const page = await browser.visit(address, { viewport, locale: 'de-DE', timezoneId: 'Europe/Riga' });
  const name = page.getByText('Haircut', { exact: true });
  await name.waitFor();
  const { height = Infinity } = (await name.boundingBox()) ?? {};
  assert.ok(height < 36, `the name is on one line: ${height}`);
  await axeBothSchemes(page, 'embed-variants');
  await page.goto(`${address}?service=${haircut.id}&options=${long.id}`);
  await page.locator('[data-start]').first().waitFor();
  await axeBothSchemes(page, 'embed-options');
  await page.context().close();
});

test('an option that is switched off while a visitor reads the page is refused, and gone then', async () => {
  const { services } = daybook;
  const { person, mask, haircut } = await salonWithOptions();
  const address = `${profileUrl(daybook, person)}?service=${haircut.id}&options=${mask.id}`;
  const page = await browser.visit(address, { ...widths.wide, timezoneId: 'Europe/Riga' });
  await chooseTomorrow(page);
  await card(page).getByLabel(/^Mask/).and(page.locator(':checked')).waitFor();
  await pick(page, at(10));
  await typeDetails(page, 'maria@example.org');
  await services.database.write
    .updateTable('serviceOptions')
    .set({ isActive: false })
    .where('id', '=', mask.id)
    .execute();
  await holdTime(page);
  await page.getByText('“Mask” can no longer be booked. Choose again.').waitFor();
  await page.getByText('Haircut (Short hair)').waitFor();
  await page.context().close();
});

test('staff choose a variant and extras in the dialog of an appointment', async () => {
  const { services } = daybook;
  const { anna, cut, path } = await buildSalon(services);
  const { companyId } = anna;
  const add = (position: number, option: { kind: string; name: string; minutes: number; price: number }) =>
    services.database.write
      .insertInto('serviceOptions')
      .values({ companyId, id: randomUUIDv7(), serviceId: cut.id, position, ...option })
      .execute();
  await add(0, { kind: 'variant', name: 'Short hair', minutes: 0, price: 0 });
  await add(1, { kind: 'variant', name: 'Long hair', minutes: 15, price: 10.5 });
  await add(2, { kind: 'extra', name: 'Mask', minutes: 5, price: 8 });
  const page = await openAs(daybook, browser, anna, path);
  await page.getByRole('button', { name: 'New appointment' }).click();
  const dialog = page.getByRole('dialog', { name: 'New appointment' });
  await dialog.getByLabel('Name').fill('Sanita Rudzīte');
  const part = dialog.getByRole('group', { name: 'Service 1' });
  await part.getByLabel('Service or title').click();
  await page.getByRole('option', { name: /^Cut/ }).click();
  const minutes = Number(await part.getByLabel('Minutes').inputValue());
  await part.getByLabel('Variant').selectOption('Long hair · +15 min · +€10.50');
  await part.getByLabel(/^Mask/).check();
  await part
    .getByLabel('Minutes')
    .and(page.locator(`[value="${minutes + 20} min"], [value="${minutes + 20}"]`))
    .waitFor();
  await axeBothSchemes(page, 'dialog of a service with options');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const read = () =>
    services.database.read
      .selectFrom('visitParts as p')
      .innerJoin('events as e', 'e.id', 'p.eventId')
      .select(['p.serviceName', 'p.minutes', 'e.title'])
      .where('p.companyId', '=', companyId)
      .executeTakeFirstOrThrow();
  const name = 'Cut (Long hair, Mask)';
  assert.deepEqual(await read(), { serviceName: name, title: name, minutes: minutes + 20 });

  await eventNamed(page, 'Sanita').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edited = page.getByRole('dialog', { name });
  await edited.getByLabel(/^Mask/).and(page.locator(':checked')).waitFor();
  assert.equal(await edited.getByLabel('Service or title').inputValue(), 'Cut');
  await edited.getByLabel(/^Mask/).uncheck();
  await edited.getByRole('button', { name: 'Save' }).click();
  await edited.waitFor({ state: 'detached' });
  assert.deepEqual(await read(), {
    ...{ serviceName: 'Cut (Long hair)', title: 'Cut (Long hair)' },
    minutes: minutes + 15,
  });

  // The question is answered also with an option that cannot be booked any more.
  await services.database.write
    .updateTable('serviceOptions')
    .set({ isActive: false })
    .where('companyId', '=', companyId)
    .where('name', '=', 'Long hair')
    .execute();
  await page.reload();
  await eventNamed(page, 'Sanita').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Why is this not free?' }).click();
  const asked = page.getByRole('dialog', { name: 'Why is this not free?' });
  await asked.locator('[data-reason="taken"]').waitFor();
  await page.context().close();
});
