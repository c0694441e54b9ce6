// A visitor books: from a person's profile over the held time and the mail to the confirmed appointment, as people do it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import ICAL from 'ical.js';
import type { Page } from 'playwright-core';
import {
  type BuiltEmployee,
  buildCompany,
  buildEmployee,
  buildEvent,
  buildLocation,
  buildService,
  signIn,
} from '#server/testing/build.ts';
import { type OpenApp, openApp } from './lib/app.ts';
import { axeClean, noSidewaysScroll, type OpenBrowser, openBrowser, widths } from './lib/browser.ts';

let daybook: OpenApp;
let chromium: OpenBrowser;
let people = 0;

before(async () => {
  daybook = await openApp();
  chromium = await openBrowser();
});
after(async () => {
  await chromium[Symbol.asyncDispose]();
  await daybook[Symbol.asyncDispose]();
});

/** A hairdresser in Riga who is there around the clock, so that no test depends on the hour it runs at. */
async function hairdresser(given: { isCalendarPublic?: boolean; isProfilePublic?: boolean } = {}) {
  people += 1;
  const company = await buildCompany(daybook.house, { name: 'Salon Gaisma' });
  const location = await buildLocation(daybook.house, company, { name: 'Gaisma', urlName: `gaisma-${people}` });
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '00:00', '24:00'] as const);
  const person = await buildEmployee(daybook.house, location, {
    firstName: 'Ilze',
    lastName: 'Ozola',
    profession: 'Hairdresser',
    phoneNumber: '+371 20000000',
    hours,
    stepMinutes: 30,
    ...given,
  });
  await buildService(daybook.house, person, { name: 'Haircut', minutes: 60, price: 30 });
  await buildService(daybook.house, person, { name: 'Colour', minutes: 120, price: 80 });
  return person;
}

const addressOf = (person: BuiltEmployee) => `${daybook.url}/${person.locationUrlName}/${person.urlName}`;
const card = (page: Page) => page.getByRole('region', { name: 'Book a time' });
const times = (page: Page) => card(page).locator('[data-start]');
const tomorrow = () => Temporal.Now.zonedDateTimeISO('Europe/Riga').toPlainDate().add({ days: 1 });

/** Tomorrow at this hour in Riga. */
const at = (hour: number) => tomorrow().toZonedDateTime({ timeZone: 'Europe/Riga', plainTime: { hour } }).toInstant();

/** Opens the profile on tomorrow's times of the haircut. */
async function chooseHaircut(page: Page): Promise<void> {
  await card(page)
    .getByRole('button', { name: /^Haircut/ })
    .click();
  await card(page).locator('[data-date]').first().waitFor();
  const day = card(page).locator(`[data-date="${tomorrow()}"]`);
  // The month may be leafed: what is first free can lie before its end.
  if ((await day.count()) === 0) await card(page).getByRole('button', { name: 'Next month' }).click();
  await card(page).locator(`[data-date="${tomorrow()}"][data-free]`).click();
}

async function pick(page: Page, instant: Temporal.Instant): Promise<void> {
  await card(page).locator(`[data-start="${instant}"]`).click();
  await page.getByRole('heading', { name: 'Your details' }).waitFor();
}

async function typeDetails(page: Page, eMail: string): Promise<void> {
  await page.getByLabel('Name').fill('Maria Kalniņa');
  await page.getByLabel('E-mail').fill(eMail);
}

const holdIt = (page: Page) => page.getByRole('button', { name: 'Hold this time' }).click();
const statusOf = async (person: BuiltEmployee) =>
  (
    await daybook.house.database.read
      .selectFrom('events')
      .select(['status', 'startAt', 'name'])
      .where('calendarId', '=', person.calendarId)
      .orderBy('startAt')
      .execute()
  ).map(({ status, startAt, name }) => `${name} ${startAt} ${status}`);

