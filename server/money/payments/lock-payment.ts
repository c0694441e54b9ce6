// Locks a payment for a change of its state or its money.
import { sql } from 'kysely';
import type { PaymentState } from '#contract/money/payments.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { centsIn } from '#server/lib/sql/money.ts';

export interface LockedPayment {
  companyId: string;
  id: string;
  /** The invoice that it pays; null for a top-up. */
  invoiceId: string | null;
  cents: number;
  state: PaymentState;
  manual: 'confirmed' | 'cancelled' | null;
  /** The money that providers received less the money that went back (cents). */
  received: number;
  /** Its amount in the books, and the sum of its steps (cents). */
  counted: number;
  booked: number;
  steps: number;
}

/**
 * Locks the payment until the end of the transaction: of two changes at once, the second sees the first. Its invoice
 * comes first, as wherever both are locked. Throws 404 for an unknown one.
 */
export async function lockPayment({ db }: Pick<ServiceContext, 'db'>, id: string): Promise<LockedPayment> {
  await sql`select from invoices where id = (select invoice_id from payments where id = ${id}) for update`.execute(db);
  await sql`select from payments where id = ${id} for update`.execute(db);
  return readLocked({ db }, id);
}

/** The payment as it is now, in a transaction that has locked it. */
export async function readLocked({ db }: Pick<ServiceContext, 'db'>, id: string): Promise<LockedPayment> {
  const { rows } = await sql<LockedPayment>`
    select p.company_id, p.id, p.invoice_id, p.status as state, p.manual, ${centsIn(sql`p.amount`)} as cents,
      ${centsIn(sql`p.counted`)} as counted, ${centsIn(sql`coalesce(m.amount, 0)`)} as booked, m.steps,
      ${centsIn(sql`greatest(p.captured - p.refunded - p.disputed + p.reinstated, 0)`)} as received
    from payments p cross join lateral (
      select sum(m.amount) as amount, count(*)::integer as steps from payment_moves m
      where m.company_id = p.company_id and m.payment_id = p.id) m
    where p.id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}
