// The event dialog: contacts, rules, overlaps, deletion, notifying the contact.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { calendars } from '#contract/booking/calendar.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { caller } from '#server/testing/clients/call.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, widths } from './lib/browser.ts';
import { at, calendarPath, eventNamed, openAs, setTime, timeIn, zone } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

async function business() {
  const { employee } = await buildBusiness(services);
  return employee;
}

/** Opens the dialog for a new event. */
async function openNew(page: Page) {
  await page.getByRole('button', { name: 'New appointment' }).click();
  const dialog = page.getByRole('dialog', { name: 'New appointment' });
  await dialog.waitFor();
  return dialog;
}

/** Opens an event's dialog from its card. */
async function edit(page: Page, title: string) {
  await eventNamed(page, title).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Title').waitFor();
  return dialog;
}

function events(calendarId: string) {
  return services.database.read
    .selectFrom('appointments')
    .selectAll()
    .where('calendarId', '=', calendarId)
    .where('isShown', '=', true)
    .orderBy('startAt')
    .execute();
}

test('choosing a contact fills empty fields only', async () => {
  const anna = await business();
  await buildContact(services, anna, {
    name: 'Gatis Krastiņš',
    eMail: 'gatis@example.com',
    phoneNumber: '+371 20000217',
  });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const dialog = await openNew(page);
  await dialog.getByLabel('E-mail', { exact: true }).fill('another@example.com');
  await dialog.getByLabel('Find a customer').fill('gatis');
  await page.getByRole('option', { name: /Gatis/ }).click();
  assert.equal(await dialog.getByLabel('Title').inputValue(), '', 'a customer is no service');
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Gatis Krastiņš');
  assert.equal(await dialog.getByLabel('Phone').inputValue(), '+371 20000217');
  assert.equal(await dialog.getByLabel('E-mail', { exact: true }).inputValue(), 'another@example.com');
  assert.equal(await dialog.getByLabel('Find a customer').inputValue(), 'Gatis Krastiņš');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [saved] = await events(anna.calendarId);
  assert.equal(saved?.name, 'Gatis Krastiņš');
  assert.equal(saved?.eMail, 'another@example.com');
  assert.equal(saved?.title, 'Appointment');
  assert.equal(saved?.sendSms, true, 'reminding by SMS is the default');
});

test('Enter in the search field saves, and its text becomes the missing title', async () => {
  const anna = await business();
  const page = await openAs(daybook, browser, anna, calendarPath());
  const dialog = await openNew(page);
  await dialog.getByLabel('Find a customer').fill('Dentist');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(
    (await events(anna.calendarId)).map((event) => event.title),
    ['Dentist'],
  );
});

