// The facts that the books are checked for.

/** In the order of the checks. */
export const bookChecks = [
  'transactionSums',
  'ledgerSum',
  'transactionEntries',
  'depositEntries',
  'openHolds',
  'settledHolds',
  'usageEntries',
  'paymentEntries',
  'paymentMoves',
  'paymentAttempts',
  'invoiceEntries',
  'invoiceParts',
  'invoiceSettlements',
  'invoiceReceivables',
  'invoiceNumbers',
  'invoiceHashes',
  'invoiceChain',
  'receiptParts',
  'receiptPayments',
  'receiptRefunds',
  'tillNumbers',
  'tillHashes',
  'tillChain',
  'tillEntries',
  'tillDeviceNumbers',
  'tillClosings',
  'smsPrices',
  'termsEveryDay',
] as const;
export type BookCheck = (typeof bookChecks)[number];

/** The accounts of the ledger, in the order of a balance sheet. */
export const accountKeys = ['bank', 'receivables', 'deposits', 'vat', 'sales', 'usage', 'rounding', 'opening'] as const;
