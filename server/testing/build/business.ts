// Builds companies, their locations and their people: pass the relevant values, the rest has believable defaults.
import { randomUUIDv7 } from 'node:crypto';
import type { Terms } from '#contract/balance/terms.ts';
import { addFirstTerms } from '#server/balance/terms/add-first-terms.ts';
import { hashPassword } from '#server/identity/passwords/password.ts';
import type { Services } from '#server/lib/context.ts';
import { nextNumber } from './next-number.ts';

export interface BuiltCompany {
  id: string;
  name: string;
}

export async function buildCompany(
  services: Services,
  options: { name?: string; planNumber?: number; linksLeadDirectly?: boolean } = {},
): Promise<BuiltCompany> {
  const company = { id: randomUUIDv7(), name: options.name ?? `Company ${nextNumber()}` };
  await services.database.write
    .insertInto('companies')
    .values({
      ...company,
      planNumber: options.planNumber ?? null,
      linksLeadDirectly: options.linksLeadDirectly ?? true,
      campaignMailsPerDay: 1_000_000,
    })
    .execute();
  await addFirstTerms(services.database.write, company.id);
  return company;
}

/** Changes the terms of a company for every day; of all companies without an id. */
export async function setTerms({ database: { write } }: Services, terms: Partial<Terms>, id?: string): Promise<void> {
  await write
    .updateTable('companyTerms')
    .set(terms)
    .$if(id !== undefined, (query) => query.where('companyId', '=', id ?? ''))
    .execute();
}

/** Gives the company an address that was verified by a link. */
export async function verifyCompany(
  { database: { write }, clock }: Services,
  { id }: { id: string },
  eMail = 'hello@barber.test',
): Promise<void> {
  await write
    .updateTable('companies')
    .set({ eMail, verifiedEMail: eMail, eMailVerifiedAt: clock.now() })
    .where('id', '=', id)
    .execute();
}

export interface BuiltLocation {
  id: string;
  companyId: string;
  name: string;
  urlName: string;
  timeZone: string;
  geolocationId: string | null;
}

/** A location, in Riga by default; `at: null` is a location without a place on the map. */
export async function buildLocation(
  services: Services,
  company: { id: string },
  options: {
    name?: string;
    urlName?: string;
    address?: string;
    timeZone?: string;
    at?: { latitude: number; longitude: number; city?: string; country?: string } | null;
  } = {},
): Promise<BuiltLocation> {
  const number = nextNumber();
  const { write } = services.database;
  const at = options.at === undefined ? { latitude: 56.95, longitude: 24.1 + (number % 1000) / 1000 } : options.at;
  const geolocationId = at && randomUUIDv7();
  const address = options.address ?? `${number} Market Street`;
  if (at && geolocationId) {
    const city = at.city ?? 'Riga';
    const country = at.country ?? 'Latvia';
    await write
      .insertInto('geolocations')
      .values({
        companyId: company.id,
        id: geolocationId,
        name: city,
        lineAddress: `${address}, ${city}, ${country}`,
        street: address,
        city,
        country,
        latitude: at.latitude,
        longitude: at.longitude,
      })
      .execute();
  }
  const location = {
    companyId: company.id,
    id: randomUUIDv7(),
    name: options.name ?? `Location ${number}`,
    urlName: options.urlName ?? `location-${number}`,
    timeZone: options.timeZone ?? 'Europe/Riga',
    geolocationId,
  };
  await write
    .insertInto('locations')
    .values({ ...location, address })
    .execute();
  return location;
}

/** `[ISO weekday, start, end]` */
export type WeeklyHours = readonly (readonly [number, string, string])[];

/** Monday to Saturday from 9 to 18. */
export const usualHours: WeeklyHours = [1, 2, 3, 4, 5, 6].map((weekday) => [weekday, '09:00', '18:00'] as const);

/** Every minute of the week. */
export const openAlways: WeeklyHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '00:00', '24:00'] as const);

export interface BuiltEmployee {
  userId: string;
  companyId: string;
  /** The first of their locations. */
  locationId: string;
  locationUrlName: string;
  timeZone: string;
  calendarId: string;
  urlName: string;
  logIn: string;
  firstName: string;
  lastName: string;
}

