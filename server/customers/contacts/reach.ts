// Decides which customers a caller may see and change.
import { type RawBuilder, sql } from 'kysely';
import { allows } from '#contract/lib/may.ts';
import type { CurrentUser } from '#server/lib/context.ts';

/**
 * Whether the caller reaches a contact `c` of their company: administrators all; local administrators those with
 * appointments at their locations; everyone those with appointments in their own calendar, and those they have added.
 */
export function reachesContact(user: CurrentUser): RawBuilder<boolean> {
  if (allows(user.actions, 'admin')) return sql<boolean>`true`;
  const atLocations = allows(user.actions, 'lcladmin')
    ? sql`union
        select v.contact_id from employee_locations mine
        join visits v on v.company_id = mine.company_id and v.location_id = mine.location_id
        where mine.company_id = ${user.companyId} and mine.user_id = ${user.id}`
    : sql``;
  // An array: half the time of a semi-join for an employee with 10,000 appointments.
  return sql<boolean>`c.id = any(array(
    select v.contact_id from calendars k join events e on e.company_id = k.company_id and e.calendar_id = k.id
    join visit_parts p on p.company_id = e.company_id and p.event_id = e.id
    join visits v on v.company_id = p.company_id and v.id = p.visit_id
    where k.company_id = ${user.companyId} and k.user_id = ${user.id}
    union
    select own.id from contacts own where own.company_id = ${user.companyId} and own.created_by = ${user.id}
    ${atLocations}))`;
}
