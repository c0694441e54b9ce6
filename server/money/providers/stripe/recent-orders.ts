// Finds Checkout sessions of ours: those of which Stripe recorded anything, and those of a payment.
import type { Stripe } from 'stripe';
import type { NoticeSubject } from '../provider.ts';
import { attemptKey } from './order-facts.ts';
import { stripeSubject } from './subject.ts';

/** Of events and sessions, for one listing; more than 10,000 payments in three days need another design. */
const maxListed = 10_000;

/** Sessions made since then (seconds since 1970), and those whose money moved since then, such as by a refund. */
export async function findRecentOrders(stripe: Stripe, since: number): Promise<string[]> {
  const created = { gte: since };
  const found = new Set<string>();
  const sessions = stripe.checkout.sessions.list({ created, limit: 100 });
  for (const { id, metadata } of await sessions.autoPagingToArray({ limit: maxListed })) {
    if (metadata?.[attemptKey]) found.add(id);
  }
  const events = stripe.events.list({ created, types: [...moneyEvents], limit: 100 });
  const payments = new Set<string>();
  for (const event of await events.autoPagingToArray({ limit: maxListed })) {
    const { orderRef, transactionRef } = stripeSubject(event) ?? {};
    if (orderRef) found.add(orderRef);
    if (transactionRef) payments.add(transactionRef);
  }
  for (const transactionRef of payments) {
    const orderRef = await findSession(stripe, { transactionRef });
    if (orderRef) found.add(orderRef);
  }
  return [...found];
}

/** Events that can come long after the session was made. */
const moneyEvents = [
  'checkout.session.async_payment_failed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.completed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const;

/** Undefined for sessions that another program made. */
export async function findSession(stripe: Stripe, subject: NoticeSubject): Promise<string | undefined> {
  const { orderRef, transactionRef } = subject;
  if (orderRef === undefined && transactionRef === undefined) return undefined;
  const session =
    orderRef === undefined
      ? (await stripe.checkout.sessions.list({ payment_intent: transactionRef ?? '', limit: 1 })).data[0]
      : await stripe.checkout.sessions.retrieve(orderRef).catch(undefinedIfMissing);
  return session?.metadata?.[attemptKey] ? session.id : undefined;
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'resource_missing') return undefined;
  throw error;
}
