// Finds visits with their parts.
import { sql } from 'kysely';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { mayUseEvent } from '#server/booking/times/may-use.ts';
import type { Db } from '#server/db/pool.ts';
import type { CurrentUser } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';

export interface StoredVisit {
  companyId: string;
  id: string;
  contactId: string | null;
  locationId: string | null;
  status: VisitStatus;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  timeZone: string;
  name: string;
  eMail: string;
  phoneNumber: string;
  language: string;
  /** Hours; null without a rule. */
  cancelHours: number | null;
  endedAt: Temporal.Instant | null;
  /** When staff last saved a confirmed visit that the customer knows as a request. */
  requestTakenAt: Temporal.Instant | null;
  /** In order of their start. */
  parts: StoredPart[];
}

export interface StoredPart {
  eventId: string;
  calendarId: string;
  lane: number;
  /** A multirange. */
  occupied: string;
  /** Only the employee who made the event may change it. */
  readOnly: boolean;
  madeBy: string | null;
}

/**
 * Locks the row of a visit until the transaction ends. Lock calendars before it, and change its events after it: the
 * deletion of a visit, by the cleanup of old holds too, takes its row and then its events.
 */
export async function lockVisit(db: Db, visit: { companyId: string; id: string }): Promise<void> {
  await sql`select from visits where company_id = ${visit.companyId} and id = ${visit.id} for update`.execute(db);
}

/** Finds a visit; checks no rights. */
export async function findVisit(db: Db, visit: { companyId: string; id: string }): Promise<StoredVisit | undefined> {
  const { rows } = await sql<StoredVisit>`
    select v.company_id, v.id, v.contact_id, v.location_id, v.status, v.start_at, v.end_at, v.time_zone, v.name, v.e_mail,
      v.phone_number, v.language, v.cancel_hours, v.ended_at,
      case when v.status = 'confirmed' and v.requested_at is not null
        and coalesce(v.notified, v.notifying) ->> 'status' is not distinct from 'requested' then v.updated_at end as request_taken_at, (
        select json_agg(json_build_object('eventId', e.id, 'calendarId', e.calendar_id, 'lane', e.lane,
          'occupied', e.occupied::text, 'readOnly', e.read_only, 'madeBy', e.user_id) order by p.position)
        from visit_parts p join events e on e.company_id = p.company_id and e.id = p.event_id
        where p.company_id = v.company_id and p.visit_id = v.id) as parts
    from visits v where v.company_id = ${visit.companyId} and v.id = ${visit.id}`.execute(db);
  const [found] = rows;
  return found && { ...found, parts: found.parts ?? [] };
}

/** Finds a visit whose every part the user may change; undefined for unknown and foreign ones. */
export async function findUsableVisit(db: Db, user: CurrentUser, id: string): Promise<StoredVisit | undefined> {
  const found = await findReachableVisit(db, user, id);
  return found?.isWhole ? found.visit : undefined;
}

/**
 * Finds a visit of which the user may change a part, and whether they may change every part; undefined for unknown and
 * foreign ones.
 */
export async function findReachableVisit(
  db: Db,
  user: CurrentUser,
  id: string,
): Promise<{ visit: StoredVisit; isWhole: boolean } | undefined> {
  const visit = await findVisit(db, { companyId: user.companyId, id });
  if (!visit) return undefined;
  const { rows } = await sql<{ usable: number }>`
    select count(*) as usable from visit_parts p
    join events v on v.company_id = p.company_id and v.id = p.event_id
    join calendars k on k.company_id = v.company_id and k.id = v.calendar_id
    where p.company_id = ${user.companyId} and p.visit_id = ${id} and ${mayUseEvent(user)}`.execute(db);
  const usable = rows[0]?.usable ?? 0;
  return usable > 0 ? { visit, isWhole: usable === visit.parts.length } : undefined;
}

/** Throws 403 for a visit with another person's read-only part. */
export function assertEditable({ parts }: StoredVisit, user: CurrentUser): void {
  if (parts.some(({ readOnly, madeBy }) => readOnly && madeBy !== user.id)) throw new Refusal(403, 'calendar.readOnly');
}
