// The public page of a business: a visitor chooses a service, then anyone or a person, and books.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { webRoot } from '#server/site/html/build-web.ts';
import { buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { openApp } from './lib/app.ts';
import {
  aroundTheClock,
  at,
  buildHairSalon,
  card,
  chooseHaircut,
  eventStatuses,
  holdTime,
  pick,
  profileUrl,
  typeDetails,
} from './lib/booking.ts';
import { axeBothSchemes, openBrowser, widths } from './lib/browser.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;
const zone = { timezoneId: 'Europe/Riga' };

/** A salon with as many people, who all do the haircut, for prices of their own. */
async function salonOf(count: number) {
  const { location, person: ilze, haircut } = await buildHairSalon(daybook);
  await services.database.write
    .updateTable('locations')
    .set({ description: 'A quiet salon by the park.\nBy appointment, and for walk-ins on Saturdays.' })
    .where('id', '=', location.id)
    .execute();
  const others = [];
  for (let number = 1; number < count; number++) {
    const name = { firstName: `Kristiāna-Elizabete ${number}`, lastName: 'Vanaga' };
    const profession = number % 3 ? 'Stylist' : 'Colourist and make-up artist';
    const person = await buildEmployee(services, location, {
      ...name,
      ...(count > 10 ? {} : { hours: aroundTheClock, stepMinutes: 60 }),
      profession,
    });
    await buildServicePerson(services, person, haircut, { price: 30 + number });
    others.push(person);
  }
  return { location, ilze, others, haircut, url: `${daybook.url}/${location.urlName}` };
}

for (const [width, screen] of Object.entries(widths)) {
  test(`a visitor books anyone, or a person, on the page of a business, on a ${width} screen`, async () => {
    const { url, others, ilze } = await salonOf(3);
    const page = await browser.visit(url, { ...screen, ...zone });
    await page.getByRole('heading', { level: 1, name: 'Gaisma' }).waitFor();
    await page.getByText('from €30').waitFor();
    await page.getByRole('heading', { name: 'Opening hours' }).waitFor();
    await chooseHaircut(page);
    const group = card(page).getByRole('group', { name: 'With whom?' });
    assert.equal(await group.getByRole('radio', { name: 'Anyone who is free' }).isChecked(), true);
    await axeBothSchemes(page, 'business-anyone');
    // By keyboard: the arrows choose, and the address says whom.
    await group.getByRole('radio', { name: 'Anyone who is free' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForURL(/person=/);
    await group.getByRole('radio', { name: /^Kristiāna-Elizabete 2/ }).check();
    await page.getByText('€32').first().waitFor();
    await pick(page, at(10));
    await page.getByText('Kristiāna-Elizabete 2 Vanaga · Salon Gaisma').waitFor();
    await typeDetails(page, `business-${width}@example.com`);
    await holdTime(page);
    await page.getByRole('timer').waitFor();
    await page.reload();
    await page.getByRole('timer').waitFor();
    await axeBothSchemes(page, 'business-held');
    await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    const booked = await Promise.all([ilze, ...others].map((person) => eventStatuses(daybook, person)));
    assert.deepEqual(
      booked.map(({ length }) => length),
      [0, 0, 1],
    );
    await page.goBack();
    await card(page).locator('[data-start]').first().waitFor();
  });
}

for (const count of [1, 7, 40]) {
  test(`the page of a business shows ${count} people`, async () => {
    const { url, location } = await salonOf(count);
    for (const screen of Object.values(widths)) {
      const page = await browser.visit(url, { ...screen, ...zone });
      await page.getByRole('heading', { name: 'Opening hours' }).waitFor();
      await axeBothSchemes(page, `business-${count}`);
      const people = page.locator(`main a[href^="/${location.urlName}/"]`);
      assert.equal(await people.count(), count > 13 ? 12 : count);
      if (count === 40) {
        await page.getByRole('button', { name: 'Show all 40' }).press('Enter');
        assert.equal(await people.count(), 40);
        await people.nth(12).and(page.locator(':focus')).waitFor();
        await chooseHaircut(page);
        const choice = card(page).getByLabel('With whom?');
        await choice.selectOption({ index: 3 });
        await page.waitForURL(/person=/);
        await axeBothSchemes(page, 'business-select');
      }
      await page.close();
    }
  });
}

test('the page is read in German and Latvian', async () => {
  const { url } = await salonOf(7);
  for (const [locale, hours, anyone] of [
    ['de-DE', 'Öffnungszeiten', 'Bei wem?'],
    ['lv-LV', 'Darba laiks', 'Pie kā?'],
  ] as const) {
    for (const screen of Object.values(widths)) {
      const page = await browser.visit(url, { ...screen, ...zone, locale });
      await page.getByRole('heading', { name: hours }).waitFor();
      await page.getByRole('button', { name: /^Haircut/ }).click();
      await page.getByText(anyone).waitFor();
      await axeBothSchemes(page, `business-${locale}`);
      await page.close();
    }
  }
});

test('a link with a service and a person opens their times; unknown ones are passed over', async () => {
  const { url, haircut, others } = await salonOf(2);
  const page = await browser.visit(`${url}?service=${haircut.id}&person=${others[0]?.urlName}`, zone);
  await card(page)
    .getByRole('radio', { name: /^Kristiāna/, checked: true })
    .waitFor();
  await page.goto(`${url}?service=no-such&person=%3Cscript%3E&day=2026-99-99`);
  await card(page)
    .getByRole('button', { name: /^Haircut/ })
    .waitFor();
  await page.goto(`${daybook.url}/no-such-business`);
  await page.waitForURL(`${daybook.url}/static/404`);
});

test('a business whose people take no bookings shows its services and how to call', async () => {
  const company = await buildCompany(services, { name: 'Quiet House' });
  await services.database.write
    .updateTable('companies')
    .set({ phoneNumber: '+371 20000001' })
    .where('id', '=', company.id)
    .execute();
  const location = await buildLocation(services, company, { name: 'Quiet House' });
  const person = await buildEmployee(services, location, { isCalendarPublic: false });
  await buildService(services, person, { name: 'Reading', price: 12 });
  const page = await browser.visit(`${daybook.url}/${location.urlName}`, zone);
  await page.getByText('Quiet House does not take bookings here.').waitFor();
  await page.getByText('Reading').waitFor();
  assert.equal(await card(page).count(), 0);
  await axeBothSchemes(page, 'business-closed');
});

test('the page of forty people weighs hardly more than that of one person', async () => {
  const { url, ilze } = await salonOf(40);
  const folder = join(process.env.E2E_WEB_ROOT ?? webRoot, 'assets');
  /** The gzipped bytes of the code and styles of a first visit. */
  const weigh = async (address: string, heading: string) => {
    const context = await browser.browser.newContext({ ...widths.phone, ...zone, locale: 'en-GB' });
    const page = await context.newPage();
    const loaded = new Map<string, number>();
    page.on('request', (request) => {
      const [, name = ''] = /\/assets\/([^/]+\.(?:js|css))$/.exec(request.url()) ?? [];
      if (name) loaded.set(name, gzipSync(readFileSync(join(folder, name)), { level: 9 }).length);
    });
    await page.goto(address);
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    await context.close();
    return loaded.values().reduce((sum, size) => sum + size, 0);
  };
  const code = await weigh(url, 'Opening hours');
  const ofProfile = await weigh(profileUrl(daybook, ilze), 'Ilze Ozola');
  assert.ok(code <= ofProfile + 3_000, `${code} bytes, a profile ${ofProfile}`);
  const page = gzipSync(await (await fetch(url)).bytes()).length;
  assert.ok(page <= 25_000, `${page} bytes`);
});
