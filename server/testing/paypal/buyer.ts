// Plays buyers at PayPal's page, and the owner of the account on PayPal's site.
import {
  addNotice,
  centsOfMoney,
  moneyOfCents,
  orderAnswer,
  type PayPalAccount,
  payPalId,
  payPalTime,
  refundAnswer,
  type StandInCapture,
  type StandInOrder,
  type StandInPayPalDispute,
  type StandInPayPalRefund,
} from './objects.ts';

export type PayPalBuyer = ReturnType<typeof playPayPalBuyer>;

/**
 * Each function takes the id of an order, or the address of its page, and throws where PayPal would not offer it. A
 * buyer who closes the tab calls none.
 */
export function playPayPalBuyer(account: PayPalAccount) {
  return { ...approvals(account), ...refundsAndReversals(account) };
}

function approvals(account: PayPalAccount) {
  return {
    /** Agrees to pay. Nothing is paid until the order is captured. */
    approve(ref: string): void {
      const order = orderOf(account, ref);
      if (order.status !== 'PAYER_ACTION_REQUIRED') throw new Error(`${order.id} is ${order.status}.`);
      order.status = 'APPROVED';
      addNotice(account, 'CHECKOUT.ORDER.APPROVED', 'checkout-order', orderAnswer(account, order));
    },
    /** The means of payment that the buyer chose is declined when the order is captured, until `accept`. */
    decline(ref: string): void {
      orderOf(account, ref).declines = true;
    },
    accept(ref: string): void {
      orderOf(account, ref).declines = false;
    },
    /** The capture of the order will be pending, until `settle` or `fail`. */
    pend(ref: string): void {
      orderOf(account, ref).pends = true;
    },
    settle(ref: string): void {
      const capture = captureOf(account, ref, 'PENDING');
      capture.status = 'COMPLETED';
      delete capture.status_details;
      addNotice(account, 'PAYMENT.CAPTURE.COMPLETED', 'capture', capture);
    },
    fail(ref: string): void {
      const capture = captureOf(account, ref, 'PENDING');
      capture.status = 'DECLINED';
      addNotice(account, 'PAYMENT.CAPTURE.DENIED', 'capture', capture);
    },
    /** PayPal forgets an order that was not captured in time. */
    forget(ref: string): void {
      account.orders.delete(orderOf(account, ref).id);
    },
  };
}

function refundsAndReversals(account: PayPalAccount) {
  return {
    /** Refunds all that is left, or a part. */
    refund(ref: string, cents?: number, status: StandInPayPalRefund['status'] = 'COMPLETED'): StandInPayPalRefund {
      const capture = captureOf(account, ref, 'COMPLETED', 'PARTIALLY_REFUNDED');
      const refunded = [...account.refunds.values()]
        .filter((one) => one.captureId === capture.id && one.status !== 'FAILED')
        .reduce((sum, { amount }) => sum + centsOfMoney(amount), 0);
      const left = centsOfMoney(capture.amount) - refunded;
      const amount = cents ?? left;
      if (amount <= 0 || amount > left) throw new Error('Too much to refund.');
      const refund: StandInPayPalRefund = {
        id: payPalId(),
        status,
        amount: moneyOfCents(amount, capture.amount.currency_code),
        create_time: payPalTime(account.now()),
        links: [{ href: `${account.url()}/v2/payments/captures/${capture.id}`, rel: 'up', method: 'GET' }],
        captureId: capture.id,
      };
      account.refunds.set(refund.id, refund);
      capture.status = amount === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
      addNotice(account, 'PAYMENT.CAPTURE.REFUNDED', 'refund', refundAnswer(refund));
      return refund;
    },
    /** A refund that was pending or completed comes back. */
    failRefund(refund: StandInPayPalRefund): void {
      refund.status = 'FAILED';
      addNotice(account, 'PAYMENT.REFUND.FAILED', 'refund', refundAnswer(refund));
    },
    /** The buyer's bank takes the money back, all or a part; an inquiry takes none. */
    dispute(ref: string, { cents, isInquiry = false }: { cents?: number; isInquiry?: boolean } = {}) {
      const { id, amount } = captureOf(account, ref, 'COMPLETED', 'PARTIALLY_REFUNDED');
      const dispute: StandInPayPalDispute = {
        dispute_id: `PP-D-${payPalId(5)}`,
        create_time: payPalTime(account.now()),
        disputed_transactions: [{ seller_transaction_id: id }],
        reason: 'UNAUTHORISED',
        status: 'OPEN',
        dispute_amount: cents === undefined ? amount : moneyOfCents(cents, amount.currency_code),
        dispute_life_cycle_stage: isInquiry ? 'INQUIRY' : 'CHARGEBACK',
      };
      account.disputes.set(dispute.dispute_id, dispute);
      addNotice(account, 'CUSTOMER.DISPUTE.CREATED', 'dispute', dispute);
      return dispute;
    },
    winDispute: (dispute: StandInPayPalDispute) => resolve(account, dispute, 'RESOLVED_SELLER_FAVOUR'),
    loseDispute: (dispute: StandInPayPalDispute) => resolve(account, dispute, 'RESOLVED_BUYER_FAVOUR'),
  };
}

function resolve(
  account: PayPalAccount,
  dispute: StandInPayPalDispute,
  outcome: NonNullable<StandInPayPalDispute['dispute_outcome']>['outcome_code'],
): void {
  dispute.status = 'RESOLVED';
  dispute.dispute_outcome = { outcome_code: outcome };
  addNotice(account, 'CUSTOMER.DISPUTE.RESOLVED', 'dispute', dispute);
}

function orderOf(account: PayPalAccount, ref: string): StandInOrder {
  const order = account.orders.get(/token=(\w+)/.exec(ref)?.[1] ?? ref);
  if (!order) throw new Error(`${ref} is no order.`);
  return order;
}

function captureOf(account: PayPalAccount, ref: string, ...statuses: StandInCapture['status'][]): StandInCapture {
  const { id } = orderOf(account, ref);
  const found = [...account.captures.values()].find(
    ({ status, supplementary_data }) => supplementary_data.related_ids.order_id === id && statuses.includes(status),
  );
  return found ?? missingCapture(id, statuses);
}

function missingCapture(id: string, statuses: readonly string[]): never {
  throw new Error(`${id} has no capture that is ${statuses.join(' or ')}.`);
}
