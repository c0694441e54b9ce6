// Builds records for tests: pass the relevant values, the rest has believable defaults.
import { createHash, randomUUIDv7 } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import type { Terms } from '#contract/balance/terms.ts';
import { blockingStatuses, type VisitStatus } from '#contract/booking/visits.ts';
import { addFirstTerms } from '#server/balance/terms/add-first-terms.ts';
import { eventFigures, figuresFromVisits } from '#server/booking/visits/event-figures.ts';
import { wordsOf } from '#server/booking/visits/insert-visit.ts';
import type { VisitsTable } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import { hashPassword } from '#server/identity/passwords/password.ts';
import type { Services } from '#server/lib/context.ts';
import { cookieName, hashToken, newToken } from '#server/lib/session/session.ts';
import { addCreditNote } from '#server/money/invoices/credit-invoice.ts';
import { monthFrom } from '#server/money/invoices/price-invoice.ts';
import { writeInvoices } from '#server/money/invoices/write-invoices.ts';

let made = 0;
/** A number that is unique in this test run. */
const next = () => ++made;

export interface BuiltCompany {
  id: string;
  name: string;
}

export async function buildCompany(
  services: Services,
  options: { name?: string; planNumber?: number } = {},
): Promise<BuiltCompany> {
  const company = { id: randomUUIDv7(), name: options.name ?? `Company ${next()}` };
  await services.database.write
    .insertInto('companies')
    .values({ ...company, planNumber: options.planNumber ?? null })
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

/** A payment that is not paid yet. */
export async function buildPayment(
  { database: { write }, clock }: Services,
  company: { id: string },
  options: { amount?: number } = {},
): Promise<{ id: string; amount: number }> {
  const payment = { id: randomUUIDv7(), amount: options.amount ?? 10 };
  await write
    .insertInto('payments')
    .values({ ...payment, companyId: company.id, createdAt: clock.now() })
    .execute();
  return payment;
}

/** An invoice of the month before the present one. */
export async function buildInvoice(
  services: Services,
  company: { id: string },
  options: { cents?: number } = {},
): Promise<{ id: string; cents: number }> {
  const invoiceId = randomUUIDv7();
  const cents = options.cents ?? 1_000;
  const start = services.clock.now().toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 }).subtract({ months: 1 });
  const period = monthFrom(start.toString());
  const line = { kind: 'month' as const, firstDay: period.start, lastDay: period.end, quantity: 1, discount: 0 };
  await transaction({ ...services, db: services.database.write }, async (tx) => {
    const month = { companyId: company.id, invoiceId, since: period.start, period, replacesId: null };
    // With a use, as an invoice of a company that has a balance has it.
    await sql`insert into invoice_line_usage (company_id, usage_id, invoice_id)
      select company_id, id, ${invoiceId} from usage where company_id = ${company.id}
      on conflict do nothing`.execute(tx.db);
    const { rows } = await sql<{ units: number }>`
      select coalesce(sum(u.amount) * 10000, 0)::float8 as units from invoice_line_usage b join usage u on u.id = b.usage_id
      where b.invoice_id = ${invoiceId}`.execute(tx.db);
    const units = rows[0]?.units ?? 0;
    const priced = { lines: [{ ...line, unitPrice: cents, net: cents }], net: cents, vat: 0, grandTotal: cents };
    await writeInvoices(tx, [
      {
        ...month,
        kind: 'single',
        vatRate: 0,
        vatCategory: 'O',
        priced: { ...priced, units, fromDeposit: Math.min(Math.round(units / 100), cents) },
      },
    ]);
  });
  return { id: invoiceId, cents };
}

