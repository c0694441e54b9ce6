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
    ? sql`union all
        select r.contact_id from employee_locations mine
        join contact_locations r on r.company_id = mine.company_id and r.location_id = mine.location_id
        where mine.company_id = ${user.companyId} and mine.user_id = ${user.id}`
    : sql``;
  // An array, which an index of the contacts serves: a semi-join read all of the company.
  return sql<boolean>`c.id = any(array(
    select r.contact_id from contact_calendars r
    where r.company_id = ${user.companyId} and r.calendar_id = (
      select k.id from calendars k where k.company_id = ${user.companyId} and k.user_id = ${user.id})
    union all
    select own.id from contacts own where own.company_id = ${user.companyId} and own.created_by = ${user.id}
    ${atLocations}))`;
}
