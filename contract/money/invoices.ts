// Invoices of the seller to companies.
import { z } from 'zod';
import { printAnswer, printWhere } from '#contract/devices/print-jobs.ts';
import { date, id, instant, money } from '#contract/lib/fields.ts';
import { updateInput } from '#contract/lib/record-input.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post } from '#contract/lib/service.ts';
import { billingFields } from './billing.ts';

/** `credited`: a credit note has cancelled it; `creditNote`: it is one. */
export const invoiceStates = ['open', 'overdue', 'paid', 'credited', 'creditNote'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** The details of the seller without which nothing is issued. */
export const missingFields = ['name', 'address', 'iban', 'vatRate'] as const;
export type Missing = (typeof missingFields)[number];

const invoice = z.object({
  id,
  created: instant,
  number: z.string(),
  grandTotal: money,
  /** Without VAT. */
  net: money,
  vat: money,
  /** The amount that is still to be paid. */
  open: money,
  dueDate: date,
  periodStart: date,
  /** Inclusive. */
  periodEnd: date,
  paid: z.boolean(),
  state: z.enum(invoiceStates),
  /** Of a transfer that pays it, also in its document. */
  reference: z.string(),
  /** A credited invoice was issued again. */
  replaced: z.boolean(),
  pdf: id.nullable(),
  company: z.string(),
});

const list = {
  rowsKey: 'invoices',
  tables: ['invoices', 'invoice_settlements'],
  row: invoice,
  title: 'number',
  sort: ['created', 'number', 'grandTotal', 'dueDate', 'periodStart', 'periodEnd', 'paid', 'company'],
  range: { field: 'created', defaultSpan: { months: 1 } },
} as const;

const companyPage = '/app/company/invoices';
const systemPage = '/app/system/invoices';

export const lineKinds = ['month', 'users', 'locations', 'sms'] as const;

const nextInvoice = z.object({
  periodStart: date,
  periodEnd: date,
  lines: z.array(
    z.object({
      kind: z.enum(lineKinds),
      firstDay: date,
      lastDay: date,
      quantity: z.number().int(),
      /** In percent. */
      discount: z.number(),
      /** The rate of VAT, in percent. */
      rate: z.number(),
      net: money,
    }),
  ),
  net: money,
  vat: money,
  grandTotal: money,
  /** The part that the balance has paid. */
  fromBalance: money,
  /** Without VAT, which the company owes in its country. */
  isReverseCharge: z.boolean(),
  /** The billing details that the company has not stated. */
  missing: z.array(z.enum(billingFields)),
  /** For every day of the period; without them, there is no invoice. */
  hasTerms: z.boolean(),
});
export type NextInvoice = z.output<typeof nextInvoice>;

const paySummary =
  'Returns the payment that pays the invoice; `/Payment?Id=` pays it. The same one until it is confirmed or cancelled. 417 for an invoice that has nothing to pay.';

const due = z.object({
  /** Of the invoices of which something is to be paid, the overdue ones included. */
  count: z.number().int(),
  amount: money,
  overdueCount: z.number().int(),
  overdueAmount: money,
});
export type InvoicesDue = z.output<typeof due>;

const dueSummary = 'Returns how many invoices are to be paid, how many of them are overdue, and their amounts.';

export const companyInvoices = resource('company', 'invoices', {
  ...list,
  about: 'The invoices of the company.',
  may: 'admin',
  page: companyPage,
  more: {
    pay: post({
      summary: paySummary,
      may: 'admin',
      page: companyPage,
      input: updateInput(invoice, {}, { id }),
      output: z.object({ id }),
    }),
    getDue: get({
      summary: dueSummary,
      may: 'admin',
      page: companyPage,
      input: z.strictObject({}),
      output: due,
    }),
    getNext: get({
      summary: 'Returns the invoice of the present month as it would be issued now.',
      may: 'admin',
      page: companyPage,
      input: z.strictObject({}),
      output: nextInvoice,
    }),
    printNotice: post({
      summary:
        'Prints on a receipt printer that an invoice was issued, and how it is paid. 404 for a credit note. It replaces no document.',
      may: 'admin',
      page: companyPage,
      input: z.strictObject({ id, ...printWhere }),
      output: printAnswer,
    }),
  },
});

export const systemInvoices = resource('system', 'invoices', {
  ...list,
  about: 'The invoices of all companies.',
  may: 'sys',
  page: systemPage,
  more: {
    getDue: get({ summary: dueSummary, may: 'sys', page: systemPage, input: z.strictObject({}), output: due }),
    getMissing: get({
      summary:
        'Returns the details of the seller that are missing, without which nothing is issued, and how many companies have not completed their billing details.',
      may: 'sys',
      page: systemPage,
      input: z.strictObject({}),
      output: z.object({
        missing: z.array(z.enum(missingFields)),
        /** Companies whose billing details are not complete. */
        incompleteBuyers: z.number().int(),
        /** Companies whose invoice waits because they have no terms for a day of its month; the first ten. */
        withoutTerms: z.array(z.string()),
      }),
    }),
    pay: post({
      summary: paySummary,
      may: 'sys',
      page: systemPage,
      input: updateInput(invoice, {}, { id }),
      output: z.object({ id }),
    }),
    confirmTransfer: post({
      summary:
        'Confirms that a transfer has paid an invoice: confirms its open payment, or adds one for what is open. Returns the invoice. 417 for an invoice that has nothing to pay.',
      may: 'sys',
      page: systemPage,
      input: updateInput(invoice, {}, { id }),
      output: invoice,
    }),
    credit: post({
      summary:
        'Cancels an invoice by a credit note, which it returns. What was paid for it is added to the balance of the company. 417 for a credited invoice.',
      may: 'sys',
      page: systemPage,
      input: updateInput(invoice, {}, { id }),
      output: invoice,
    }),
    issueAgain: post({
      summary:
        'Issues a credited invoice again, for the same period, and returns the new one. 417 for an invoice that is not credited or was issued again.',
      may: 'sys',
      page: systemPage,
      input: updateInput(invoice, {}, { id }),
      output: invoice,
    }),
  },
});
