// Employees use the calendar: create, move and resize events by pointer and keyboard; others' changes appear live.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { calendars } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import { toWire } from '#contract/lib/wire.ts';
import { type BuiltEmployee, buildBusiness, buildEmployee, usualHours } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, axeClean, hasFocus, noHorizontalScroll, openBrowser, widths } from './lib/browser.ts';
import {
  at,
  calendarPath,
  drag,
  eventNamed,
  moveByKeys,
  openAs,
  setTime,
  timeIn,
  wednesday,
  zone,
} from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** The stored time in Riga: `10:00-11:00`, `+1 10:00-11:00` a day after Wednesday, or the dates of an all-day event. */
async function saved(employee: BuiltEmployee, title: string): Promise<string | undefined> {
  const row = await services.database.read
    .selectFrom('events')
    .select(['startAt', 'endAt', 'allDay', 'startDate', 'endDate'])
    .where('calendarId', '=', employee.calendarId)
    .where('title', '=', title)
    .where('blocks', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.allDay) return `${row.startDate}..${row.endDate}`;
  const [start, end] = [row.startAt, row.endAt].map((instant) => instant.toZonedDateTimeISO(zone));
  const days = start ? start.toPlainDate().since(wednesday).days : 0;
  return `${days ? `${days > 0 ? '+' : ''}${days} ` : ''}${start?.toPlainTime().toString().slice(0, 5)}-${end?.toPlainTime().toString().slice(0, 5)}`;
}

async function business() {
  const { employee } = await buildBusiness(services);
  return employee;
}

