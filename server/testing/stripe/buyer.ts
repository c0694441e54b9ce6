// Plays buyers at Stripe's page, their banks, and the owner of the account in the dashboard.
import {
  addEvent,
  type StandInCharge,
  type StandInDispute,
  type StandInIntent,
  type StandInRefund,
  type StandInSession,
  type StripeAccount,
  seconds,
  stripeId,
} from './objects.ts';

export type StripeBuyer = ReturnType<typeof playStripeBuyer>;

/**
 * Each function takes the id of a session, or the address of its page, and throws where Stripe would not offer it. A
 * buyer who closes the tab calls none.
 */
export function playStripeBuyer(account: StripeAccount) {
  return { ...payments(account), ...refundsAndDisputes(account) };
}

function payments(account: StripeAccount) {
  return {
    /** Pays by card. */
    pay(ref: string): void {
      const session = openSession(account, ref);
      const intent = intentOf(account, session);
      succeed(account, intent, charge(account, intent, 'card', 'succeeded'));
      complete(account, session, 'paid');
    },
    /** Tries a card that the bank declines; the page stays open. */
    decline(ref: string, declineCode = 'insufficient_funds'): void {
      const intent = intentOf(account, openSession(account, ref));
      const code = 'card_declined';
      const failed = charge(account, intent, 'card', 'failed', code);
      Object.assign(intent, {
        status: 'requires_payment_method',
        latest_charge: failed.id,
        last_payment_error: {
          type: 'card_error',
          code,
          decline_code: declineCode,
          message: 'Your card was declined.',
        },
      });
      addEvent(account, 'charge.failed', failed);
      addEvent(account, 'payment_intent.payment_failed', intent);
    },
    /** Agrees to a debit, whose money comes days later. */
    pend(ref: string): void {
      const session = openSession(account, ref);
      const intent = intentOf(account, session);
      const pending = charge(account, intent, 'sepa_debit', 'pending');
      Object.assign(intent, { status: 'processing', latest_charge: pending.id, last_payment_error: null });
      addEvent(account, 'charge.pending', pending);
      addEvent(account, 'payment_intent.processing', intent);
      complete(account, session, 'unpaid');
    },
    /** The debit arrives. */
    settle(ref: string): void {
      const { session, intent, charge } = pendingDebit(account, ref);
      Object.assign(charge, { status: 'succeeded', amount_captured: charge.amount, captured: true, paid: true });
      succeed(account, intent, charge);
      session.payment_status = 'paid';
      addEvent(account, 'checkout.session.async_payment_succeeded', session);
    },
    /** The bank refuses the debit. */
    fail(ref: string, code = 'insufficient_funds'): void {
      const { session, intent, charge } = pendingDebit(account, ref);
      Object.assign(charge, { status: 'failed', failure_code: code });
      Object.assign(intent, {
        status: 'requires_payment_method',
        last_payment_error: { type: 'card_error', code, message: 'The debit failed.' },
      });
      addEvent(account, 'charge.failed', charge);
      addEvent(account, 'payment_intent.payment_failed', intent);
      addEvent(account, 'checkout.session.async_payment_failed', session);
    },
  };
}

function refundsAndDisputes(account: StripeAccount) {
  return {
    /** Refunds all that is left, or a part. A refund of a debit stays pending until `settleRefund`. */
    refund(ref: string, cents?: number): StandInRefund {
      const paid = chargeOf(account, ref);
      const amount = cents ?? paid.amount_captured - paid.amount_refunded;
      if (amount <= 0 || amount > paid.amount_captured - paid.amount_refunded) throw new Error('Too much to refund.');
      const { id, currency, payment_intent } = paid;
      const isDebit = paid.payment_method_details.type === 'sepa_debit';
      const refund: StandInRefund = {
        id: stripeId('re'),
        object: 'refund',
        created: seconds(account.now()),
        amount,
        charge: id,
        currency,
        payment_intent,
        status: isDebit ? 'pending' : 'succeeded',
      };
      account.refunds.set(refund.id, refund);
      paid.amount_refunded += amount;
      paid.refunded = paid.amount_refunded === paid.amount;
      addEvent(account, 'refund.created', refund);
      addEvent(account, 'charge.refunded', paid);
      return refund;
    },
    settleRefund(refund: StandInRefund): void {
      refund.status = 'succeeded';
      addEvent(account, 'refund.updated', refund);
    },
    /** The buyer's bank sends the refund back, also one that had succeeded. */
    failRefund(refund: StandInRefund): void {
      Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
      const paid = account.charges.get(refund.charge);
      if (paid) {
        paid.amount_refunded -= refund.amount;
        paid.refunded = false;
      }
      addEvent(account, 'refund.failed', refund);
    },
    /** The buyer's bank takes the money back, all or a part; an inquiry takes none. */
    dispute(ref: string, { cents, isInquiry = false }: { cents?: number; isInquiry?: boolean } = {}): StandInDispute {
      const paid = chargeOf(account, ref);
      const { id, currency, payment_intent } = paid;
      const dispute: StandInDispute = {
        id: stripeId('du'),
        object: 'dispute',
        created: seconds(account.now()),
        livemode: false,
        amount: cents ?? paid.amount_captured,
        charge: id,
        currency,
        payment_intent,
        reason: 'fraudulent',
        status: isInquiry ? 'warning_needs_response' : 'needs_response',
      };
      account.disputes.set(dispute.id, dispute);
      paid.disputed = true;
      addEvent(account, 'charge.dispute.created', dispute);
      if (!isInquiry) addEvent(account, 'charge.dispute.funds_withdrawn', dispute);
      return dispute;
    },
    winDispute(dispute: StandInDispute): void {
      dispute.status = 'won';
      addEvent(account, 'charge.dispute.funds_reinstated', dispute);
      addEvent(account, 'charge.dispute.closed', dispute);
    },
    loseDispute(dispute: StandInDispute): void {
      dispute.status = 'lost';
      addEvent(account, 'charge.dispute.closed', dispute);
    },
  };
}

