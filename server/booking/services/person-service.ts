// How a person does a service: with minutes and a price of their own, at a location or at all of theirs.

import { type RawBuilder, sql } from 'kysely';
import { blockingStatuses } from '#contract/booking/visit-states.ts';

/**
 * A subquery for how the person of a calendar does a service `s`: no row when they do not do it there. Without a
 * location: how they do it anywhere.
 */
export function personService(calendarId: RawBuilder<unknown>, locationId?: RawBuilder<unknown>): RawBuilder<unknown> {
  const there = locationId ? sql`(p.location_id is null or p.location_id = ${locationId})` : sql`true`;
  // A row for the location comes before the one for all; without a location, the one for all comes first.
  const order = locationId ? sql`p.location_id nulls last` : sql`p.location_id nulls first`;
  return sql`(
    select coalesce(p.minutes, s.minutes) as minutes, coalesce(p.price, s.price) as price,
      p.minutes as own_minutes, p.price as own_price
    from service_people p
    where p.company_id = s.company_id and p.service_id = s.id and p.calendar_id = ${calendarId} and ${there}
    order by ${order} limit 1)`;
}

/** The same, but as they do it at another location when they do not do it at this one. */
export function personServiceNear(calendarId: RawBuilder<unknown>, locationId: RawBuilder<unknown>) {
  return sql`(
    select coalesce(p.minutes, s.minutes) as minutes, coalesce(p.price, s.price) as price
    from service_people p
    where p.company_id = s.company_id and p.service_id = s.id and p.calendar_id = ${calendarId}
    order by p.location_id is not distinct from ${locationId} desc, p.location_id nulls first limit 1)`;
}

/** The name of the category of a service `s`; empty without one. */
export const categoryName = sql<string>`coalesce((
  select g.name from service_categories g where g.company_id = s.company_id and g.id = s.category_id), '')`;

/** Sorts services `s`: by category, those without one last, then in the company's order. */
export const serviceOrder = sql`(
  select g.position from service_categories g where g.company_id = s.company_id and g.id = s.category_id) nulls last,
  (select g.name from service_categories g where g.company_id = s.company_id and g.id = s.category_id) nulls last,
  s.position, s.name, s.id`;

/** The place of a service `s` in that order, as one value to compare. */
export const servicePlace = sql`(
  (select g.position from service_categories g where g.company_id = s.company_id and g.id = s.category_id),
  (select g.name from service_categories g where g.company_id = s.company_id and g.id = s.category_id),
  s.position, s.name)`;

/**
 * A relation `coming` (service_id, count): how many coming appointments of the company hold each service. Read once,
 * from the visits that are to come; those of all times may be many.
 */
export function comingAppointments(companyId: string, now: Temporal.Instant): RawBuilder<unknown> {
  return sql`(
    select p.service_id, count(distinct v.id)::integer as count
    from visits v join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
    where v.company_id = ${companyId} and v.start_at > ${now} and v.status = any(${[...blockingStatuses]})
      and (v.held_until is null or v.held_until > ${now})
    group by p.service_id) coming`;
}

/** The active variants and extras of a service `s` as visitors and staff choose them, in order. */
function offeredAs(fields: RawBuilder<unknown>) {
  return sql`coalesce((
    select json_agg(json_build_object(${fields}) order by o.position)
    from service_options o where o.company_id = s.company_id and o.service_id = s.id and o.is_active), '[]')`;
}

/** With inner names. */
export const offeredOptions = offeredAs(sql`'id', o.id, 'kind', o.kind, 'name', o.name, 'minutes', o.minutes,
  'price', o.price, 'maxCount', o.max_count`);
/** With the names of the wire. */
export const offeredWireOptions = offeredAs(sql`'Id', o.id, 'Kind', o.kind, 'Name', o.name, 'Minutes', o.minutes,
  'Price', o.price, 'MaxCount', o.max_count`);
