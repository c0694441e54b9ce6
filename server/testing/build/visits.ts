// Builds services, and events and visits in calendars.
import { randomUUIDv7 } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import { blockingStatuses, type VisitStatus } from '#contract/booking/visit-states.ts';
import { eventFigures, figuresFromVisits } from '#server/booking/visits/event-figures.ts';
import { wordsOf } from '#server/booking/visits/insert-visit.ts';
import type { VisitsTable } from '#server/db/schema.ts';
import type { Services } from '#server/lib/context.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { nextNumber } from './next-number.ts';

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
  const number = nextNumber();
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
  const title = options.title ?? `Event ${nextNumber()}`;
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
  const notified = {
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
      notifying: options.userId === null && status !== 'held' ? JSON.stringify(notified) : null,
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
