// Makes the records that tests are about: say what matters, the rest is believable.
import { createHash, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword } from '#server/identity/passwords/password.ts';
import type { House } from '#server/lib/context.ts';
import { cookieName, hashToken, newToken } from '#server/lib/session/session.ts';

let made = 0;
/** A number that no other record of this test run has. */
const next = () => ++made;

export interface BuiltCompany {
  id: string;
  name: string;
}

export async function buildCompany(
  house: House,
  given: { name?: string; planNumber?: number } = {},
): Promise<BuiltCompany> {
  const company = { id: randomUUIDv7(), name: given.name ?? `Company ${next()}` };
  await house.database.write
    .insertInto('companies')
    .values({ ...company, planNumber: given.planNumber ?? null })
    .execute();
  return company;
}

export interface BuiltLocation {
  id: string;
  companyId: string;
  name: string;
  urlName: string;
  timeZone: string;
  geolocationId: string | null;
}

/** A location, in Riga unless `at` says otherwise; `at: null` is a location without a place on the map. */
export async function buildLocation(
  house: House,
  company: { id: string },
  given: {
    name?: string;
    urlName?: string;
    address?: string;
    timeZone?: string;
    at?: { latitude: number; longitude: number; city?: string; country?: string } | null;
  } = {},
): Promise<BuiltLocation> {
  const number = next();
  const { write } = house.database;
  const at = given.at === undefined ? { latitude: 56.95, longitude: 24.1 + number / 1000 } : given.at;
  const geolocationId = at && randomUUIDv7();
  const address = given.address ?? `${number} Market Street`;
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
    name: given.name ?? `Location ${number}`,
    urlName: given.urlName ?? `location-${number}`,
    timeZone: given.timeZone ?? 'Europe/Riga',
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

export interface BuiltEmployee {
  userId: string;
  companyId: string;
  /** The first of his locations. */
  locationId: string;
  locationUrlName: string;
  timeZone: string;
  calendarId: string;
  urlName: string;
  logIn: string;
  firstName: string;
  lastName: string;
}

/** An employee with a calendar and hours at each of his locations; public, calendar too, unless said otherwise. */
export async function buildEmployee(
  house: House,
  locations: BuiltLocation | readonly [BuiltLocation, ...BuiltLocation[]],
  given: {
    firstName?: string;
    lastName?: string;
    logIn?: string;
    /** Hashed for real, which takes a tenth of a second: only for tests of signing in. */
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
    /** To the terms and the privacy policy; so he is unless said otherwise. */
    agreed?: boolean;
  } = {},
): Promise<BuiltEmployee> {
  const { write } = house.database;
  const number = next();
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
    urlName: given.urlName ?? `person-${number}`,
    logIn: given.logIn ?? `person-${number}@daybook.test`,
    firstName: given.firstName ?? 'Anna',
    lastName: given.lastName ?? `Person ${number}`,
  };
  const { userId, calendarId, logIn, firstName, lastName, urlName } = employee;
  await write
    .insertInto('users')
    .values({
      id: userId,
      logIn,
      firstName,
      lastName,
      passwordHash: given.password === undefined ? null : await hashPassword(given.password),
      languageId: given.language ? await buildLanguage(house, given.language) : null,
      sessionActiveMinutes: given.sessionActiveMinutes,
      eMailVerifiedAt: given.isEMailVerified === false ? null : house.clock.now(),
    })
    .execute();
  if (given.agreed !== false) {
    const agreement = { userId, language: 'en', version: 1, agreedAt: house.clock.now() };
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
      profession: given.profession,
      phoneNumber: given.phoneNumber,
      isProfilePublic: given.isProfilePublic ?? true,
      isCalendarPublic: given.isCalendarPublic ?? true,
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
      stepMinutes: given.stepMinutes,
      noticeMinutes: given.noticeMinutes,
      horizonDays: given.horizonDays,
    })
    .execute();
  const hours = places.flatMap(({ id: locationId }) =>
    (given.hours ?? usualHours).map(([weekday, startTime, endTime]) => ({
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
  for (const name of given.actions ?? []) {
    const actionId = await buildAction(house, name);
    await write.insertInto('userActions').values({ companyId, userId, actionId }).execute();
  }
  return employee;
}

/** Somebody who has an account works at another company's location too. */
export async function buildMembership(
  { database: { write } }: House,
  { userId, urlName }: { userId: string; urlName?: string },
  { companyId, id: locationId }: BuiltLocation,
): Promise<void> {
  await write
    .insertInto('employees')
    .values({ companyId, userId, urlName: urlName ?? userId })
    .execute();
  await write.insertInto('employeeLocations').values({ companyId, userId, locationId }).execute();
}

/** A company with one location and one employee, for tests about something else. */
export async function buildBusiness(house: House, given: Parameters<typeof buildEmployee>[2] = {}) {
  const company = await buildCompany(house);
  const location = await buildLocation(house, company);
  const employee = await buildEmployee(house, location, given);
  return { company, location, employee };
}

export async function buildService(
  house: House,
  employee: { companyId: string; calendarId: string },
  given: {
    name?: string;
    description?: string;
    minutes?: number;
    price?: number;
    bufferBefore?: number;
    bufferAfter?: number;
    noticeMinutes?: number;
    horizonDays?: number;
    isActive?: boolean;
  } = {},
): Promise<{ id: string; name: string; minutes: number }> {
  const number = next();
  const service = { id: randomUUIDv7(), name: `Service ${number}`, minutes: 60, ...given };
  const { companyId, calendarId } = employee;
  await house.database.write
    .insertInto('services')
    .values({ companyId, calendarId, price: 25, position: number, ...service })
    .execute();
  return service;
}

/**
 * An event of one hour, confirmed, that occupies exactly its time unless `occupied` says otherwise. `start` is an instant
 * such as `2026-03-02T09:00:00Z`.
 */
export async function buildEvent(
  house: House,
  employee: { companyId: string; calendarId: string; locationId: string; userId: string; timeZone: string },
  given: {
    start: string | Temporal.Instant;
    end?: string | Temporal.Instant;
    occupied?: { start: string; end: string };
    title?: string;
    name?: string;
    eMail?: string;
    phoneNumber?: string;
    type?: string;
    status?: 'held' | 'requested' | 'confirmed' | 'cancelled';
    heldUntil?: string;
    holdToken?: string;
    /** All-day: `[first day, day after the last]`. */
    dates?: readonly [string, string];
    lane?: number;
    serviceId?: string;
    readOnly?: boolean;
    /** Who made it; null for a visitor. */
    userId?: string | null;
    sendSms?: boolean;
  },
): Promise<{ id: string; start: Temporal.Instant; end: Temporal.Instant }> {
  const id = randomUUIDv7();
  const start = Temporal.Instant.from(given.start);
  const end = given.end === undefined ? start.add({ hours: 1 }) : Temporal.Instant.from(given.end);
  const occupied = given.occupied ?? { start: start.toString(), end: end.toString() };
  const status = given.status ?? 'confirmed';
  const heldUntil = given.heldUntil ?? house.clock.now().add({ minutes: 30 });
  await house.database.write
    .insertInto('events')
    .values({
      companyId: employee.companyId,
      id,
      calendarId: employee.calendarId,
      locationId: employee.locationId,
      userId: given.userId === undefined ? employee.userId : given.userId,
      serviceId: given.serviceId ?? null,
      title: given.title ?? `Event ${next()}`,
      startAt: start,
      endAt: end,
      timeZone: employee.timeZone,
      allDay: given.dates !== undefined,
      startDate: given.dates?.[0] ?? null,
      endDate: given.dates?.[1] ?? null,
      type: given.type ?? (status === 'confirmed' ? 'success' : 'info'),
      status,
      occupied: sql<string>`tstzrange(${occupied.start}, ${occupied.end}, '[)')`,
      lane: given.lane,
      heldUntil: status === 'held' ? heldUntil : null,
      holdTokenHash: given.holdToken ? hashToken(given.holdToken) : null,
      readOnly: given.readOnly,
      name: given.name,
      eMail: given.eMail,
      phoneNumber: given.phoneNumber,
      sendSms: given.sendSms,
    })
    .execute();
  return { id, start, end };
}

export async function buildContact(
  house: House,
  company: { companyId: string } | { id: string },
  given: { name?: string; eMail?: string; phoneNumber?: string } = {},
): Promise<{ id: string; name: string }> {
  const contact = { name: `Contact ${next()}`, ...given, id: randomUUIDv7() };
  const companyId = 'companyId' in company ? company.companyId : company.id;
  await house.database.write
    .insertInto('contacts')
    .values({ companyId, ...contact })
    .execute();
  return contact;
}

/** The id of the language with this key, made when it does not exist. */
export async function buildLanguage(house: House, key: string): Promise<string> {
  const { write } = house.database;
  await write
    .insertInto('languages')
    .values({ id: randomUUIDv7(), key, name: key })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await write.selectFrom('languages').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
}

/** The id of the action with this name, made when it does not exist. */
export async function buildAction(house: House, name: string): Promise<string> {
  const { write } = house.database;
  await write
    .insertInto('actions')
    .values({ id: randomUUIDv7(), name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await write.selectFrom('actions').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
}

/** Signs an employee in without a password: `app.inject({ …, headers: await signIn(house, anna) })`. */
export async function signIn(
  house: House,
  employee: { userId: string; companyId: string; locationId: string | null },
): Promise<{ cookie: string }> {
  const token = newToken();
  const now = house.clock.now();
  await house.database.write
    .insertInto('sessions')
    .values({
      id: randomUUIDv7(),
      tokenHash: hashToken(token),
      userId: employee.userId,
      companyId: employee.companyId,
      locationId: employee.locationId,
      createdAt: now,
      activeAt: now,
      expiresAt: now.add({ hours: 24 }),
    })
    .execute();
  return { cookie: `${cookieName(house.publicUrl)}=${token}` };
}

/** A stored file of a company, or of the installation itself (null); its bytes are kept too. */
export async function buildFile(
  house: House,
  company: { id: string } | null,
  given: { bytes?: Buffer; mimeType?: string; name?: string; isPublic?: boolean; uploadedBy?: string } = {},
): Promise<{ id: string; bytes: Buffer; sha256: string }> {
  const id = randomUUIDv7();
  const bytes = given.bytes ?? Buffer.from(`file ${next()}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await house.files.put(id, bytes);
  await house.database.write
    .insertInto('files')
    .values({
      id,
      companyId: company?.id ?? null,
      displayName: given.name ?? 'note.txt',
      mimeType: given.mimeType ?? 'text/plain',
      size: bytes.length,
      sha256,
      isPublic: given.isPublic ?? false,
      uploadedBy: given.uploadedBy ?? null,
    })
    .execute();
  return { id, bytes, sha256 };
}