test('dragging over free time opens a new event for it; Enter saves and shows it', async () => {
  const anna = await business();
  await buildEvent(services, anna, { start: at('10:00'), title: 'Ruler' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const ruler = eventNamed(page, 'Ruler');
  await ruler.waitFor();
  const hour = (await ruler.boundingBox())?.height ?? 0;
  await drag(page, ruler, { x: 20, y: hour * 1.5 + 8 }, { x: 0, y: hour * 1.25 });
  const dialog = page.getByRole('dialog', { name: 'New appointment' });
  await dialog.getByLabel('Title').fill('Haircut with Marta');
  assert.equal(await timeIn(dialog, 'Start time'), '11:30');
  assert.equal(await timeIn(dialog, 'End time'), '13:00');
  await dialog.getByLabel('Title').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await eventNamed(page, 'Haircut with Marta').waitFor();
  assert.equal(await saved(anna, 'Haircut with Marta'), '11:30-13:00');
});

test('dragging an event to another day and hour saves it, survives a reload and can be undone', async () => {
  const anna = await business();
  await buildEvent(services, anna, { start: at('10:00'), title: 'Movable' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const event = eventNamed(page, 'Movable');
  await event.waitFor();
  const box = await event.boundingBox();
  assert.ok(box);
  await drag(page, event, { x: 20, y: 10 }, { x: box.width * 1.05, y: box.height * 2 });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal(await saved(anna, 'Movable'), '+1 12:00-13:00');
  await page.reload();
  await event.waitFor();
  const moved = await event.boundingBox();
  assert.ok(moved && moved.x > box.x + box.width / 2, 'it stands in the next column');

  await drag(page, event, { x: 20, y: 10 }, { x: 0, y: box.height });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByText(/^Moved back to/)
    .first()
    .waitFor();
  assert.equal(await saved(anna, 'Movable'), '+1 12:00-13:00');
});

test('a move that cannot be saved reverts and shows an error', async () => {
  const anna = await business();
  await buildEvent(services, anna, { start: at('10:00'), title: 'Stubborn' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const event = eventNamed(page, 'Stubborn');
  await event.waitFor();
  const before = await event.boundingBox();
  assert.ok(before);
  await page.route('**/api/calendars/UpdateEvent', (route) => route.abort());
  await drag(page, event, { x: 20, y: 10 }, { x: 0, y: before.height * 2 });
  await page.getByText('“Stubborn” was not moved.').first().waitFor();
  await page.waitForFunction(
    ({ y }) => Math.abs((document.querySelector('[data-event]')?.getBoundingClientRect().y ?? 0) - y) < 2,
    { y: before.y },
  );
  assert.equal(await saved(anna, 'Stubborn'), '10:00-11:00');
});

test('the customer comes first, an event of 15 minutes keeps its height, and the name that is read has everything', async () => {
  const anna = await business();
  const short = { title: 'Blow-dry', name: 'Sanita Rudzīte', type: 'success' as const };
  await buildEvent(services, anna, { start: at('10:00'), end: at('10:15'), ...short });
  await buildEvent(services, anna, { start: at('10:15'), end: at('11:15'), title: 'Ruler' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const event = eventNamed(page, 'Sanita Rudzīte');
  const [quarter, hour] = [await event.boundingBox(), await eventNamed(page, 'Ruler').boundingBox()];
  assert.ok(
    quarter && hour && Math.abs(quarter.height * 4 - hour.height) < 8,
    `${quarter?.height} and ${hour?.height}`,
  );
  assert.ok(quarter.y + quarter.height <= hour.y + 1, 'it does not reach into the next');
  await page
    .getByRole('button', { name: 'Sanita Rudzīte, Blow-dry, 10:00 to 10:15, confirmed', exact: true })
    .waitFor();
  await page.goto(`${daybook.url}${calendarPath('month')}`);
  await event.waitFor();
  assert.match((await event.textContent()) ?? '', /^Sanita Rudzīte/);
});

test('breaks and closed days are shaded; an event dropped there asks, and is put back or saved there', async () => {
  const { employee: anna } = await buildBusiness(services, { hours: [[3, '09:00', '18:00'] as const] });
  const { companyId, calendarId, locationId } = anna;
  await services.database.write
    .insertInto('breaks')
    .values({ companyId, calendarId, locationId, id: randomUUIDv7(), weekday: 3, startTime: '13:00', endTime: '14:00' })
    .execute();
  await buildEvent(services, anna, { start: at('10:00'), title: 'Movable' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const event = eventNamed(page, 'Movable');
  const box = await event.boundingBox();
  assert.ok(box);
  // The break is as long as the event, below it; Thursday is closed.
  await page.waitForFunction(({ x, y, width, height }) => {
    const shades = [...document.querySelectorAll('[class*=_closed_]')].map((shade) => shade.getBoundingClientRect());
    const isOn = (day: number) => (shade: DOMRect) => Math.abs(shade.x - x - day * shade.width) < width / 4;
    const isBreak = (shade: DOMRect) => shade.y > y && Math.abs(shade.height - height) < 6;
    return shades.some((shade) => isOn(0)(shade) && isBreak(shade)) && shades.some(isOn(1));
  }, box);
  const toThursday = () => drag(page, event, { x: 20, y: 10 }, { x: box.width * 1.05, y: 0 });
  await toThursday();
  const question = page.getByRole('dialog', { name: 'New time for “Movable”?' });
  await question.getByText('This time is outside the working hours.').waitFor();
  await question.getByRole('button', { name: 'Put it back' }).click();
  await page.waitForFunction(
    ({ x }) => Math.abs((document.querySelector('[data-event]')?.getBoundingClientRect().x ?? 0) - x) < 2,
    { x: box.x },
  );
  assert.equal(await saved(anna, 'Movable'), '10:00-11:00');
  await toThursday();
  await question.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.match((await saved(anna, 'Movable')) ?? '', /^\+1 10:/);
});

test('the dashboard has the same calendar: the week, a drag that is saved, and one that reverts', async () => {
  // Tomorrow may be a Sunday.
  const { employee: anna } = await buildBusiness(services, { hours: [...usualHours, [7, '09:00', '18:00']] });
  const start = Temporal.Now.zonedDateTimeISO(zone).startOfDay().add({ days: 1 });
  await buildEvent(services, anna, { start: start.add({ hours: 10 }).toInstant(), title: 'Here too' });
  const page = await openAs(daybook, browser, anna, '/app/home');
  const part = page.getByRole('region', { name: 'Calendar' });
  await page.getByRole('heading', { name: 'The coming days' }).waitFor({ state: 'attached' });
  await page.mouse.wheel(0, 4_000);
  await part.waitFor();
  assert.ok(await page.getByRole('radio', { name: 'Week' }).isChecked());
  await page.getByText('Day', { exact: true }).click();
  await page.getByRole('button', { name: 'Next day' }).click();
  const event = eventNamed(page, 'Here too');
  await event.scrollIntoViewIfNeeded();
  const box = await event.boundingBox();
  assert.ok(box);
  await drag(page, event, { x: box.width - 30, y: 10 }, { x: 0, y: box.height });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.match((await saved(anna, 'Here too')) ?? '', /11:00-12:00$/);
  await page.route('**/api/calendars/UpdateEvent', (route) => route.abort());
  await drag(page, event, { x: box.width - 30, y: 10 }, { x: 0, y: -box.height });
  await page.getByText('“Here too” was not moved.').first().waitFor();
  assert.match((await saved(anna, 'Here too')) ?? '', /11:00-12:00$/);
  assert.equal(new URL(page.url()).pathname, '/app/home');
});

test('a phone opens with the day, a wider one with three days; a chosen week is remembered', async () => {
  const anna = await business();
  const columns = (page: Page) => page.locator('[role=columnheader][data-date]').count();
  const phone = await openAs(daybook, browser, anna, calendarPath(), widths.phone);
  const view = (page: Page) => page.getByRole('combobox', { name: 'View' });
  assert.equal(await view(phone).inputValue(), 'day');
  await view(phone).selectOption('Week');
  await phone.waitForURL(/view=week/);
  await phone.goto(`${daybook.url}${calendarPath()}`);
  assert.equal(await view(phone).inputValue(), 'week');
  const wider = await openAs(daybook, browser, anna, calendarPath(), { viewport: { width: 600, height: 844 } });
  assert.equal(await view(wider).inputValue(), 'days');
  assert.equal(await columns(wider), 3);
});

test('Escape cancels a drag and sends nothing', async () => {
  const anna = await business();
  await buildEvent(services, anna, { start: at('10:00'), title: 'Second thoughts' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const event = eventNamed(page, 'Second thoughts');
  await event.waitFor();
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('UpdateEvent')) sent += 1;
  });
  const before = await event.boundingBox();
  await drag(page, event, { x: 20, y: 10 }, { x: 0, y: 120 }, false);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.waitForTimeout(400);
  assert.deepEqual(await event.boundingBox(), before);
  assert.equal(sent, 0);
  await drag(page, event, { x: 20, y: 10 }, { x: 0, y: 60 });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal(sent, 1, 'the next drag counts again');
});

test('dragging the lower edge changes the end of an event, dragging the upper edge its start', async () => {
  const anna = await business();
  await buildEvent(services, anna, { start: at('10:00'), title: 'Elastic' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const event = eventNamed(page, 'Elastic');
  await event.waitFor();
  const hour = (await event.boundingBox())?.height ?? 0;
  await event.hover();
  await drag(page, event, { x: 30, y: hour - 1 }, { x: 0, y: hour / 2 });
  await page
    .getByText(/10:00 – 11:30/)
    .first()
    .waitFor();
  assert.equal(await saved(anna, 'Elastic'), '10:00-11:30');
});

test('a click on a day of the month opens that day; selecting creates no event there', async () => {
  const anna = await business();
  const page = await openAs(daybook, browser, anna, calendarPath('month'));
  const friday = wednesday.add({ days: 2 });
  await page.locator(`[role=cell][data-date="${friday}"]`).click({ position: { x: 30, y: 60 } });
  await page.waitForURL(new RegExp(`view=day&date=${friday}|date=${friday}&view=day`));
  await page.getByRole('heading', { level: 1, name: new RegExp(`${friday.day} `) }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test("another person's read-only event cannot be moved, and its dialog changes nothing", async () => {
  const { location, employee: anna } = await buildBusiness(services);
  const boss = await buildEmployee(services, location, { actions: ['admin'] });
  await buildEvent(services, anna, { start: at('10:00'), title: 'Inspection', readOnly: true, userId: boss.userId });
  const page = await openAs(daybook, browser, anna, calendarPath());
  const event = eventNamed(page, 'Inspection');
  await event.waitFor();
  await drag(page, event, { x: 20, y: 10 }, { x: 0, y: 120 });
  await event.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.waitForTimeout(300);
  await event.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Inspection' });
  await dialog.getByText('Only the creator can edit this event.').waitFor();
  assert.equal(await dialog.getByLabel('Title').isDisabled(), true);
  assert.equal(await dialog.getByRole('button', { name: 'Save' }).count(), 0);
  assert.equal(await saved(anna, 'Inspection'), '10:00-11:00');
});

test('a change made elsewhere appears without a reload', async () => {
  const anna = await business();
  const page = await openAs(daybook, browser, anna, calendarPath());
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[aria-busy=false]').waitFor();
  // Wait until the event stream is open.
  await page.waitForFunction(() => performance.getEntriesByType('resource').length > 0);
  await page.waitForTimeout(500);
  const input = {
    id: newId,
    calendarId: anna.calendarId,
    title: 'From the other room',
    start: at('14:00'),
    end: at('15:00'),
  };
  const answer = await daybook.server.inject({
    method: 'POST',
    url: `/${calendars.insertEvent.path}`,
    headers: await signIn(services, anna),
    payload: toWire(calendars.insertEvent.input, input) as object,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  await eventNamed(page, 'From the other room').waitFor();
});

test('the keyboard alone can reach, move and open an event, change its time, and change page and view', async () => {
  const anna = await business();
  await buildEvent(services, anna, { start: at('10:00'), title: 'Keys' });
  const page = await openAs(daybook, browser, anna, calendarPath());
  let moves = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/UpdateEvent')) moves++;
  });
  const event = eventNamed(page, 'Keys');
  await event.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if (await event.evaluate((element) => element === document.activeElement)) break;
  }
  await hasFocus(event);

  await moveByKeys(page, ['Alt+ArrowDown', 'Alt+ArrowDown', 'Alt+ArrowRight', 'Alt+Shift+ArrowDown'], () =>
    hasFocus(event),
  );
  await page
    .getByText(/^Moved to/)
    .first()
    .waitFor();
  assert.equal(await saved(anna, 'Keys'), '+1 10:30-11:45');
  assert.equal(moves, 1, 'four steps are one change');

  await event.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  // The dialog takes the focus a moment after it opens.
  await dialog.locator(':focus').waitFor();
  await setTime(dialog, 'Start time', '09:15');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await saved(anna, 'Keys'), '+1 09:15-10:30', 'its length is kept');

  await event.focus();
  const card = page.getByRole('dialog', { name: 'Keys' });
  // At once, and when the focus is in the card. The clock of the page is ahead since the moves.
  await page.clock.pauseAt(Date.now() + 10_000);
  await page.keyboard.press('Space');
  await card.getByRole('button', { name: 'Edit' }).waitFor();
  await hasFocus(event);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await page.clock.resume();
  await page.keyboard.press('Space');
  await hasFocus(card.getByRole('button', { name: 'Edit' }));
  await page.keyboard.press('Escape');
  // While it is open, keys of the calendar do nothing.
  await card.waitFor({ state: 'detached' });
  const title = page.getByRole('heading', { level: 1 });
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('3');
  await page.waitForURL(/view=day/);
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(new RegExp(`date=${wednesday.add({ days: 1 })}`));
  await page.keyboard.press('1');
  await page.waitForURL(/view=month/);
  await page.keyboard.press('t');
  await page.waitForURL((url) => !url.search.includes('date='));
  await page.keyboard.press('2');
  await page.waitForURL((url) => !url.search.includes('view='));
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByText('Month, week, day').waitFor();
  await axeClean(page, 'keyboard shortcuts');
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New appointment' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.ok(await title.isVisible());
});

test("an administrator sees colleagues' calendars side by side, and the address remembers them", async () => {
  const { location, employee: zane } = await buildBusiness(services, { firstName: 'Zane', lastName: 'Vītola' });
  const boss = await buildEmployee(services, location, { firstName: 'Ilze', actions: ['admin'] });
  await buildEvent(services, zane, { start: at('10:00'), title: 'At Zane’s' });
  await buildEvent(services, boss, { start: at('12:00'), title: 'At the boss’s' });
  const page = await openAs(daybook, browser, boss, calendarPath());
  await eventNamed(page, 'At the boss’s').waitFor();
  assert.equal(await eventNamed(page, 'At Zane’s').count(), 0);
  await page.getByRole('button', { name: 'Calendars and legend' }).click();
  await page.getByRole('group', { name: 'Calendars' }).getByText('Zane Vītola').click();
  await eventNamed(page, 'At Zane’s').waitFor();
  assert.ok(new URL(page.url()).searchParams.get('calendar')?.includes(zane.calendarId));
  await page.reload();
  await eventNamed(page, 'At Zane’s').waitFor();
  await eventNamed(page, 'At the boss’s').waitFor();
  assert.ok(await page.getByRole('group', { name: 'Calendars' }).isVisible(), 'the open panel is remembered');
});

test('axe finds nothing on the dashboard and in any view, wide and on a phone, light and dark', async () => {
  const anna = await business();
  const types = ['primary', 'success', 'info', 'warning', 'danger', 'inverse'] as const;
  for (const [index, type] of types.entries()) {
    const start = at(`${String(9 + index).padStart(2, '0')}:00`);
    await buildEvent(services, anna, { start, title: `Event ${type}`, name: 'Olga Smirnova', type, userId: null });
  }
  await buildEvent(services, anna, {
    start: at('00:00'),
    end: at('00:00', 1),
    dates: [wednesday.toString(), wednesday.add({ days: 1 }).toString()],
    title: 'Whole day',
    type: 'primary',
    lane: 1,
  });
  for (const size of Object.values(widths)) {
    const page = await openAs(daybook, browser, anna, '/app/home', size);
    await page.getByRole('heading', { name: 'Needs an answer' }).waitFor();
    await axeBothSchemes(page, 'home');
    await page.goto(`${daybook.url}/app/user/calendars?date=2026-03-04`);
    await page.locator('[aria-busy=false]').waitFor();
    await axeBothSchemes(page, 'a week without events');
    for (const view of [undefined, 'day', 'month'] as const) {
      await page.goto(`${daybook.url}${calendarPath(view)}`);
      await page.locator('[data-event]').first().waitFor();
      await axeBothSchemes(page, `calendar ${view ?? 'week'}`);
    }
    await page.context().close();
  }
});

test('on a phone, the bars lead to search, more, menu, calendars, legend and reminders', async () => {
  const anna = await business();
  const page = await openAs(daybook, browser, anna, '/app/home', { ...widths.phone, reducedMotion: 'reduce' });
  const close = () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const open = async (name: string, title: string, leave = close) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog', { name: title }).waitFor();
    await axeClean(page, title);
    await noHorizontalScroll(page);
    await leave();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await open('Search', 'Search');
  await open('More', 'More');
  await open('Notifications', 'Notifications', () => page.keyboard.press('Escape'));
  await open('Open the menu', 'Daybook');
  await page.getByRole('navigation', { name: 'Quick access' }).getByRole('link', { name: 'Calendar' }).click();
  await page.waitForURL(/\/app\/user\/calendars/);
  await open('Calendars and legend', 'Calendars and legend');
});
