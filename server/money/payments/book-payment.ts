// Books what a payment counts beyond what was booked, for operators and providers alike.
import { sql } from 'kysely';
import { euroFormat, eurosOf, unitsOfCents } from '#contract/lib/money.ts';
import { takeBack } from '#server/balance/deposits/take-back.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import type { Context, ServiceContext } from '#server/lib/context.ts';
import { remindAdmins } from '#server/messaging/feed/remind-admins.ts';
import { cancelOpenPayments } from './cancel-open.ts';
import { type LockedPayment, readLocked } from './lock-payment.ts';
import { settleInvoice } from './settle-invoice.ts';

type BookingContext = ServiceContext & Partial<Pick<Context, 'user'>>;

/**
 * Call it in a transaction that has locked the payment, after its facts have changed from `before`. A step is written
 * for each decision by hand, and otherwise only if money moves: called again, it changes nothing. The company is told
 * of money and of a new state.
 */
export async function bookPayment(
  tx: BookingContext,
  before: LockedPayment,
  decision?: 'confirmed' | 'cancelled',
): Promise<void> {
  const after = await readLocked(tx, before.id);
  const { companyId, id, invoiceId, state, counted, booked } = after;
  const cents = counted - booked;
  const isNewState = state !== before.state;
  if (cents === 0 && !decision && !isNewState) return;
  if (isNewState) await followState(tx, after);
  if (decision || cents !== 0) {
    const step = after.steps + 1;
    await tx.db
      .insertInto('paymentMoves')
      .values({
        ...{ companyId, paymentId: id, step, kind: decision ?? (cents > 0 ? 'received' : 'returned') },
        ...{ amount: eurosOf(cents), userId: tx.user?.id ?? null, createdAt: tx.clock.now() },
      })
      .execute();
    await move(tx, after, { cents, step });
  } else {
    await announce(tx, after, { cents, settled: 0 });
  }
  if (invoiceId !== null && cents > 0) await cancelOpenPayments(tx, { companyId, invoiceId });
}

/** Attempts that are open while nothing is to be paid any more are looked at, and end. */
async function followState(tx: BookingContext, { companyId, id, state }: LockedPayment): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .updateTable('payments')
    .set({ confirmedAt: state === 'confirmed' ? now : null })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .execute();
  if (state === 'confirmed' || state === 'cancelled')
    await sql`
      update payment_attempts set due_at = ${now}
      where company_id = ${companyId} and payment_id = ${id} and state = 'open'`.execute(tx.db);
}

/** The part beyond the invoice becomes deposit; money that goes back is taken from the deposit first. */
async function move(tx: BookingContext, payment: LockedPayment, { cents, step }: { cents: number; step: number }) {
  const { companyId, id, invoiceId, booked } = payment;
  const settled =
    invoiceId === null || cents === 0
      ? 0
      : await settleInvoice(tx, { companyId, invoiceId, paymentId: id, cents, booked });
  const movement = {
    ...{ companyId, units: unitsOfCents(Math.abs(cents)), cause: { kind: 'payment', id, step } },
    receivable: unitsOfCents(settled),
  } as const;
  if (cents > 0) await topUp(tx, movement);
  if (cents < 0) await takeBack(tx, movement);
  await announce(tx, payment, { cents, settled });
}

async function announce(
  tx: BookingContext,
  { companyId, id, invoiceId, state, cents: all }: LockedPayment,
  { cents, settled }: { cents: number; settled: number },
): Promise<void> {
  if (state === 'created' || state === 'pending') return;
  const isBeyond = cents > 0 && invoiceId !== null && settled < cents;
  const notice =
    state === 'cancelled'
      ? ({ type: 'paymentCancelled', words: 'reminderText.paymentCancelled', amount: all } as const)
      : cents < 0
        ? ({ type: 'paymentCancelled', words: 'reminderText.paymentReturned', amount: -cents } as const)
        : isBeyond
          ? ({ type: 'paymentConfirmed', words: 'reminderText.paymentConfirmedBeyond', amount: cents } as const)
          : ({ type: 'paymentConfirmed', words: 'reminderText.paymentConfirmed', amount: cents || all } as const);
  const { type, words, amount } = notice;
  await remindAdmins(tx, {
    ...{ companyId, type, words, link: `/app/company/payments?open=${id}` },
    params: (language) => {
      const format = (value: number) => euroFormat(language).format(eurosOf(value));
      return { amount: format(amount), beyond: format(cents - settled) };
    },
  });
}
