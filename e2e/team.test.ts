// The team's day and week: columns and rows of people, moves between them by pointer and keyboard, on a phone as well.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { type BuiltEmployee, buildBusiness, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildEvent, buildService } from '#server/testing/build/visits.ts';
import { eventually } from '#server/testing/process.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import { at, drag, eventNamed, openAs, timeIn, toastOf, wednesday, zone } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

const teamPath = (view: 'team' | 'teamWeek' = 'team') => `/app/user/calendars?view=${view}&date=${wednesday}`;
/** The height of an hour (px). */
const hour = 90;

/** Anna, an administrator, and colleagues, in the order of their columns. Una works on Fridays only. */
async function salon() {
  const { employee: anna, location } = await buildBusiness(services, {
    actions: ['admin'],
    firstName: 'Anna',
    lastName: 'Bērziņa',
  });
  const make = (firstName: string, options = {}) =>
    buildEmployee(services, location, { firstName, lastName: '', ...options });
  const [kate, zane] = [await make('Kate'), await make('Zane')];
  const una = await make('Una', { hours: [[5, '10:00', '18:00']] });
  return { anna, kate, zane, una };
}

/**
 * The person of an event, and its time in Riga: `Kate 10:00-11:00`, with the days since Wednesday if it is another day.
 */
async function saved(people: Record<string, BuiltEmployee>, title: string): Promise<string> {
  const row = await services.database.read
    .selectFrom('events')
    .select(['calendarId', 'startAt', 'endAt'])
    .where('title', '=', title)
    .where('companyId', '=', people.anna?.companyId ?? '')
    .executeTakeFirstOrThrow();
  const owner = Object.values(people).find(({ calendarId }) => calendarId === row.calendarId)?.firstName;
  const [start, end] = [row.startAt, row.endAt].map((instant) => instant.toZonedDateTimeISO(zone).toPlainDateTime());
  const days = start?.toPlainDate().since(wednesday).days ?? 0;
  const clock = (time: Temporal.PlainDateTime | undefined) => time?.toPlainTime().toString().slice(0, 5);
  return `${owner} ${days ? `+${days} ` : ''}${clock(start)}-${clock(end)}`;
}

const column = (page: Page, name: string): Locator => page.getByRole('group', { name: new RegExp(`^${name}`) });

async function boxOf(element: Locator) {
  await element.waitFor();
  return (await element.boundingBox()) ?? assert.fail();
}

test('everyone who works has a column; a drag to a colleague asks, saves and can be undone; Escape puts it back', async () => {
  const people = await salon();
  const { anna, kate } = people;
  await buildEvent(services, anna, { start: at('10:00'), title: 'Colour', name: 'Sanita' });
  const page = await openAs(daybook, browser, anna, teamPath());
  const event = eventNamed(page, 'Sanita');
  const [own, other, last] = [
    await boxOf(column(page, 'Anna')),
    await boxOf(column(page, 'Kate')),
    column(page, 'Zane'),
  ];
  await last.waitFor();
  assert.equal(await column(page, 'Una').count(), 0, 'Una does not work on Wednesdays');
  const toKate = other.x - own.x;

  await drag(page, event, { x: 20, y: 10 }, { x: toKate, y: hour * 1.1 }, false);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  assert.equal(await saved(people, 'Colour'), 'Anna 10:00-11:00');

  const question = page.getByRole('dialog', { name: 'Move “Sanita, Colour” to Kate?' });
  await drag(page, event, { x: 20, y: 10 }, { x: toKate, y: 0 });
  await question.getByRole('button', { name: 'Put it back' }).click();
  await column(page, 'Anna').locator('[data-event]').waitFor();
  assert.equal(await saved(people, 'Colour'), 'Anna 10:00-11:00');

  // 1.1 hours are 66 minutes, which snap to 65.
  await drag(page, event, { x: 20, y: 10 }, { x: toKate, y: hour * 1.1 });
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await column(page, 'Kate').locator('[data-event]').waitFor();
  assert.equal(await saved(people, 'Colour'), 'Kate 11:05-12:05');

  // Another employee's change appears without a reload.
  await buildEvent(services, kate, { start: at('15:00'), title: 'Arrived' });
  await column(page, 'Kate').locator('[data-event]').filter({ hasText: 'Arrived' }).waitFor();

  await page.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByText(/^Moved back to/)
    .first()
    .waitFor();
  assert.equal(await saved(people, 'Colour'), 'Anna 10:00-11:00');
});

