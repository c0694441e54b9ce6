// Reads the facts about a payment from a Checkout session, its payment intent, and the refunds and disputes of its
// charge.
import type { Stripe } from 'stripe';
import type { OrderFacts, OrderState } from '../provider.ts';

type Session = Stripe.Checkout.Session;
type Intent = Stripe.PaymentIntent;

/** The name under which sessions and intents hold the attempt. */
export const attemptKey = 'daybook_attempt';

/** The session comes with its intent and that one's latest charge. */
export async function stripeFacts(stripe: Stripe, session: Session, isTest: boolean): Promise<OrderFacts> {
  const intent = objectIn(session.payment_intent);
  const charge = objectIn(intent?.latest_charge);
  const capturedCents = charge?.status === 'succeeded' ? charge.amount_captured : 0;
  const later = charge && capturedCents > 0 ? await changesOf(stripe, charge) : { refunded: 0, disputed: 0, back: 0 };
  const transactionRef = intent?.id;
  const dashboard = `https://dashboard.stripe.com/${isTest ? 'test/' : ''}payments/`;
  const lastError = intent?.last_payment_error;
  return {
    orderRef: session.id,
    attemptId: session.metadata?.[attemptKey],
    state: stateOf(session, intent),
    currency: (charge?.currency ?? session.currency ?? '').toUpperCase(),
    amountCents: session.amount_total ?? 0,
    capturedCents,
    refundedCents: later.refunded,
    disputedCents: later.disputed,
    reinstatedCents: later.back,
    transactionRef,
    transactionUrl: transactionRef && `${dashboard}${transactionRef}`,
    failure: capturedCents > 0 ? undefined : (lastError?.decline_code ?? lastError?.code),
  };
}

function stateOf({ status }: Session, intent: Intent | undefined): OrderState {
  if (intent?.status === 'succeeded') return 'paid';
  if (intent?.status === 'canceled') return 'canceled';
  if (intent?.status === 'processing') return 'pending';
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'open';
  // Complete, and the debit was refused; before a first try, the money is on its way.
  return intent?.status === 'requires_payment_method' ? 'failed' : 'pending';
}

/** The statuses in which a dispute has taken no money. */
const inquiries = new Set(['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented']);

/**
 * A refund that failed after it had succeeded counts as refunded and as back, so that both sums only grow; the charge's
 * own sum would shrink.
 */
async function changesOf(stripe: Stripe, charge: Stripe.Charge) {
  const refunds = charge.refunds;
  const all =
    refunds && !refunds.has_more ? refunds.data : await every(stripe.refunds.list({ charge: charge.id, limit }));
  const disputes = charge.disputed ? await every(stripe.disputes.list({ charge: charge.id, limit })) : [];
  const failed = sumOf(all.filter(({ status }) => status === 'failed'));
  return {
    refunded: sumOf(all.filter(({ status }) => status === 'succeeded')) + failed,
    disputed: sumOf(disputes.filter(({ status }) => !inquiries.has(status))),
    back: failed + sumOf(disputes.filter(({ status }) => status === 'won')),
  };
}

const limit = 100;
/** More refunds of one payment are an error of their maker. */
const maxChanges = 1_000;

const every = <T>(list: Stripe.ApiListPromise<T>): Promise<T[]> => list.autoPagingToArray({ limit: maxChanges });

const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

/** The object where it was asked for; undefined for a bare id. */
function objectIn<T>(value: string | T | null | undefined): T | undefined {
  return typeof value === 'string' ? undefined : (value ?? undefined);
}
