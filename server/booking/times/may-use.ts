// Decides which calendars and events a user may see and change.
import { type RawBuilder, sql } from 'kysely';
import type { CurrentUser } from '#server/lib/context.ts';

/** The user of a request, or the maker of a feed. */
export type Reader = Pick<CurrentUser, 'id' | 'companyId' | 'actions'>;

/**
 * Whether the user may see and change a calendar `k`: their own; as `admin`, every one of the company; as `lcladmin`,
 * those of people who work at the user's locations. Row-level security restricts the company.
 */
export function mayUse(user: Reader): RawBuilder<boolean> {
  if (user.actions.includes('admin')) return sql<boolean>`k.company_id = ${user.companyId}`;
  if (!user.actions.includes('lcladmin')) return isOwn(user);
  return sql<boolean>`(${isOwn(user)} or k.company_id = ${user.companyId} and exists (
    select from employee_locations theirs
    where theirs.company_id = k.company_id and theirs.user_id = k.user_id and ${worksAt(user, sql`theirs.location_id`)}))`;
}

/**
 * Whether the user may see and change an event `v` of a calendar `k`. In the calendar of a colleague, an `lcladmin`
 * reaches only the events at the user's locations: the colleague may work at others, too.
 */
export function mayUseEvent(user: Reader): RawBuilder<boolean> {
  return sql<boolean>`(${mayUse(user)} and ${reachesLocation(user, sql`v.location_id`)})`;
}

/** Whether the user may do in a calendar `k` what happens at this location. */
export function reachesLocation(user: Reader, locationId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (user.actions.includes('admin') || !user.actions.includes('lcladmin')) return sql<boolean>`true`;
  return sql<boolean>`(${isOwn(user)} or ${worksAt(user, locationId)})`;
}

function isOwn(user: Reader): RawBuilder<boolean> {
  return sql<boolean>`(k.company_id = ${user.companyId} and k.user_id = ${user.id})`;
}

/** Whether the user works at this location of the company. */
export function worksAt(user: Reader, locationId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from employee_locations mine
    where mine.company_id = ${user.companyId} and mine.user_id = ${user.id} and mine.location_id = ${locationId})`;
}