test('a click or a drag on free time opens a new event of that person; the end of an event is dragged', async () => {
  const people = await salon();
  await buildEvent(services, people.kate, { start: at('10:00'), title: 'Ruler' });
  const dates = [wednesday.toString(), wednesday.add({ days: 1 }).toString()] as const;
  const wholeDay = { start: at('00:00'), end: at('00:00', 1), dates, lane: 1 };
  await buildEvent(services, people.kate, { ...wholeDay, title: 'Training' });
  const page = await openAs(daybook, browser, people.anna, teamPath());
  const ruler = eventNamed(page, 'Ruler');
  const box = await boxOf(ruler);
  const dialog = page.getByRole('dialog', { name: 'New appointment' });

  await page.mouse.click(box.x + 30, box.y + hour * 1.5 + 8);
  await dialog.waitFor();
  assert.deepEqual([await timeIn(dialog, 'Start time'), await timeIn(dialog, 'End time')], ['11:30', '12:00']);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await drag(page, ruler, { x: 30, y: hour * 2 + 2 }, { x: 0, y: hour * 1.5 });
  await dialog.getByLabel('Title').fill('Selected');
  assert.equal(await timeIn(dialog, 'Start time'), '12:00');
  await dialog.getByLabel('Title').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await saved(people, 'Selected'), 'Kate 12:00-13:30');

  await drag(page, ruler, { x: 30, y: box.height - 3 }, { x: 0, y: hour / 2 });
  await toastOf(page, /^Moved to .*11:30/).waitFor();
  assert.equal(await saved(people, 'Ruler'), 'Kate 10:00-11:30');

  // An all-day event stands under the portrait, and is dragged along the heads.
  await drag(page, eventNamed(page, 'Training'), { x: 20, y: 10 }, { x: box.width * 1.1, y: 0 });
  const question = page.getByRole('dialog', { name: 'Move “Training” to Zane?' });
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await toastOf(page, /^Moved to .*all day/i).waitFor();
  assert.match(await saved(people, 'Training'), /^Zane/);
});

test('keys lead from event to event and person to person, open the dialog, and move', async () => {
  const people = await salon();
  await buildEvent(services, people.anna, { start: at('09:00'), title: 'First' });
  await buildEvent(services, people.anna, { start: at('11:00'), title: 'Second' });
  await buildEvent(services, people.zane, { start: at('11:15'), title: 'Third' });
  const page = await openAs(daybook, browser, people.anna, teamPath());
  const named = (name: RegExp) => page.getByRole('button', { name });
  await named(/^First, 09:00 to 10:00/).focus();
  await page.keyboard.press('ArrowDown');
  await hasFocus(named(/^Second/));
  await page.keyboard.press('ArrowRight');
  await hasFocus(named(/^New appointment for Kate/));
  await page.keyboard.press('ArrowRight');
  await hasFocus(named(/^Third/));
  assert.match(page.url(), new RegExp(`date=${wednesday}`), 'the page does not turn');

  // A pause between the keys, which a busy machine makes, would save the first step.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.keyboard.press('Alt+ArrowDown');
  await page.clock.runFor(50);
  await page.keyboard.press('Alt+ArrowLeft');
  await page.clock.resume();
  await page
    .getByRole('dialog', { name: 'Move “Third” to Kate?' })
    .getByRole('button', { name: 'Save', exact: true })
    .click();
  // The first step has an Undo of its own.
  await eventually('the move is saved', async () => (await saved(people, 'Third')) === 'Kate 11:30-12:30');
  await named(/^Third/).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Title').waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('5');
  await page.getByRole('rowheader', { name: 'Kate' }).waitFor();
  await page.keyboard.press('4');
  await column(page, 'Kate').waitFor();
});

test('the week of the team has a row for each person; an event is dragged to another day, and the rest opens the day', async () => {
  const people = await salon();
  await buildEvent(services, people.kate, { start: at('10:00'), title: 'Movable' });
  for (const time of ['09:00', '10:00', '11:00', '12:00', '13:00']) {
    await buildEvent(services, people.zane, { start: at(time), title: `At ${time}` });
  }
  const page = await openAs(daybook, browser, people.anna, teamPath('teamWeek'));
  const chip = eventNamed(page, 'Movable');
  const box = await boxOf(chip);
  await page.getByRole('rowheader', { name: 'Una' }).waitFor();
  await drag(page, chip, { x: 20, y: 8 }, { x: box.width * 1.1, y: 0 });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal(await saved(people, 'Movable'), 'Kate +1 10:00-11:00');
  await axeBothSchemes(page, 'week of the team');
  await page.getByRole('button', { name: /^\+2 more/ }).click();
  await eventNamed(page, 'At 13:00').waitFor();
  assert.match(page.url(), /view=team&/);
});

