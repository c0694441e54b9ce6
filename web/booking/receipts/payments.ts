// The payments of visits in the browser's cache.
import { hashKey } from '@tanstack/react-query';
import i18next from 'i18next';
import { receipts, type VisitPayments } from '#contract/booking/receipts.ts';
import { visits } from '#contract/booking/visits.ts';
import { CallError, call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient, refreshFigures } from '#web/lib/client/query-client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

/** Fails with 404, without a message, for visits with a part that the caller may not change. */
export const paymentsQuery = (visitId: string) => ({
  ...query(receipts.getOfVisit, { visitId }),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(receipts.getOfVisit, { visitId }, { signal, handlesErrors: [404] }),
});

/** Whether the customer has yet to pay for a visit; false also when the caller cannot take the payment. */
export async function isPaymentDue(visitId: string): Promise<boolean> {
  try {
    const { isPayable, due } = await queryClient.fetchQuery({ ...paymentsQuery(visitId), staleTime: 2_000 });
    return isPayable && due > 0;
  } catch {
    return false;
  }
}

/** Shows the answer of a payment or refund at once, and reloads other payments and the figures of reports. */
export function cachePayments(payments: VisitPayments): void {
  const own = paymentsQuery(payments.visitId).queryKey;
  queryClient.setQueryData(own, payments);
  // Other visits of the customer may be paid with this one, or offer to be.
  void queryClient.invalidateQueries({
    queryKey: [receipts.getOfVisit.path],
    predicate: ({ queryHash }) => queryHash !== hashKey(own),
  });
  void queryClient.invalidateQueries({ queryKey: [visits.getOfContact.path] });
  void refreshFigures();
}

/**
 * Shows why a payment or refund failed. Returns true for a refusal (409), such as one that was recorded at another
 * desk, and for what is gone (404): what is shown is old, and is loaded again.
 */
export function showPaymentError(error: unknown, visitId: string, fallback: string): boolean {
  if (!(error instanceof CallError) || ![404, 409].includes(error.status)) {
    showError(error, fallback);
    return false;
  }
  toast('danger', error.status === 404 ? i18next.t('receipts.partsChanged') : error.message);
  for (const queryKey of [paymentsQuery(visitId).queryKey, [visits.getOfContact.path]]) {
    void queryClient.invalidateQueries({ queryKey });
  }
  return true;
}
