// Names the operators of the installation whom the caller knows as colleagues.
import { sql } from 'kysely';
import type { Context } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';

/**
 * Returns the names of those who work in the caller's company and have given one, in order; none for a visitor. Needs
 * the owner's role.
 */
export async function operatorsOfCompany({ db, user }: Context): Promise<string[]> {
  if (!user) return [];
  const { rows } = await sql<{ name: string }>`
    select distinct ${userName} as name from employees e join users u on u.id = e.user_id
    where e.company_id = ${user.companyId} and ${userName} <> '' and (e.company_id, e.user_id) in (
      select own.company_id, own.user_id from user_actions own join actions a on a.id = own.action_id where a.name = 'sys'
      union
      select of.company_id, of.user_id from user_groups of
        join group_actions given on given.group_id = of.group_id join actions a on a.id = given.action_id
        where a.name = 'sys')
    order by name limit 3`.execute(db);
  return rows.map(({ name }) => name);
}
