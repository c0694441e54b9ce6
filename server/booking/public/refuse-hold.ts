// Refuses to confirm a hold whose person has become busy, with the nearest times that are still free.
import { sql } from 'kysely';
import type { VisitorReason } from '#contract/booking/not-free.ts';
import type { Availability } from '#server/booking/availability/free-slots.ts';
import { loadCandidates } from '#server/booking/times/schedule.ts';
import type { StoredVisit } from '#server/booking/visits/find-visit.ts';
import type { Context } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { bookableAround } from './bookable-around.ts';
import { alternativeReachMs, refusalAt } from './refuse-time.ts';

interface BookedHold {
  locationUrlName: string;
  userUrlName: string;
  /** The visitor named no person. */
  isAnyone: boolean;
  /** In their order. */
  parts: { serviceId: string | null; options: { optionId: string | null; count: number }[] }[];
}

/**
 * The times are those of the person; of a booking with anyone, those of all who do its services. The hold's own time
 * counts as free: it is released before another one is held.
 */
export async function refusalOfHold(context: Context, hold: StoredVisit, reason: VisitorReason): Promise<Refusal> {
  const start = hold.startAt.epochMilliseconds;
  return refusalAt(await peopleFor(context, hold), start, reason);
}

async function peopleFor(context: Context, hold: StoredVisit): Promise<Availability[]> {
  const start = hold.startAt.epochMilliseconds;
  const range = { from: start - alternativeReachMs, to: start + alternativeReachMs };
  const reader = { db: context.database.read, clock: context.clock };
  const booked = await findBooked(context, hold);
  if (!booked) return [];
  const { locationUrlName, userUrlName, parts } = booked;
  const serviceIds = parts.flatMap(({ serviceId }) => serviceId ?? []);
  // An option that was deleted meanwhile can be held by no one again.
  const chosen = parts.flatMap(({ serviceId, options }) =>
    options.flatMap(({ optionId, count }) =>
      serviceId && optionId ? Array.from({ length: count }, () => ({ serviceId, optionId })) : [],
    ),
  );
  if (booked.isAnyone && serviceIds.length === parts.length) {
    const people = await loadCandidates(
      reader.db,
      {
        ...{ locationUrlName, serviceIds, choice: { chosen, key: 'Options' }, minutes: 0, ...range },
        ...{ now: context.clock.now(), except: hold.parts.map(({ eventId }) => eventId) },
      },
      sql<null>`null`,
    ).catch((error: unknown) => {
      // An option is no longer offered: the times of the person remain, for the visit as it was booked.
      if (!(error instanceof Refusal)) throw error;
    });
    if (people) return people.map(({ availability }) => availability);
  }
  const bookable = await bookableAround(reader, { locationUrlName, userUrlName }, hold, range);
  return bookable ? [bookable.availability] : [];
}

async function findBooked(
  { database }: Context,
  { companyId, id, parts: [first] }: StoredVisit,
): Promise<BookedHold | undefined> {
  const { rows } = await sql<BookedHold>`
    select l.url_name as location_url_name, e.url_name as user_url_name, v.any_person as is_anyone, (
      select json_agg(json_build_object('serviceId', p.service_id, 'options', coalesce((
          select json_agg(json_build_object('optionId', o.option_id, 'count', o.count) order by o.position)
          from visit_part_options o
          where o.company_id = p.company_id and o.visit_id = p.visit_id and o.event_id = p.event_id), '[]'))
        order by p.position)
      from visit_parts p where p.company_id = v.company_id and p.visit_id = v.id) as parts
    from visits v
    join locations l on l.company_id = v.company_id and l.id = v.location_id
    join calendars k on k.company_id = v.company_id and k.id = ${first?.calendarId ?? null}
    join employees e on e.company_id = k.company_id and e.user_id = k.user_id
    where v.company_id = ${companyId} and v.id = ${id}`.execute(database.read);
  return rows[0];
}
