// Decides which customers a caller may see and change.
import { type RawBuilder, sql } from 'kysely';
import { allows } from '#contract/lib/may.ts';
import type { CurrentUser } from '#server/lib/context.ts';

/**
 * Whether the caller reaches a contact `c` of their company: administrators all; local administrators those with
 * appointments at their locations; everyone those with appointments in their own calendar, and those they have added.
 */
export function reachesContact(user: CurrentUser): RawBuilder<boolean> {
  const reached = reachedIds(user);
  // An array, which an index of the contacts serves: a semi-join read all of the company.
  return reached ? sql<boolean>`c.id = any(array(${reached}))` : sql<boolean>`true`;
}

/** The relation `reach` for statements that ask several times; undefined for those who reach all. See `isInReach`. */
export function reachTable(user: CurrentUser): RawBuilder<unknown> | undefined {
  const reached = reachedIds(user);
  return reached && sql`reach as materialized (${reached})`;
}

/** Like `reachesContact`, in a statement that begins with `reachTable`. */
export function isInReach(user: CurrentUser): RawBuilder<boolean> {
  return reachesAll(user) ? sql<boolean>`true` : sql<boolean>`c.id = any(array(select contact_id from reach))`;
}

function reachesAll({ actions }: CurrentUser): boolean {
  return allows(actions, 'admin');
}

/** Selects `contact_id` of all that the caller reaches, some of them twice; undefined when they reach all. */
function reachedIds(user: CurrentUser): RawBuilder<unknown> | undefined {
  if (reachesAll(user)) return undefined;
  const atLocations = allows(user.actions, 'lcladmin')
    ? sql`union all
        select r.contact_id from employee_locations mine
        join contact_locations r on r.company_id = mine.company_id and r.location_id = mine.location_id
        where mine.company_id = ${user.companyId} and mine.user_id = ${user.id}`
    : sql``;
  return sql`
    select r.contact_id from contact_calendars r
    where r.company_id = ${user.companyId} and r.calendar_id = (
      select k.id from calendars k where k.company_id = ${user.companyId} and k.user_id = ${user.id})
    union all
    select own.id from contacts own where own.company_id = ${user.companyId} and own.created_by = ${user.id}
    ${atLocations}`;
}
