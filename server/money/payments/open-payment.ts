// Adds the payment of an invoice, or finds the open one.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { numericOfCents } from '#server/lib/sql/money.ts';
import { openCents } from './open-cents.ts';

/**
 * Call it in a transaction that has locked the invoice. An invoice has one open payment: a second tab waits for the
 * first and finds it. Throws 417 for an invoice that has nothing to pay.
 */
export async function openPayment(
  { db, user, clock }: Pick<SignedIn, 'db' | 'user' | 'clock'>,
  { companyId, invoiceId, number }: { companyId: string; invoiceId: string; number: string },
): Promise<{ id: string; cents: number; isAdded: boolean }> {
  const cents = await openCents(db, { companyId, invoiceId });
  if (cents === 0) throw invalid('Id', 'list.invoices.nothingToPay', { number });
  const id = randomUUIDv7();
  const added = await sql`
    insert into payments (company_id, id, amount, created_at, created_by, invoice_id)
    values (${companyId}, ${id}, ${numericOfCents(cents)}, ${clock.now()}, ${user.id}, ${invoiceId})
    on conflict (invoice_id) where status in ('created', 'pending') and not closed do nothing`.execute(db);
  if (Number(added.numAffectedRows) > 0) return { id, cents, isAdded: true };
  const found = await db
    .selectFrom('payments')
    .select('id')
    .where('invoiceId', '=', invoiceId)
    .where('status', 'in', ['created', 'pending'])
    .where('closed', '=', false)
    .executeTakeFirstOrThrow();
  return { id: found.id, cents, isAdded: false };
}
