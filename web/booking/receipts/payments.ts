// The payments of visits in the browser's cache.
import { receipts, type VisitPayments } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { CallError, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient, refreshFigures } from '#web/lib/client/query-client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

export const paymentsQuery = (visitId: string) => query(receipts.getOfVisit, { visitId });

/** Shows the answer of a payment or refund at once, and reloads the visits of customers and the figures of reports. */
export function cachePayments(payments: VisitPayments): void {
  queryClient.setQueryData(paymentsQuery(payments.visitId).queryKey, payments);
  void queryClient.invalidateQueries({ queryKey: [visits.getOfContact.path] });
  void refreshFigures();
}

/**
 * Shows why a payment or refund failed. Returns true for a refusal (409), such as one that was recorded at another
 * desk: what is shown is old, and is loaded again.
 */
export function showPaymentError(error: unknown, visitId: string, fallback: string): boolean {
  if (!(error instanceof CallError) || error.status !== 409) {
    showError(error, fallback);
    return false;
  }
  toast('danger', error.message);
  for (const queryKey of [paymentsQuery(visitId).queryKey, [visits.getOfContact.path]]) {
    void queryClient.invalidateQueries({ queryKey });
  }
  return true;
}
