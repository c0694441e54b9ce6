// Removes the caller from the company: ends their profile, rights and sessions there. Their appointments stay.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { assertAdminRemains } from '#server/identity/memberships/assert-admin-remains.ts';
import { endMembership } from '#server/identity/memberships/end-membership.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { cookieName, startSession } from '#server/lib/session/session.ts';

/**
 * Throws 417 with Key `Company` for the last administrator, and while visitors have appointments ahead. Afterwards the
 * browser works for the person's other company, or is signed out when there is none.
 */
export async function leaveCompany(context: SignedIn): Promise<{ companyName: string; isSignedIn: boolean }> {
  const companyName = await transaction(context, endOwnMembership);
  const next = await nextWorkplace(context);
  if (next) await startSession(context, { ...next, userId: context.user.id, remembered: false });
  else context.cookies.clear(cookieName(context.publicUrl));
  return { companyName, isSignedIn: next !== undefined };
}

/** Returns the name of the company. */
async function endOwnMembership(context: SignedIn): Promise<string> {
  const { db, user } = context;
  const { companyId, id: userId } = user;
  const { rows } = await sql<{ name: string }>`select name from companies where id = ${companyId}`.execute(db);
  const [company] = rows;
  if (!company) throw notFound();
  await assertNoComingAppointments(context);
  await audit(context, `Left the company ${company.name}`);
  await assertAdminRemains(context, [companyId], () => endMembership(context, { companyId, userId }), {
    admin: () => invalid('Company', 'myAccount.lastAdmin'),
    operator: () => invalid('Company', 'privacy.lastSys'),
  });
  return company.name;
}

async function assertNoComingAppointments({ db, user, clock }: SignedIn): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from appointments v join calendars k on k.company_id = v.company_id and k.id = v.calendar_id
    where k.company_id = ${user.companyId} and k.user_id = ${user.id} and v.start_at > ${clock.now()}
      and v.status in ('requested', 'confirmed')`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw invalid('Company', 'myAccount.visitorsExpected', { count });
}

async function nextWorkplace(context: SignedIn): Promise<{ companyId: string; locationId: string | null } | undefined> {
  return context.database.read
    .selectFrom('employees as e')
    .select('e.companyId')
    .select((row) =>
      row
        .selectFrom('employeeLocations as el')
        .select('el.locationId')
        .whereRef('el.companyId', '=', 'e.companyId')
        .whereRef('el.userId', '=', 'e.userId')
        .orderBy('el.locationId')
        .limit(1)
        .as('locationId'),
    )
    .where('e.userId', '=', context.user.id)
    .where('e.companyId', '<>', context.user.companyId)
    .orderBy('e.createdAt')
    .orderBy('e.companyId')
    .executeTakeFirst();
}
