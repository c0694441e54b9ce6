// Decides which calendars a user may see and change.
import { type RawBuilder, sql } from 'kysely';
import type { CurrentUser } from '#server/lib/context.ts';

/**
 * Whether the user may see and change a calendar `k`: their own; as `admin`, every one of the company; as `lcladmin`,
 * those of people who work at the user's locations. Row-level security restricts the company.
 */
export function mayUse(user: CurrentUser): RawBuilder<boolean> {
  if (user.actions.includes('admin')) return sql<boolean>`k.company_id = ${user.companyId}`;
  const own = sql<boolean>`(k.company_id = ${user.companyId} and k.user_id = ${user.id})`;
  if (!user.actions.includes('lcladmin')) return own;
  return sql<boolean>`(${own} or k.company_id = ${user.companyId} and exists (
    select from employee_locations mine
    join employee_locations theirs on theirs.company_id = mine.company_id and theirs.location_id = mine.location_id
    where mine.company_id = k.company_id and mine.user_id = ${user.id} and theirs.user_id = k.user_id))`;
}
