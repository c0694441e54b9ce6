// Browser tests of walk-ins: for each service, people who are free now, at every width, by touch and by keyboard.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildEvent, buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import { axeBothSchemes, hasFocus, openBrowser, sizes } from './lib/browser.ts';
import { openAs, undoBeside, zoneNearNoon } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => [day, '00:00', '24:00'] as const);

/** Anna cuts, Kate cuts and colours, Zane cuts and massages. Kate is busy for another hour. */
async function buildShop() {
  const { location, employee: anna } = await buildBusiness(services, {
    ...{ actions: ['admin'], hours, timeZone: zoneNearNoon() },
    // Longer than half of a phone.
    ...{ firstName: 'Anna', lastName: 'Oberhauser-Lindenberg-Bērziņa' },
  });
  const kate = await buildEmployee(services, location, { firstName: 'Kate', lastName: 'Ozola', hours });
  const zane = await buildEmployee(services, location, { firstName: 'Zane', lastName: 'Kalna', hours });
  const cut = await buildService(services, anna, { name: 'Cut', minutes: 30, price: 25 });
  await buildService(services, kate, { name: 'Colour', minutes: 10, price: 80 });
  await buildService(services, zane, { name: 'Massage', minutes: 20, price: 50 });
  for (const person of [kate, zane]) await buildServicePerson(services, person, cut);
  const now = Temporal.Now.instant();
  const busy = { start: now.subtract({ minutes: 20 }), end: now.add({ minutes: 60 }) };
  await buildEvent(services, kate, { ...busy, title: 'Highlights' });
  return { anna, kate, zane };
}

function inZoneOf({ timeZone }: { timeZone: string }, size: BrowserContextOptions): BrowserContextOptions {
  return { ...size, timezoneId: timeZone };
}

function walkIns({ companyId }: { companyId: string }) {
  return services.database.read
    .selectFrom('appointments')
    .select(['title', 'calendarId', 'status'])
    .where('companyId', '=', companyId)
    .where('visitId', 'is not', null)
    .where('isShown', '=', true)
    .execute();
}

for (const [width, size] of Object.entries(sizes)) {
  test(`at ${width} px, a walk-in is given to a person who is free now, for each service`, async () => {
    const { anna, zane } = await buildShop();
    const page = await openAs(daybook, browser, anna, '/app/user/calendars?view=day', inZoneOf(anna, size));
    await page.locator('[aria-busy=false]').waitFor();
    await page.getByRole('button', { name: 'Walk-in' }).tap();
    const menu = page.getByRole('menu', { name: 'Walk-in' });
    const cuts = menu.getByRole('group', { name: 'Cut' }).getByRole('menuitem');
    await cuts.first().waitFor();
    assert.deepEqual(
      await cuts.allTextContents(),
      [
        `Cut, ${anna.firstName} ${anna.lastName} 30 min · €25`,
        'Cut, Zane Kalna 30 min · €25',
        'Cut, Anyone who is free',
      ],
      'Kate is busy',
    );
    await menu.getByRole('menuitem', { name: /^Colour.*Kate Ozola, from \d\d:\d\d/ }).waitFor();
    await menu.getByText('No one is free now').waitFor();
    await axeBothSchemes(page, 'walk-in');
    const box = await menu.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= Number(width), JSON.stringify(box));
    await menu.getByRole('menuitem', { name: /^Massage.*Zane Kalna/ }).tap();
    await page
      .getByText(/^Walk-in: Massage, Zane Kalna, \d\d:\d\d/)
      .first()
      .waitFor();
    assert.deepEqual(await walkIns(anna), [{ title: 'Massage', calendarId: zane.calendarId, status: 'arrived' }]);
    await undoBeside(page, /Walk-in: Massage/);
    await page
      .getByText(/^Walk-in: Massage/)
      .first()
      .waitFor({ state: 'detached' });
    for (let tries = 0; (await walkIns(anna)).length > 0; tries++) {
      assert.ok(tries < 100, 'not undone');
      await page.waitForTimeout(50);
    }
  });

  test(`at ${width} px, anyone who is free takes a walk-in: the one with less to do`, async () => {
    const { anna, zane } = await buildShop();
    const now = Temporal.Now.instant();
    // Anna has worked today.
    const before = { start: now.subtract({ minutes: 90 }), end: now.subtract({ minutes: 60 }) };
    await buildEvent(services, anna, { ...before, title: 'Early' });
    const page = await openAs(daybook, browser, anna, '/app/user/calendars?view=day', inZoneOf(anna, size));
    await page.locator('[aria-busy=false]').waitFor();
    await page.getByRole('button', { name: 'Walk-in' }).tap();
    await page.getByRole('menuitem', { name: 'Cut, Anyone who is free' }).tap();
    await page
      .getByText(/^Walk-in: Cut, Zane Kalna, \d\d:\d\d/)
      .first()
      .waitFor();
    assert.deepEqual(await walkIns(anna), [{ title: 'Cut', calendarId: zane.calendarId, status: 'arrived' }]);
  });

  test(`at ${width} px, by keyboard: W, an arrow to the next person, Enter; Escape closes the menu`, async () => {
    const { anna, zane } = await buildShop();
    const page = await openAs(daybook, browser, anna, '/app/user/calendars?view=team', inZoneOf(anna, size));
    await page.locator(`[data-head="${zane.calendarId}"]`).getByRole('button').first().focus();
    await page.keyboard.press('w');
    const menu = page.getByRole('menu', { name: 'Walk-in' });
    const cuts = menu.getByRole('group', { name: 'Cut' }).getByRole('menuitem');
    await cuts.first().waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.locator(`[data-head="${zane.calendarId}"]`).getByRole('button').first().focus();
    await page.keyboard.press('w');
    await cuts.first().waitFor();
    // The person whose column had the focus comes first.
    assert.match((await cuts.first().textContent()) ?? '', /Zane/);
    for (let keys = 0; keys < 6 && !(await cuts.first().and(page.locator(':focus')).count()); keys++) {
      await page.keyboard.press('ArrowDown');
    }
    await hasFocus(cuts.first());
    await page.keyboard.press('Enter');
    await page
      .getByText(/^Walk-in: Cut, Zane Kalna/)
      .first()
      .waitFor();
    assert.deepEqual(await walkIns(anna), [{ title: 'Cut', calendarId: zane.calendarId, status: 'arrived' }]);
  });
}
