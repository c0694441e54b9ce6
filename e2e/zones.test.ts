// A browser with other rules of a zone than the server shows the server's times, and saves them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { writeZoneRules, zonesOfNode } from '#server/db/zone-rules.ts';
import { buildBusiness, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import {
  at as bookedAt,
  buildHairdresser,
  card,
  chooseHaircut,
  confirmLink,
  holdTime,
  pick,
  profileUrl,
  typeDetails,
} from './lib/booking.ts';
import { axeBothSchemes, axeClean, openBrowser, widths } from './lib/browser.ts';
import { at, calendarPath, drag, eventNamed, openAs, setTime, timeIn } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** Loads the page again with other rules: Riga has the clock of Karachi, two or three hours ahead. */
async function withOtherRules(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const other = (zone: unknown) => (zone === 'Europe/Riga' ? 'Asia/Karachi' : zone);
    const withZone = ([locale, options]: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
      [locale, options?.timeZone ? { ...options, timeZone: other(options.timeZone) as string } : options] as const;
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct: (target, given) => new target(...withZone(given as ConstructorParameters<typeof target>)),
    });
    const { Instant, PlainDate, PlainDateTime } = Temporal;
    const inInstant = Instant.prototype.toZonedDateTimeISO;
    Instant.prototype.toZonedDateTimeISO = function (zone) {
      return inInstant.call(this, other(zone) as string);
    };
    for (const { prototype } of [PlainDate, PlainDateTime]) {
      const inZone = prototype.toZonedDateTime as (zone: unknown, options?: unknown) => Temporal.ZonedDateTime;
      prototype.toZonedDateTime = function (zone: unknown, options?: unknown) {
        const given = typeof zone === 'object' && zone !== null ? { ...zone } : zone;
        return inZone.call(this, typeof given === 'string' ? other(given) : given, options);
      };
    }
  });
  await page.reload();
  const hour = await page.evaluate(() =>
    Temporal.Instant.from('2026-01-01T10:00:00Z').toZonedDateTimeISO('Europe/Riga').toPlainTime().toString(),
  );
  assert.equal(hour, '15:00:00', 'the browser is another one');
}

for (const [width, screen] of Object.entries(widths))
  test(`a visitor books at the time that the mail says, on a ${width} screen`, async () => {
    const person = await buildHairdresser(daybook);
    const eMail = `zones-${width}@example.com`;
    const page = await browser.visit(profileUrl(daybook, person), { ...screen, timezoneId: 'Europe/Riga' });
    await withOtherRules(page);
    await chooseHaircut(page);
    const time = card(page).locator(`[data-start="${bookedAt(10)}"]`);
    assert.match((await time.textContent()) ?? '', /^10:00/);
    await axeClean(page, 'times');
    await pick(page, bookedAt(10));
    await typeDetails(page, eMail);
    await holdTime(page);
    await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    const mail = await daybook.mail.next(({ envelope }) => envelope.to.includes(eMail));
    assert.match(mail.text ?? '', /10:00/);
    await page.goto(confirmLink(mail.text));
    const shown = page.locator('time').first();
    assert.match((await shown.textContent()) ?? '', /^10:00 – 11:00$/);
    await axeClean(page, 'appointment');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/zones-${width}.png`, fullPage: true });
  });

test('staff see, drag and type times by the rules of the server', async () => {
  const { employee } = await buildBusiness(services);
  await buildEvent(services, employee, { start: at('10:00'), title: 'Movable' });
  const page = await openAs(daybook, browser, employee, calendarPath('week'));
  await eventNamed(page, 'Movable').waitFor();
  await withOtherRules(page);
  const event = eventNamed(page, 'Movable');
  await event.waitFor();
  assert.match((await event.textContent()) ?? '', /10:00/);
  const rowOf = async (time: string) => (await page.locator(`[data-time="${time}:00"]`).last().boundingBox())?.y ?? 0;
  const box = await event.boundingBox();
  assert.ok(box && Math.abs(box.y - (await rowOf('10:00'))) < 4, 'it stands at ten');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/zones-staff.png` });

  const saved = async (title: string) => {
    const events = services.database.read.selectFrom('events').select('startAt').where('title', '=', title);
    return (await events.executeTakeFirst())?.startAt.toString();
  };
  await drag(page, event, { x: 20, y: 10 }, { x: 0, y: box.height * 2 });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal(await saved('Movable'), at('12:00'));

  await event.press('Enter');
  const editor = page.getByRole('dialog');
  assert.equal(await timeIn(editor, 'Start time'), '12:00');
  await setTime(editor, 'Start time', '14:30');
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.waitFor({ state: 'detached' });
  assert.equal(await saved('Movable'), at('14:30'));
  assert.match((await eventNamed(page, 'Movable').textContent()) ?? '', /14:30/);
  await axeClean(page, 'calendar');

  await page.goto(`${daybook.url}${calendarPath('day')}`);
  assert.match((await eventNamed(page, 'Movable').textContent()) ?? '', /14:30/);
});

