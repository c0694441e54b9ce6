// Returns the payment that pays an invoice of the caller's company.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { openCents } from './open-cents.ts';

/**
 * An invoice has one open payment: a second tab gets the same one. Throws 404 for an unknown invoice, and 417 for one
 * that has nothing to pay.
 */
export async function payInvoice({ db, user, clock }: SignedIn, invoiceId: string): Promise<{ id: string }> {
  const { companyId } = user;
  const invoice = await db.selectFrom('invoices').select('label').where('id', '=', invoiceId).executeTakeFirst();
  if (!invoice) throw notFound();
  const cents = await openCents(db, { companyId, invoiceId });
  if (cents === 0) throw invalid('Id', 'list.invoices.nothingToPay', { number: invoice.label });
  const id = randomUUIDv7();
  const now = clock.now();
  // Waits for the other tab, then finds its payment.
  const added = await sql`
    insert into payments (company_id, id, amount, created_at, created_by, invoice_id)
    values (${companyId}, ${id}, ${cents}::bigint / 100::numeric, ${now}, ${user.id}, ${invoiceId})
    on conflict (invoice_id) where status in ('created', 'pending') do nothing`.execute(db);
  if (Number(added.numAffectedRows) > 0) return { id };
  return db
    .selectFrom('payments')
    .select('id')
    .where('invoiceId', '=', invoiceId)
    .where('status', 'in', ['created', 'pending'])
    .executeTakeFirstOrThrow();
}