for (const [width, screen] of Object.entries(widths)) {
  describe(`on a ${width} screen`, () => {
    test('a visitor holds a time, agrees to the mail, and confirms by its link', async () => {
      const person = await hairdresser();
      const eMail = `maria-${width}@example.com`;
      const page = await chromium.visit(addressOf(person), { ...screen, timezoneId: 'Europe/Riga' });
      await page.getByRole('heading', { level: 1, name: 'Ilze Ozola' }).waitFor();
      await axeClean(page, 'profile');
      await chooseHaircut(page);
      await times(page).first().waitFor();
      await axeClean(page, 'times');
      await noSidewaysScroll(page);
      assert.equal(await card(page).getByText('your time').count(), 0, 'the same clock is not shown twice');

      await pick(page, at(10));
      await holdIt(page);
      await page.getByText('Please fill this in.').first().waitFor();
      await axeClean(page, 'details');
      await typeDetails(page, eMail);
      await page.getByRole('textbox', { name: 'Note' }).fill('Short at the sides');
      await holdIt(page);
      await page.getByRole('timer').waitFor();
      await axeClean(page, 'held');
      assert.deepEqual(await statusOf(person), [`Maria Kalniņa ${at(10)} held`]);
      assert.equal(
        daybook.mail.mails.filter((mail) => mail.envelope.to.includes(eMail)).length,
        0,
        'nothing is mailed',
      );

      await page.reload();
      await page.getByRole('timer').waitFor();
      await page.getByText(eMail).waitFor();
      await page.getByRole('button', { name: 'Send me the confirmation mail' }).click();
      await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
      await axeClean(page, 'agreed');

      const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes(eMail));
      const link = /http:\/\/localhost:\d+\/appointment\/[\w-]+\/confirm/.exec(mail.text ?? '')?.[0];
      assert.ok(link, 'the mail has the link');
      const entry = entryIn(mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content);
      assert.equal(entry.startDate.toJSDate().getTime(), at(10).epochMilliseconds);
      assert.match(entry.summary, /Haircut/);

      await page.goto(link);
      await page.getByRole('heading', { name: 'Confirm your appointment' }).waitFor();
      await axeClean(page, 'link');
      await noSidewaysScroll(page);
      assert.deepEqual(await statusOf(person), [`Maria Kalniņa ${at(10)} requested`], 'opening alone does nothing');
      await page.getByRole('button', { name: 'Confirm the appointment' }).click();
      await page.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();
      assert.deepEqual(await statusOf(person), [`Maria Kalniņa ${at(10)} confirmed`]);
      await axeClean(page, 'confirmed');

      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Add to calendar' }).click();
      assert.match((await download).suggestedFilename(), /\.ics$/);

      await page.getByRole('link', { name: 'Cancel the appointment' }).click();
      await page.getByRole('heading', { name: 'Cancel this appointment?' }).waitFor();
      await axeClean(page, 'cancel');
      await page.getByRole('button', { name: 'Cancel the appointment' }).click();
      await page.getByRole('heading', { name: 'This appointment is cancelled' }).waitFor();
      await axeClean(page, 'cancelled');
      assert.deepEqual(await statusOf(person), [`Maria Kalniņa ${at(10)} cancelled`]);
      await page.getByRole('link', { name: 'Book another time' }).click();
      await page.getByRole('heading', { level: 1, name: 'Ilze Ozola' }).waitFor();
    });

    test('a selected range of the week calendar opens the dialog of the booking', async () => {
      const person = await hairdresser();
      await buildEvent(daybook.house, person, { start: at(9), name: 'Secret Person', title: 'Secret title' });
      const page = await chromium.visit(`${addressOf(person)}?tab=week&day=${tomorrow()}`, {
        ...screen,
        timezoneId: 'Europe/Riga',
      });
      await page.getByText('Occupied 09:00 – 10:00').waitFor();
      assert.equal(await page.getByText(/Secret/).count(), 0);
      await axeClean(page, 'week');
      await noSidewaysScroll(page);
      await page.getByLabel('What for').selectOption('Haircut');
      const lane = page.locator(`[data-date="${tomorrow()}"]`).last();
      await lane.scrollIntoViewIfNeeded();
      const spot = await spotOf(page, 12);
      if (width === 'phone') await page.touchscreen.tap(spot.x, spot.y);
      else await page.mouse.click(spot.x, spot.y);
      const dialog = page.getByRole('dialog', { name: 'Book this time' });
      await dialog.getByText('12:00 – 13:00').waitFor();
      await axeClean(page, 'dialog');
      await typeDetails(page, 'week@example.com');
      await holdIt(page);
      await dialog.getByRole('timer').waitFor();
      await page.keyboard.press('Escape');
      assert.ok(await dialog.isVisible(), 'a held time waits for its answer');
      await dialog.getByRole('button', { name: 'No, let it go' }).click();
      await dialog.waitFor({ state: 'hidden' });
      assert.equal((await statusOf(person)).length, 1);
    });
  });
}

