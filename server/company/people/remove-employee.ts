// Removes a person from a company, on behalf of an administrator or the operator.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { GrantScope } from '#server/identity/grants/scope.ts';
import { assertAdminRemains } from '#server/identity/memberships/assert-admin-remains.ts';
import { endMembership } from '#server/identity/memberships/end-membership.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { isOperator } from '#server/lib/sql/is-operator.ts';

interface Person {
  /** The given company, or the person's first one; null for a person who works for none. */
  companyId: string | null;
  company: string | null;
  logIn: string;
  isOperator: boolean;
  /** The number of companies that the person works for. */
  companies: number;
}

/**
 * Ends a membership with all its rights and sessions. Appointments stay the company's. Throws 404 for a person who does
 * not work there, 403 for the caller's own account and for operators, 409 for the last administrator and when the
 * company of a person who works for several is not named.
 */
export async function removeEmployee(
  context: SignedIn,
  { id, companyId }: { id: string; companyId?: string | undefined },
  scope: GrantScope,
): Promise<undefined> {
  await transaction(context, async (tx) => {
    const { companyId: from, company, companies, logIn } = await personToRemove(tx, id, companyId, scope);
    if (!from) throw notFound();
    if (scope.anywhere && !companyId && companies > 1) throw new Refusal(409, 'users.severalCompanies');
    await assertAdminRemains(tx, [from], () => endMembership(tx, { companyId: from, userId: id }));
    await audit(tx, `Fired ${logIn} from ${company}`);
  });
}

/**
 * Deletes the account of a person who works for that company only or, by the operator, for none. Throws 409 while they
 * work for another company.
 */
export async function deleteUser(context: SignedIn, { id }: { id: string }, scope: GrantScope): Promise<undefined> {
  await transaction(context, async (tx) => {
    const { companyId, companies, logIn } = await personToRemove(tx, id, undefined, scope);
    if (companies > 1) throw new Refusal(409, 'users.worksElsewhere');
    await assertAdminRemains(tx, companyId ? [companyId] : [], async () => {
      if (companyId) await endMembership(tx, { companyId, userId: id });
      await tx.db.deleteFrom('users').where('id', '=', id).execute();
    });
    await audit(tx, `Deleted the account ${logIn}`);
  });
}

async function personToRemove(
  { db, user }: SignedIn,
  id: string,
  companyId: string | undefined,
  { anywhere }: GrantScope,
): Promise<Person> {
  const company = anywhere ? companyId : user.companyId;
  const { rows } = await sql<Person>`
    select e.company_id, c.name as company, u.log_in,
      (select count(*)::int from employees o where o.user_id = u.id) as companies,
      ${isOperator(sql`u.id`)} as is_operator
    from users u
      left join employees e on e.user_id = u.id and (${company ?? null}::uuid is null or e.company_id = ${company ?? null})
      left join companies c on c.id = e.company_id
    where u.id = ${id} order by e.created_at, e.company_id limit 1`.execute(db);
  const [person] = rows;
  // Administrators must not learn about people who do not work for their company.
  if (!person || (!anywhere && !person.companyId)) throw notFound();
  if (id === user.id) throw new Refusal(403, 'users.notOneself');
  if (person.isOperator && !user.actions.includes('sys')) throw new Refusal(403, 'users.isOperator');
  return person;
}
