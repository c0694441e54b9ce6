// Changes the caller's current location, also to one of another company that they work for.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/**
 * Moves the session to the location, and to its company. Allowed locations are those granted to the user, and all of a
 * company that they administer. Throws 404 for any other. An impersonated user stays in their company.
 */
export async function changeLocation(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  const { user } = context;
  await transaction(context, async (tx) => {
    const { rows } = await sql<{ companyId: string }>`
      select l.company_id from locations l
      join employees e on e.company_id = l.company_id and e.user_id = ${user.id}
      cross join lateral effective_rights(e.company_id, e.user_id) rights
      where l.id = ${id} and (rights.actions && array['admin', 'sys'] or exists (
        select from employee_locations el
        where el.company_id = l.company_id and el.user_id = e.user_id and el.location_id = l.id))`.execute(tx.db);
    const companyId = rows[0]?.companyId;
    if (!companyId || (user.impersonator && companyId !== user.companyId)) throw notFound();
    await tx.db.updateTable('sessions').set({ companyId, locationId: id }).where('id', '=', user.sessionId).execute();
    if (companyId !== user.companyId) {
      await audit(tx, 'Changed the company', { userId: user.id, userName: user.logIn, companyId });
    }
  });
}
