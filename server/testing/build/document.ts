// Builds documents of invoices for tests and measurements, without a database.
import { buildXml } from '#server/money/invoices/pdf/cross-industry-invoice.ts';
import type { InvoiceDocument, VatCategory } from '#server/money/invoices/pdf/invoice-document.ts';
import { wordsOfDocument } from '#server/money/invoices/pdf/make-pdf.ts';
import type { PdfRequest } from '#server/money/invoices/pdf/render-pdf.ts';

export interface DocumentOptions {
  nets?: readonly number[];
  kind?: InvoiceDocument['kind'];
  category?: VatCategory;
  rate?: number;
  /** That of every other line; the rest have `rate`. */
  otherRate?: number;
  fromBalance?: number;
  buyer?: Partial<InvoiceDocument['buyer']>;
  seller?: Partial<InvoiceDocument['seller']>;
}

const kinds = ['month', 'users', 'locations', 'sms'] as const;

/** `nets` are the amounts of the lines of an invoice in cents; those of a credit note are negative. */
export function buildDocument(options: DocumentOptions = {}): InvoiceDocument {
  const { nets = [2900], kind = 'invoice', category = 'S', fromBalance = 0 } = options;
  const rate = category === 'S' ? (options.rate ?? 2100) : 0;
  const sign = kind === 'creditNote' ? -1 : 1;
  const lines = nets.map((net, index) => ({
    kind: kinds[index % kinds.length] ?? ('month' as const),
    firstDay: '2026-03-01',
    lastDay: '2026-03-31',
    quantity: index % 4 === 3 ? 137 : 1 + (index % 5),
    unitPrice: index % 4 === 3 ? null : net,
    discount: index % 7 === 6 ? 1250 : 0,
    net: sign * net,
    category,
    rate: index % 2 === 1 && category === 'S' ? (options.otherRate ?? rate) : rate,
  }));
  const net = lines.reduce((sum, line) => sum + line.net, 0);
  const vat = [...Map.groupBy(lines, (line) => line.rate)].map(([of, own]) => {
    const basis = own.reduce((sum, line) => sum + line.net, 0);
    return { category, rate: of, basis, vat: sign * Math.floor((2 * Math.abs(basis) * of + 10_000) / 20_000) };
  });
  const vatTotal = vat.reduce((sum, row) => sum + row.vat, 0);
  const party = { name: 'Daybook SIA', address: 'Brīvības iela 1\nRīga, LV-1010', country: 'LV', eMail: '' };
  return {
    kind,
    number: kind === 'invoice' ? 'INV-000012' : 'CN-000003',
    issuedAt: '2026-04-01T03:00:00Z',
    issuedOn: '2026-04-01',
    dueDate: '2026-04-15',
    periodStart: '2026-03-01',
    periodEnd: '2026-03-31',
    credits: kind === 'creditNote' ? { number: 'INV-000011', issuedOn: '2026-03-01' } : null,
    replaces: null,
    seller: {
      ...party,
      registration: '40203123456',
      vatId: 'LV40203123456',
      iban: 'LV80BANK0000435195001',
      bic: 'BANKLV2X',
      ...options.seller,
    },
    buyer: {
      name: 'Salon Rosa',
      address: 'Hauptstraße 5\n10115 Berlin',
      country: 'DE',
      registration: '',
      vatId: 'DE123456789',
      eMail: 'rosa@example.org',
      reference: '',
      ...options.buyer,
    },
    lines,
    vat,
    net,
    vatTotal,
    grandTotal: net + vatTotal,
    fromBalance,
  };
}

/** The XML of a document, as the worker thread builds it. */
export function xmlFor(document: InvoiceDocument, language = 'en'): string {
  return buildXml(document, wordsOfDocument(language));
}

export function pdfRequest(document: InvoiceDocument, language = 'en'): PdfRequest {
  return {
    document,
    xml: xmlFor(document, language),
    language,
    locale: language === 'en' ? 'en-GB' : language,
    words: wordsOfDocument(language),
  };
}
