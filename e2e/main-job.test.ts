// The main journey from end to end: from the map to an appointment, its e-mail and link, and a move in the calendar.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildService } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { chooseDay } from './lib/booking.ts';
import { axeClean, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { at, calendarPath, drag, eventNamed, moveByKeys, wednesday, zone } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

for (const [width, screen] of Object.entries(widths)) {
  test(`a visitor finds an employee on the map, books and confirms; the employee moves the appointment (${width})`, async () => {
    const company = await buildCompany(services, { name: 'Salon Gaisma' });
    // Each width has its own pin.
    const place = {
      latitude: 56.9496,
      longitude: width === 'wide' ? 24.1052 : 24.1102,
      city: 'Riga',
      country: 'Latvia',
    };
    const location = await buildLocation(services, company, { name: `Gaisma ${width}`, at: place });
    const logIn = `ilze-${width}@daybook.test`;
    const person = await buildEmployee(services, location, {
      firstName: 'Ilze',
      lastName: `Ozola ${width}`,
      profession: 'Hairdresser',
      logIn,
      password: 'a good password',
    });
    await buildService(services, person, { name: 'Haircut', minutes: 60, price: 30 });
    await buildService(services, person, { name: 'Colour', minutes: 120, price: 80 });
    const visitor = `maria-${width}@example.com`;

    // The map.
    const page = await browser.visit(daybook.url, { ...screen, timezoneId: zone });
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (width === 'phone') await page.getByRole('button', { name: 'Map' }).click();
    await page.getByRole('button', { name: `Ilze Ozola ${width}, Gaisma ${width}` }).click();
    await page
      .getByRole('region', { name: `Gaisma ${width}` })
      .getByRole('link', { name: `Ilze Ozola ${width}`, exact: true })
      .click();

    // The profile: service, day, time, details.
    await page.getByRole('heading', { level: 1, name: `Ilze Ozola ${width}` }).waitFor();
    const card = page.getByRole('region', { name: 'Book a time' });
    await card.getByRole('button', { name: /^Haircut/ }).click();
    await chooseDay(page, wednesday);
    await card.locator(`[data-start="${at('10:00')}"]`).click();
    await page.getByLabel('Name').fill('Maria Kalniņa');
    await page.getByLabel('E-mail').fill(visitor);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();

    // The e-mail and its link.
    const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes(visitor));
    const link = /http:\/\/localhost:\d+\/appointment\/[\w-]+\/confirm/.exec(mail.text ?? '')?.[0];
    assert.ok(link, 'the mail has the link');
    assert.ok(mail.attachments.some(({ mimeType }) => mimeType === 'text/calendar'));
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm the appointment' }).click();
    await page.getByRole('heading', { name: 'Your appointment is confirmed' }).waitFor();
    const notice = await daybook.mail.next(({ envelope }) => envelope.to.includes(logIn));
    assert.match(notice.text ?? '', /Maria Kalniņa/);

    // The employee signs in and finds the appointment.
    await page.goto(`${daybook.url}${calendarPath(width === 'phone' ? 'day' : undefined)}`);
    await page.getByLabel('E-mail').fill(logIn);
    await page.getByLabel('Password', { exact: true }).fill('a good password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const event = eventNamed(page, 'Haircut');
    await event.waitFor();
    await axeClean(page, 'calendar');
    await noHorizontalScroll(page);

    // Move it by two hours: with the mouse, or on the phone with the keyboard.
    if (width === 'wide') {
      const box = await event.boundingBox();
      assert.ok(box);
      await drag(page, event, { x: 20, y: 10 }, { x: 0, y: box.height * 2 });
    } else {
      await event.focus();
      const start = Temporal.PlainTime.from('10:00');
      await moveByKeys(page, Array(8).fill('Alt+ArrowDown'), (pressed) => {
        const time = start.add({ minutes: 15 * pressed }).toString();
        return page
          .locator('[data-event]:focus')
          .filter({ hasText: time.slice(0, 5) })
          .waitFor();
      });
    }
    await page.getByRole('button', { name: 'Save and tell' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();

    // The visitor is notified; the new time is blocked and the old one free again.
    const changed = await daybook.mail.next(
      ({ envelope, text }) => envelope.to.includes(visitor) && text !== mail.text && /12:00/.test(text ?? ''),
    );
    assert.ok(changed.attachments.some(({ mimeType }) => mimeType === 'text/calendar'));
    const whose = { locationUrlName: person.locationUrlName, userUrlName: person.urlName };
    const slots = await fetch(
      `${daybook.url}/api/publiccalendars/GetSlots?${new URLSearchParams({ ...whose, start: at('00:00'), end: at('23:00') })}`,
    );
    const starts = ((await slots.json()) as { Slots: { Start: string }[] }).Slots.map(
      ({ Start }) => `${Temporal.Instant.from(Start)}`,
    );
    assert.ok(starts.includes(at('10:00')), 'the old time is free');
    assert.ok(!starts.includes(at('12:00')), 'the new time is not');
    const over = await fetch(`${daybook.url}/api/publiccalendars/InsertEvent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        LocationUrlName: whose.locationUrlName,
        UserUrlName: whose.userUrlName,
        Start: at('12:30'),
        End: at('12:45'),
        Name: 'Somebody else',
        EMail: 'else@example.com',
      }),
    });
    assert.equal(over.status, 417);
    assert.match(await over.text(), /"Key":"Start"/);
  });
}
