// Finds an event that the caller may change.
import { sql } from 'kysely';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import type { Db } from '#server/db/pool.ts';
import type { CurrentUser, SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { mayUseEvent } from './may-use.ts';

export interface StoredEvent {
  companyId: string;
  id: string;
  calendarId: string;
  userId: string | null;
  locationId: string | null;
  /** Of the visit that the event is part of; null for an event without a customer. */
  visitId: string | null;
  contactId: string | null;
  status: VisitStatus | null;
  name: string;
  eMail: string;
  phoneNumber: string;
  type: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  readOnly: boolean;
  bufferBefore: number;
  bufferAfter: number;
  pauseStart: number | null;
  pauseMinutes: number | null;
  serviceId: string | null;
}

/**
 * Finds an event in a calendar that the user may change, with its visit; undefined for unknown and foreign ones, and
 * those of ended visits.
 */
export async function findEvent(db: Db, user: CurrentUser, id: string): Promise<StoredEvent | undefined> {
  const { rows } = await sql<StoredEvent>`
    select v.company_id, v.id, v.calendar_id, v.user_id, v.location_id, v.visit_id, v.contact_id, v.status, v.name, v.e_mail,
      v.phone_number, v.type, v.start_at, v.end_at, v.read_only, coalesce(v.buffer_before, 0) as buffer_before,
      coalesce(v.buffer_after, 0) as buffer_after, v.pause_start, v.pause_minutes, v.service_id
    from appointments v
    join calendars k on k.company_id = v.company_id and k.id = v.calendar_id
    where v.id = ${id} and v.is_shown and ${mayUseEvent(user)}`.execute(db);
  return rows[0];
}

/**
 * Returns an event that the caller may change. Throws 404 for unknown and foreign ones, 403 for another person's
 * read-only one.
 */
export async function findEditable(context: SignedIn, id: string): Promise<StoredEvent> {
  const event = await findEvent(context.db, context.user, id);
  if (!event) throw notFound();
  if (event.readOnly && event.userId !== context.user.id) throw new Refusal(403, 'calendar.readOnly');
  return event;
}
