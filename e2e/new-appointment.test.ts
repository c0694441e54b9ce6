// Browser tests of a new appointment in the day of a team: the person who was clicked stays; at every width, by touch
// and by keyboard.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, axeClean, hasFocus, openBrowser, sizes } from './lib/browser.ts';
import { openAs, wednesday } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** Anna, an administrator, cuts; Kate cuts and colours; Zane massages. */
async function buildTeam() {
  const { location, employee: anna } = await buildBusiness(services, { actions: ['admin'], firstName: 'Anna' });
  const kate = await buildEmployee(services, location, { firstName: 'Kate', lastName: 'Ozola' });
  const zane = await buildEmployee(services, location, { firstName: 'Zane', lastName: 'Kalna' });
  const cut = await buildService(services, anna, { name: 'Cut', minutes: 30, price: 25 });
  await buildService(services, kate, { name: 'Colour', minutes: 90, price: 80, bufferAfter: 10 });
  await buildService(services, zane, { name: 'Massage', minutes: 60, price: 50 });
  await buildServicePerson(services, kate, cut, { minutes: 45, price: 20 });
  return { anna, kate, zane };
}

/** Taps the day of Kate at a free time. */
async function tapColumn(page: Page) {
  const column = page.getByRole('group', { name: /^Kate/ });
  await column.waitFor();
  await column.tap({ position: { x: 40, y: 14 * 90 + 5 } });
  const dialog = page.getByRole('dialog', { name: 'New appointment' });
  await dialog.waitFor();
  return dialog;
}

function savedEvents({ companyId }: { companyId: string }) {
  return services.database.read
    .selectFrom('appointments')
    .selectAll()
    .where('companyId', '=', companyId)
    .where('isShown', '=', true)
    .execute();
}