test('who declines leaves nothing behind, and what he typed is kept', async () => {
  const person = await hairdresser();
  const page = await chromium.visit(addressOf(person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(11));
  await typeDetails(page, 'decline@example.com');
  await holdIt(page);
  await page.getByRole('button', { name: 'No, let it go' }).click();
  await page.getByText('The time is free again').waitFor();
  assert.deepEqual(await statusOf(person), []);
  await pick(page, at(11));
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'decline@example.com');
  await holdIt(page);
  await page.getByRole('timer').waitFor();
  assert.equal((await statusOf(person)).length, 1, 'the same wish again is a new try');
});

test('when somebody was faster, the nearest free times are one tap away', async () => {
  const person = await hairdresser();
  const page = await chromium.visit(addressOf(person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(14));
  await typeDetails(page, 'second@example.com');
  await buildEvent(daybook.house, person, { start: at(14), name: 'First' });
  await holdIt(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Somebody was faster' });
  await alert.waitFor();
  await axeClean(page, 'somebody faster');
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'second@example.com');
  const offered = alert.locator('[data-start]');
  assert.deepEqual(
    await offered.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-start'))),
    [at(12).add({ minutes: 30 }), at(13), at(15)].map(String),
  );
  await offered.nth(1).click();
  await page.getByRole('timer').waitFor();
  assert.deepEqual(await statusOf(person), [`Maria Kalniņa ${at(13)} held`, `First ${at(14)} confirmed`]);
});

test('a visitor in another zone sees his own time beside the location’s', async () => {
  const person = await hairdresser();
  const page = await chromium.visit(addressOf(person), { ...widths.phone, timezoneId: 'Asia/Kathmandu' });
  await chooseHaircut(page);
  const button = card(page).locator(`[data-start="${at(20)}"]`);
  const own = at(20).toZonedDateTimeISO('Asia/Kathmandu');
  const time = own.toPlainTime().toString().slice(0, 5);
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short' }).format(own.toPlainDate());
  const another = own.toPlainDate().equals(tomorrow()) ? '' : `${day} `;
  assert.equal(await button.textContent(), `20:00· ${another}${time} your time`);
  await card(page).getByText('Riga time').waitFor();
  await axeClean(page, 'two zones');
});

test('the whole of it works by keyboard alone', async () => {
  const person = await hairdresser();
  const page = await chromium.visit(addressOf(person), { ...widths.wide, timezoneId: 'Europe/Riga' });
  await card(page)
    .getByRole('button', { name: /^Haircut/ })
    .waitFor();
  const focus = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return `${element?.outerHTML.slice(0, 300)} ${element?.textContent}`;
    });
  const tabTo = async (what: RegExp) => {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab');
      if (what.test(await focus())) return;
    }
    assert.fail(`Tab never reaches ${what}`);
  };
  await tabTo(/Haircut/);
  await page.keyboard.press('Enter');
  await card(page).locator('[data-date][data-free]').first().waitFor();
  await tabTo(/data-date/);
  const today = tomorrow().subtract({ days: 1 });
  await page.keyboard.press('PageDown');
  await card(page).locator('[data-date][data-free]').first().waitFor();
  await page.keyboard.press('PageUp');
  assert.match(await focus(), new RegExp(`data-date="(${today}|${tomorrow()})"`));
  if (!(await focus()).includes(tomorrow().toString())) await page.keyboard.press('ArrowRight');
  assert.match(await focus(), new RegExp(`data-date="${tomorrow()}"`));
  assert.match(await focus(), /tabindex="0"/);
  await card(page).locator(`[data-date="${tomorrow()}"][data-free]`).waitFor();
  await page.keyboard.press('Enter');
  await card(page)
    .locator(`[data-start="${at(8)}"]`)
    .waitFor();
  await tabTo(new RegExp(`data-start="${at(8)}"`));
  await page.keyboard.press('Enter');
  await tabTo(/name="name"/);
  await page.keyboard.type('Keyboard Person');
  await page.keyboard.press('Enter');
  assert.match(await focus(), /name="eMail"/, 'the first field that is wrong has the focus');
  await page.keyboard.type('keys@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('timer').waitFor();
  await tabTo(/confirmation mail/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  assert.deepEqual(await statusOf(person), [`Keyboard Person ${at(8)} requested`]);
});

