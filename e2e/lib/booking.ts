// A visitor's steps on the profile of an employee, for tomorrow in Riga.
import type { Frame, Page } from 'playwright-core';
import { type BuiltEmployee, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { buildService } from '#server/testing/build/visits.ts';
import type { OpenApp } from './app.ts';

/** A page, or a frame of one that shows the booking form. */
type Shown = Page | Frame;

let people = 0;

/** Hours around the clock: tests then pass at any hour. */
export const aroundTheClock = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '00:00', '24:00'] as const);

interface Overrides {
  isCalendarPublic?: boolean;
  isProfilePublic?: boolean;
}

/** Builds a location in Riga with a hairdresser who does a haircut and a colour. */
export async function buildHairSalon({ services }: OpenApp, overrides: Overrides = {}) {
  people += 1;
  const company = await buildCompany(services, { name: 'Salon Gaisma' });
  const location = await buildLocation(services, company, { name: 'Gaisma', urlName: `gaisma-${people}` });
  const person = await buildEmployee(services, location, {
    firstName: 'Ilze',
    lastName: 'Ozola',
    profession: 'Hairdresser',
    phoneNumber: '+371 20000000',
    hours: aroundTheClock,
    stepMinutes: 30,
    ...overrides,
  });
  const haircut = await buildService(services, person, { name: 'Haircut', minutes: 60, price: 30 });
  await buildService(services, person, { name: 'Colour', minutes: 120, price: 80 });
  return { location, person, haircut };
}

export async function buildHairdresser(app: OpenApp, overrides: Overrides = {}): Promise<BuiltEmployee> {
  const { person } = await buildHairSalon(app, overrides);
  return person;
}

export const profileUrl = ({ url }: OpenApp, person: BuiltEmployee) =>
  `${url}/${person.locationUrlName}/${person.urlName}`;
export const card = (page: Shown) => page.getByRole('region', { name: 'Book a time' });
export const tomorrow = () => Temporal.Now.zonedDateTimeISO('Europe/Riga').toPlainDate().add({ days: 1 });

/** Tomorrow at this hour in Riga. */
export const at = (hour: number) =>
  tomorrow().toZonedDateTime({ timeZone: 'Europe/Riga', plainTime: { hour } }).toInstant();

/** Selects the haircut and shows tomorrow's times. */
export async function chooseHaircut(page: Shown): Promise<void> {
  await card(page)
    .getByRole('button', { name: /^Haircut/ })
    .click();
  await chooseTomorrow(page);
}

export const chooseTomorrow = (page: Shown): Promise<void> => chooseDay(page, tomorrow());

export async function chooseDay(page: Shown, date: Temporal.PlainDate): Promise<void> {
  // From a month without free days, the page turns to the first one that has some.
  await card(page).locator('[data-date][data-free]').first().waitFor();
  const day = card(page).locator(`[data-date="${date}"]`);
  if ((await day.count()) === 0) await card(page).getByRole('button', { name: 'Next month' }).click();
  await card(page).locator(`[data-date="${date}"][data-free]`).click();
}

export async function pick(page: Shown, instant: Temporal.Instant): Promise<void> {
  await card(page).locator(`[data-start="${instant}"]`).click();
  await page.getByRole('heading', { name: 'Your details' }).waitFor();
}

export async function typeDetails(page: Shown, eMail: string): Promise<void> {
  await page.getByLabel('Name').fill('Maria Kalniņa');
  await page.getByLabel('E-mail').fill(eMail);
}

export const holdTime = (page: Shown) => page.getByRole('button', { name: 'Continue' }).click();

/** Returns the employee's events: name, start and status. */
export async function eventStatuses({ services }: OpenApp, person: BuiltEmployee): Promise<string[]> {
  const events = await services.database.read
    .selectFrom('appointments')
    .select(['status', 'startAt', 'name'])
    .where('calendarId', '=', person.calendarId)
    .orderBy('startAt')
    .execute();
  return events.map(({ status, startAt, name }) => `${name} ${startAt} ${status}`);
}

/** Returns the link in the confirmation e-mail. */
export const confirmLink = (text = '') => /http:\/\/localhost:\d+\/appointment\/[\w-]+\/confirm/.exec(text)?.[0] ?? '';
