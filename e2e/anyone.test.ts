// A visitor who names no person books anyone who is free, and reads who it is.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { buildEvent, buildService, buildServicePerson } from '#server/testing/build/visits.ts';
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
import { eventNamed, openAs, at as staffAt, wednesday } from './lib/staff.ts';

const daybook = await openApp();
const browser = await openBrowser();
after(() => browser[Symbol.asyncDispose]());
after(() => daybook[Symbol.asyncDispose]());
const { services } = daybook;

/** Ilze, and a colleague at her location who does the haircut only. */
async function pair() {
  const { location, person: ilze, haircut } = await buildHairSalon(daybook);
  const name = { firstName: 'Kristiāna-Elizabete', lastName: 'Vanaga' };
  const colleague = await buildEmployee(services, location, { ...name, hours: aroundTheClock, stepMinutes: 60 });
  await buildServicePerson(services, colleague, haircut, { price: 35 });
  return { ilze, colleague };
}

for (const [width, screen] of Object.entries(widths)) {
  test(`anyone comes first where two do the service, and the held time names the person, on a ${width} screen`, async () => {
    const { ilze, colleague } = await pair();
    const page = await browser.visit(profileUrl(daybook, ilze), { ...screen, timezoneId: 'Europe/Riga' });
    await chooseHaircut(page);
    const group = card(page).getByRole('group', { name: 'With whom?' });
    const choices = await group.getByRole('radio').all();
    assert.equal(choices.length, 2);
    assert.equal(await choices[1]?.isChecked(), true, 'the visitor came for Ilze');
    // By keyboard: the arrows choose.
    await choices[1]?.focus();
    await page.keyboard.press('ArrowUp');
    await page.waitForURL(/anyone=true/);
    assert.equal(await group.getByRole('radio', { name: 'Anyone who is free' }).isChecked(), true);
    await card(page)
      .locator(`[data-start="${at(10)}"]`)
      .waitFor();
    await axeBothSchemes(page, 'anyone');
    await pick(page, at(10));
    await page.getByText('Anyone who is free · Salon Gaisma').waitFor();
    await typeDetails(page, `anyone-${width}@example.com`);
    await holdTime(page);
    await page.getByRole('timer').waitFor();
    const held = await Promise.all([ilze, colleague].map((person) => eventStatuses(daybook, person)));
    const chosen = held[0]?.length ? 'Ilze Ozola' : 'Kristiāna-Elizabete Vanaga';
    assert.equal(held.flat().length, 1);
    await page.getByText(`You have this time with ${chosen}.`).waitFor();
    await page.getByText(chosen === 'Ilze Ozola' ? '€30' : '€35').waitFor();
    await axeBothSchemes(page, 'anyone-held');
    await page.getByRole('button', { name: 'Send the confirmation e-mail' }).click();
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    await page.getByText(`${chosen} · Salon Gaisma`).waitFor();
  });
}

test('a service of one person offers no choice; the words fit in German and Latvian', async () => {
  const { ilze } = await pair();
  for (const [locale, words] of [
    ['de-DE', 'Bei wem?'],
    ['lv-LV', 'Pie kā?'],
  ] as const) {
    const page = await browser.visit(profileUrl(daybook, ilze), {
      ...widths.phone,
      locale,
      timezoneId: 'Europe/Riga',
    });
    await page.getByRole('button', { name: /^Haircut/ }).click();
    await page.getByRole('group', { name: words }).waitFor();
    await axeBothSchemes(page, `anyone-${locale}`);
  }
  const page = await browser.visit(profileUrl(daybook, ilze), { timezoneId: 'Europe/Riga' });
  await card(page)
    .getByRole('button', { name: /^Colour/ })
    .click();
  await card(page).locator('[data-start]').first().waitFor();
  assert.equal(await page.getByRole('group', { name: 'With whom?' }).count(), 0);
});

test('the desk books anyone who is free in the dialog of a new appointment, and hears who it is', async () => {
  const { employee: anna, location } = await buildBusiness(services, { actions: ['admin'], firstName: 'Anna' });
  const kate = await buildEmployee(services, location, { firstName: 'Kate', lastName: '' });
  const cut = await buildService(services, anna, { name: 'Cut', minutes: 60 });
  await buildServicePerson(services, kate, cut);
  await buildEvent(services, anna, { start: staffAt('14:00'), title: 'Colour', name: 'Sanita' });
  const page = await openAs(daybook, browser, anna, `/app/user/calendars?view=team&date=${wednesday}`);
  await eventNamed(page, 'Sanita').waitFor();
  await page.getByRole('button', { name: 'New appointment', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^New/ });
  const service = dialog.getByLabel('Service or title');
  await service.fill('Cut');
  await page.getByRole('option', { name: /^Cut/ }).click();
  await dialog.getByLabel('Done by').selectOption({ label: 'Anyone who is free' });
  await axeBothSchemes(page, 'desk-anyone');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Kate does it.').waitFor();
  await dialog.waitFor({ state: 'detached' });
});
