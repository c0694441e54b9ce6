// Bookings that take another course: released, taken by another visitor, lost, expired; and pages that offer no
// booking.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { replaceOutsideTimes } from '#server/booking/outside-times/replace-outside-times.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import {
  at,
  buildHairdresser,
  card,
  chooseHaircut,
  confirmLink,
  eventStatuses,
  holdTime,
  pick,
  profileUrl,
  tomorrow,
  typeDetails,
} from './lib/booking.ts';
import { axeClean, openBrowser, widths } from './lib/browser.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

test('a visitor who releases a hold leaves no trace, and their input stays', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(11));
  await typeDetails(page, 'decline@example.com');
  await holdTime(page);
  await page.getByRole('button', { name: 'Release this time' }).click();
  await page.getByText('The time is released').waitFor();
  assert.deepEqual(await eventStatuses(daybook, person), []);
  await pick(page, at(11));
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'decline@example.com');
  await holdTime(page);
  await page.getByRole('timer').waitFor();
  assert.equal((await eventStatuses(daybook, person)).length, 1, 'the same wish again is a new try');
});

test('a browser that proved the address reads that the appointment is confirmed, and of no link to open', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), widths.phone);
  const book = async (hour: number) => {
    await chooseHaircut(page);
    await pick(page, at(hour));
    await typeDetails(page, 'known@example.com');
    await holdTime(page);
    await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
  };
  await book(11);
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes('known@example.com'));
  await page.goto(confirmLink(mail.text));
  await page.getByRole('button', { name: 'Confirm the appointment' }).click();
  await page.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();

  await page.goto(profileUrl(daybook, person));
  await book(14);
  await page.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();
  await page.getByText('has the details, and a link to move or cancel it').waitFor();
  assert.equal(await page.getByText('Open the link').count(), 0);
  await axeClean(page, 'confirmed at once');
  const statuses = await eventStatuses(daybook, person);
  assert.deepEqual(
    statuses.map((status) => status.split(' ').at(-1)),
    ['confirmed', 'confirmed'],
  );
});

test('if another visitor was faster, the nearest free times are one tap away', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(14));
  await typeDetails(page, 'second@example.com');
  await buildEvent(daybook.services, person, { start: at(14), name: 'First' });
  await holdTime(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Someone just booked this time' });
  await alert.waitFor();
  await axeClean(page, 'somebody faster');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/taken.png` });
  const { top, bottom } = await alert.evaluate((box) => box.getBoundingClientRect());
  assert.ok(top >= 0 && bottom <= 844, 'the visitor sees the times without scrolling');
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'second@example.com');
  const offered = alert.locator('[data-start]');
  assert.deepEqual(
    await offered.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-start'))),
    [at(12).add({ minutes: 30 }), at(13), at(15)].map(String),
  );
  await offered.nth(1).click();
  await page.getByRole('timer').waitFor();
  assert.deepEqual(await eventStatuses(daybook, person), [`Maria Kalniņa ${at(13)} held`, `First ${at(14)} confirmed`]);
});

test('if the person became busy elsewhere after the hold, the confirmation offers other times, and one books', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(14));
  await typeDetails(page, 'third@example.com');
  await holdTime(page);
  await page.getByRole('timer').waitFor();
  const { companyId, calendarId } = person;
  await replaceOutsideTimes(daybook.services.database.write, {
    ...{ companyId, calendarId, sourceId: randomUUID() },
    times: [{ start: at(14), end: at(15) }],
  });
  await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Someone just booked this time' });
  await alert.waitFor();
  await axeClean(page, 'busy by now');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/busy-by-now.png` });
  const offered = alert.locator('[data-start]');
  assert.deepEqual(
    await offered.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-start'))),
    [at(12).add({ minutes: 30 }), at(13), at(15)].map(String),
  );
  assert.deepEqual(await eventStatuses(daybook, person), [], 'the former hold is released');
  await offered.nth(1).click();
  await page.getByRole('timer').waitFor();
  await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  assert.deepEqual(await eventStatuses(daybook, person), [`Maria Kalniņa ${at(13)} requested`]);
});

