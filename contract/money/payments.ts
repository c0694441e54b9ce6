// Payments of companies to the seller: top-ups of their prepaid balance.
import { z } from 'zod';
import { id, instant, money } from '#contract/lib/fields.ts';
import { insertInput, updateInput } from '#contract/lib/record-input.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';

/** In the order of their numbers on the wire (`Status`). */
export const paymentStates = ['created', 'pending', 'confirmed', 'cancelled'] as const;
export type PaymentState = (typeof paymentStates)[number];
export type PaymentAction = 'pay' | 'confirm' | 'cancel';

/** Where cards and wallets are paid. */
export const paymentProviders = ['stripe', 'paypal'] as const;
export type PaymentProviderName = (typeof paymentProviders)[number];

/**
 * A try to pay at a provider. `open`: the payer may still pay; `pending`: the money is on its way, as by a debit;
 * `returned`: all of it went back.
 */
export const attemptStates = ['open', 'pending', 'paid', 'returned', 'failed', 'expired'] as const;
export type AttemptState = (typeof attemptStates)[number];

/**
 * Why an operator should look at a payment: its provider names another currency or another payment, of which nothing
 * counts; or money came although it was cancelled by hand.
 */
export const paymentProblems = ['currency', 'foreign', 'cancelled'] as const;
export type PaymentProblem = (typeof paymentProblems)[number];

/** The actions that a payment permits in each state, and who may take them. */
export const paymentActions: Record<PaymentState, Partial<Record<PaymentAction, 'admin' | 'sys'>>> = {
  created: { pay: 'admin', confirm: 'sys', cancel: 'sys' },
  pending: { confirm: 'sys', cancel: 'sys' },
  confirmed: { cancel: 'sys' },
  cancelled: { confirm: 'sys' },
};

/** The decisions that an operator may make by hand on a payment in a state. */
export function decisionsOn(state: PaymentState): ('confirm' | 'cancel')[] {
  return (['confirm', 'cancel'] as const).filter((decision) => paymentActions[state][decision]);
}

/** Its page for a transaction, without the transaction's id at the end. */
export const payPalTransactionUrl = 'https://www.paypal.com/activity/payment/';

/** Bounds of a top-up (EUR). */
const amount = money.min(1).max(50_000);
export const defaultAmount = 10;

const payment = z.object({
  id,
  created: instant,
  amount: money,
  /** Of a confirmed payment: what it added to the balance; of one that pays an invoice, what exceeds that. */
  toBalance: money,
  /** 0 created, 1 pending, 2 confirmed, 3 cancelled; `state` is the same in words. */
  status: z.number().int(),
  state: z.enum(paymentStates),
  confirmed: z.boolean(),
  confirmedDate: instant.nullable(),
  /** The reference of a transfer. */
  reference: z.string(),
  /** The provider of a payment by card or wallet, such as `paypal`. */
  provider: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** Null for a top-up. */
  invoice: z.object({ id, number: z.string() }).nullable().meta({ shown: 'number' }),
  pdf: id.nullable(),
  company: z.string(),
  /** Null: nothing to look at. */
  problem: z.enum(paymentProblems).nullable(),
});

const attempt = z.object({
  id,
  created: instant,
  provider: z.enum(paymentProviders),
  state: z.enum(attemptStates),
  amount: money,
  /** The money that arrived, and the money that went back by refunds and disputes, less what came again. */
  captured: money,
  returned: money,
  transactionId: z.string().nullable(),
  /** Its page for people with the account at the provider; null for companies. */
  transactionUrl: z.string().nullable(),
  /** The provider's code for the last try that failed, such as `card_declined`; empty if none did. */
  failure: z.string(),
  problem: z.enum(['currency', 'foreign']).nullable(),
});
export type PaymentAttempt = z.output<typeof attempt>;

const list = {
  rowsKey: 'payments',
  tables: ['payments', 'invoice_settlements'],
  row: payment,
  title: 'reference',
  sort: ['created', 'amount', 'status', 'confirmed', 'confirmedDate', 'transactionId', 'company'],
  // The number of the invoice that it pays; a payment itself has a reference.
  search: { number: 'invoice' },
  range: { field: 'created', defaultSpan: { months: 1 } },
} as const;

