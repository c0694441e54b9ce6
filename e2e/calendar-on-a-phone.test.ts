// Browser tests of the calendar on a phone, by touch and by keyboard: the room that its head takes, the sheet of an
// event in every view, and each of its actions. On a wide screen, the sheet is a card.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, noHorizontalScroll, openBrowser, sizes } from './lib/browser.ts';
import { buildSalon } from './lib/salon.ts';
import { at, calendarPath, eventNamed, openAs, toastOf, undoBeside, wednesday } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** First, beside it, and behind "More", of a visit that is confirmed and to come. */
const confirmedActs = [
  'Has arrived',
  'Complete, Edit',
  'Start, Book again, Print slip, No-show, Cancel the appointment',
];

const views = ['Month', 'Week', '3 days', 'Day', 'Team day', 'Team week'];

async function openDay(width: keyof typeof sizes) {
  const { anna, berta } = await buildSalon(services);
  const customer = { name: 'Olga Smirnova', phoneNumber: '+371 20000215', eMail: 'olga@example.com' };
  const { id: contactId } = await buildContact(services, anna, customer);
  const known = { userId: null, status: 'confirmed' } as const;
  await buildEvent(services, anna, {
    start: at('08:00'),
    end: at('18:00'),
    title: 'Colour',
    contactId,
    ...customer,
    ...known,
  });
  await buildEvent(services, anna, { start: at('18:00'), title: 'Cut', name: 'Marta Ozola', ...known });
  await buildEvent(services, anna, { start: at('19:00'), title: 'Cut', name: 'Liga Kalna', ...known });
  await buildEvent(services, anna, { start: at('20:00'), title: 'Order colours' });
  await buildEvent(services, berta, { start: at('09:00'), title: 'Colour', name: 'Ieva Zvaigzne', ...known });
  const page = await openAs(daybook, browser, anna, calendarPath('day'), sizes[width]);
  return { anna, page };
}

/** Taps an event, and fails unless its whole sheet is on the screen. */
async function tapEvent(page: Page, title: string) {
  await eventNamed(page, title).first().tap();
  const sheet = page.getByRole('dialog', { name: title });
  await isWithinReach(page, [sheet, ...(await sheet.getByRole('button').all())]);
  return sheet;
}

