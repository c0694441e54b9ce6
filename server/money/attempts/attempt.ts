// An attempt to pay a payment at a provider, as the database has it.
import { type RawBuilder, sql } from 'kysely';
import type { PaymentProviderName, PaymentState } from '#contract/money/payments.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { centsIn } from '#server/lib/sql/money.ts';

/** Between two questions about an attempt that is open. */
export const openInterval = { minutes: 15 };

export interface StoredAttempt {
  companyId: string;
  id: string;
  paymentId: string;
  provider: PaymentProviderName;
  cents: number;
  /** Null until the provider has answered. */
  orderRef: string | null;
  url: string | null;
  language: string;
  createdAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  state: 'open' | 'pending' | 'paid' | 'returned' | 'failed' | 'expired';
  askedAt: Temporal.Instant | null;
  /** Of its payment. */
  paymentState: PaymentState;
  closed: boolean;
}

/** The attempts `a` of the condition, first those that are due for the longest. */
export async function readPaymentAttempts(db: Db, where: RawBuilder<unknown>, limit = 100): Promise<StoredAttempt[]> {
  const { rows } = await sql<StoredAttempt>`
    select a.company_id, a.id, a.payment_id, a.provider, ${centsIn(sql`a.amount`)} as cents, a.order_ref, a.url, a.language,
      a.created_at, a.expires_at, a.state, a.asked_at, p.status as payment_state, p.closed
    from payment_attempts a join payments p on p.company_id = a.company_id and p.id = a.payment_id
    where ${where} order by a.due_at, a.created_at, a.id limit ${limit}`.execute(db);
  return rows;
}

/** Whether money would still pay its payment, rather than become deposit. */
export const isWanted = ({ paymentState, closed }: StoredAttempt): boolean =>
  !closed && (paymentState === 'created' || paymentState === 'pending');

/** Throws 404 for a payment of another company. */
export async function checkOwnPayment({ db, user }: Pick<SignedIn, 'db' | 'user'>, id: string): Promise<void> {
  const { rows } = await sql`select from payments where company_id = ${user.companyId} and id = ${id}`.execute(db);
  if (rows.length === 0) throw notFound();
}
