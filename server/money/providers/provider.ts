// The interface of payment providers, one for Stripe and PayPal. Amounts are whole cents of EUR.
import type { PaymentProviderName } from '#contract/money/payments.ts';

/** The order that a buyer pays at the provider's page. A repeated call must have the same values. */
export interface CheckoutOrder {
  /** The idempotency key: repeated calls for one attempt make one order. It comes back as `attemptId` of the facts. */
  attemptId: string;
  /** At least `minCents` of the provider. */
  amountCents: number;
  /** One line on the provider's page, such as "Invoice 2026-17". */
  description: string;
  /** Where the provider sends the browser; both mean only that it is back. */
  returnUrl: string;
  cancelUrl: string;
  /** A language of the product, such as `lv`. */
  language: string;
  eMail?: string | undefined;
  /** Stripe accepts 30 minutes to 24 hours from now. PayPal ends an order by itself, and ignores the time. */
  expiresAt: Temporal.Instant;
}

export interface OpenedCheckout {
  /** The provider's name of the order: a Checkout session of Stripe, an order of PayPal. */
  orderRef: string;
  /** The page at which the buyer pays. */
  url: string;
  /** Undefined: the provider does not say when. */
  expiresAt: Temporal.Instant | undefined;
}

/**
 * - open: nothing happened, or a card was declined (`failure`), and the buyer may try again on the same page
 * - approved: the buyer agreed, and `capture` takes the money; only PayPal
 * - pending: the money is on its way, such as a debit
 * - paid: captured; `refundedCents` and the others say what became of it
 * - failed: a pending payment failed; the order is over
 * - expired, canceled: over, without money
 */
export type OrderState = 'open' | 'approved' | 'pending' | 'paid' | 'failed' | 'expired' | 'canceled';

/** The facts about an order; the four sums only grow. Left are captured - refunded - disputed + reinstated. */
export interface OrderFacts {
  orderRef: string;
  /** As in `CheckoutOrder`; undefined: another program made the order. */
  attemptId: string | undefined;
  state: OrderState;
  /** Upper case. In another one than EUR the sums count its smallest unit, and nothing may be booked. */
  currency: string;
  amountCents: number;
  capturedCents: number;
  /** Includes refunds that failed after they were made, which are reinstated, too. */
  refundedCents: number;
  /** Money that a dispute withdrew. */
  disputedCents: number;
  /** Money that came back: disputes won, refunds that failed. */
  reinstatedCents: number;
  /** The name of the payment on the provider's pages: a payment intent of Stripe, a capture of PayPal. */
  transactionRef: string | undefined;
  /** The page of the payment for people with the account at the provider. */
  transactionUrl: string | undefined;
  /** The provider's code for the last try that failed, such as `card_declined`. */
  failure: string | undefined;
}

/**
 * The object that a notice is about, as far as the notice names it. `findOrder` finds the order, and only orders of
 * ours.
 */
export interface NoticeSubject {
  orderRef?: string | undefined;
  /** As `transactionRef` of the facts. */
  transactionRef?: string | undefined;
  /** A refund whose capture the notice does not name. */
  refundRef?: string | undefined;
}

export interface VerifiedNotice {
  isVerified: true;
  eventId: string;
  /** The provider's name of the event, such as `checkout.session.completed`. */
  type: string;
  /** Undefined: the event is about nothing that concerns payments. */
  subject: NoticeSubject | undefined;
}

/**
 * - large: more than 256 KB
 * - malformed: no notice of this provider
 * - signature: forged, altered, or signed for another account
 * - old: signed too long ago, or in the future
 * - foreign: of the test system for live keys, or the other way round
 * - unconfigured: no secret to check it with is set
 */
export type NoticeRefusal = 'large' | 'malformed' | 'signature' | 'old' | 'foreign' | 'unconfigured';

export interface IncomingNotice {
  /** The bytes as they came. */
  rawBody: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  now: Temporal.Instant;
}

/**
 * All calls but `verifyNotice` ask the provider, take up to 10 s for each of its answers, and throw `ProviderError`.
 * Hold no connection meanwhile.
 */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** The keys are those of the provider's test system. */
  readonly isTest: boolean;
  /** The smallest payment that the provider accepts. */
  readonly minCents: number;
  /** Opens the order of an attempt; a repeated call returns the same one. */
  createCheckout(order: CheckoutOrder): Promise<OpenedCheckout>;
  readOrder(orderRef: string): Promise<OrderFacts>;
  /** Takes the money of an approved order; a repeated call takes it once. Otherwise like `readOrder`. */
  capture(orderRef: string): Promise<OrderFacts>;
  /**
   * Closes an open order, so that it cannot be paid any more. PayPal has no such call: an order is paid only by our
   * `capture`. An order that is over stays as it is.
   */
  expire(orderRef: string): Promise<OrderFacts>;
  /** Returns undefined for an object of another program, and for an unknown one. */
  findOrder(subject: NoticeSubject): Promise<string | undefined>;
  /**
   * Returns the order of an attempt whose `createCheckout` had no answer, if the provider made one since the time.
   * Undefined where it did not, or where the provider cannot say: PayPal answers a repeated `createCheckout`.
   */
  findAttempt(attemptId: string, since: Temporal.Instant): Promise<string | undefined>;
  /** Orders of ours of which the provider recorded anything since then; each once. */
  listRecent(since: Temporal.Instant): Promise<string[]>;
  /** Throws `ProviderError` only where a certificate cannot be fetched: the provider will repeat the notice. */
  verifyNotice(notice: IncomingNotice): Promise<VerifiedNotice | { isVerified: false; reason: NoticeRefusal }>;
}

/**
 * - unknown: no answer, or one that does not say whether the provider acted; repeat the call with the same values
 * - unreachable: nothing was sent, or the provider takes no more calls now; repeat it later
 * - refused: the provider did nothing, and would refuse it again
 * - notFound: it does not know the object; PayPal forgets orders that no buyer approved in some hours
 * - keys: it does not accept the operator's keys
 */
export type ProviderErrorKind = 'unknown' | 'unreachable' | 'refused' | 'notFound' | 'keys';

/** A call that did not return what it should. The message is for the log, and has no secret in it. */
export class ProviderError extends Error {
  readonly provider: PaymentProviderName;
  readonly kind: ProviderErrorKind;
  /** The provider's code, such as `resource_missing`. */
  readonly code: string | undefined;
  /** The provider's name of the request, for questions to its support. */
  readonly requestId: string | undefined;

  constructor(
    provider: PaymentProviderName,
    kind: ProviderErrorKind,
    message: string,
    more: { code?: string | undefined; requestId?: string | undefined } = {},
  ) {
    super(message);
    this.name = 'ProviderError';
    this.provider = provider;
    this.kind = kind;
    this.code = more.code;
    this.requestId = more.requestId;
  }
}

/** Codes of connections on which nothing was sent: the name was not found, or nothing listens there. */
export const neverSent: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EFORBIDDEN',
]);
