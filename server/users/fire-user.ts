// A person stops working for a company: at an administrator's or the operator's word.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { endMembership } from './end-membership.ts';
import { keepSomebody } from './keep-somebody.ts';
import type { Scope } from './list-grants.ts';

interface Member {
  companyId: string;
  company: string;
  logIn: string;
  isOperator: boolean;
  /** How many companies he works for. */
  companies: number;
}

/**
 * Ends his membership with all rights, and his sessions in that company. What was booked with him stays the company's. 404 for
 * somebody who does not work there, 403 for oneself and for operators, 409 for the last administrator and while it is not said for
 * which of his companies.
 */
export async function fireUser(
  context: SignedIn,
  { id, companyId }: { id: string; companyId?: string | undefined },
  scope: Scope,
): Promise<undefined> {
  await transaction(context, async (within) => {
    const member = await memberToEnd(within, id, companyId, scope);
    if (scope.anywhere && !companyId && member.companies > 1) throw new Refusal(409, 'users.severalCompanies');
    await keepSomebody(within, [member.companyId], () =>
      endMembership(within, { companyId: member.companyId, userId: id }),
    );
    await audit(within, `Fired ${member.logIn} from ${member.company}`);
  });
}

/** Deletes the account of somebody who works for that company only; 409 while he works for another one, too. */
export async function deleteUser(context: SignedIn, { id }: { id: string }, scope: Scope): Promise<undefined> {
  await transaction(context, async (within) => {
    const member = await memberToEnd(within, id, undefined, scope);
    if (member.companies > 1) throw new Refusal(409, 'users.worksElsewhere');
    await keepSomebody(within, [member.companyId], async () => {
      await endMembership(within, { companyId: member.companyId, userId: id });
      await within.db.deleteFrom('users').where('id', '=', id).execute();
    });
    await audit(within, `Deleted the account ${member.logIn}`);
  });
}

async function memberToEnd(
  { db, user }: SignedIn,
  id: string,
  companyId: string | undefined,
  { anywhere }: Scope,
): Promise<Member> {
  const company = anywhere ? companyId : user.companyId;
  const { rows } = await sql<Member>`
    select e.company_id, c.name as company, u.log_in,
      (select count(*)::int from employees o where o.user_id = u.id) as companies,
      exists (select from employees o cross join lateral effective_rights(o.company_id, o.user_id) rights
        where o.user_id = u.id and 'sys' = any(rights.actions)) as is_operator
    from employees e join users u on u.id = e.user_id join companies c on c.id = e.company_id
    where e.user_id = ${id} and (${company ?? null}::uuid is null or e.company_id = ${company ?? null})
    order by e.created_at, e.company_id limit 1`.execute(db);
  const [member] = rows;
  if (!member) throw notFound();
  if (id === user.id) throw new Refusal(403, 'users.notOneself');
  if (member.isOperator && !user.actions.includes('sys')) throw new Refusal(403, 'users.isOperator');
  return member;
}
