// The routes of invoices.
import { invoiceDocuments } from '#contract/money/invoice-documents.ts';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { confirmTransfer } from './confirm-transfer.ts';
import { creditInvoice, issueInvoiceAgain } from './credit-invoice.ts';
import { payInvoice, payInvoiceOfAny } from './pay-invoice.ts';
import { getDocument } from './pdf/get-document.ts';
import { printNotice } from './print-notice.ts';
import { readDue } from './read-due.ts';
import { readMissing } from './read-missing.ts';
import { readNext } from './read-next.ts';
import { invoices } from './store.ts';

export const companyInvoiceRoutes = serve(companyInvoices.operations, {
  ...gridOf(companyInvoices, invoices),
  pay: (context, { id }) => payInvoice(context, id),
  getDue: readDue,
  getNext: readNext,
  printNotice,
});

export const systemInvoiceRoutes = serve(systemInvoices.operations, {
  ...gridOf(systemInvoices, invoices),
  pay: (context, { id }) => payInvoiceOfAny(context, id),
  getDue: readDue,
  getMissing: readMissing,
  confirmTransfer: (context, { id }) => confirmTransfer(context, id),
  credit: (context, { id }) => creditInvoice(context, id),
  issueAgain: (context, { id }) => issueInvoiceAgain(context, id),
});

export const invoiceDocumentRoutes = serve(invoiceDocuments, { get: getDocument });