const companyPage = '/app/company/payments';
const systemPage = '/app/system/payments';

/** The seller's details for a transfer. */
const payee = z.object({
  name: z.string(),
  address: z.string(),
  registration: z.string(),
  vatId: z.string(),
  iban: z.string().meta({ wire: 'IBAN' }),
  bic: z.string().meta({ wire: 'BIC' }),
});

const checkout = z.object({
  id,
  amount: money,
  state: z.enum(paymentStates),
  created: instant,
  reference: z.string(),
  company: z.string(),
  /** Null for a top-up. */
  invoice: z.object({ number: z.string() }).nullable(),
  payee,
  /** The text of the QR code that banking applications read (EPC069-12); null while the payee's details are missing. */
  transferCode: z.string().nullable(),
  /** The providers of payments by card or wallet that are configured and take the amount. */
  providers: z.array(z.enum(paymentProviders)),
  /** Another provider is configured, which takes no amount as small as this. */
  tooSmall: z.boolean(),
  /** The last try to pay by one of them. */
  attempt: z
    .object({ provider: z.enum(paymentProviders), state: z.enum(attemptStates), failure: z.string() })
    .nullable(),
  /** Of a confirmed payment, as in the list. */
  toBalance: money,
  /** The decisions that the caller may make by hand; none for anyone but operators. */
  decisions: z.array(z.enum(['confirm', 'cancel'])),
});
export type Checkout = z.output<typeof checkout>;

export const companyPayments = resource('company', 'payments', {
  ...list,
  about: 'The payments of the company.',
  may: 'admin',
  page: companyPage,
  more: {
    add: post({
      summary: 'Adds a payment that tops up the balance of the company, and returns it. `/Payment?Id=` pays it.',
      wire: 'Insert',
      may: 'admin',
      ownTransactions: true,
      page: companyPage,
      input: insertInput(payment, { amount }),
      output: payment,
    }),
    getCheckout: get({
      summary:
        "Returns what the page of a payment shows: the amount, and where to transfer it. 404 for everyone but the administrators of the payment's company and operators, who decide on it by ManualConfirm and ManualCancel.",
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({ id }),
      output: checkout,
    }),
    startAttempt: post({
      summary:
        'Returns the address of the page at a provider that pays a payment; that of the open one when it is called again. 417 for a payment that is not to be paid or too small for the provider, 503 while the provider does not answer.',
      may: 'admin',
      ownTransactions: true,
      page: companyPage,
      input: z.strictObject({ id, provider: z.enum(paymentProviders) }),
      output: z.object({ url: z.string() }),
    }),
    checkAttempts: post({
      summary: 'Asks the providers what became of a payment, and returns what its page shows then.',
      may: 'admin',
      ownTransactions: true,
      page: companyPage,
      input: z.strictObject({ id }),
      output: checkout,
    }),
    getAttempts: get({
      summary: 'Returns the tries to pay a payment by card or wallet, the latest first.',
      may: 'admin',
      page: companyPage,
      input: z.strictObject({ id }),
      output: z.array(attempt),
    }),
  },
});

export const systemPayments = resource('system', 'payments', {
  ...list,
  about: 'The payments of all companies.',
  may: 'sys',
  page: systemPage,
  more: {
    manualConfirm: post({
      summary:
        'Confirms that a payment was received, which tops up the balance of its company. Of the body only the Id counts. 417 for a confirmed payment.',
      may: 'sys',
      page: systemPage,
      input: updateInput(payment, {}, { id }),
      output: payment,
    }),
    manualCancel: post({
      summary:
        'Cancels a payment; what it has topped up and is free leaves the balance, the rest is owed. Of the body only the Id counts. 417 for a cancelled payment.',
      may: 'sys',
      page: systemPage,
      input: updateInput(payment, {}, { id }),
      output: payment,
    }),
    getAttempts: get({
      summary:
        'Returns the tries to pay a payment by card or wallet, the latest first, with their pages at the provider.',
      may: 'sys',
      page: systemPage,
      input: z.strictObject({ id }),
      output: z.array(attempt),
    }),
  },
});
