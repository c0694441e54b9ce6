// Serves what receipts say about the company as the seller.
import { companyReceiptDetails } from '#contract/company/receipt-details.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readReceiptDetails } from './read-receipt-details.ts';
import { updateReceiptDetails } from './update-receipt-details.ts';

export const companyReceiptDetailsRoutes = serve(companyReceiptDetails, {
  get: readReceiptDetails,
  update: updateReceiptDetails,
});
