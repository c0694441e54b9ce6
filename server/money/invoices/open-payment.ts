// Adds the payment of an invoice, or finds the open one.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';

/** Returns its id. An invoice has one open payment: a second tab waits for the first and finds it. */
export async function openPayment(
  { db, user, clock }: Pick<SignedIn, 'db' | 'user' | 'clock'>,
  { companyId, invoiceId, cents }: { companyId: string; invoiceId: string; cents: number },
): Promise<string> {
  const id = randomUUIDv7();
  const added = await sql`
    insert into payments (company_id, id, amount, created_at, created_by, invoice_id)
    values (${companyId}, ${id}, ${cents}::bigint / 100::numeric, ${clock.now()}, ${user.id}, ${invoiceId})
    on conflict (invoice_id) where status in ('created', 'pending') do nothing`.execute(db);
  if (Number(added.numAffectedRows) > 0) return id;
  const found = await db
    .selectFrom('payments')
    .select('id')
    .where('invoiceId', '=', invoiceId)
    .where('status', 'in', ['created', 'pending'])
    .executeTakeFirstOrThrow();
  return found.id;
}
