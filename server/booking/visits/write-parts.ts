// Writes the parts of a visit that staff change, with their events.
import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Schema } from '#server/db/schema.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { blocksTime } from './change-status.ts';
import { eventFigures } from './event-figures.ts';
import type { StoredVisit } from './find-visit.ts';
import { wordsOf } from './insert-visit.ts';
import type { PartBefore, PlannedPart } from './plan-parts.ts';
import type { ChangedVisit, VisitCustomer } from './visit-input.ts';

/** Changes, adds and deletes the events of the parts. */
export async function writeParts(
  { db, clock, user }: SignedIn,
  input: ChangedVisit,
  visit: StoredVisit,
  {
    present,
    planned,
    customer,
  }: { present: readonly PartBefore[]; planned: readonly PlannedPart[]; customer: VisitCustomer },
): Promise<void> {
  const { companyId, id: visitId } = visit;
  const now = clock.now();
  const events = await db
    .updateTable('events')
    // A part may take the time that another one leaves, and the constraint looks at each row by itself.
    .set({ blocks: false })
    .where('companyId', '=', companyId)
    .where(
      'id',
      'in',
      present.map(({ eventId }) => eventId),
    )
    .returning(['id', 'type'])
    .execute();
  const removed = present.filter(({ eventId }) => !planned.some((part) => part.eventId === eventId));
  if (removed.length > 0) {
    await db
      .deleteFrom('events')
      .where('companyId', '=', companyId)
      .where(
        'id',
        'in',
        removed.map(({ eventId }) => eventId),
      )
      .execute();
  }
  const type = events[0]?.type ?? 'success';
  for (const [position, part] of planned.entries()) {
    const { eventId, calendar, before, isMoved } = part;
    const event = {
      calendarId: calendar.id,
      title: part.title,
      ...(position === 0 || !before ? { description: position === 0 ? input.description : '' } : {}),
      startAt: part.startAt,
      endAt: part.endAt,
      ...(isMoved && { allDay: false, startDate: null, endDate: null }),
      occupied: part.occupied,
      lane: part.lane,
      ...(part.overlapAcceptedBy !== undefined && { overlapAcceptedBy: part.overlapAcceptedBy }),
      blocks: blocksTime(visit.status),
      readOnly: input.readOnly,
      words: wordsOf(part.title, customer),
      updatedAt: now,
    };
    const figures = eventFigures(visit.status, part.price);
    if (before) {
      const isElsewhere = before.calendarId !== calendar.id;
      const figuresBefore = eventFigures(visit.status, before.price);
      await db
        .updateTable('events')
        .set({
          ...event,
          ...(isElsewhere && { locationId: calendar.locationId }),
          bookedPrice: sql`booked_price + ${figures.bookedPrice - figuresBefore.bookedPrice}::numeric`,
          completedPrice: sql`completed_price + ${figures.completedPrice - figuresBefore.completedPrice}::numeric`,
        })
        .where('companyId', '=', companyId)
        .where('id', '=', eventId)
        .execute();
    } else {
      await db
        .insertInto('events')
        .values({
          ...event,
          ...figures,
          companyId,
          id: eventId,
          locationId: visit.locationId ?? calendar.locationId,
          userId: user.id,
          timeZone: visit.timeZone,
          type,
          createdAt: now,
        })
        .execute();
    }
    await writePart(db, { companyId, visitId, position }, part);
  }
}

async function writePart(
  db: Db,
  place: { companyId: string; visitId: string; position: number },
  part: PlannedPart,
): Promise<void> {
  const { position } = place;
  const { serviceId, serviceName, minutes, price, vatRate, bufferBefore, bufferAfter, pauseStart, pauseMinutes } = part;
  const values = {
    ...{ position, serviceId, serviceName, minutes, price, vatRate },
    ...{ bufferBefore, bufferAfter, pauseStart, pauseMinutes },
  };
  const row: Insertable<Schema['visitParts']> = { ...place, ...values, eventId: part.eventId };
  await db
    .insertInto('visitParts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['companyId', 'visitId', 'eventId']).doUpdateSet(values))
    .execute();
  await writeOptions(db, { companyId: place.companyId, visitId: place.visitId, eventId: part.eventId }, part);
}

async function writeOptions(
  db: Db,
  owner: { companyId: string; visitId: string; eventId: string },
  { before, options }: PlannedPart,
): Promise<void> {
  if (before?.options === options) return;
  const { companyId, visitId, eventId } = owner;
  if (before?.options.length)
    await db
      .deleteFrom('visitPartOptions')
      .where('companyId', '=', companyId)
      .where('visitId', '=', visitId)
      .where('eventId', '=', eventId)
      .execute();
  if (options.length === 0) return;
  const rows = options.map((option, position): Insertable<Schema['visitPartOptions']> => {
    return { ...option, ...owner, position };
  });
  await db.insertInto('visitPartOptions').values(rows).execute();
}
