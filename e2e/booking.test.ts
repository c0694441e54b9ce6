// A visitor books: from the profile through the hold and the e-mail to the confirmed appointment.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import ICAL from 'ical.js';
import type { Page } from 'playwright-core';
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
import { axeClean, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());

for (const [width, screen] of Object.entries(widths)) {
  describe(`on a ${width} screen`, () => {
    test('a visitor holds a time, agrees to the e-mail, and confirms by its link', async () => {
      const person = await buildHairdresser(daybook);
      const eMail = `maria-${width}@example.com`;
      const page = await browser.visit(profileUrl(daybook, person), { ...screen, timezoneId: 'Europe/Riga' });
      await page.getByRole('heading', { level: 1, name: 'Ilze Ozola' }).waitFor();
      await axeClean(page, 'profile');
      await chooseHaircut(page);
      await card(page).locator('[data-start]').first().waitFor();
      await axeClean(page, 'times');
      await noHorizontalScroll(page);
      assert.equal(await card(page).getByText('your time').count(), 0, 'the same clock is not shown twice');

      await pick(page, at(10));
      await holdTime(page);
      await page.getByText('Fill in this field.').first().waitFor();
      await axeClean(page, 'details');
      await typeDetails(page, eMail);
      await page.getByRole('textbox', { name: 'Note' }).fill('Short at the sides');
      await holdTime(page);
      await page.getByRole('timer').waitFor();
      await axeClean(page, 'held');
      assert.deepEqual(await eventStatuses(daybook, person), [`Maria Kalniņa ${at(10)} held`]);
      assert.equal(
        daybook.mail.mails.filter((mail) => mail.envelope.to.includes(eMail)).length,
        0,
        'nothing is mailed',
      );

      await page.reload();
      await page.getByRole('timer').waitFor();
      await page.getByText(eMail).waitFor();
      const offers = page.getByRole('checkbox', { name: 'Send me news and offers by e-mail (optional)' });
      assert.equal(await offers.isChecked(), false, 'nobody agrees to advertising by booking');
      await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
      const agreed = daybook.services.database.read.selectFrom('consents').select('id');
      assert.deepEqual(await agreed.where('companyId', '=', person.companyId).execute(), []);
      await axeClean(page, 'agreed');

      const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes(eMail));
      const link = confirmLink(mail.text);
      assert.ok(link, 'the mail has the link');
      const entry = entryIn(mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content);
      assert.equal(entry.startDate.toJSDate().getTime(), at(10).epochMilliseconds);
      assert.match(entry.summary, /Haircut/);

      await page.goto(link);
      await page.getByRole('heading', { name: 'Confirm your appointment' }).waitFor();
      for (const fact of ['€30', 'Ilze Ozola · Salon Gaisma', 'Gaisma']) {
        await page.getByRole('definition').filter({ hasText: fact }).first().waitFor();
      }
      await axeClean(page, 'link');
      await noHorizontalScroll(page);
      assert.deepEqual(
        await eventStatuses(daybook, person),
        [`Maria Kalniņa ${at(10)} requested`],
        'opening alone does nothing',
      );
      await page.getByRole('button', { name: 'Confirm the appointment' }).click();
      await page.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();
      assert.deepEqual(await eventStatuses(daybook, person), [`Maria Kalniņa ${at(10)} confirmed`]);
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
      assert.deepEqual(await eventStatuses(daybook, person), [`Maria Kalniņa ${at(10)} cancelled`]);
      await page.getByRole('link', { name: 'Book another time' }).click();
      await page.getByRole('heading', { level: 1, name: 'Ilze Ozola' }).waitFor();
    });

    test('a range selected in the week calendar opens the booking dialog', async () => {
      const person = await buildHairdresser(daybook);
      await buildEvent(daybook.services, person, { start: at(9), name: 'Secret Person', title: 'Secret title' });
      const page = await browser.visit(`${profileUrl(daybook, person)}?tab=week&day=${tomorrow()}`, {
        ...screen,
        timezoneId: 'Europe/Riga',
      });
      await page.getByText('Occupied 09:00 – 10:00').waitFor();
      const free = page.getByText('11:30', { exact: true }).first();
      await free.waitFor();
      const [label, tile] = [await free.boundingBox(), await free.locator('..').boundingBox()];
      assert.ok(label && tile && label.height <= tile.height + 1, `${label?.height} px in ${tile?.height} px`);
      assert.equal(await page.getByText(/Secret/).count(), 0);
      await axeClean(page, 'week');
      await noHorizontalScroll(page);
      await page.getByLabel('Service').selectOption('Haircut');
      const lane = page.locator(`[data-date="${tomorrow()}"]`).last();
      await lane.scrollIntoViewIfNeeded();
      const spot = await spotOf(page, 12);
      if (width === 'phone') await page.touchscreen.tap(spot.x, spot.y);
      else await page.mouse.click(spot.x, spot.y);
      const dialog = page.getByRole('dialog', { name: 'Book this time' });
      await dialog.getByText('12:00 – 13:00').waitFor();
      await axeClean(page, 'dialog');
      await typeDetails(page, 'week@example.com');
      await holdTime(page);
      await dialog.getByRole('timer').waitFor();
      await page.keyboard.press('Escape');
      assert.ok(await dialog.isVisible(), 'a held time waits for its answer');
      await dialog.getByRole('button', { name: 'Release this time' }).click();
      await dialog.waitFor({ state: 'hidden' });
      assert.equal((await eventStatuses(daybook, person)).length, 1);
    });
  });
}

