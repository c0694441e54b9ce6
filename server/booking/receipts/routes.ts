// Serves the receipts of visits.
import { receipts } from '#contract/booking/receipts.ts';
import { serve } from '#server/lib/http/serve.ts';
import { payVisit } from './pay-visit.ts';
import { readPayments } from './read-payments.ts';
import { refundReceipt } from './refund-receipt.ts';

export const receiptRoutes = serve(receipts, {
  getOfVisit: (context, { visitId }) => readPayments(context, visitId),
  pay: payVisit,
  refund: refundReceipt,
});