test('a lost answer shows an error and keeps the input, and the retry books once', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(16));
  await typeDetails(page, 'lost@example.com');
  await page.route('**/InsertEvent', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await holdTime(page);
  await page.getByText('The server cannot be reached').waitFor();
  assert.equal((await eventStatuses(daybook, person)).length, 1, 'the server had done it');
  await page.unroute('**/InsertEvent');
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'lost@example.com');
  await holdTime(page);
  await page.getByRole('timer').waitFor();
  assert.equal((await eventStatuses(daybook, person)).length, 1);
});

test('while the database is away for a moment, each step is sent once more with the same key, and the visitor sees no error', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(17));
  await typeDetails(page, 'away@example.com');
  const sent: (string | undefined)[] = [];
  for (const path of ['InsertEvent', 'ConfirmEvent']) {
    let times = 0;
    await page.route(`**/publiccalendars/${path}`, async (route) => {
      sent.push(`${path} ${route.request().headers()['idempotency-key']}`);
      times++;
      if (times > 1) return route.continue();
      // The server may have done it before its database was lost.
      await route.fetch();
      await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '{"Code":"error.databaseAway"}' });
    });
  }
  await holdTime(page);
  await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  assert.equal(sent.length, 4, sent.join());
  assert.equal(sent[0], sent[1]);
  assert.match(sent[0] ?? '', /^InsertEvent .{16}/);
  assert.deepEqual(await eventStatuses(daybook, person), [`Maria Kalniņa ${at(17)} requested`]);
});

test('an expired hold is announced clearly and the time can be held again', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), widths.phone);
  await page.clock.install();
  await chooseHaircut(page);
  await pick(page, at(18));
  await typeDetails(page, 'late@example.com');
  await holdTime(page);
  await page.getByRole('timer').waitFor();
  await page.clock.fastForward('31:00');
  await page.getByRole('heading', { name: 'We no longer hold this time' }).waitFor();
  await axeClean(page, 'expired');
  await daybook.services.database.write
    .updateTable('events')
    .set({ heldUntil: Temporal.Now.instant().subtract({ seconds: 1 }) })
    .where('calendarId', '=', person.calendarId)
    .execute();
  await page.getByRole('button', { name: 'Hold it again' }).click();
  await page.getByRole('button', { name: 'Send the confirmation e-mail' }).waitFor();
  assert.equal((await eventStatuses(daybook, person)).length, 1);
});

test('a calendar that is not public shows the phone number in place of the booking card', async () => {
  const person = await buildHairdresser(daybook, { isCalendarPublic: false });
  const page = await browser.visit(profileUrl(daybook, person), widths.wide);
  await page.getByText('does not take bookings here').waitFor();
  assert.equal(await card(page).count(), 0);
  assert.ok((await page.locator('a[href="tel:+37120000000"]').count()) > 0);
  await axeClean(page, 'not bookable');
});

test('an unknown profile shows a friendly page with status 404', async () => {
  const person = await buildHairdresser(daybook, { isProfilePublic: false });
  const page = await browser.visit(daybook.url, widths.wide);
  const answer = await page.goto(profileUrl(daybook, person));
  assert.equal(answer?.status(), 404);
  await page.getByRole('heading', { name: 'This profile does not exist' }).waitFor();
  await axeClean(page, 'nobody');
  await page.goto(`${daybook.url}/appointment/${'x'.repeat(43)}/confirm`);
  await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  await axeClean(page, 'unknown link');
});

test('only its owner sees a profile that is not public, with a notice', async () => {
  const person = await buildHairdresser(daybook, { isProfilePublic: false });
  const page = await browser.visit(daybook.url, widths.phone);
  const [name = '', value = ''] = (await signIn(daybook.services, person)).cookie.split('=');
  await page.context().addCookies([{ name, value, url: daybook.url }]);
  await page.goto(profileUrl(daybook, person));
  await page.getByText('Only you see this page').waitFor();
  await axeClean(page, 'own profile');
});