test('a phone shows two people and scrolls to the others; a long press drags; a person alone is led to invite', async () => {
  const people = await salon();
  await buildEvent(services, people.anna, { start: at('10:00'), title: 'Colour', name: 'Sanita' });
  const page = await openAs(daybook, browser, people.anna, teamPath(), widths.phone);
  const event = eventNamed(page, 'Sanita');
  const [own, other, hidden] = [
    await boxOf(column(page, 'Anna')),
    await boxOf(column(page, 'Kate')),
    await boxOf(column(page, 'Zane')),
  ];
  assert.ok(own.width >= 140 && other.x + other.width <= 391 && hidden.x >= 389, 'two whole columns');
  await noHorizontalScroll(page);
  await axeBothSchemes(page, 'day of the team');

  const box = await boxOf(event);
  const touch = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const [x, y] = [box.x + 30, box.y + 20];
  await finger('touchStart', x, y);
  await page.locator('[data-dragging]').waitFor();
  await finger('touchMove', x, y + hour / 4);
  await finger('touchMove', x, y + hour / 2);
  await finger('touchEnd');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal(await saved(people, 'Colour'), 'Anna 10:30-11:30');

  const { employee: alone } = await buildBusiness(services, { actions: ['admin'] });
  const empty = await openAs(daybook, browser, alone, teamPath());
  await empty.getByRole('heading', { name: /no colleagues/ }).waitFor();
  await empty.getByRole('link', { name: 'Invite colleagues' }).waitFor();
  await empty.goto(`${daybook.url}/app/user/calendars`);
  await empty.getByRole('radiogroup', { name: 'View' }).getByText('Day').waitFor();
  assert.equal(await empty.getByText('Team', { exact: true }).count(), 0);
});

test('N and B begin in the column that has the focus; a team at a location elsewhere has the time there', async () => {
  const { anna } = await salon();
  const harbour = await buildLocation(services, { id: anna.companyId }, { name: 'Harbour', timeZone: 'Europe/Lisbon' });
  const lina = await buildEmployee(services, harbour, { firstName: 'Lina', lastName: '' });
  await buildEvent(services, lina, { start: at('13:00'), title: 'Balayage' });
  const page = await openAs(daybook, browser, anna, teamPath());
  await column(page, 'Kate').waitFor();
  await page.getByRole('button', { name: 'New appointment for Kate' }).focus();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New appointment' });
  assert.equal(await dialog.getByLabel('Done by').locator('option:checked').textContent(), 'Kate');
  await dialog.getByRole('button', { name: 'Block this time' }).click();
  await dialog.waitFor({ state: 'detached' });
  await column(page, 'Kate').locator('[data-event]').waitFor();
  await page.getByRole('button', { name: 'New appointment for Zane' }).focus();
  await page.keyboard.press('b');
  const blocked = page.getByRole('dialog', { name: 'New blocked time' });
  await blocked.getByRole('radio', { name: 'Blocked time' }).waitFor({ state: 'attached' });
  await hasFocus(blocked.getByLabel('Title'));
  await page.keyboard.type('Inventory');
  await page.keyboard.press('Enter');
  await blocked.waitFor({ state: 'detached' });
  await column(page, 'Zane').getByText('Inventory', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'Calendar' }).getByLabel('Location').selectOption('Harbour');
  // Riga is two hours ahead of Lisbon.
  await eventNamed(page, 'Balayage').getByText(/11:00/).first().waitFor();
  await page.context().close();
});

test('the menu of a time says why visitors cannot book it: by a right click, by the menu key, and from the dialog', async () => {
  const { anna, kate } = await salon();
  await buildService(services, kate, { name: 'Cut', minutes: 60 });
  await buildEvent(services, kate, { start: at('10:00'), title: 'Colour', name: 'Sanita' });
  const page = await openAs(daybook, browser, anna, teamPath());
  const event = eventNamed(page, 'Sanita');
  await event.waitFor();
  const item = page.getByRole('menuitem', { name: 'Why is this not free?' });
  const dialog = page.getByRole('dialog', { name: 'Why is this not free?' });

  const box = await boxOf(event);
  await page.mouse.click(box.x + 20, box.y - hour * 1.3, { button: 'right' });
  await item.click();
  await dialog.getByText('It is outside the working hours').waitFor();
  await dialog.getByLabel('Service').selectOption({ label: 'Cut' });
  await axeBothSchemes(page, 'why-not-free');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await event.focus();
  await page.keyboard.press('Shift+F10');
  await item.waitFor();
  await axeBothSchemes(page, 'menu-of-a-time');
  await page.keyboard.press('End');
  await hasFocus(item);
  await page.keyboard.press('Enter');
  await dialog.getByText('It is taken.').waitFor();
  await dialog.getByRole('button', { name: /Sanita/ }).click();
  await page.getByRole('dialog', { name: 'Colour' }).waitFor();
  await page.keyboard.press('Escape');

  // The grid of one person, whose dialog asks for its own services.
  await page.goto(`${daybook.url}/app/user/calendars?view=day&date=${wednesday}&calendar=${kate.calendarId}`);
  await eventNamed(page, 'Sanita').click({ button: 'right' });
  await item.click();
  await dialog.getByText('It is taken.').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Why is this not free?' }).click();
  await dialog.getByText(/Visitors can/).waitFor();
});
