// The objects of PayPal's API that payments use, with the fields that they read.

export interface PayPalMoney {
  currency_code: string;
  value: string;
}

export interface PayPalLink {
  href: string;
  rel: string;
  method?: string;
}

export interface StandInOrder {
  id: string;
  intent: 'CAPTURE';
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  create_time: string;
  purchase_units: [StandInUnit];
  links: PayPalLink[];
  /** The buyer's account declines the next captures. */
  declines: boolean;
  /** The capture waits for a review or an eCheck. */
  pends: boolean;
  returnUrl: string;
  cancelUrl: string;
  locale: string | undefined;
}

interface StandInUnit {
  reference_id: string;
  custom_id?: string;
  description?: string;
  amount: PayPalMoney;
}

export interface StandInCapture {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  status_details?: { reason: string };
  amount: PayPalMoney;
  custom_id?: string;
  final_capture: boolean;
  create_time: string;
  supplementary_data: { related_ids: { order_id: string } };
  links: PayPalLink[];
}

export interface StandInPayPalRefund {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  amount: PayPalMoney;
  create_time: string;
  links: PayPalLink[];
  /** The capture, which the answers name by a link only. */
  captureId: string;
}

export interface StandInPayPalDispute {
  dispute_id: string;
  create_time: string;
  disputed_transactions: [{ seller_transaction_id: string }];
  reason: string;
  status: 'OPEN' | 'UNDER_REVIEW' | 'RESOLVED';
  dispute_amount: PayPalMoney;
  dispute_life_cycle_stage: 'INQUIRY' | 'CHARGEBACK';
  dispute_outcome?: { outcome_code: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' };
}

export interface StandInNotice {
  id: string;
  event_version: '1.0';
  create_time: string;
  resource_type: 'checkout-order' | 'capture' | 'refund' | 'dispute';
  resource_version: string;
  event_type: string;
  summary: string;
  resource: object;
}

/** Everything that an account at the stand-in holds. Tests read it. */
export interface PayPalAccount {
  orders: Map<string, StandInOrder>;
  captures: Map<string, StandInCapture>;
  refunds: Map<string, StandInPayPalRefund>;
  disputes: Map<string, StandInPayPalDispute>;
  /** In the order in which they happened. */
  events: Map<string, StandInNotice>;
  /** Tokens for access, with their ends. */
  tokens: Map<string, Temporal.Instant>;
  now(): Temporal.Instant;
  url(): string;
  onEvent: ((event: StandInNotice) => void) | undefined;
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

/** A name such as `5O190127TN364715T`: 17 letters and digits. */
export function payPalId(length = 17): string {
  const random = crypto.getRandomValues(new Uint8Array(length));
  return [...random].map((byte) => letters[byte % letters.length]).join('');
}

export const payPalTime = (at: Temporal.Instant): string => at.round('second').toString();

export const centsOfMoney = ({ value }: PayPalMoney): number => Math.round(Number(value) * 100);

export const moneyOfCents = (cents: number, currency: string): PayPalMoney => ({
  currency_code: currency,
  value: (cents / 100).toFixed(2),
});

/** Records that something happened; the event holds the resource as it is now. */
export function addNotice(
  account: PayPalAccount,
  type: string,
  kind: StandInNotice['resource_type'],
  resource: object,
): StandInNotice {
  const event: StandInNotice = {
    id: `WH-${payPalId()}-${payPalId()}`,
    event_version: '1.0',
    create_time: payPalTime(account.now()),
    resource_type: kind,
    resource_version: '2.0',
    event_type: type,
    summary: `${type} of ${kind}`,
    resource: structuredClone(resource),
  };
  account.events.set(event.id, event);
  account.onEvent?.(event);
  return event;
}

/** The order as PayPal answers it. */
export function orderAnswer(account: PayPalAccount, order: StandInOrder): object {
  const { id, intent, status, create_time, purchase_units, links } = order;
  const captures = [...account.captures.values()].filter((one) => one.supplementary_data.related_ids.order_id === id);
  const ids = new Set(captures.map((one) => one.id));
  const refunds = [...account.refunds.values()].filter(({ captureId }) => ids.has(captureId)).map(refundAnswer);
  const [unit] = purchase_units;
  const payments = captures.length > 0 ? { payments: { captures, ...(refunds.length > 0 && { refunds }) } } : {};
  return { id, intent, status, create_time, purchase_units: [{ ...unit, ...payments }], links };
}

/** The refund as PayPal answers it. */
export function refundAnswer({ captureId: _, ...refund }: StandInPayPalRefund): object {
  return refund;
}
