// Reads the facts about a payment from an order of PayPal, its captures and refunds, and from disputes.
import { z } from 'zod';
import type { OrderFacts, OrderState } from '../provider.ts';
import type { PayPalCalls } from './paypal-calls.ts';

/** Begins the `custom_id` of our orders; the attempt follows. */
export const attemptPrefix = 'daybook-';

const text = z.string().min(1).max(255);
const money = z.object({ currency_code: z.string().length(3), value: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/) });
const link = z.object({ href: z.string().max(2_000), rel: z.string() });

export const payPalCapture = z.object({
  id: text,
  status: z.string(),
  amount: money,
  custom_id: z.string().optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: text }).partial().optional() }).optional(),
});

export const payPalRefund = z.object({ id: text, links: z.array(link).default([]) });

export const payPalOrder = z.object({
  id: text,
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: money.optional(),
        payments: z
          .object({
            captures: z.array(payPalCapture).default([]),
            refunds: z.array(z.object({ status: z.string(), amount: money })).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
  links: z.array(link).default([]),
});

type Order = z.output<typeof payPalOrder>;
type Capture = z.output<typeof payPalCapture>;

export async function payPalFacts(calls: PayPalCalls, order: Order, isTest: boolean): Promise<OrderFacts> {
  const [unit] = order.purchase_units;
  const { captures = [], refunds = [] } = unit?.payments ?? {};
  const taken = captures.filter(({ status }) => takenStatuses.has(status));
  const capture = taken[0] ?? captures.at(-1);
  const capturedCents = sumOf(taken);
  const disputes = taken.length > 0 ? await disputesOf(calls, taken) : { disputed: 0, reinstated: 0 };
  const failed = sumOf(refunds.filter(({ status }) => status === 'FAILED'));
  const refundedCents = sumOf(refunds.filter(({ status }) => status === 'COMPLETED')) + failed;
  const reinstated = disputes.reinstated + failed;
  // A dispute that the buyer won may stand among the refunds as well: it took the money once.
  const twice = Math.max(0, refundedCents + disputes.disputed - reinstated - capturedCents);
  const site = isTest ? 'https://www.sandbox.paypal.com' : 'https://www.paypal.com';
  return {
    orderRef: order.id,
    attemptId: attemptOf(unit?.custom_id),
    state: stateOf(order, captures),
    currency: (capture?.amount ?? unit?.amount)?.currency_code ?? '',
    amountCents: unit?.amount ? centsOf(unit.amount) : 0,
    capturedCents,
    refundedCents,
    disputedCents: disputes.disputed,
    reinstatedCents: reinstated + twice,
    transactionRef: capture?.id,
    transactionUrl: capture && `${site}/activity/payment/${capture.id}`,
    failure: taken.length === 0 && capture && capture.status !== 'PENDING' ? capture.status : undefined,
  };
}

/** Undefined for orders of other programs. */
export function attemptOf(customId: string | undefined): string | undefined {
  return customId?.startsWith(attemptPrefix) ? customId.slice(attemptPrefix.length) : undefined;
}

/** The capture that a refund's links name as its parent. */
export function captureIn(links: readonly { href: string; rel: string }[]): string | undefined {
  const up = links.find(({ rel }) => rel === 'up')?.href ?? '';
  return /\/payments\/captures\/([\w-]{1,255})$/.exec(up)?.[1];
}

const takenStatuses = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']);

function stateOf({ status }: Order, captures: readonly Capture[]): OrderState {
  if (captures.some((capture) => takenStatuses.has(capture.status))) return 'paid';
  if (captures.some((capture) => capture.status === 'PENDING')) return 'pending';
  if (status === 'COMPLETED') return 'failed';
  if (status === 'VOIDED') return 'canceled';
  return status === 'APPROVED' ? 'approved' : 'open';
}

/** An option of the application at PayPal; without it, disputes are not read. */
const readsDisputes = '/services/disputes/read';

const disputeList = z.object({ items: z.array(z.object({ dispute_id: text })).default([]) });
const disputeDetails = z.object({
  dispute_amount: money,
  dispute_life_cycle_stage: z.string().optional(),
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
});
/** The outcomes that leave the money with the seller, or give it back. */
const won = new Set(['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED']);

/** An inquiry has taken no money yet. */
async function disputesOf(calls: PayPalCalls, captures: readonly Capture[]) {
  const sums = { disputed: 0, reinstated: 0 };
  if (!(await calls.may(readsDisputes))) return sums;
  for (const { id } of captures) {
    const path = `/v1/customer/disputes?disputed_transaction_id=${encodeURIComponent(id)}`;
    for (const { dispute_id } of (await calls.call(path, disputeList)).items) {
      const one = await calls.call(`/v1/customer/disputes/${encodeURIComponent(dispute_id)}`, disputeDetails);
      if (one.dispute_life_cycle_stage === 'INQUIRY') continue;
      const cents = centsOf(one.dispute_amount);
      sums.disputed += cents;
      if (won.has(one.dispute_outcome?.outcome_code ?? '')) sums.reinstated += cents;
    }
  }
  return sums;
}

const sumOf = (parts: readonly { amount: z.output<typeof money> }[]) =>
  parts.reduce((sum, { amount }) => sum + centsOf(amount), 0);

function centsOf({ value }: z.output<typeof money>): number {
  const [whole = '0', part = ''] = value.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