for (const [width, size] of Object.entries(sizes)) {
  test(`at ${width} px, a service found by typing stays with the person who was clicked`, async () => {
    const { anna, kate, zane } = await buildTeam();
    const page = await openAs(daybook, browser, anna, `/app/user/calendars?view=team&date=${wednesday}`, size);
    const dialog = await tapColumn(page);
    const [service, person] = [dialog.getByLabel('Service or title'), dialog.getByLabel('Done by')];
    await service.focus();
    await page.getByRole('option', { name: 'Massage' }).waitFor();
    assert.deepEqual(
      await page.getByRole('option').filter({ hasText: 'min' }).allTextContents(),
      ['Cut45 min · €20', 'Colour90 min · €80', 'MassageZane Kalna · 60 min · €50'],
      'those of Kate come first',
    );
    // Lists are rendered beside the dialog, outside its landmark.
    await axeClean(page, 'services of a person', { rules: { region: { enabled: false } } });
    await page.keyboard.type('mass');
    await page.getByRole('option', { name: 'Massage' }).waitFor();
    await page.getByRole('option', { name: 'Colour' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await hasFocus(service);
    assert.equal(await service.inputValue(), 'Massage');
    assert.equal(await person.inputValue(), kate.calendarId);
    await dialog.getByText('Kate Ozola does not do “Massage”.').waitFor();
    await axeBothSchemes(page, 'service of another person');
    await dialog.getByRole('button', { name: 'Give it to Zane Kalna' }).tap();
    assert.equal(await person.inputValue(), zane.calendarId);
    await person.selectOption(kate.calendarId);
    await service.focus();
    await page.keyboard.type('col');
    await page.getByRole('option', { name: 'Colour' }).waitFor();
    await page.getByRole('option', { name: 'Massage' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    // On a phone, minutes and price are among the other fields.
    if (width !== '1280') await dialog.getByRole('button', { name: 'More' }).tap();
    assert.equal(await dialog.getByLabel('Minutes', { exact: true }).inputValue(), '90');
    await service.focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const [saved] = await savedEvents(anna);
    assert.deepEqual([saved?.title, saved?.calendarId], ['Colour', kate.calendarId]);
  });

  test(`at ${width} px, buffers, the last day, type and rights are behind More; a known customer raises no question`, async () => {
    const { anna, kate } = await buildTeam();
    const family = { eMail: 'krastini@example.com', phoneNumber: '+371 20000217' };
    const contact = await buildContact(services, anna, { name: 'Gatis Krastiņš', ...family });
    await buildContact(services, anna, { name: 'Ilze Krastiņa', ...family });
    const page = await openAs(daybook, browser, anna, `/app/user/calendars?view=team&date=${wednesday}`, size);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes('FindSameAddress')) asked += 1;
    });
    const dialog = await tapColumn(page);
    const behind = [/^Buffer before/, /^Buffer after/, /^End$|^End \*/, 'Only the creator can edit this', 'All day'];
    for (const label of behind) assert.equal(await dialog.getByLabel(label).count(), 0, `${label}`);
    assert.equal(await dialog.getByText('Important').count(), 0);
    await dialog.getByRole('button', { name: 'More' }).tap();
    for (const label of behind) await dialog.getByLabel(label).waitFor();
    await dialog.getByText('Important').waitFor();
    await axeBothSchemes(page, 'more about an appointment');
    await dialog.getByLabel('Buffer after').fill('20');

    await page.clock.install();
    await dialog.getByLabel('Find a customer').fill('gatis');
    await page.getByRole('option', { name: /Gatis/ }).tap();
    assert.equal(await dialog.getByLabel('E-mail', { exact: true }).inputValue(), family.eMail);
    assert.equal(await dialog.getByLabel('Service or title').inputValue(), '');
    // As long as a question would wait for the end of typing.
    await page.clock.runFor(2_000);
    assert.equal(await dialog.getByRole('button', { name: 'No, a new person' }).count(), 0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(asked, 0);
    const [saved] = await savedEvents(anna);
    assert.deepEqual([saved?.contactId, saved?.calendarId, saved?.title], [contact.id, kate.calendarId, 'Appointment']);
    const part = await services.database.read
      .selectFrom('visitParts')
      .select('bufferAfter')
      .where('eventId', '=', saved?.id ?? '')
      .executeTakeFirstOrThrow();
    assert.equal(part.bufferAfter, 20);
  });

  test(`at ${width} px, keys alone lead from the column of a person to a saved appointment, and back to the column`, async () => {
    const { anna, kate } = await buildTeam();
    const page = await openAs(daybook, browser, anna, `/app/user/calendars?view=team&date=${wednesday}`, size);
    const add = page.getByRole('button', { name: 'New appointment for Kate' });
    await add.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New appointment' });
    await hasFocus(dialog.getByLabel('Find a customer'));
    const [service, person] = [dialog.getByLabel('Service or title'), dialog.getByLabel('Done by')];
    for (let tabs = 0; tabs < 6 && !(await service.and(page.locator(':focus')).count()); tabs++) {
      await page.keyboard.press('Tab');
    }
    await hasFocus(service);
    await page.keyboard.type('mass');
    await page.getByRole('option', { name: 'Massage' }).waitFor();
    await page.getByRole('option', { name: 'Colour' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await hasFocus(service);
    const give = dialog.getByRole('button', { name: 'Give it to Zane Kalna' });
    await give.press('Enter');
    await give.waitFor({ state: 'detached' });
    await person.focus();
    await page.keyboard.type('Kate');
    assert.equal(await person.inputValue(), kate.calendarId);
    await page.keyboard.press('Shift+Tab');
    await hasFocus(service);
    await page.keyboard.type('colo');
    await page.getByRole('option', { name: 'Colour' }).waitFor();
    await page.getByRole('option', { name: 'Massage' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await hasFocus(person);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(add);
    const [saved] = await savedEvents(anna);
    assert.deepEqual([saved?.title, saved?.calendarId], ['Colour', kate.calendarId]);
  });
}