/** Fails unless all of them are on the screen, and as high as a finger needs. */
async function isWithinReach(page: Page, parts: Locator[]): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const part of parts) {
    const box = await part.boundingBox();
    const name = await part.textContent();
    assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${name}: ${JSON.stringify(box)}`);
    assert.ok(box.y > 0 && box.y + box.height <= height, `${name}: ${JSON.stringify(box)}`);
    assert.ok(box.height >= 44, `${name} is ${box.height} px high`);
    const isWhole = await part.evaluate((element) => {
      const { x, y, width: wide, height: high } = element.getBoundingClientRect();
      const hit = (at: number) => element.contains(document.elementFromPoint(x + wide / 2, at));
      return hit(y + 4) && hit(y + high - 4);
    });
    assert.ok(isWhole, `something covers ${name}`);
  }
}

/** The acts of a sheet or a card: the main one in its own row, those beside it, and those behind "More". */
async function actsOf(page: Page, card: Locator): Promise<string[]> {
  const first = await card.locator('[data-next]').allTextContents();
  const buttons = await card.getByRole('button').filter({ hasText: /./ }).allTextContents();
  await card.getByRole('button', { name: 'More' }).tap();
  const items = card.getByRole('menuitem');
  await items.first().waitFor();
  if (card.page().viewportSize()?.width !== 1280) await isWithinReach(page, await items.all());
  const more = await items.allTextContents();
  await page.keyboard.press('Escape');
  await items.first().waitFor({ state: 'detached' });
  const beside = buttons.filter((name) => !first.includes(name) && !['More', 'Pay'].includes(name));
  return [first, beside, more].map((names) => names.join(', '));
}

/** Opens the sheet or the card of Olga's event by the keyboard, which has the focus in it then. */
async function openByKey(page: Page) {
  const event = eventNamed(page, 'Olga').first();
  await event.focus();
  await page.keyboard.press('Space');
  const sheet = page.getByRole('dialog', { name: 'Olga Smirnova' });
  await hasFocus(sheet.getByRole('button', { name: 'Edit' }));
  return sheet;
}

/** Escape closes the menu and leaves the sheet or card; the arrows reach the act, and Enter does it. */
async function chooseMoreByKeys(page: Page, act: string): Promise<void> {
  const card = page.getByRole('dialog', { name: 'Olga Smirnova' });
  const more = card.getByRole('button', { name: 'More' });
  const items = card.getByRole('menuitem');
  for (let tabs = 0; tabs < 9 && !(await more.and(page.locator(':focus')).count()); tabs++) {
    await page.keyboard.press('Tab');
  }
  await hasFocus(more);
  await page.keyboard.press('Enter');
  await hasFocus(items.first());
  await page.keyboard.press('Escape');
  await items.first().waitFor({ state: 'detached' });
  await hasFocus(more);
  await page.keyboard.press('Enter');
  await hasFocus(items.first());
  const names = await items.allTextContents();
  for (const _ of names.slice(0, names.indexOf(act))) await page.keyboard.press('ArrowDown');
  await hasFocus(items.filter({ hasText: act }));
  await page.keyboard.press('Enter');
}

async function dismissToasts(page: Page): Promise<void> {
  const buttons = page.getByRole('region', { name: 'Alerts' }).getByRole('button', { name: 'Close this message' });
  while ((await buttons.count()) > 0) await buttons.first().tap();
}

async function statusOf(name: string): Promise<string | undefined> {
  const { database } = services;
  const found = await database.read
    .selectFrom('visits')
    .select('status')
    .where('name', '=', name)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  return found?.status;
}

for (const width of [390, 360] as const) {
  test(`at ${width} px, the head leaves the room to the day, and an event opens its sheet in every view`, async () => {
    const { page } = await openDay(width);
    for (const view of views) {
      await page.getByRole('combobox', { name: 'View' }).selectOption(view);
      await eventNamed(page, 'Olga').first().waitFor();
      const grid = await page.getByRole('region', { name: 'Calendar' }).boundingBox();
      assert.ok(grid && grid.y <= 120, `the head of ${view} ends at ${grid?.y} px`);
      await noHorizontalScroll(page);
      const sheet = await tapEvent(page, 'Olga Smirnova');
      await sheet.getByText('08:00 – 18:00').waitFor();
      if (view === 'Day') await axeBothSchemes(page, 'sheet of an event');
      await sheet.getByRole('button', { name: 'Close' }).tap();
      await sheet.waitFor({ state: 'detached' });
    }
    await page.getByRole('combobox', { name: 'View' }).selectOption('Day');
    await page.getByRole('button', { name: 'Calendars and legend' }).tap();
    const panel = page.getByRole('dialog', { name: 'Calendars and legend' });
    await panel.getByText('Berta Liepa').tap();
    await panel.getByRole('button', { name: 'Close' }).tap();
    await eventNamed(page, 'Ieva Zvaigzne').waitFor();
    await page.getByRole('button', { name: 'Next day' }).tap();
    await page.getByRole('heading', { level: 1, name: new RegExp(` ${wednesday.add({ days: 1 }).day} `) }).waitFor();
    await page.getByRole('button', { name: 'Today' }).tap();
    await page.waitForURL((url) => !url.searchParams.has('date'));
  });

  test(`at ${width} px, each action of an event is done from its sheet`, async () => {
    const { page } = await openDay(width);
    const act = async (name: string, action: string, status: string, words: RegExp, isInMore = false) => {
      const sheet = await tapEvent(page, name);
      if (isInMore) await sheet.getByRole('button', { name: 'More' }).tap();
      await sheet.getByRole(isInMore ? 'menuitem' : 'button', { name: action, exact: true }).tap();
      await sheet.waitFor({ state: 'detached' });
      await toastOf(page, words).waitFor();
      assert.equal(await statusOf(name), status);
      if (status !== 'arrived') await dismissToasts(page);
    };
    const acts = await actsOf(page, await tapEvent(page, 'Olga Smirnova'));
    assert.deepEqual(acts, confirmedActs);
    await page.getByRole('dialog', { name: 'Olga Smirnova' }).getByRole('button', { name: 'Close' }).tap();
    await act('Olga Smirnova', 'Has arrived', 'arrived', /Olga Smirnova: Arrived/);
    await undoBeside(page, /Olga Smirnova/);
    await eventNamed(page, 'Olga').and(page.locator('[data-event-type=success]')).waitFor();
    await act('Olga Smirnova', 'Start', 'started', /Olga Smirnova: Started/, true);
    await act('Olga Smirnova', 'Complete', 'completed', /Olga Smirnova: Completed/);
    await act('Marta Ozola', 'No-show', 'no_show', /Marta Ozola: No-show/, true);

    let sheet = await tapEvent(page, 'Liga Kalna');
    await sheet.getByRole('button', { name: 'More' }).tap();
    await axeBothSchemes(page, 'more actions of an event');
    await sheet.getByRole('menuitem', { name: 'Cancel the appointment' }).tap();
    const question = page.getByRole('dialog', { name: 'Liga Kalna' });
    await question.getByRole('button', { name: 'Cancel the appointment' }).tap();
    await eventNamed(page, 'Liga Kalna').waitFor({ state: 'detached' });
    await toastOf(page, /Liga Kalna/).waitFor();
    assert.equal(await statusOf('Liga Kalna'), 'cancelled');
    await dismissToasts(page);

    sheet = await tapEvent(page, 'Order colours');
    await sheet.getByRole('button', { name: 'Delete' }).tap();
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .tap();
    await eventNamed(page, 'Order colours').waitFor({ state: 'detached' });

    sheet = await tapEvent(page, 'Olga Smirnova');
    assert.equal(await sheet.getByRole('link', { name: '+371' }).getAttribute('href'), 'tel:+37120000215');
    assert.match((await sheet.getByRole('link', { name: '@' }).getAttribute('href')) ?? '', /^mailto:olga/);
    await sheet.getByRole('button', { name: 'Book again' }).tap();
    await page.getByRole('dialog', { name: 'New appointment' }).getByRole('button', { name: 'Cancel' }).tap();
    sheet = await tapEvent(page, 'Olga Smirnova');
    await sheet.getByRole('button', { name: 'Edit' }).tap();
    const editor = page.getByRole('dialog', { name: 'Colour' });
    await editor.getByRole('button', { name: 'Cancel' }).tap();
    await editor.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New appointment' }).tap();
    await page.getByRole('dialog', { name: 'New appointment' }).getByRole('button', { name: 'Cancel' }).tap();
    sheet = await tapEvent(page, 'Olga Smirnova');
    await sheet.getByRole('link', { name: 'Customer' }).tap();
    await page.waitForURL(/\/app\/company\/contacts\//);
  });

  test(`at ${width} px, keys alone open the sheet of an event in every view, act, and come back`, async () => {
    const { page } = await openDay(width);
    const chosen = page.getByRole('combobox', { name: 'View' });
    await chosen.press('Home');
    for (const view of views) {
      assert.equal(await chosen.locator('option:checked').textContent(), view);
      await openByKey(page);
      await page.keyboard.press('Escape');
      await hasFocus(eventNamed(page, 'Olga').first());
      if (view !== views.at(-1)) await chosen.press('ArrowDown');
    }
    await chosen.press('Home');
    await page.keyboard.press('3');
    const sheet = await openByKey(page);
    await page.keyboard.press('Tab');
    const arrived = sheet.getByRole('button', { name: 'Has arrived' });
    for (let tabs = 0; tabs < 9 && !(await arrived.and(page.locator(':focus')).count()); tabs++) {
      await page.keyboard.press('Tab');
    }
    await hasFocus(arrived);
    await page.keyboard.press('Enter');
    await toastOf(page, /Olga Smirnova: Arrived/).waitFor();
    assert.equal(await statusOf('Olga Smirnova'), 'arrived');
    await openByKey(page);
    await chooseMoreByKeys(page, 'No-show');
    await toastOf(page, /Olga Smirnova: No-show/).waitFor();
    assert.equal(await statusOf('Olga Smirnova'), 'no_show');
  });
}

test('at 1280 px, a tap and keys open the card of an event in every view', async () => {
  const { page } = await openDay(1280);
  for (const view of ['Month', 'Week', 'Day', 'Team']) {
    await page.getByRole('radiogroup', { name: 'View' }).getByText(view, { exact: true }).tap();
    const event = eventNamed(page, 'Olga').first();
    await event.tap();
    const card = page.getByRole('dialog', { name: 'Olga Smirnova' });
    await card.getByText('08:00 – 18:00').waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await openByKey(page);
    await page.keyboard.press('Escape');
    await hasFocus(event);
  }
  const event = eventNamed(page, 'Olga').first();
  await event.tap();
  const card = page.getByRole('dialog', { name: 'Olga Smirnova' });
  assert.deepEqual(await actsOf(page, card), confirmedActs);
  await card.getByRole('button', { name: 'More' }).tap();
  await axeBothSchemes(page, 'more actions in the card of an event');
  await page.keyboard.press('Escape');
  await chooseMoreByKeys(page, 'No-show');
  await toastOf(page, /Olga Smirnova: No-show/).waitFor();
  assert.equal(await statusOf('Olga Smirnova'), 'no_show');
});

test('on a phone, the location of the team is in the panel', async () => {
  const { page, anna } = await openDay(390);
  const harbour = await buildLocation(services, { id: anna.companyId }, { name: 'Harbour' });
  await buildEmployee(services, harbour, { firstName: 'Lina', lastName: '' });
  await page.goto(`${daybook.url}${calendarPath()}&view=team`);
  const [annas, linas] = [/^Anna.* open the calendar/, /^Lina.* open the calendar/];
  await page.getByRole('button', { name: annas }).waitFor();
  await page.getByRole('button', { name: 'Calendars and legend' }).tap();
  await page.getByRole('combobox', { name: 'Location' }).selectOption('Harbour');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: annas }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: linas }).waitFor();
});
