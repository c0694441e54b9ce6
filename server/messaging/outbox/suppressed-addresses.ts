// Lists the suppressed addresses and numbers for the operator and for companies, who can allow one again.
import { sql } from 'kysely';
import { companySuppressedAddresses, systemSuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { companyNames } from '#server/lib/grid/company-names.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';

/** Expired entries only count repetitions. */
function rows({ db, clock }: SignedIn) {
  return db
    .selectFrom('suppressions as s')
    .select(['s.id', 's.medium', 's.address', 's.reason', 's.evidence', 's.createdAt', 's.expiresAt', 's.times'])
    .select(sql<string>`coalesce(s.purpose, 'all')`.as('purpose'))
    .where('s.medium', 'in', ['mail', 'sms'])
    .where((row) =>
      row.or([row('expiresAt', 'is', null), row('expiresAt', '>', sql<Temporal.Instant>`${clock.now()}`)]),
    );
}

/**
 * Suppressed addresses of the company, and mailboxes that do not exist to which it wrote; as in the policy
 * `of_recipients`.
 */
function companyRows(context: SignedIn) {
  const { companyId } = context.user;
  return rows(context).where(
    sql<boolean>`(s.company_id = ${companyId} or s.company_id is null and s.reason = 'bounce' and exists (
      select from deliveries d where d.company_id = ${companyId} and d.address = s.address and d.medium = s.medium
        and (d.state in ('suppressed', 'undelivered') or d.reason in ('bounced', 'returned'))))`,
  );
}

export const suppressedAddressRoutes = serve(systemSuppressedAddresses.operations, {
  ...gridOf(systemSuppressedAddresses, {
    rows: (context) =>
      rows(context).leftJoin('companies as c', 'c.id', 's.companyId').select(['c.name as company', 's.companyId']),
    lookups: { company: companyNames },
  }),
  allow: (context, { id, why }) => transaction(context, (tx) => allow(tx, id, why)),
  allowMany: (context, { ids }) => transaction(context, (tx) => lift(tx, ids)),
});

export const companySuppressedAddressRoutes = serve(companySuppressedAddresses.operations, {
  ...gridOf(companySuppressedAddresses, { rows: companyRows, limitsToCompany: true }),
  allow: (context, { id, why }) => allow(context, id, why),
  allowMany: (context, { ids }) => lift(context, ids),
});

async function allow(tx: SignedIn, id: string, why: string): Promise<undefined> {
  await lift(tx, [id], why);
}

/**
 * A later rejection counts as the first. Throws 404 when none of the entries is known. An operator can allow an address
 * that a customer has suppressed; a company cannot. A company that says why may send SMS to a number again that
 * answered STOP: about appointments, for campaigns stay off until the customer agrees.
 */
async function lift(tx: SignedIn, ids: readonly string[], why = ''): Promise<{ changed: number }> {
  const found = await tx.db
    .selectFrom('suppressions')
    .select(['id', 'companyId', 'medium', 'address', 'reason'])
    .where('id', 'in', [...ids])
    .forUpdate()
    .execute();
  if (found.length === 0) throw notFound();
  const isOperator = tx.user.actions.includes('sys');
  const has = (wanted: string) => found.some(({ reason }) => reason === wanted);
  if (!isOperator && has('unsubscribed')) throw new Refusal(409, 'messaging.byCustomer');
  if (!isOperator && has('stop') && why.trim() === '') throw new Refusal(409, 'messaging.stopped');
  await tx.db
    .deleteFrom('suppressions')
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute();
  for (const { companyId, medium, address, reason } of found) {
    if (reason !== 'stop') continue;
    await sql`
      insert into suppressions (id, company_id, medium, address, reason, purpose, evidence, created_at)
      values (gen_random_uuid(), ${companyId}, ${medium}, ${address}, 'unsubscribed', 'campaign', 'STOP', ${tx.clock.now()})
      on conflict (medium, address, company_id, reason, purpose) do nothing`.execute(tx.db);
  }
  const addresses = found.map(({ address }) => address).join(', ');
  await audit(tx, `Allowed messages to ${addresses} again${why.trim() && `: ${oneLine(why)}`}`);
  return { changed: found.length };
}