for (const [width, screen] of Object.entries(widths))
  test(`who corrects the zone of a location says what its appointments keep, on a ${width} screen`, async () => {
    const { employee, location } = await buildBusiness(services, { actions: ['admin'] });
    const day = services.clock.now().add({ hours: 240 }).toZonedDateTimeISO('Europe/Riga').toPlainDate();
    const start = day.toZonedDateTime({ timeZone: 'Europe/Riga', plainTime: '13:00' }).toInstant();
    const { id } = await buildEvent(services, employee, { start, name: 'Anna' });
    const stored = async () => {
      const visit = services.database.read.selectFrom('visits').select(['startAt', 'timeZone']).where('id', '=', id);
      const { startAt, timeZone } = await visit.executeTakeFirstOrThrow();
      return [startAt.since(start).total('hours'), timeZone];
    };
    const page = await openAs(daybook, browser, employee, `/app/company/locations?open=${location.id}`, screen);
    const editor = page.getByRole('dialog', { name: location.name });
    const asked = page.getByRole('dialog', { name: 'What do coming appointments keep?' });
    async function saveAs(zone: string, choice: string): Promise<void> {
      const field = editor.getByRole('combobox', { name: 'Time zone' });
      await field.fill(zone);
      await page.getByRole('option', { name: zone, exact: true }).click();
      await editor.getByRole('button', { name: 'Save' }).click();
      await asked.getByRole('button', { name: choice }).waitFor();
    }
    await saveAs('Europe/Berlin', 'Keep the moment');
    await asked.getByText(/^Time on the clock: Anna, .*13:00, stays at 13:00 in the new zone\.$/).waitFor();
    await asked.getByText(/^Moment: Anna, .*13:00, is the same moment, which is 12:00 in the new zone\.$/).waitFor();
    await axeBothSchemes(page, 'what appointments keep');
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    assert.deepEqual(await stored(), [0, 'Europe/Riga']);

    await editor.getByRole('button', { name: 'Save' }).click();
    await asked.getByRole('button', { name: 'Keep the moment' }).click();
    await page.getByText(`“${location.name}” is saved.`).first().waitFor();
    assert.deepEqual(await stored(), [0, 'Europe/Berlin']);

    await page.goto(`${daybook.url}/app/company/locations?open=${location.id}`);
    await saveAs('Europe/London', 'Keep the time on the clock');
    await page.keyboard.press('Enter');
    await asked.waitFor({ state: 'detached' });
    await editor.waitFor({ state: 'detached' });
    assert.deepEqual(await stored(), [1, 'Europe/London']);
    await page.context().close();
  });

/** Rules of a newer release, in which a zone is as `other`, or as Node.js has it. */
async function writeRules(version: string, zone: string, other = zone): Promise<void> {
  const client = await services.database.connect();
  const rulesOf = (name: string) => zonesOfNode.rulesOf(name === zone ? other : name);
  await writeZoneRules(client, { version, rulesOf }).finally(() => client.end());
}

for (const [width, screen] of Object.entries(widths))
  test(`an administrator says what appointments keep that new rules have shifted, on a ${width} screen`, async () => {
    const version = width === 'wide' ? '9998' : '9999';
    await writeRules(`${version}a`, 'Europe/Sofia', 'Asia/Karachi');
    const location = await buildLocation(services, await buildCompany(services), { timeZone: 'Europe/Sofia' });
    const employee = await buildEmployee(services, location, { actions: ['admin'] });
    const day = services.clock.now().add({ hours: 240 }).toZonedDateTimeISO('UTC').toPlainDate();
    const start = day.toZonedDateTime({ timeZone: 'Asia/Karachi', plainTime: '13:00' }).toInstant();
    const { id } = await buildEvent(services, employee, { start, name: 'Anna' });
    for (let hour = 1; hour < 8; hour++)
      await buildEvent(services, employee, { start: start.add({ hours: 24 * hour }), name: `Guest ${hour}` });
    await writeRules(`${version}b`, 'Europe/Sofia');
    const page = await openAs(daybook, browser, employee, '/app/company/locations?shifted=true', screen);
    const notice = page.getByRole('status').filter({ hasText: 'New rules of the time zone Europe/Sofia' });
    await notice.getByText(/^Anna: announced as .*13:00, now .*1[01]:00$/).waitFor();
    await notice.getByText('More: 3').waitFor();
    await axeBothSchemes(page, 'shifted appointments');
    await notice.getByRole('button', { name: 'Say what they keep' }).click();
    const asked = page.getByRole('dialog', { name: 'What do coming appointments keep?' });
    await asked.getByText(/^Time on the clock: Anna, .*13:00, stays at 13:00\.$/).waitFor();
    await asked
      .getByText(/^Moment: Anna, .*13:00, is the same moment, which is 1[01]:00 by the new rules\.$/)
      .waitFor();
    await axeBothSchemes(page, 'what shifted appointments keep');
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    await notice.getByRole('button', { name: 'Say what they keep' }).click();
    await asked.getByRole('button', { name: 'Keep the time on the clock' }).click();
    await page.getByText(`“${location.name}”: customers are told what has changed.`).first().waitFor();
    await notice.waitFor({ state: 'detached' });
    const visit = services.database.read.selectFrom('visits').select('startAt').where('id', '=', id);
    const { startAt } = await visit.executeTakeFirstOrThrow();
    assert.equal(startAt.toZonedDateTimeISO('Europe/Sofia').hour, 13);
    await page.context().close();
  });

for (const [width, screen] of Object.entries(widths))
  test(`the operator reads which rules of a zone in use this browser lacks, on a ${width} screen`, async () => {
    const { employee } = await buildBusiness(services, { actions: ['sys'] });
    const page = await openAs(daybook, browser, employee, '/app/system/log/system-logs', screen);
    await withOtherRules(page);
    await page.getByText(/^This browser: Europe\/Riga differs, first at .*Pages show the server's times\.$/).waitFor();
    await axeBothSchemes(page, 'rules of zones');
    await page.context().close();
  });
