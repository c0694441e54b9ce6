// Counts a payment for its invoice, or takes it back.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { eurosOf } from '#contract/lib/money.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { centsIn } from '#server/lib/sql/money.ts';
import { openCents } from './open-cents.ts';

interface Movement {
  companyId: string;
  invoiceId: string;
  paymentId: string;
  /** Received; negative: returned. */
  cents: number;
  /** The sum of its steps before. */
  booked: number;
}

/**
 * Call it in a transaction. Returns the cents (at least 0) that the invoice gets or loses; the rest belongs to the
 * deposit, as when the invoice was paid or credited meanwhile. That part goes back first.
 */
export async function settleInvoice(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, invoiceId, paymentId, cents, booked }: Movement,
): Promise<number> {
  await sql`select from invoices where company_id = ${companyId} and id = ${invoiceId} for update`.execute(db);
  const settled = await settledCents(db, { companyId, paymentId });
  const change =
    cents > 0
      ? Math.min(cents, await openCents(db, { companyId, invoiceId }))
      : Math.min(settled, booked + cents) - settled;
  if (change !== 0) {
    await db
      .insertInto('invoiceSettlements')
      .values({
        ...{ companyId, invoiceId, id: randomUUIDv7(), kind: 'payment', paymentId },
        ...{ amount: eurosOf(change), createdAt: clock.now() },
      })
      .execute();
  }
  return Math.abs(change);
}

/** The part of a payment that still counts for its invoice. */
async function settledCents(
  db: ServiceContext['db'],
  { companyId, paymentId }: { companyId: string; paymentId: string },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ${centsIn(sql`coalesce(sum(amount), 0)`)} as cents from invoice_settlements
    where company_id = ${companyId} and payment_id = ${paymentId}`.execute(db);
  return rows[0]?.cents ?? 0;
}
