// Counts a payment for its invoice, or takes it back.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { eurosOf } from '#contract/lib/money.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { centsIn } from '#server/lib/sql/money.ts';
import { openCents } from './open-cents.ts';

/**
 * Call it in a transaction. Returns the cents of the payment that are the invoice's; the rest belongs to the deposit,
 * as when the invoice was paid or credited meanwhile.
 */
export async function settleInvoice(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  decision: 'confirm' | 'cancel',
  {
    companyId,
    invoiceId,
    paymentId,
    cents,
  }: { companyId: string; invoiceId: string; paymentId: string; cents: number },
): Promise<number> {
  await sql`select from invoices where company_id = ${companyId} and id = ${invoiceId} for update`.execute(db);
  const counted =
    decision === 'confirm'
      ? Math.min(cents, await openCents(db, { companyId, invoiceId }))
      : await countedCents(db, { companyId, paymentId });
  if (counted > 0) {
    const amount = eurosOf(decision === 'confirm' ? counted : -counted);
    await db
      .insertInto('invoiceSettlements')
      .values({ companyId, invoiceId, id: randomUUIDv7(), kind: 'payment', paymentId, amount, createdAt: clock.now() })
      .execute();
  }
  return counted;
}

/** The part of a payment that still counts for its invoice. */
async function countedCents(
  db: ServiceContext['db'],
  { companyId, paymentId }: { companyId: string; paymentId: string },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ${centsIn(sql`coalesce(sum(amount), 0)`)} as cents from invoice_settlements
    where company_id = ${companyId} and payment_id = ${paymentId}`.execute(db);
  return rows[0]?.cents ?? 0;
}
