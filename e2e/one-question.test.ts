// Browser tests of moves: one drag raises one question, which names everything; at every width, by touch and keys.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, sizes } from './lib/browser.ts';
import { at, drag, eventNamed, openAs, setTime, toastOf, undoBeside, wednesday, zone } from './lib/staff.ts';

const daybook = await openApp({ UNDO_SECONDS: '30' });
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** The height of an hour in the day of the team (px). */
const hour = 90;

/** Anna colours a customer at 10; Kate, who does not colour, has another one at 12. */
async function buildDay() {
  const { location, employee: anna } = await buildBusiness(services, {
    actions: ['admin'],
    firstName: 'Anna',
    lastName: 'Bērziņa',
  });
  const kate = await buildEmployee(services, location, { firstName: 'Kate', lastName: 'Ozola' });
  const colour = await buildService(services, anna, { name: 'Colour' });
  const vija = { name: 'Vija Saulīte', eMail: 'vija@example.com', userId: null };
  await buildEvent(services, anna, { start: at('10:00'), title: 'Colour', serviceId: colour.id, ...vija });
  await buildEvent(services, kate, { start: at('12:00'), title: 'Cut', name: 'Ieva' });
  return { anna, kate };
}

/** The calendar and the time of the appointment of Vija, and how many mails wait for her. */
async function stored({ companyId }: { companyId: string }) {
  const event = await services.database.read
    .selectFrom('appointments')
    .select(['calendarId', 'startAt'])
    .where('companyId', '=', companyId)
    .where('name', '=', 'Vija Saulīte')
    .executeTakeFirstOrThrow();
  const mails = await services.database.read
    .selectFrom('emailMessages')
    .select('id')
    .where('companyId', '=', companyId)
    .execute();
  const time = event.startAt?.toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' });
  return [event.calendarId, time, mails.length];
}

/** Drags with the mouse, or with a finger after a long press. */
async function move(page: Page, event: Locator, delta: { x: number; y: number }, isTouch: boolean): Promise<void> {
  await event.scrollIntoViewIfNeeded();
  if (!isTouch) return drag(page, event, { x: 20, y: 10 }, delta);
  const box = await event.boundingBox();
  assert.ok(box);
  const touch = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const [x, y] = [box.x + 20, box.y + 15];
  await finger('touchStart', x, y);
  await page.locator('[data-dragging]').waitFor();
  await finger('touchMove', x + delta.x / 2, y + delta.y / 2);
  await finger('touchMove', x + delta.x, y + delta.y);
  await finger('touchEnd');
}

for (const [width, size] of Object.entries(sizes)) {
  test(`at ${width} px, a drag to a colleague raises one question with all of it, and no error in the console`, async () => {
    const { anna, kate } = await buildDay();
    const page = await openAs(daybook, browser, anna, `/app/user/calendars?view=team&date=${wednesday}`, size);
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const event = eventNamed(page, 'Vija');
    await event.waitFor();
    const [own, other] = [
      await page.getByRole('group', { name: /^Anna/ }).boundingBox(),
      await page.getByRole('group', { name: /^Kate/ }).boundingBox(),
    ];
    const toKate = { x: (other?.x ?? 0) - (own?.x ?? 0), y: hour * 1.5 };
    const question = page.getByRole('dialog', { name: 'Move “Vija Saulīte, Colour” to Kate Ozola?' });
    await move(page, event, toKate, width !== '1280');
    await question.waitFor();
    const facts = [/^New: Kate Ozola, .*11:30 – 12:30/, /^Before: Anna Bērziņa, .*10:00 – 11:00/];
    const reasons = [
      /^It overlaps “Ieva, Cut”/,
      'Kate Ozola does not do “Colour”.',
      /^The e-mail to Vija Saulīte leaves/,
    ];
    for (const text of [...facts, ...reasons]) await question.getByText(text).waitFor();
    await axeBothSchemes(page, 'question of a move');
    const box = await question.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= Number(width), JSON.stringify(box));
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.getByRole('group', { name: /^Anna/ }).locator('[data-event]').waitFor();
    assert.deepEqual(await stored(anna), [anna.calendarId, '10:00', 0], 'it is put back');

    await move(page, event, toKate, true);
    await question.getByRole('button', { name: 'Save and tell', exact: true }).tap();
    await toastOf(page, /^Moved to Kate Ozola, .*11:30/).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0, 'one question');
    assert.deepEqual(await stored(anna), [kate.calendarId, '11:30', 1]);
    await undoBeside(page, /^Moved to/);
    await toastOf(page, /^Moved back to/).waitFor();
    assert.deepEqual(await stored(anna), [anna.calendarId, '10:00', 0], 'the mail is taken back');
    assert.deepEqual(errors, []);
  });

  test(`at ${width} px, by keyboard, steps in time and to a colleague raise one question; a move that says nothing new raises none`, async () => {
    const { anna, kate } = await buildDay();
    const page = await openAs(daybook, browser, anna, `/app/user/calendars?view=team&date=${wednesday}`, size);
    await eventNamed(page, 'Vija').waitFor();
    await page.locator('[aria-busy=false]').waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await eventNamed(page, 'Vija').focus();
    for (const key of ['Alt+ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowRight']) {
      await page.keyboard.press(key);
      await page.clock.runFor(50);
      await hasFocus(eventNamed(page, 'Vija'));
    }
    await page.clock.resume();
    const question = page.getByRole('dialog', { name: 'Move “Vija Saulīte, Colour” to Kate Ozola?' });
    await question.getByText(/^New: Kate Ozola, .*10:30 – 11:30/).waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.deepEqual(await stored(anna), [anna.calendarId, '10:00', 0]);

    // Ieva has no address: nothing is to be asked.
    await eventNamed(page, 'Ieva').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await toastOf(page, /^Moved to .*12:15/).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.ok(kate);
  });
}

test('an overlap in the dialog raises its question without an error in the console', async () => {
  const { anna } = await buildDay();
  await buildEvent(services, anna, { start: at('14:00'), title: 'Meeting' });
  const page = await openAs(daybook, browser, anna, `/app/user/calendars?view=day&date=${wednesday}`);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await eventNamed(page, 'Meeting').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Meeting' });
  await setTime(dialog, 'Start time', '10:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: /^This overlaps “Vija Saulīte, Colour”/ });
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
});