test('search text of three characters is no title: every invalid field is marked and nothing is sent', async () => {
  const anna = await business();
  const page = await openAs(daybook, browser, anna, calendarPath());
  const dialog = await openNew(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  await dialog.getByLabel('E-mail', { exact: true }).fill('nobody');
  await dialog.getByLabel('Phone').fill('call me');
  await setTime(dialog, 'End time', '00:01');
  await dialog.getByLabel('Find a customer').fill('abc');
  await page.keyboard.press('Enter');
  await dialog.getByText('This does not look like an e-mail address.').waitFor();
  for (const field of ['Title', 'E-mail', 'Phone', 'End time: hours']) {
    assert.equal(
      await dialog.getByLabel(field, { exact: field !== 'Title' }).getAttribute('aria-invalid'),
      'true',
      field,
    );
  }
  // The first wrong field is focused: those of the customer come first.
  await hasFocus(page.locator('#event-phoneNumber'));
  assert.equal(sent, 0);
});

test('a new event without times is all-day', async () => {
  const anna = await business();
  const page = await openAs(daybook, browser, anna, calendarPath());
  const dialog = await openNew(page);
  await dialog.getByLabel('Title').fill('Fair');
  await setTime(dialog, 'Start time', '');
  await setTime(dialog, 'End time', '');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [saved] = await events(anna.calendarId);
  assert.equal(saved?.allDay, true);
  assert.equal(Temporal.PlainDate.from(saved?.startDate ?? '').until(saved?.endDate ?? '').days, 1);
});

test('an overlap asks first: no keeps the input, yes saves the event beside the other', async () => {
  const anna = await business();
  await buildEvent(services, anna, { start: at('10:00'), title: 'First', name: 'Sanita Rudzīte' });
  await buildEvent(services, anna, { start: at('14:00'), title: 'Second' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const dialog = await edit(page, 'Second');
  await setTime(dialog, 'Start time', '10:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: /^This overlaps “Sanita Rudzīte, First” \(.*10:00 – 11:00\)/ });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  assert.equal(await timeIn(dialog, 'Start time'), '10:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await dialog.waitFor({ state: 'detached' });
  const second = (await events(anna.calendarId)).find((event) => event.title === 'Second');
  assert.equal(second?.startAt?.toZonedDateTimeISO(zone).toPlainTime().toString(), '10:30:00');
  assert.equal(second?.overlapAcceptedBy, anna.userId);
});

test('blocked time that another person has saved meanwhile is merged, and a field that both changed is asked about', async () => {
  const anna = await business();
  const { id } = await buildEvent(services, anna, { title: 'Lunch', start: at('10:00') });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const dialog = await edit(page, 'Lunch');
  await dialog.getByLabel('Title').fill('Long lunch');
  await dialog.getByLabel('Description').fill('Mine');
  const theirs = { id, description: 'Theirs', end: at('12:00'), type: 'warning' as const };
  const as = await signIn(services, anna);
  assert.equal((await caller(daybook.server)(calendars.updateEvent, theirs, as)).status, 200);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Theirs', { exact: false }).first().waitFor();
  assert.equal(await dialog.getByRole('button', { name: /^Keep mine/ }).count(), 1, 'only one field was changed twice');
  await axeBothSchemes(page, 'conflict of an event');
  await dialog.getByRole('button', { name: 'Keep mine: Description' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [saved] = await events(anna.calendarId);
  assert.deepEqual(
    [saved?.title, saved?.description, saved?.endAt?.toString(), saved?.type],
    ['Long lunch', 'Mine', at('12:00'), 'warning'],
  );
});

test('a closed time asks first; dates and times are in the language of the page', async () => {
  const { employee: anna } = await buildBusiness(services, { hours: [[3, '09:00', '18:00'] as const] });
  await buildEvent(services, anna, { start: at('10:00'), title: 'Early' });
  const page = await openAs(daybook, browser, anna, calendarPath(), { ...widths.wide, locale: 'en-US' });
  const dialog = await edit(page, 'Early');
  const [year, month, day] = at('12:00').slice(0, 10).split('-');
  assert.equal(await dialog.locator('#event-startDay').inputValue(), `${month}/${day}/${year}`);
  assert.equal(await dialog.getByLabel('Start time: morning or afternoon').inputValue(), 'AM');
  await dialog.locator('#event-startDay').click();
  const nextMonth = page.getByRole('button', { name: 'Next month' });
  await nextMonth.waitFor();
  await page.keyboard.press('Escape');
  await nextMonth.waitFor({ state: 'detached' });
  assert.ok(await dialog.isVisible(), 'Escape closes the month only');
  await setTime(dialog, 'Start time', '07:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: /7:00.*is outside the working hours/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [saved] = await events(anna.calendarId);
  assert.equal(saved?.startAt?.toZonedDateTimeISO(zone).hour, 7);
});

test("the server's message appears beside its field, and no input is lost", async () => {
  const anna = await business();
  await buildEvent(services, anna, { start: at('10:00'), title: 'Long one' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const dialog = await edit(page, 'Long one');
  await dialog.getByRole('button', { name: 'More' }).click();
  const year = Number((await dialog.locator('#event-endDay').inputValue()).slice(-4));
  await dialog.locator('#event-endDay').fill(`${year + 2}-01-01`);
  await dialog.getByLabel('Description').fill('Do not lose me');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('An event can last at most 366 days.').waitFor();
  assert.equal(await dialog.getByLabel('Description').inputValue(), 'Do not lose me');
  await page.route('**/api/calendars/UpdateEvent', (route) => route.abort());
  await dialog.locator('#event-endDay').fill(await dialog.locator('#event-startDay').inputValue());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The server cannot be reached.').first().waitFor();
  assert.equal(await dialog.getByLabel('Description').inputValue(), 'Do not lose me');

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  // The next Escape comes before any timer of the page.
  await question.getByRole('button', { name: 'Keep editing' }).evaluate(async (button: HTMLElement) => {
    button.click();
    await Promise.resolve();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  assert.equal(await dialog.getByLabel('Description').inputValue(), 'Do not lose me');
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('Escape closes an open list of times first, then the dialog', async () => {
  const anna = await business();
  await buildEvent(services, anna, { start: at('10:00'), title: 'Haircut' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const dialog = await edit(page, 'Haircut');
  await dialog.locator('#event-startTime').click();
  const minutes = page.getByRole('button', { name: '35', exact: true });
  await minutes.waitFor();
  await page.keyboard.press('Escape');
  await minutes.waitFor({ state: 'detached' });
  assert.ok(await dialog.isVisible());
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test("cancelling a visitor's appointment from its dialog says that they are told, tells them, and offers to undo it", async () => {
  const anna = await business();
  const visitor = { name: 'Olga Smirnova', eMail: 'olga@example.com', userId: null };
  await buildEvent(services, anna, { start: at('10:00'), title: 'Haircut', ...visitor });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const dialog = await edit(page, 'Haircut');
  await dialog.getByRole('button', { name: 'Cancel the appointment' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel the appointment of Olga Smirnova?' });
  await question.getByText('The e-mail leaves half a minute after you save').waitFor();
  await question.getByRole('button', { name: 'Without an e-mail' }).waitFor();
  await question.getByRole('button', { name: 'Cancel the appointment' }).click();
  await eventNamed(page, 'Haircut').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  const mail = await daybook.mail.next((one) => one.envelope.to.includes('olga@example.com'));
  assert.match(mail.subject ?? '', /Cancelled/);
  assert.deepEqual(await events(anna.calendarId), []);
});

test('the e-mail button sends an e-mail; without a gateway, the dialog speaks of no SMS', async () => {
  const anna = await business();
  const who = { name: 'Jānis Balodis', eMail: 'janis@example.com', phoneNumber: '+371 20000210' };
  await buildEvent(services, anna, { start: at('10:00'), title: 'Massage', ...who });
  await buildEvent(services, anna, { start: at('12:00'), title: 'Unknown' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const dialog = await edit(page, 'Massage');
  await dialog.getByRole('button', { name: 'Send e-mail' }).click();
  await page.getByText('The e-mail to janis@example.com is on its way.').first().waitFor();
  const mail = await daybook.mail.next((one) => one.envelope.to.includes('janis@example.com'));
  assert.match(mail.subject ?? '', /Massage|Appointment/);
  assert.equal(await dialog.getByText(/SMS/).count(), 0);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  const unknown = await edit(page, 'Unknown');
  await unknown.getByRole('button', { name: 'Send e-mail' }).click();
  await unknown.getByText('This event has no e-mail address to send to.', { exact: false }).waitFor();
  await unknown.getByLabel('Title').fill('Known');
  assert.equal(await unknown.getByRole('button', { name: 'Send e-mail' }).isDisabled(), true, 'unsaved changes first');
});

test("a visitor's request is confirmed on the dashboard, and the visitor is notified", async () => {
  const anna = await business();
  const start = Temporal.Now.instant().add({ hours: 26 }).round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  const visitor = { name: 'Vija Saulīte', eMail: 'vija@example.com', userId: null, status: 'requested' as const };
  const { id } = await buildEvent(services, anna, { start, title: 'Facial', ...visitor });
  const page = await openAs(daybook, browser, anna, '/app/home');
  await page.getByRole('button', { name: 'Confirm: Vija Saulīte' }).click();
  await page.getByText('Nothing is waiting for an answer.').waitFor();
  const mail = await daybook.mail.next((one) => one.envelope.to.includes('vija@example.com'));
  assert.match(mail.subject ?? '', /^Confirmed/);
  const { rows } = await sql<{ status: string }>`select status from visits where id = ${id}`.execute(
    services.database.read,
  );
  assert.equal(rows[0]?.status, 'confirmed');
  await page.getByRole('link', { name: 'Vija Saulīte' }).last().click();
  await page.getByRole('dialog', { name: 'Facial' }).getByLabel('Title').waitFor();
});

test('the search in the top bar opens an event in its dialog', async () => {
  const anna = await business();
  await buildEvent(services, anna, { start: at('10:00'), title: 'Quarterly stocktaking' });
  const page = await openAs(daybook, browser, anna, '/app/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await hasFocus(page.getByRole('combobox', { name: 'Search', exact: true }));
  await page.keyboard.type('stockt');
  await page.getByRole('option', { name: /Quarterly stocktaking/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Quarterly stocktaking' }).getByLabel('Title').waitFor();
});

test('a contact found in the top bar opens a new event with them at the next open time', async () => {
  // Open on one day of the week only, which is not today.
  const day = Temporal.Now.plainDateISO(zone).add({ days: 3 });
  const { employee: anna } = await buildBusiness(services, { hours: [[day.dayOfWeek, '13:00', '15:00'] as const] });
  await buildContact(services, anna, { name: 'Ieva Zvaigzne', eMail: 'ieva@example.com' });
  const page = await openAs(daybook, browser, anna, '/app/home');
  await page.getByLabel('Search').first().fill('zvaig');
  await page.getByRole('option', { name: /Ieva Zvaigzne/ }).click();
  const dialog = page.getByRole('dialog', { name: 'New appointment' });
  assert.equal(await dialog.getByLabel('E-mail', { exact: true }).inputValue(), 'ieva@example.com');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [saved] = await events(anna.calendarId);
  assert.equal(saved?.name, 'Ieva Zvaigzne');
  const start = day.toZonedDateTime({ timeZone: zone, plainTime: '13:00' });
  assert.ok(saved?.startAt?.equals(start.toInstant()), `${saved?.startAt}`);
  await eventNamed(page, 'Ieva Zvaigzne').waitFor();
});

test('on a phone, the dialog fills the screen; axe finds nothing in it and in the card, light and dark', async () => {
  const anna = await business();
  const visitor = { name: 'Olga Smirnova', eMail: 'olga@example.com', phoneNumber: '+371 20000215', userId: null };
  await buildEvent(services, anna, { start: at('10:00'), title: 'Request', type: 'info', ...visitor });
  for (const size of Object.values(widths)) {
    const page = await openAs(daybook, browser, anna, calendarPath('day'), size);
    await eventNamed(page, 'Request').click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    await axeBothSchemes(page, 'card of an event');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Request' });
    await dialog.getByRole('button', { name: 'More' }).click();
    await dialog.getByLabel('E-mail', { exact: true }).fill('olga');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This does not look like an e-mail address.').waitFor();
    await axeBothSchemes(page, 'dialog of an event');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await axeBothSchemes(page, 'question of an event');
    await page.context().close();
  }
});

test('on a phone, a toast is above the buttons that end a dialog, and the last field can be scrolled free of it', async () => {
  const anna = await business();
  const visitor = { name: 'Olga Smirnova', eMail: 'olga@example.com', userId: null };
  await buildEvent(services, anna, { start: at('10:00'), title: 'Haircut', ...visitor });
  const page = await openAs(daybook, browser, anna, calendarPath('day'), widths.phone);
  const dialog = await edit(page, 'Haircut');
  await dialog.getByRole('button', { name: 'Send e-mail' }).click();
  const sent = page
    .getByRole('region', { name: 'Alerts' })
    .getByText('The e-mail to olga@example.com is on its way.')
    .first();
  // A toast that is pointed at stays.
  await sent.hover();
  const covered = () =>
    dialog.evaluate((element) => {
      const toasts = document.querySelector('section[aria-label="Alerts"]')?.getBoundingClientRect();
      return [...element.querySelectorAll<HTMLElement>('button, input, textarea, a')]
        .map((control) => ({ name: control.textContent || control.id, box: control.getBoundingClientRect() }))
        .filter(({ box }) => toasts && box.height > 0 && box.bottom > toasts.top && box.top < toasts.bottom)
        .map(({ name }) => name);
    });
  const foot = ['Save', 'Cancel', 'Cancel the appointment'];
  assert.deepEqual(
    (await covered()).filter((name) => foot.includes(name)),
    [],
  );
  // This button is loaded, and makes the dialog longer.
  await dialog.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).evaluate((save) => {
    let around = save.parentElement;
    while (around && !/auto|scroll/.test(getComputedStyle(around).overflowY)) around = around.parentElement;
    around?.scrollTo(0, around.scrollHeight);
  });
  assert.deepEqual(await covered(), []);
});

test('an event that another person deletes stays open with what was typed', async () => {
  const anna = await business();
  const { id } = await buildEvent(services, anna, { start: at('10:00'), title: 'Lesson' });
  const other = await buildEvent(services, anna, { start: at('14:00'), title: 'Rehearsal' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const dialog = await edit(page, 'Lesson');
  await dialog.getByLabel('Title').fill('Lesson for two');
  for (const gone of [id, other.id])
    await services.database.write.deleteFrom('events').where('id', '=', gone).execute();
  await page.locator('[data-event]', { hasText: 'Rehearsal' }).waitFor({ state: 'detached' });
  assert.equal(await dialog.getByLabel('Title').inputValue(), 'Lesson for two');
  await page.context().close();
});