/** Ends sessions whose time is over. */
export function expireSessions(account: StripeAccount): void {
  const now = seconds(account.now());
  for (const session of account.sessions.values()) {
    if (session.status === 'open' && session.expires_at <= now) expireSession(account, session);
  }
}

export function expireSession(account: StripeAccount, session: StandInSession): void {
  Object.assign(session, { status: 'expired', url: null });
  addEvent(account, 'checkout.session.expired', session);
}

const idIn = (ref: string) => /cs_\w+/.exec(ref)?.[0] ?? ref;

function sessionOf(account: StripeAccount, ref: string): StandInSession {
  expireSessions(account);
  const session = account.sessions.get(idIn(ref));
  if (!session) throw new Error(`${ref} is no session.`);
  return session;
}

function openSession(account: StripeAccount, ref: string): StandInSession {
  const session = sessionOf(account, ref);
  if (session.status !== 'open') throw new Error(`${session.id} is ${session.status}.`);
  return session;
}

/** Stripe makes the intent of a session with the buyer's first try. */
function intentOf(account: StripeAccount, session: StandInSession): StandInIntent {
  const found = account.intents.get(session.payment_intent ?? '');
  if (found) return found;
  const { currency, livemode, amount_total: amount } = session;
  const { description, metadata } = account.intentData.get(session.id) ?? { description: null, metadata: {} };
  const intent: StandInIntent = {
    id: stripeId('pi'),
    object: 'payment_intent',
    created: seconds(account.now()),
    livemode,
    status: 'requires_payment_method',
    amount,
    amount_received: 0,
    currency,
    description,
    metadata,
    latest_charge: null,
    last_payment_error: null,
  };
  account.intents.set(intent.id, intent);
  session.payment_intent = intent.id;
  addEvent(account, 'payment_intent.created', intent);
  return intent;
}

function charge(
  account: StripeAccount,
  { id, amount, currency, livemode }: StandInIntent,
  type: 'card' | 'sepa_debit',
  status: StandInCharge['status'],
  failureCode: string | null = null,
): StandInCharge {
  const isCaptured = status === 'succeeded';
  const made: StandInCharge = {
    id: stripeId(type === 'card' ? 'ch' : 'py'),
    object: 'charge',
    created: seconds(account.now()),
    livemode,
    status,
    amount,
    amount_captured: isCaptured ? amount : 0,
    amount_refunded: 0,
    captured: isCaptured,
    currency,
    disputed: false,
    failure_code: failureCode,
    paid: isCaptured,
    payment_intent: id,
    payment_method_details: { type },
    refunded: false,
  };
  account.charges.set(made.id, made);
  return made;
}

function succeed(account: StripeAccount, intent: StandInIntent, paid: StandInCharge): void {
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: paid.amount_captured,
    latest_charge: paid.id,
    last_payment_error: null,
  });
  addEvent(account, 'charge.succeeded', paid);
  addEvent(account, 'payment_intent.succeeded', intent);
}

function complete(account: StripeAccount, session: StandInSession, status: StandInSession['payment_status']): void {
  Object.assign(session, { status: 'complete', payment_status: status, url: null });
  addEvent(account, 'checkout.session.completed', session);
}

function pendingDebit(account: StripeAccount, ref: string) {
  const session = sessionOf(account, ref);
  const intent = intentOf(account, session);
  const debit = account.charges.get(intent.latest_charge ?? '');
  if (debit?.status !== 'pending') throw new Error(`${session.id} has no pending debit.`);
  return { session, intent, charge: debit };
}

function chargeOf(account: StripeAccount, ref: string): StandInCharge {
  const session = sessionOf(account, ref);
  const paid = account.charges.get(account.intents.get(session.payment_intent ?? '')?.latest_charge ?? '');
  if (paid?.status !== 'succeeded') throw new Error(`${session.id} is not paid.`);
  return paid;
}