/** Cancels an invoice by a credit note. */
export async function creditForTest(services: Services, id: string): Promise<void> {
  await transaction({ ...services, db: services.database.write }, (tx) => addCreditNote(tx, id));
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
  const number = next();
  const { write } = services.database;
  const at = options.at === undefined ? { latitude: 56.95, longitude: 24.1 + number / 1000 } : options.at;
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
export async function buildBusiness(services: Services, options: Parameters<typeof buildEmployee>[2] = {}) {
  const company = await buildCompany(services);
  const location = await buildLocation(services, company);
  const employee = await buildEmployee(services, location, options);
  return { company, location, employee };
}

/** A service of the company that the employee does. */
export async function buildService(
  services: Services,
  employee: { companyId: string; calendarId: string },
  options: {
    name?: string;
    description?: string;
    minutes?: number;
    price?: number;
    bufferBefore?: number;
    bufferAfter?: number;
    noticeMinutes?: number;
    horizonDays?: number;
    isActive?: boolean;
    categoryId?: string;
    pauseStart?: number;
    pauseMinutes?: number;
  } = {},
): Promise<{ id: string; name: string; minutes: number }> {
  const number = next();
  const service = { id: randomUUIDv7(), name: `Service ${number}`, minutes: 60, ...options };
  const { companyId } = employee;
  await services.database.write
    .insertInto('services')
    .values({ companyId, price: 25, position: number, ...service })
    .execute();
  await buildServicePerson(services, employee, service);
  return service;
}

/** Says that an employee does a service, everywhere unless `locationId` is given. */
export async function buildServicePerson(
  services: Services,
  { companyId, calendarId }: { companyId: string; calendarId: string },
  { id: serviceId }: { id: string },
  own: { locationId?: string; minutes?: number; price?: number } = {},
): Promise<void> {
  await services.database.write
    .insertInto('servicePeople')
    .values({ companyId, serviceId, calendarId, ...own })
    .execute();
}

/**
 * An event of one hour, confirmed, that occupies exactly its time unless `occupied` differs. `start` is an instant such
 * as `2026-03-02T09:00:00Z`. With a customer, or a status, it is a part of a visit of the same id.
 */
export async function buildEvent(
  services: Services,
  employee: { companyId: string; calendarId: string; locationId: string; userId: string; timeZone: string },
  options: {
    start: string | Temporal.Instant;
    end?: string | Temporal.Instant;
    occupied?: { start: string; end: string };
    title?: string;
    name?: string;
    eMail?: string;
    phoneNumber?: string;
    type?: string;
    status?: VisitStatus;
    heldUntil?: string;
    holdToken?: string;
    /** All-day: `[first day, day after the last]`. */
    dates?: readonly [string, string];
    lane?: number;
    serviceId?: string;
    contactId?: string;
    readOnly?: boolean;
    /** The author; null for a visitor. */
    userId?: string | null;
    sendSms?: boolean;
    language?: string;
  },
): Promise<{ id: string; start: Temporal.Instant; end: Temporal.Instant }> {
  const { companyId, calendarId, locationId, timeZone } = employee;
  const id = randomUUIDv7();
  const start = Temporal.Instant.from(options.start);
  const end = options.end === undefined ? start.add({ hours: 1 }) : Temporal.Instant.from(options.end);
  const occupied = options.occupied ?? { start: start.toString(), end: end.toString() };
  const status = options.status ?? 'confirmed';
  const heldUntil = options.heldUntil ?? services.clock.now().add({ minutes: 30 });
  const title = options.title ?? `Event ${next()}`;
  const customer = { name: options.name ?? '', eMail: options.eMail ?? '', phoneNumber: options.phoneNumber ?? '' };
  const { write } = services.database;
  await write
    .insertInto('events')
    .values({
      companyId,
      id,
      calendarId,
      locationId,
      userId: options.userId === undefined ? employee.userId : options.userId,
      title,
      startAt: start,
      endAt: end,
      timeZone,
      allDay: options.dates !== undefined,
      startDate: options.dates?.[0] ?? null,
      endDate: options.dates?.[1] ?? null,
      type: options.type ?? (status === 'confirmed' ? 'success' : 'info'),
      blocks: blockingStatuses.includes(status),
      occupied: `{[${occupied.start},${occupied.end})}`,
      lane: options.lane,
      heldUntil: status === 'held' ? heldUntil : null,
      readOnly: options.readOnly,
      words: wordsOf(title, customer),
    })
    .execute();
  const isVisit =
    options.userId === null ||
    options.status ||
    options.contactId ||
    options.serviceId ||
    Object.values(customer).some(Boolean);
  if (!isVisit) return { id, start, end };
  const wasAsked = status === 'requested' || status === 'expired';
  const told = {
    status: wasAsked ? 'requested' : status,
    start: start.toString({ fractionalSecondDigits: 3 }),
    end: end.toString({ fractionalSecondDigits: 3 }),
    calendars: [calendarId],
  };
  await write
    .insertInto('visits')
    .values({
      ...customer,
      companyId,
      id,
      locationId,
      contactId: options.contactId ?? null,
      startAt: start,
      endAt: end,
      timeZone,
      day: options.dates?.[0] ?? start.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
      status,
      source: options.userId === null ? 'page' : 'staff',
      language: options.language,
      calendarUid: id,
      heldUntil: status === 'held' ? heldUntil : null,
      holdTokenHash: options.holdToken ? hashToken(options.holdToken) : null,
      sendSms: options.sendSms,
      requestedAt: wasAsked ? services.clock.now() : null,
      telling: options.userId === null && status !== 'held' ? JSON.stringify(told) : null,
    })
    .execute();
  const service = options.serviceId
    ? await write
        .selectFrom('services')
        .select(['name', 'price', 'minutes', 'bufferBefore', 'bufferAfter'])
        .where('id', '=', options.serviceId)
        .executeTakeFirst()
    : undefined;
  const part = {
    companyId,
    visitId: id,
    eventId: id,
    serviceId: options.serviceId ?? null,
    serviceName: service?.name,
    price: service?.price,
    minutes: service?.minutes ?? 60,
    bufferBefore: service?.bufferBefore,
    bufferAfter: service?.bufferAfter,
  };
  // In one statement: events equal their visits at every commit.
  await write
    .with('part', (db) => db.insertInto('visitParts').values(part).returning('eventId'))
    .updateTable('events')
    .set(eventFigures(status, Number(service?.price ?? 0)))
    .from('part')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
  return { id, start, end };
}

/** Changes a visit as no verb would, with what reports count of its events. */
export async function changeVisit(
  { database }: Pick<Services, 'database'>,
  id: string,
  columns: Updateable<VisitsTable>,
): Promise<void> {
  await database.write.transaction().execute(async (tx) => {
    await tx.updateTable('visits').set(columns).where('id', '=', id).execute();
    await sql`update events e set ${figuresFromVisits} from visit_parts p
      where p.visit_id = ${id} and e.company_id = p.company_id and e.id = p.event_id`.execute(tx);
  });
}

export async function buildContact(
  services: Services,
  company: { companyId: string } | { id: string },
  options: { name?: string; eMail?: string; phoneNumber?: string } = {},
): Promise<{ id: string; name: string }> {
  const contact = { name: `Contact ${next()}`, ...options, id: randomUUIDv7() };
  const companyId = 'companyId' in company ? company.companyId : company.id;
  await services.database.write
    .insertInto('contacts')
    .values({ companyId, ...contact })
    .execute();
  return contact;
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

/** The person of a session, and where they work. */
interface SignedInPerson {
  userId: string;
  companyId: string;
  locationId: string | null;
}

/** Signs an employee in without a password: `app.server.inject({ …, headers: await signIn(app, anna) })`. */
export async function signIn(services: Services, employee: SignedInPerson): Promise<{ cookie: string }> {
  const { cookie } = await addSession(services, employee, {});
  return { cookie };
}

/** Signs an administrator or operator in and has them impersonate an employee. */
export async function signInAs(
  services: Services,
  impersonator: SignedInPerson,
  employee: SignedInPerson,
): Promise<{ cookie: string }> {
  const { id: returnTo } = await addSession(services, impersonator, {});
  const { cookie } = await addSession(services, employee, { impersonatorId: impersonator.userId, returnTo });
  return { cookie };
}

async function addSession(
  services: Services,
  { userId, companyId, locationId }: SignedInPerson,
  impersonation: { impersonatorId?: string; returnTo?: string },
): Promise<{ id: string; cookie: string }> {
  const token = newToken();
  const now = services.clock.now();
  const id = randomUUIDv7();
  await services.database.write
    .insertInto('sessions')
    .values({
      ...impersonation,
      id,
      tokenHash: hashToken(token),
      userId,
      companyId,
      locationId,
      createdAt: now,
      activeAt: now,
      expiresAt: now.add({ hours: 24 }),
    })
    .execute();
  return { id, cookie: `${cookieName(services.publicUrl)}=${token}` };
}

/** A stored file of a company, or of the installation itself (null), with its bytes. */
export async function buildFile(
  services: Services,
  company: { id: string } | null,
  options: { bytes?: Buffer; mimeType?: string; name?: string; isPublic?: boolean; uploadedBy?: string } = {},
): Promise<{ id: string; bytes: Buffer; sha256: string }> {
  const id = randomUUIDv7();
  const bytes = options.bytes ?? Buffer.from(`file ${next()}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await services.files.put(id, bytes);
  await services.database.write
    .insertInto('files')
    .values({
      id,
      companyId: company?.id ?? null,
      displayName: options.name ?? 'note.txt',
      mimeType: options.mimeType ?? 'text/plain',
      size: bytes.length,
      sha256,
      isPublic: options.isPublic ?? false,
      uploadedBy: options.uploadedBy ?? null,
    })
    .execute();
  return { id, bytes, sha256 };
}

/** A campaign that says something, for everyone who agreed, from now for three days. */
export async function buildCampaign(
  { database: { write }, clock }: Services,
  { id: companyId }: { id: string },
  options: {
    medium?: 'mail' | 'sms';
    name?: string;
    subject?: string;
    blocks?: readonly object[];
    audience?: object;
    periodStart?: Temporal.Instant;
    periodEnd?: Temporal.Instant;
    timeZone?: string;
  } = {},
): Promise<{ id: string; name: string }> {
  const now = clock.now();
  const id = randomUUIDv7();
  const name = options.name ?? `Campaign ${next()}`;
  const nothing = { url: '', alt: '', pictureId: null, serviceId: null, calendarId: null, left: [], right: [] };
  const blocks = options.blocks ?? [{ kind: 'text', text: '<p>Hello {{name}}, come again.</p>' }];
  await write
    .insertInto('campaigns')
    .values({
      companyId,
      id,
      name,
      medium: options.medium ?? 'mail',
      subject: options.subject ?? 'News from us',
      message: 'Hello {{name}}, come again.',
      blocks: JSON.stringify(blocks.map((block) => ({ text: '', ...nothing, ...block }))),
      audience: JSON.stringify(options.audience ?? {}),
      timeZone: options.timeZone ?? 'UTC',
      periodStart: options.periodStart ?? now,
      periodEnd: options.periodEnd ?? now.add({ hours: 72 }),
      createdAt: now,
    })
    .execute();
  return { id, name };
}
