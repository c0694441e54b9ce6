// Finds what a profile lacks before it can be published.
import { sql } from 'kysely';
import type { PublicObstacle } from '#contract/company/employee.ts';
import type { Db } from '#server/db/pool.ts';

/** An empty list when the employee's profile can be published. */
export async function findPublicObstacles(
  db: Db,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<PublicObstacle[]> {
  const { rows } = await sql<Record<PublicObstacle, boolean>>`
    select u.e_mail_verified_at is null as not_verified, u.first_name = '' and u.last_name = '' as not_named,
      not exists (
        select from employee_locations el join locations l on l.company_id = el.company_id and l.id = el.location_id
        where el.company_id = ${companyId} and el.user_id = u.id and (l.geolocation_id is not null or l.address <> ''))
        as not_placed
    from users u where u.id = ${userId}`.execute(db);
  return Object.entries(rows[0] ?? {}).flatMap(([obstacle, isThere]) => (isThere ? [obstacle as PublicObstacle] : []));
}