test('the link of an appointment that has begun says so and offers another', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(10));
  await typeDetails(page, 'past@example.com');
  await holdTime(page);
  await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes('past@example.com'));
  const link = confirmLink(mail.text);
  const begun = Temporal.Now.instant().subtract({ minutes: 5 });
  await daybook.services.database.write
    .updateTable('visits')
    .set({ startAt: begun, endAt: begun.add({ hours: 1 }) })
    .where('eMail', '=', 'past@example.com')
    .execute();
  await page.goto(link);
  await page.getByRole('heading', { name: 'This appointment is in the past' }).waitFor();
  await axeClean(page, 'past');
  assert.equal(await page.getByRole('button', { name: /appointment/ }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Book another time' }).count(), 1);
});

test("the system's Back goes one step back, forward returns, and nothing typed is lost", async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(10));
  await typeDetails(page, 'back@example.com');
  await page.goBack();
  await page.getByRole('heading', { name: 'Choose a time' }).waitFor();
  await card(page).locator(`[data-date="${tomorrow()}"][data-selected]`).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'What would you like to book?' }).waitFor();
  await page.goForward();
  await page.goForward();
  await page.getByRole('heading', { name: 'Your details' }).waitFor();
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'back@example.com');
  await page.reload();
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'back@example.com', 'a reload loses nothing either');

  await holdTime(page);
  await page.getByRole('timer').waitFor();
  for (const fact of ['€30', 'Ilze Ozola · Salon Gaisma', /^Gaisma, /]) await card(page).getByText(fact).waitFor();
  await page.goBack();
  await page.getByLabel('E-mail').fill('corrected@example.com');
  await page.goForward();
  await page.getByRole('timer').waitFor();
  await page.goBack();
  await page.getByLabel('E-mail').waitFor();
  await holdTime(page);
  await page.getByRole('timer').waitFor();
  assert.equal((await eventStatuses(daybook, person)).length, 1, 'the corrected details have the only hold');
  await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  await card(page).getByText('corrected@example.com').waitFor();
  for (const fact of ['€30', 'Ilze Ozola · Salon Gaisma', /^Gaisma, /]) await card(page).getByText(fact).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Choose a time' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
});

test('the first free time is in view after choosing a service or a day; services are listed once', async () => {
  const person = await buildHairdresser(daybook);
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const page = await browser.visit(profileUrl(daybook, person), { viewport, timezoneId: 'Europe/Riga' });
    const service = card(page).getByRole('button', { name: /^Haircut/ });
    await service.waitFor();
    assert.equal(await page.getByText('Haircut', { exact: true }).count(), 1);
    await service.click();
    const isSeen = () =>
      page.waitForFunction(() => {
        const box = document.querySelector('[data-start]')?.getBoundingClientRect();
        return box && box.top >= 0 && box.bottom <= innerHeight;
      });
    await isSeen();
    const days = card(page).locator('[data-date][data-free]:not([data-selected])');
    if ((await days.count()) > 0) await days.last().click();
    await isSeen();
    assert.equal(await card(page).getByText('Riga time').count(), 0, 'nobody here has another clock');
  }
});

test('a month with nothing free says when the first time is, and goes there', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), { ...widths.phone, timezoneId: 'Europe/Riga' });
  await chooseHaircut(page);
  const later = tomorrow().add({ months: 1 }).with({ day: 1 });
  const free = later.toZonedDateTime({ timeZone: 'Europe/Riga', plainTime: '09:00' }).toInstant();
  await buildEvent(daybook.services, person, {
    start: Temporal.Now.instant().subtract({ hours: 3 }),
    end: free,
    name: 'Holiday',
  });
  await page.goto(`${page.url().split('&day')[0]}&day=${tomorrow()}`);
  await page.reload();
  const month = (date: Temporal.PlainDate) => new Intl.DateTimeFormat('en-GB', { month: 'long' }).format(date);
  await card(page)
    .getByText(`No time left in ${month(tomorrow())}, first on 1 ${month(later)}.`)
    .waitFor();
  await axeClean(page, 'nothing left');
  await card(page)
    .getByRole('button', { name: `Show 1 ${month(later)}` })
    .click();
  await card(page).locator(`[data-start="${free}"]`).waitFor();
});
