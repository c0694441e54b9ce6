// Lists the parts of visits that a customer has not paid.
import { type RawBuilder, sql } from 'kysely';
import type { RatedOption } from '#contract/booking/rate-groups.ts';
import { payTogetherDays } from '#contract/booking/receipts.ts';
import { mayUseEvent } from '#server/booking/times/may-use.ts';
import type { StoredVisit } from '#server/booking/visits/find-visit.ts';
import { ratedOptionsOfPart } from '#server/booking/visits/options-of-part.ts';
import { isStanding } from '#server/booking/visits/standing-lines.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';

/** A part of a visit without a receipt that stands. */
export interface UnpaidPart {
  visitId: string;
  eventId: string;
  name: string;
  person: string;
  price: number;
  /** Of the day of the visit, as its service has it now; of a deleted service, as it was. */
  vatRate: number | null;
  /** The variant and the extras that it was booked with. */
  options: RatedOption[];
  locationId: string | null;
  calendarId: string;
  startAt: Temporal.Instant;
  timeZone: string;
}

/** In their order. */
export function listUnpaid(db: Db, { companyId, id }: { companyId: string; id: string }): Promise<UnpaidPart[]> {
  return list(db, sql`x.company_id = ${companyId} and x.id = ${id}`, sql`p.position`);
}

/** Visits that were paid before they ended otherwise are no reason to ask for more. */
const expectedStatuses = ['confirmed', 'arrived', 'started', 'completed'];

/** More would not be read at the desk. */
const maxOthers = 20;

/**
 * Offers to be paid with a visit: the parts with a price of its customer's other visits of that day and of the
 * `payTogetherDays` before, the latest first. Only visits whose every part the caller may change.
 */
export async function listUnpaidBeside({ db, user }: SignedIn, visit: StoredVisit): Promise<UnpaidPart[]> {
  if (visit.contactId === null) return [];
  const day = visit.startAt.toZonedDateTimeISO(visit.timeZone).startOfDay();
  const [from, until] = [day.subtract({ days: payTogetherDays }), day.add({ days: 1 })].map((at) => at.toInstant());
  return list(
    db,
    sql`x.company_id = ${visit.companyId} and x.contact_id = ${visit.contactId} and x.id <> ${visit.id}
      and x.status = any(${expectedStatuses}::text[]) and x.start_at >= ${from} and x.start_at < ${until} and p.price > 0
      and not exists (
        select from visit_parts q join events v on v.company_id = q.company_id and v.id = q.event_id
          join calendars k on k.company_id = v.company_id and k.id = v.calendar_id
        where q.company_id = x.company_id and q.visit_id = x.id and not ${mayUseEvent(user)})`,
    sql`x.start_at desc, x.id, p.position limit ${maxOthers}`,
  );
}

/** `where` names visits `x` and their parts `p`. */
async function list(db: Db, where: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<UnpaidPart[]> {
  const { rows } = await sql<UnpaidPart>`
    select p.visit_id, p.event_id, coalesce(nullif(p.service_name, ''), e.title) as name, coalesce(${userName}, '') as person,
      p.price, case when s.id is null then p.vat_rate else service_vat_rate(s, x.day) end as vat_rate,
      ${ratedOptionsOfPart} as options, e.location_id,
      e.calendar_id, e.start_at, x.time_zone
    from visits x join visit_parts p on p.company_id = x.company_id and p.visit_id = x.id
      join events e on e.company_id = p.company_id and e.id = p.event_id
      join calendars c on c.company_id = e.company_id and c.id = e.calendar_id
      left join users u on u.id = c.user_id
      left join services s on s.company_id = p.company_id and s.id = p.service_id
    where ${where} and not exists (
      select from receipt_lines l where l.company_id = p.company_id and l.visit_id = p.visit_id and l.event_id = p.event_id
        and ${isStanding('l')})
    order by ${order}`.execute(db);
  return rows;
}
