// Adds a payment of the caller's company, to be paid on `/Payment?Id=`.
import { randomUUIDv7 } from 'node:crypto';
import type { Parsed } from '#contract/lib/service.ts';
import { companyPayments } from '#contract/money/payments.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { announcePayment } from './announce-payment.ts';
import { payments } from './store.ts';

type NewPayment = Parsed<typeof companyPayments.operations.add>;

/** Tells the operators, who confirm transfers. Throws 429 for a company that adds many. */
export async function addPayment(context: SignedIn, payment: NewPayment): Promise<JsonText> {
  await throttle(context, { action: 'payment', subject: context.user.companyId, max: 50, minutes: 60 });
  return companyTransaction(context, { readOnly: false }, (tx) => insertPayment(tx, payment));
}

async function insertPayment(context: SignedIn, { amount }: NewPayment): Promise<JsonText> {
  const { db, user, clock } = context;
  const id = randomUUIDv7();
  await db
    .insertInto('payments')
    .values({ companyId: user.companyId, id, amount, createdAt: clock.now(), createdBy: user.id })
    .execute();
  await announcePayment(context, { id, amount });
  return rowById(context, companyPayments, payments, id);
}
