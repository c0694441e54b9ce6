// Turns the filled calendar of a person of the demo into rows: events, and the visits of customers.
import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import { blockingStatuses, endedStatuses, type VisitStatus } from '#contract/booking/visit-states.ts';
import { folded } from '#contract/lib/folded.ts';
import { occupiedTime } from '#server/booking/times/lock-calendar.ts';
import { eventFigures } from '#server/booking/visits/event-figures.ts';
import type { EventsTable, VisitPartsTable, VisitsTable } from '#server/db/schema.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import type { FilledEvent } from './fill-calendar.ts';
import type { StaffedCompany } from './staffed.ts';

interface Owner {
  userId: string;
  /** The head of the company. */
  leadId: string;
  calendarId: string;
  timeZone: string;
}

export async function addEvents(
  { db, clock }: ServiceContext,
  staffed: StaffedCompany,
  owner: Owner,
  filled: readonly FilledEvent[],
): Promise<void> {
  const now = clock.now().epochMilliseconds;
  const events: Insertable<EventsTable>[] = [];
  const visits: Insertable<VisitsTable>[] = [];
  const parts: Insertable<VisitPartsTable>[] = [];
  let requests = 0;
  for (const [index, event] of filled.entries()) {
    const contact = staffed.contacts.find(({ id }) => id === event.contactId);
    const row = eventRow(staffed.companyId, owner, event);
    if (!contact) {
      events.push({ ...row, ...eventFigures('held', 0), words: folded(event.title) });
      continue;
    }
    const status = statusOf(event, now, index, requests);
    if (status === 'requested' || status === 'expired') requests++;
    const { name, eMail, phoneNumber } = contact;
    const words = folded(`${event.title} ${name} ${eMail} ${phoneNumber}`);
    const figures = eventFigures(status, event.price);
    const isEnded = endedStatuses.includes(status);
    const type = isEnded ? { type: 'inverse' } : {};
    events.push({ ...row, ...type, ...figures, words, blocks: blockingStatuses.includes(status) });
    visits.push(visitRow(staffed, { ...owner, now: clock.now() }, event, { contact, status, row }));
    parts.push({
      companyId: staffed.companyId,
      visitId: row.id,
      eventId: row.id,
      serviceId: event.serviceId,
      serviceName: event.serviceId ? event.title : '',
      minutes: Math.round((event.end - event.start) / 60_000),
      price: event.price,
      bufferBefore: event.before,
      bufferAfter: event.after,
    });
  }
  if (events.length) await db.insertInto('events').values(events).execute();
  if (visits.length) await db.insertInto('visits').values(visits).execute();
  if (parts.length) await db.insertInto('visitParts').values(parts).execute();
}

/**
 * Past appointments took place, nearly all; the next customers are there already. Most customers have used the link of
 * their request; of the others some were too late.
 */
function statusOf(event: FilledEvent, now: number, index: number, requests: number): VisitStatus {
  const quarter = 15 * 60_000;
  if (event.status === 'cancelled') return index % 4 === 0 ? 'declined' : 'cancelled';
  if (event.status === 'requested' && event.start <= now) return 'expired';
  if (event.status === 'requested') return requests % 6 === 4 ? 'expired' : 'requested';
  if (event.end <= now) return index % 19 === 0 ? 'no_show' : 'completed';
  if (event.start <= now) return 'started';
  return event.start - now < quarter ? 'arrived' : 'confirmed';
}

function eventRow(companyId: string, owner: Owner, event: FilledEvent) {
  const instant = Temporal.Instant.fromEpochMilliseconds;
  const maker = { visitor: null, self: owner.userId, lead: owner.leadId };
  return {
    companyId,
    id: randomUUIDv7(),
    calendarId: owner.calendarId,
    locationId: event.locationId,
    userId: maker[event.madeBy],
    title: event.title,
    startAt: instant(event.start),
    endAt: instant(event.end),
    timeZone: owner.timeZone,
    allDay: event.dates !== undefined,
    startDate: event.dates?.[0] ?? null,
    endDate: event.dates?.[1] ?? null,
    type: event.type,
    occupied: occupiedTime(event.start, event.end, { bufferBefore: event.before, bufferAfter: event.after }),
    readOnly: event.madeBy === 'lead',
    createdAt: instant(event.created),
    updatedAt: instant(event.created),
  };
}

function visitRow(
  { companyId, company }: StaffedCompany,
  { timeZone, now }: Owner & { now: Temporal.Instant },
  event: FilledEvent,
  {
    contact,
    status,
    row,
  }: { contact: StaffedCompany['contacts'][number]; status: VisitStatus; row: ReturnType<typeof eventRow> },
): Insertable<VisitsTable> {
  const isEnded = !blockingStatuses.includes(status) && status !== 'no_show';
  const end = endOf(status, { startAt: row.startAt, now });
  // A request is from the last day: older ones have expired.
  const requestedAt = now.subtract({ minutes: 20 + (Number.parseInt(row.id.slice(-4), 16) % 1200) });
  return {
    companyId,
    id: row.id,
    locationId: event.locationId,
    contactId: contact.id,
    startAt: row.startAt,
    endAt: row.endAt,
    timeZone,
    day: row.startDate ?? row.startAt.toZonedDateTimeISO(timeZone).toPlainDate().toString(),
    name: contact.name,
    eMail: contact.eMail,
    phoneNumber: contact.phoneNumber,
    language: company.language,
    status,
    source: event.madeBy === 'visitor' ? 'page' : event.title === 'Walk-in' ? 'walk_in' : 'staff',
    ...(isEnded && end),
    calendarUid: row.id,
    requestedAt: status === 'requested' ? requestedAt : null,
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
  };
}

/** How a visit ended: requests expire in these days; every third customer who cancels does it late. */
function endOf(status: VisitStatus, { startAt, now }: { startAt: Temporal.Instant; now: Temporal.Instant }) {
  const hours = startAt.since(now).total('hours');
  if (status === 'expired')
    return { endedBy: 'system' as const, endedAt: now.subtract({ hours: 2 + (Math.floor(Math.abs(hours)) % 60) }) };
  if (status === 'declined') {
    const reason = 'We are fully booked that day. Please choose another time.';
    return { endedBy: 'staff' as const, endedAt: earlier(startAt.subtract({ hours: 30 }), now), endReason: reason };
  }
  const isLate = hours < 0 && Math.floor(-hours) % 3 === 0;
  const endedAt = earlier(startAt.subtract({ hours: isLate ? 2 : 50 }), now);
  return { endedBy: 'customer' as const, endedAt, isLate, ...(isLate && { cancelHours: 24 }) };
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) < 0 ? one : other;
}
