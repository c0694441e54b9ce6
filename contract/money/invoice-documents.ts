// The documents of invoices and credit notes, as `/Pdf?Id=` shows them.
import { z } from 'zod';
import { date, id, money } from '#contract/lib/fields.ts';
import { get, service } from '#contract/lib/service.ts';
import { lineKinds } from './invoices.ts';

export const documentKinds = ['invoice', 'creditNote'] as const;

/** The categories of VAT of EN 16931: standard rate, reverse charge, exempt, zero rate, not subject to VAT. */
export const vatCategories = ['S', 'AE', 'E', 'Z', 'O'] as const;

const party = z.object({
  name: z.string(),
  address: z.string(),
  /** ISO 3166-1; empty when it is not known. */
  country: z.string(),
  registration: z.string(),
  vatId: z.string(),
});

const invoiceDocument = z.object({
  /** Of its file. */
  id,
  kind: z.enum(documentKinds),
  number: z.string(),
  issuedOn: date,
  dueDate: date,
  periodStart: date,
  /** Inclusive. */
  periodEnd: date,
  /** The number of the invoice that a credit note cancels, or in whose place the invoice stands. */
  credits: z.string().nullable(),
  replaces: z.string().nullable(),
  seller: party.extend({ iban: z.string().meta({ wire: 'IBAN' }), bic: z.string().meta({ wire: 'BIC' }) }),
  buyer: party.extend({ reference: z.string() }),
  lines: z.array(
    z.object({
      kind: z.enum(lineKinds),
      firstDay: date,
      lastDay: date,
      quantity: z.number().int(),
      unitPrice: money.nullable(),
      /** In percent. */
      discount: z.number(),
      /** The rate of VAT, in percent. */
      rate: z.number(),
      net: money,
    }),
  ),
  vatTable: z.array(z.object({ category: z.enum(vatCategories), rate: z.number(), basis: money, vat: money })),
  net: money,
  vat: money,
  grandTotal: money,
  /** The part that the balance had paid when the document was issued, and the rest that was still to be paid. */
  fromBalance: money,
  toPay: money,
  /** The reference of a transfer. */
  reference: z.string(),
  /** The invoice, for callers who may pay it, while something is to be paid; otherwise null. */
  payableId: id.nullable(),
  /**
   * Whether the invoice was paid or credited after its issue; null while an amount is due, and for one that the balance
   * paid as a whole, unless it was credited.
   */
  settled: z.enum(['paid', 'credited']).nullable(),
});
export type InvoiceDocumentAnswer = z.output<typeof invoiceDocument>;

export const invoiceDocuments = service(
  'invoicedocuments',
  {
    about:
      'Documents of invoices and credit notes. `/Pdf/DownloadPdf/?Id=` downloads the PDF, which contains the invoice as XML (Factur-X).',
  },
  {
    get: get({
      summary:
        "Returns what an invoice or credit note says, by the Id of its PDF. 404 for everyone but those who see the company's invoices, operators, and readers of the mail, who have the token of its link.",
      may: 'anyone',
      optionalSession: true,
      input: z.strictObject({ id, token: z.string().max(100).optional() }),
      output: invoiceDocument,
    }),
  },
);