test('a lost answer is told, keeps what was typed, and the next try books once', async () => {
  const person = await hairdresser();
  const page = await chromium.visit(addressOf(person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(16));
  await typeDetails(page, 'lost@example.com');
  await page.route('**/InsertEvent', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await holdIt(page);
  await page.getByText('The server cannot be reached').waitFor();
  assert.equal((await statusOf(person)).length, 1, 'the server had done it');
  await page.unroute('**/InsertEvent');
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'lost@example.com');
  await holdIt(page);
  await page.getByRole('timer').waitFor();
  assert.equal((await statusOf(person)).length, 1);
});

test('a hold that ends is told plainly and can be taken again', async () => {
  const person = await hairdresser();
  const page = await chromium.visit(addressOf(person), widths.phone);
  await page.clock.install();
  await chooseHaircut(page);
  await pick(page, at(18));
  await typeDetails(page, 'late@example.com');
  await holdIt(page);
  await page.getByRole('timer').waitFor();
  await page.clock.fastForward('31:00');
  await page.getByRole('heading', { name: 'The time is not held any more' }).waitFor();
  await axeClean(page, 'expired');
  await daybook.house.database.write
    .updateTable('events')
    .set({ heldUntil: Temporal.Now.instant().subtract({ seconds: 1 }) })
    .where('calendarId', '=', person.calendarId)
    .execute();
  await page.getByRole('button', { name: 'Hold it again' }).click();
  await page.getByRole('button', { name: 'Send me the confirmation mail' }).waitFor();
  assert.equal((await statusOf(person)).length, 1);
});

test('a calendar that is not public shows no card but how to call', async () => {
  const person = await hairdresser({ isCalendarPublic: false });
  const page = await chromium.visit(addressOf(person), widths.wide);
  await page.getByText('takes no appointments here').waitFor();
  assert.equal(await card(page).count(), 0);
  assert.ok((await page.locator('a[href="tel:+37120000000"]').count()) > 0);
  await axeClean(page, 'not bookable');
});

test('where nobody is, the page says so kindly and is not found', async () => {
  const person = await hairdresser({ isProfilePublic: false });
  const page = await chromium.visit(daybook.url, widths.wide);
  const answer = await page.goto(addressOf(person));
  assert.equal(answer?.status(), 404);
  await page.getByRole('heading', { name: 'Nobody is here' }).waitFor();
  await axeClean(page, 'nobody');
  await page.goto(`${daybook.url}/appointment/${'x'.repeat(43)}/confirm`);
  await page.getByRole('heading', { name: 'This link is not known' }).waitFor();
  await axeClean(page, 'unknown link');
});

test('only its owner sees a profile that is not public, and is told so', async () => {
  const person = await hairdresser({ isProfilePublic: false });
  const page = await chromium.visit(daybook.url, widths.phone);
  const [name = '', value = ''] = (await signIn(daybook.house, person)).cookie.split('=');
  await page.context().addCookies([{ name, value, url: daybook.url }]);
  await page.goto(addressOf(person));
  await page.getByText('Only you see this page').waitFor();
  await axeClean(page, 'own profile');
});

test('the link of an appointment that has begun says so and offers another', async () => {
  const person = await hairdresser();
  const page = await chromium.visit(addressOf(person), widths.phone);
  await chooseHaircut(page);
  await pick(page, at(10));
  await typeDetails(page, 'past@example.com');
  await holdIt(page);
  await page.getByRole('button', { name: 'Send me the confirmation mail' }).click();
  const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes('past@example.com'));
  const link = /http:\/\/localhost:\d+\/appointment\/[\w-]+\/confirm/.exec(mail.text ?? '')?.[0] ?? '';
  const begun = Temporal.Now.instant().subtract({ minutes: 5 });
  await daybook.house.database.write
    .updateTable('events')
    .set({ startAt: begun, endAt: begun.add({ hours: 1 }) })
    .where('calendarId', '=', person.calendarId)
    .execute();
  await page.goto(link);
  await page.getByRole('heading', { name: 'This appointment is in the past' }).waitFor();
  await axeClean(page, 'past');
  assert.equal(await page.getByRole('button', { name: /appointment/ }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Book another time' }).count(), 1);
});

function entryIn(content: string | ArrayBuffer | Uint8Array | undefined) {
  assert.ok(content, 'the mail has a calendar entry');
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  assert.ok(event);
  return new ICAL.Event(event);
}

/** A point on the week calendar at this hour of tomorrow, in the window. */
async function spotOf(page: Page, hour: number): Promise<{ x: number; y: number }> {
  const free = page.locator('[class*="freeEvent"]').last();
  await free.waitFor();
  const row = page.locator(`[data-time="${String(hour).padStart(2, '0')}:00:00"]`).last();
  await row.scrollIntoViewIfNeeded();
  const lane = await page.locator(`[data-date="${tomorrow()}"]`).first().boundingBox();
  const line = await row.boundingBox();
  assert.ok(lane && line, 'the hour is on the screen');
  return { x: lane.x + lane.width / 2, y: line.y + 4 };
}