/** An employee with a calendar and hours at each of their locations; profile and calendar are public by default. */
export async function buildEmployee(
  services: Services,
  locations: BuiltLocation | readonly [BuiltLocation, ...BuiltLocation[]],
  options: {
    firstName?: string;
    lastName?: string;
    logIn?: string;
    /** Really hashed, which takes a tenth of a second: only for tests of signing in. */
    password?: string;
    urlName?: string;
    profession?: string;
    phoneNumber?: string;
    language?: string;
    isProfilePublic?: boolean;
    isCalendarPublic?: boolean;
    actions?: readonly ('lcladmin' | 'admin' | 'sys' | (string & {}))[];
    hours?: WeeklyHours;
    stepMinutes?: number;
    noticeMinutes?: number;
    horizonDays?: number;
    sessionActiveMinutes?: number;
    isEMailVerified?: boolean;
    /** To the terms and the privacy policy; true by default. */
    agreed?: boolean;
  } = {},
): Promise<BuiltEmployee> {
  const { write } = services.database;
  const number = nextNumber();
  const places: readonly BuiltLocation[] = 'id' in locations ? [locations] : locations;
  const [first] = places;
  if (!first) throw new Error('An employee works somewhere.');
  const { companyId } = first;
  const employee: BuiltEmployee = {
    userId: randomUUIDv7(),
    companyId,
    locationId: first.id,
    locationUrlName: first.urlName,
    timeZone: first.timeZone,
    calendarId: randomUUIDv7(),
    urlName: options.urlName ?? `person-${number}`,
    logIn: options.logIn ?? `person-${number}@daybook.test`,
    firstName: options.firstName ?? 'Anna',
    lastName: options.lastName ?? `Person ${number}`,
  };
  const { userId, calendarId, logIn, firstName, lastName, urlName } = employee;
  await write
    .insertInto('users')
    .values({
      id: userId,
      logIn,
      firstName,
      lastName,
      passwordHash: options.password === undefined ? null : await hashPassword(options.password),
      languageId: options.language ? await buildLanguage(services, options.language) : null,
      sessionActiveMinutes: options.sessionActiveMinutes,
      eMailVerifiedAt: options.isEMailVerified === false ? null : services.clock.now(),
    })
    .execute();
  if (options.agreed !== false) {
    const agreement = { userId, language: 'en', version: 1, agreedAt: services.clock.now() };
    await write
      .insertInto('userAgreements')
      .values([
        { ...agreement, kind: 'terms' },
        { ...agreement, kind: 'privacy' },
      ])
      .execute();
  }
  await write
    .insertInto('employees')
    .values({
      companyId,
      userId,
      urlName,
      profession: options.profession,
      phoneNumber: options.phoneNumber,
      isProfilePublic: options.isProfilePublic ?? true,
      isCalendarPublic: options.isCalendarPublic ?? true,
    })
    .execute();
  await write
    .insertInto('employeeLocations')
    .values(places.map(({ id }) => ({ companyId, userId, locationId: id })))
    .execute();
  await write
    .insertInto('calendars')
    .values({
      companyId,
      id: calendarId,
      userId,
      stepMinutes: options.stepMinutes,
      noticeMinutes: options.noticeMinutes,
      horizonDays: options.horizonDays,
    })
    .execute();
  const hours = places.flatMap(({ id: locationId }) =>
    (options.hours ?? usualHours).map(([weekday, startTime, endTime]) => ({
      companyId,
      id: randomUUIDv7(),
      calendarId,
      locationId,
      weekday,
      startTime,
      endTime,
    })),
  );
  if (hours.length) await write.insertInto('openingHours').values(hours).execute();
  for (const name of options.actions ?? []) {
    const actionId = await buildAction(services, name);
    await write.insertInto('userActions').values({ companyId, userId, actionId }).execute();
  }
  return employee;
}

/** Adds a person with an account to another company's location. */
export async function buildMembership(
  { database: { write } }: Services,
  { userId, urlName }: { userId: string; urlName?: string },
  { companyId, id: locationId }: BuiltLocation,
): Promise<void> {
  await write
    .insertInto('employees')
    .values({ companyId, userId, urlName: urlName ?? userId })
    .execute();
  await write.insertInto('employeeLocations').values({ companyId, userId, locationId }).execute();
}

/** A company with one location and one employee, for tests of something else. */
export async function buildBusiness(
  services: Services,
  {
    linksLeadDirectly,
    timeZone,
    ...options
  }: Parameters<typeof buildEmployee>[2] & { linksLeadDirectly?: boolean; timeZone?: string } = {},
) {
  const company = await buildCompany(services, linksLeadDirectly === undefined ? {} : { linksLeadDirectly });
  const location = await buildLocation(services, company, timeZone === undefined ? {} : { timeZone });
  const employee = await buildEmployee(services, location, options);
  return { company, location, employee };
}

/** The id of the language with this key, created if missing. */
export async function buildLanguage(services: Services, key: string): Promise<string> {
  const { write } = services.database;
  await write
    .insertInto('languages')
    .values({ id: randomUUIDv7(), key, name: key })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await write.selectFrom('languages').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
}

/** The id of the action with this name, created if missing. */
export async function buildAction(services: Services, name: string): Promise<string> {
  const { write } = services.database;
  await write
    .insertInto('actions')
    .values({ id: randomUUIDv7(), name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await write.selectFrom('actions').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
}
