// Payments that customers made at the desk, and refunds.
import { z } from 'zod';
import { vatRegimes } from '#contract/company/receipt-details.ts';
import { date, id, instant, money, timeZone } from '#contract/lib/fields.ts';
import { get, post, service } from '#contract/lib/service.ts';
import type { VisitStatus } from './visit-states.ts';

export const paymentMethods = ['cash', 'card', 'transfer'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** A discount is a line of its own, below the one that it is for. */
export const receiptLineKinds = ['service', 'product', 'discount'] as const;
export type ReceiptLineKind = (typeof receiptLineKinds)[number];

/** The states of visits that can be paid: a customer may pay before, and for an appointment that they missed. */
export const payableStatuses: readonly VisitStatus[] = [
  'confirmed',
  'arrived',
  'started',
  'completed',
  'no_show',
  'cancelled',
];

const line = z.object({
  /** Its number in the receipt, from 0. */
  position: z.number().int(),
  kind: z.enum(receiptLineKinds),
  /** The part of a visit that was paid. */
  eventId: id.nullable(),
  name: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  amount: money,
  vatRate: z.number().nullable(),
  /** How much of the quantity was refunded since. */
  refunded: z.number(),
  /** The amount without what was refunded. */
  left: money,
  /** Of a discount: the line that it is for. */
  discounts: z.number().int().nullable(),
  /** Of a discount that was given in percent. */
  discountPercent: z.number().nullable(),
});
export type ReceiptLine = z.output<typeof line>;

const payment = z.object({
  method: z.enum(paymentMethods),
  amount: money,
  /** Of cash: what the customer handed over, and what they got back. */
  given: money.nullable(),
  change: money.nullable(),
});

export const receipt = z.object({
  id,
  /** The local day of the payment. */
  day: date,
  createdAt: instant,
  amount: money,
  /** The employee who took the payment. */
  person: z.string(),
  /** As it was then; null for receipts from before it was stored. */
  seller: z
    .object({
      name: z.string(),
      address: z.string(),
      registration: z.string(),
      vatId: z.string(),
      vatRegime: z.enum(vatRegimes),
    })
    .nullable(),
  payments: z.array(payment),
  /** The part of its amount that was refunded since. */
  refunded: money,
  /** Null while something is left to refund. */
  refundedAt: instant.nullable(),
  lines: z.array(line),
  /** The VAT that its amount includes, by rate, on the sum of the lines; the part without a rate comes last. */
  vat: z.array(z.object({ rate: z.number().nullable(), net: money, vat: money, amount: money })),
});
export type Receipt = z.output<typeof receipt>;

/** How long ago the other visits of a customer may have been that are offered to be paid together (days). */
export const payTogetherDays = 30;

/** A part of a visit that is not paid. */
const openPart = z.object({
  visitId: id,
  eventId: id,
  name: z.string(),
  /** The person who does it. */
  person: z.string(),
  start: instant,
  timeZone,
  price: money,
});
export type OpenPart = z.output<typeof openPart>;

export const visitPayments = z.object({
  visitId: id,
  /** Whether the company records payments, and the visit can be paid in its present state. */
  isPayable: z.boolean(),
  /** Of all parts. */
  price: money,
  parts: z.number().int(),
  /** The amount that the customer has paid for it, less refunds. */
  paid: money,
  /** The price of the parts that are not paid. */
  due: money,
  /** How many parts are not paid. */
  unpaidParts: z.number().int(),
  /**
   * The parts that can be paid now: those of the visit, then those of the customer's other visits of that day and the
   * `payTogetherDays` before that have a price.
   */
  open: z.array(openPart),
  /** The receipts with a part of the visit, the latest first. */
  receipts: z.array(receipt),
});
export type VisitPayments = z.output<typeof visitPayments>;

export const receipts = service(
  'receipts',
  { about: 'Payments of customers at the desk.' },
  {
    getOfVisit: get({
      summary: 'Returns what a visit costs still, and its receipts.',
      may: 'user',
      input: z.strictObject({ visitId: id }),
      output: visitPayments,
    }),
    pay: post({
      summary:
        'Records that the unpaid parts of a visit were paid, by one receipt, and those of other visits of the customer by one for each visit; all or none. 409 when a part is paid or gone, a visit cannot be paid in its state, or the company records no payments.',
      may: 'user',
      input: z.strictObject({
        visitId: id,
        eventIds: z
          .array(id)
          .min(1)
          .max(100)
          .optional()
          .describe('Parts of the visit, and of other visits of its customer. Omitted: the unpaid parts of the visit.'),
        amount: z
          .number()
          .min(0.01)
          .max(1e6)
          .multipleOf(0.01)
          .describe('What the customer paid; divided over the parts by their prices.'),
        method: z.enum(paymentMethods),
        complete: z.boolean().default(false).describe('Completes the visit, too.'),
      }),
      output: visitPayments,
    }),
    refund: post({
      summary:
        'Records that lines of a receipt were refunded with their discounts, by a receipt of today. 409 when more would be refunded than is left.',
      may: 'user',
      input: z.strictObject({
        id,
        lines: z
          .array(
            z.strictObject({
              position: z.number().int().min(0).max(10_000),
              quantity: z.number().min(0.001).max(1e6).multipleOf(0.001),
            }),
          )
          .min(1)
          .max(500)
          .optional()
          .describe('Services and products, each once. Omitted: all that is left.'),
        method: z.enum(paymentMethods).optional().describe('Omitted: as it was paid, the last payment first.'),
      }),
      output: visitPayments,
    }),
  },
);
