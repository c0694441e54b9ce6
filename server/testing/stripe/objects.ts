// The objects of Stripe's API that payments use, with the fields that they read.

interface StripeRecord {
  id: string;
  /** Seconds since 1970. */
  created: number;
  livemode: boolean;
}

export interface StandInSession extends StripeRecord {
  object: 'checkout.session';
  mode: 'payment';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  customer_email: string | null;
  locale: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  success_url: string;
  cancel_url: string | null;
  expires_at: number;
  url: string | null;
}

export interface StandInIntent extends StripeRecord {
  object: 'payment_intent';
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
  amount: number;
  amount_received: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  latest_charge: string | null;
  last_payment_error: { type: 'card_error'; code: string; decline_code?: string; message: string } | null;
}

export interface StandInCharge extends StripeRecord {
  object: 'charge';
  status: 'pending' | 'succeeded' | 'failed';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  currency: string;
  disputed: boolean;
  failure_code: string | null;
  paid: boolean;
  payment_intent: string;
  payment_method_details: { type: 'card' | 'sepa_debit' };
  refunded: boolean;
}

export interface StandInRefund extends Omit<StripeRecord, 'livemode'> {
  object: 'refund';
  amount: number;
  charge: string;
  currency: string;
  payment_intent: string;
  status: 'pending' | 'succeeded' | 'failed';
  failure_reason?: string;
}

export interface StandInDispute extends StripeRecord {
  object: 'dispute';
  amount: number;
  charge: string;
  currency: string;
  payment_intent: string;
  reason: string;
  status: 'warning_needs_response' | 'needs_response' | 'under_review' | 'won' | 'lost';
}

export interface StandInEvent extends StripeRecord {
  object: 'event';
  api_version: string;
  data: { object: StripeObject };
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export type StripeObject = StandInSession | StandInIntent | StandInCharge | StandInRefund | StandInDispute;

/** Everything that an account at the stand-in holds, by the objects' names. Tests read it. */
export interface StripeAccount {
  sessions: Map<string, StandInSession>;
  /** The `payment_intent_data` of sessions, for the intents that they will have. */
  intentData: Map<string, Pick<StandInIntent, 'description' | 'metadata'>>;
  intents: Map<string, StandInIntent>;
  charges: Map<string, StandInCharge>;
  refunds: Map<string, StandInRefund>;
  disputes: Map<string, StandInDispute>;
  /** In the order in which they happened. */
  events: Map<string, StandInEvent>;
  now(): Temporal.Instant;
  /** Called for each new event. */
  onEvent: ((event: StandInEvent) => void) | undefined;
}

export const apiVersion = '2026-10-28.endive';

export function emptyAccount(now: () => Temporal.Instant): StripeAccount {
  return {
    sessions: new Map(),
    intentData: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    events: new Map(),
    now,
    onEvent: undefined,
  };
}

export const seconds = (at: Temporal.Instant): number => Math.floor(at.epochMilliseconds / 1000);

/** Records that something happened to an object; the event holds it as it is now. */
export function addEvent(account: StripeAccount, type: string, object: StripeObject): StandInEvent {
  const event: StandInEvent = {
    id: stripeId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: seconds(account.now()),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  account.events.set(event.id, event);
  account.onEvent?.(event);
  return event;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A name such as `pi_3Mt…`: a prefix and 24 letters and digits. */
export function stripeId(prefix: string): string {
  const random = crypto.getRandomValues(new Uint8Array(24));
  return `${prefix}_${[...random].map((byte) => letters[byte % letters.length]).join('')}`;
}
