// The services of a company: an administrator writes and sorts them, an employee chooses, a visitor books two in a row.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { companyServiceCategories, companyServices } from '#contract/booking/services.ts';
import { buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { caller } from '#server/testing/clients/call.ts';
import { openApp } from './lib/app.ts';
import { at, buildHairdresser, card, chooseHaircut, holdTime, pick, profileUrl, typeDetails } from './lib/booking.ts';
import { axeBothSchemes, axeClean, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { openAs } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

test('an administrator adds a service for a colleague with an own price, and sorts the services with the keyboard', async () => {
  const { services } = daybook;
  const { company, location, employee } = await buildBusiness(services, { actions: ['admin'] });
  const harbour = await buildLocation(services, company, { name: 'Harbour' });
  const colleague = await buildEmployee(services, [location, harbour], { firstName: 'Berta', lastName: 'Balode' });
  await buildService(services, employee, { name: 'Wash' });
  const page = await openAs(daybook, browser, employee, '/app/company/services');
  await page.getByRole('button', { name: 'New service' }).click();
  const dialog = page.getByRole('dialog', { name: 'New service' });
  await dialog.getByLabel('Name').fill('Balayage');
  await dialog.getByRole('textbox', { name: 'Minutes', exact: true }).fill('120');
  await dialog.getByLabel('Pause begins after (minutes)').fill('45');
  await dialog.getByLabel('Length of the pause (minutes)').fill('75');
  await dialog.getByRole('checkbox', { name: 'Berta Balode' }).check();
  await dialog.getByLabel('Berta Balode: own price').fill('99');
  await dialog.getByRole('button', { name: 'Another location of Berta Balode' }).click();
  await dialog.getByLabel(/^Berta Balode, .*: location$/).selectOption('Harbour');
  await dialog.getByLabel('Berta Balode, Harbour: own price').fill('120');
  await axeBothSchemes(page, 'editor of a service');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The pause must end before the service does.').waitFor();
  await dialog.getByLabel('Length of the pause (minutes)').fill('30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Balayage.*Berta Balode/ }).waitFor();
  const doers = await services.database.read
    .selectFrom('servicePeople')
    .select(['locationId', 'price'])
    .where('calendarId', '=', colleague.calendarId)
    .orderBy('price')
    .execute();
  assert.deepEqual(doers, [
    { locationId: null, price: 99 },
    { locationId: harbour.id, price: 120 },
  ]);

  await page.getByRole('button', { name: 'Sort' }).click();
  const sorting = page.getByRole('dialog', { name: 'Order of the services' });
  await sorting.getByRole('button', { name: 'Move “Balayage”' }).press('ArrowUp');
  await axeBothSchemes(page, 'order of services');
  await sorting.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The order of the services is saved.').first().waitFor();
  const toasts = await page.getByRole('region', { name: 'Alerts' }).boundingBox();
  const content = await page.getByRole('main').boundingBox();
  assert.ok(toasts && content && toasts.x + toasts.width <= content.x, 'a toast covers nothing of the page');
  // In a low window, the last entry of the menu can be scrolled free of them.
  await page.setViewportSize({ width: 1280, height: 500 });
  const last = page.getByRole('navigation').locator('a, button').filter({ visible: true }).last();
  await last.scrollIntoViewIfNeeded();
  const isFree = await last.evaluate((entry) => {
    const { x, y, width, height } = entry.getBoundingClientRect();
    return entry.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  assert.ok(isFree, 'a toast covers the last entry of the menu');
  assert.ok(await page.getByRole('region', { name: 'Alerts' }).getByRole('button').first().isVisible());
  await page.setViewportSize(widths.wide.viewport);
  const stored = async () => {
    const rows = services.database.read.selectFrom('services').select('name').orderBy('position');
    return (await rows.where('companyId', '=', employee.companyId).execute()).map(({ name }) => name);
  };
  assert.deepEqual(await stored(), ['Balayage', 'Wash']);
  await sorting.waitFor({ state: 'detached' });
  const { order } = companyServices.operations;
  await page.getByRole('button', { name: 'Sort' }).click();
  const wash = sorting.getByRole('listitem').filter({ hasText: 'Wash' });
  await sorting.getByRole('button', { name: 'Move “Balayage”' }).dragTo(wash);
  const saved = page.waitForResponse((answer) => answer.url().endsWith(`/${order.path}`) && answer.ok());
  await sorting.getByRole('button', { name: 'Save' }).click();
  await saved;
  assert.deepEqual(await stored(), ['Wash', 'Balayage']);
});

for (const [kind, width] of [
  ['a table', widths.wide],
  ['a phone', widths.phone],
] as const) {
  test(`the services of a company stand under their categories, in ${kind}`, async () => {
    const { services } = daybook;
    const { employee } = await buildBusiness(services, { actions: ['admin'] });
    const call = caller(daybook.server);
    const as = await signIn(services, employee);
    const category = async (name: string) =>
      (await call(companyServiceCategories.operations.insert, { name }, as)).answer.id;
    const [nails, hair] = [await category('Nails'), await category('Hair')];
    await buildService(services, employee, { name: 'Tea' });
    await buildService(services, employee, { name: 'Wash', categoryId: hair });
    await buildService(services, employee, { name: 'Manicure', categoryId: nails });
    await buildService(services, employee, { name: 'Cut', categoryId: hair });
    const page = await openAs(daybook, browser, employee, '/app/company/services', width);
    const list = page.getByRole('main');
    const row = (name: string) => list.getByRole('button', { name, exact: true });
    await row('Tea').waitFor();
    /** Headings and the names of services, from the top. */
    const order = () =>
      list
        .locator('h2, th[scope=colgroup], [data-row] button:first-of-type, li button:first-of-type')
        .allInnerTexts()
        .then((texts) => texts.filter(Boolean));
    const grouped = ['Nails', 'Manicure', 'Hair', 'Wash', 'Cut', 'Other services', 'Tea'];
    assert.deepEqual(await order(), grouped);
    await axeBothSchemes(page, `grouped services on ${kind}`);
    await noHorizontalScroll(page);
    if (kind === 'a phone') {
      await page.getByLabel('Sort by').selectOption('Name');
      await page.getByRole('heading', { level: 2 }).first().waitFor({ state: 'detached' });
      assert.deepEqual(await order(), ['Cut', 'Manicure', 'Tea', 'Wash']);
      return;
    }
    const focused = page.locator('tr[data-row]:focus');
    await page.locator('tr[data-row]').first().focus();
    for (const name of ['Wash', 'Cut', 'Tea']) {
      await page.keyboard.press('ArrowDown');
      await focused.filter({ hasText: name }).waitFor();
    }
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Tea' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('columnheader', { name: 'Name' }).click();
    await page.getByRole('columnheader', { name: 'Category' }).waitFor();
    assert.deepEqual(await order(), ['Cut', 'Manicure', 'Tea', 'Wash']);
    await page.getByRole('columnheader', { name: 'Category' }).click();
    await page.getByRole('columnheader', { name: 'Category' }).waitFor({ state: 'detached' });
    assert.deepEqual(await order(), grouped, 'the order of the categories brings the headings back');
  });
}

test('a service that two administrators change at once is compared by the names of its category and its people', async () => {
  const { services } = daybook;
  const { location, employee } = await buildBusiness(services, { actions: ['admin'] });
  const berta = await buildEmployee(services, location, { firstName: 'Berta', lastName: 'Balode' });
  const service = await buildService(services, employee, { name: 'Braids' });
  const as = await signIn(services, employee);
  const call = caller(daybook.server);
  const category = async (name: string) =>
    (await call(companyServiceCategories.operations.insert, { name }, as)).answer.id;
  const hair = await category('Hair');
  await category('Nails');
  const page = await openAs(daybook, browser, employee, '/app/company/services');
  await page
    .getByRole('row', { name: /Braids/ })
    .getByText('Braids')
    .click();
  const dialog = page.getByRole('dialog', { name: 'Braids' });
  await dialog.getByLabel('Category').first().click();
  await page.getByRole('option', { name: 'Nails' }).click();
  await dialog.getByRole('checkbox', { name: 'Berta Balode' }).check();
  const { answer: row } = await call(companyServices.operations.getById, { id: service.id }, as);
  const { position: _, category: _name, doneBy: _doneBy, comingAppointments: _coming, ...written } = row;
  const people = [{ calendarId: berta.calendarId, locationId: null, minutes: 45, price: 120 }];
  const update = { ...written, categoryId: hair, people };
  assert.equal((await call(companyServices.operations.update, update, as)).status, 200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('now “Hair”, yours “Nails”').waitFor();
  await dialog.getByText('now “Berta Balode (45 min · €120.00)”').waitFor();
  await axeBothSchemes(page, 'conflict of a service');
});

test('an employee chooses a service of the company with a length of their own, on a phone', async () => {
  const { services } = daybook;
  const { location, employee } = await buildBusiness(services);
  const colleague = await buildEmployee(services, location);
  await buildService(services, colleague, { name: 'Braids', minutes: 60, price: 40 });
  const page = await openAs(daybook, browser, employee, '/app/user/my-account#services', widths.phone);
  await page.getByRole('button', { name: 'Choose “Braids”' }).click();
  await page.getByText('60 min · €40 · others do it too').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Edit “Braids”' }).count(), 0);
  await axeClean(page, 'services of a person');
  await noHorizontalScroll(page);
  await page.getByRole('button', { name: '“Braids”: own length and price' }).click();
  const dialog = page.getByRole('dialog', { name: '“Braids”: own length and price' });
  await dialog.getByLabel('Minutes').fill('90');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('90 min · €40 · others do it too').waitFor();
  await page.getByRole('button', { name: 'No longer do “Braids”' }).click();
  await page.getByRole('button', { name: 'Choose “Braids”' }).waitFor();
});

test('a visitor books two services in a row and sees their time and price together', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), { ...widths.phone, timezoneId: 'Europe/Riga' });
  await chooseHaircut(page);
  await card(page).getByRole('button', { name: 'Add another service' }).click();
  await card(page)
    .getByRole('button', { name: /^Colour/ })
    .click();
  await card(page).getByText('Together: 3 hrs · €110').waitFor();
  await card(page)
    .locator(`[data-start="${at(10)}"]`)
    .waitFor();
  await axeClean(page, 'two services');
  await noHorizontalScroll(page);
  await pick(page, at(10));
  await page.getByText('Haircut + Colour').waitFor();
  await typeDetails(page, 'maria@example.com');
  await holdTime(page);
  await page.getByRole('timer').waitFor();
  await page.reload();
  await page.getByText('Haircut + Colour').waitFor();
  const events = await daybook.services.database.read
    .selectFrom('events')
    .select(['title', 'startAt', 'endAt'])
    .where('calendarId', '=', person.calendarId)
    .orderBy('startAt')
    .execute();
  assert.deepEqual(
    events.map(({ title }) => title),
    ['Haircut', 'Colour'],
    'one event for each service',
  );
  assert.deepEqual(
    [events[0]?.startAt.epochMilliseconds, events[1]?.endAt.epochMilliseconds],
    [at(10).epochMilliseconds, at(13).epochMilliseconds],
  );
});
