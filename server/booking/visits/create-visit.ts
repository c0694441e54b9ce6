// Lets staff create a visit of several parts, all or none.
import { randomUUIDv7 } from 'node:crypto';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { newId } from '#contract/lib/fields.ts';
import { printSlipByItself } from '#server/booking/slips/print-by-itself.ts';
import { findEditable } from '#server/booking/times/find-event.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { countVisits } from './count-visits.ts';
import { insertVisit, type NewPart } from './insert-visit.ts';
import { longestCancelHours } from './late-cancellation.ts';
import { notifyCustomer } from './notify-customer.ts';
import { type PartBefore, type PlannedPart, planParts } from './plan-parts.ts';
import { readVisit } from './read-visit.ts';
import { customerOf, findCalendars, type NewVisitInput } from './visit-input.ts';

/**
 * Creates a visit with its events. A part that names an event without a customer takes that event's place. Throws 404
 * for calendars, services and customers that the caller may not use, 417 with the questions of `planParts`.
 */
export async function createVisit(context: SignedIn, input: NewVisitInput): Promise<Visit> {
  const { db, clock, user } = context;
  const replaced = input.parts.map(({ eventId }) => eventId).filter((eventId) => eventId !== newId);
  const before = await Promise.all(replaced.map((id) => findEditable(context, id)));
  const place = before[0] ? before[0].locationId : input.locationId;
  const found = await findCalendars(context, input, place);
  const ids = new Set([...found.keys(), ...before.map(({ calendarId }) => calendarId)]);
  for (const id of [...ids].sort()) await lockCalendar(db, id);
  // Again: a location may have got another zone until the locks were free.
  const calendars = await findCalendars(context, input, place);
  const present = await plainEvents(context, replaced);
  const planned = await planParts(
    context,
    { ...input, acceptClosed: input.acceptClosed || input.isWalkIn },
    calendars,
    present,
    true,
  );
  const [first] = planned;
  if (!first) throw notFound();
  if (replaced.length > 0) {
    await db.deleteFrom('events').where('companyId', '=', user.companyId).where('id', 'in', replaced).execute();
  }
  const customer = await customerOf(context, input);
  const { companyId, locationId, timeZone } = first.calendar;
  const visit = {
    ...customer,
    companyId,
    id: replaced[0] ?? randomUUIDv7(),
    locationId,
    timeZone,
    status: input.isWalkIn ? ('arrived' as const) : ('confirmed' as const),
    source: input.isWalkIn ? ('walk_in' as const) : ('staff' as const),
    sendSms: input.sendSms,
    anyPerson: input.anyPerson,
    cancelHours: longestCancelHours(planned.map(({ cancelHours }) => cancelHours)),
  };
  const parts = planned.map((part, position) => newPart(part, input, { userId: user.id, position }));
  if (!(await insertVisit(db, visit, parts, clock.now()))) throw new Refusal(409, 'booking.taken');
  await countVisits(context, companyId, [visit.contactId]);
  await notifyCustomer(context, visit, { notify: input.notify, by: user.id });
  if (visit.status === 'confirmed') await printSlipByItself(context, visit);
  return readVisit(context, visit.id);
}

/** Events without a customer that become parts. Throws 409 when one has a customer by now. */
async function plainEvents(context: SignedIn, ids: readonly string[]): Promise<PartBefore[]> {
  const events: PartBefore[] = [];
  for (const eventId of ids) {
    const event = await findEditable(context, eventId);
    if (event.visitId) throw new Refusal(409, 'grid.changed');
    const { occupied, lane, title } = await context.db
      .selectFrom('events')
      .select(['occupied', 'lane', 'title'])
      .where('companyId', '=', event.companyId)
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    events.push({
      ...{ eventId, title, occupied: String(occupied), lane, calendarId: event.calendarId },
      ...{ startAt: event.startAt, endAt: event.endAt, serviceId: null, serviceName: '', minutes: 0, price: 0 },
      ...{ vatRate: null, bufferBefore: 0, bufferAfter: 0, pauseStart: null, pauseMinutes: null, options: [] },
    });
  }
  return events;
}

function newPart(part: PlannedPart, input: NewVisitInput, { userId, position }: { userId: string; position: number }) {
  const { startAt, endAt, before: _before, calendar: _calendar, isMoved: _moved, cancelHours: _hours, ...rest } = part;
  return {
    ...rest,
    userId,
    description: position === 0 ? input.description : '',
    start: startAt.toString(),
    end: endAt.toString(),
    type: 'success',
    readOnly: input.readOnly,
    overlapAcceptedBy: part.overlapAcceptedBy ?? null,
  } satisfies NewPart & { serviceId: string | null };
}
