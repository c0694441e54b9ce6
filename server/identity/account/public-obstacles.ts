// Finds what a profile lacks before it can be published.
import { type RawBuilder, sql } from 'kysely';
import type { PublicObstacle } from '#contract/company/employee.ts';
import type { Db } from '#server/db/pool.ts';

const conditions: Record<PublicObstacle, RawBuilder<boolean>> = {
  notVerified: sql`u.e_mail_verified_at is null`,
  notNamed: sql`u.first_name = '' and u.last_name = ''`,
  notPlaced: sql`not exists (
    select from employee_locations own join locations place on place.company_id = own.company_id and place.id = own.location_id
    where own.company_id = e.company_id and own.user_id = e.user_id
      and (place.geolocation_id is not null or place.address <> ''))`,
};

/** Of the employee `e` with the account `u`; empty when the profile can be published. */
export const publicObstaclesOf = sql<PublicObstacle[]>`array_remove(array[${sql.join(
  Object.entries(conditions).map(([name, condition]) => sql`case when ${condition} then ${sql.lit(name)} end`),
)}], null)`;

/** An empty list when the employee's profile can be published. */
export async function findPublicObstacles(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<PublicObstacle[]> {
  const { rows } = await sql<{ obstacles: PublicObstacle[] }>`
    select ${publicObstaclesOf} as obstacles
    from users u left join employees e on e.company_id = ${companyId} and e.user_id = u.id
    where u.id = ${userId}`.execute(db);
  return rows[0]?.obstacles ?? [];
}