test("a visitor in another zone sees their own time beside the location's", async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), { ...widths.phone, timezoneId: 'Asia/Kathmandu' });
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

test('a visitor can book by keyboard alone', async () => {
  const person = await buildHairdresser(daybook);
  const page = await browser.visit(profileUrl(daybook, person), { ...widths.wide, timezoneId: 'Europe/Riga' });
  await card(page)
    .getByRole('button', { name: /^Haircut/ })
    .waitFor();
  const focused = (selector: string) => page.locator(`${selector}:focus`);
  const tabTo = async (selector: string) => {
    const target = page.locator(selector);
    await target.first().waitFor();
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab');
      if (await focused(selector).count()) return;
    }
    assert.fail(`Tab never reaches ${selector}`);
  };
  const dayButton = (day: Temporal.PlainDate) => `[data-date="${day}"]`;
  const today = tomorrow().subtract({ days: 1 });

  await tabTo('button:has-text("Haircut")');
  await page.keyboard.press('Enter');
  // The chosen button is gone; its focus does not fall to the page.
  await focused('h2:has-text("Choose")').waitFor();
  await card(page).locator('[data-date][data-free]').first().waitFor();
  await tabTo('[data-date]');
  await page.keyboard.press('PageDown');
  await card(page).locator('[data-date][data-free]').first().waitFor();
  await page.keyboard.press('PageUp');
  await focused(`:is(${dayButton(today)}, ${dayButton(tomorrow())})`).waitFor();
  if (await focused(dayButton(today)).count()) await page.keyboard.press('ArrowRight');
  await focused(`${dayButton(tomorrow())}[tabindex="0"][data-free]`).waitFor();
  await page.keyboard.press('Enter');
  await tabTo(`[data-start="${at(8)}"]`);
  await page.keyboard.press('Enter');
  await tabTo('[name="name"]');
  await page.keyboard.type('Keyboard Person');
  await page.keyboard.press('Enter');
  // The first field that is wrong takes the focus.
  await focused('[name="eMail"]').waitFor();
  await page.keyboard.type('keys@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('timer').waitFor();
  await tabTo('button:has-text("confirmation e-mail")');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  assert.deepEqual(await eventStatuses(daybook, person), [`Keyboard Person ${at(8)} requested`]);
});

function entryIn(content: string | ArrayBuffer | Uint8Array | undefined) {
  assert.ok(content, 'the mail has a calendar entry');
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  assert.ok(event);
  return new ICAL.Event(event);
}

/** Returns a point in the window at this hour of tomorrow in the week calendar. */
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
