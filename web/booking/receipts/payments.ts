// The payments of visits in the browser's cache.
import { receipts, type VisitPayments } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

export const paymentsQuery = (visitId: string) => query(receipts.getOfVisit, { visitId });

/** Shows the answer of a payment or refund at once, and reloads the visits of customers. */
export function cachePayments(payments: VisitPayments): void {
  queryClient.setQueryData(paymentsQuery(payments.visitId).queryKey, payments);
  void queryClient.invalidateQueries({ queryKey: [visits.getOfContact.path] });
}
