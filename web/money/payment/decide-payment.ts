// Confirms or cancels a payment by hand, for the operator, after asking them.
import i18next from 'i18next';
import type { Resource } from '#contract/lib/resource.ts';
import { type PaymentState, systemPayments } from '#contract/money/payments.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { formatEuro } from '#web/lib/money.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

/** As in the list of payments, or on the page of one. */
interface Payment {
  id: string;
  amount: number;
  toBalance: number;
  company: string;
  invoice: { number: string } | null;
  state: PaymentState;
}

export async function confirmPayment({ id, amount: euros, company, invoice }: Payment): Promise<void> {
  const { t } = i18next;
  const amount = formatEuro(euros);
  const isAgreed = await ask({
    title: t('list.payments.confirmTitle', { amount }),
    text: invoice
      ? t('list.payments.confirmInvoiceText', { number: invoice.number, company })
      : t('list.payments.confirmText', { company }),
    confirmLabel: t('list.payments.confirm'),
  });
  if (!isAgreed) return;
  const isDone = await attempt(t('list.payments.notConfirmed', { amount }), () =>
    call(systemPayments.operations.manualConfirm, { id }, { handlesErrors: true }),
  );
  if (isDone) toast('success', t('list.payments.confirmedDone', { amount }));
  await refreshList(systemPayments as unknown as Resource);
}

export async function cancelPayment(payment: Payment): Promise<void> {
  const { id, amount: euros, company, state } = payment;
  const { t } = i18next;
  const amount = formatEuro(euros);
  const isAgreed = await ask({
    title: t('list.payments.cancelTitle', { amount }),
    text: state === 'confirmed' ? takeBackText(payment) : t('list.payments.cancelText', { company }),
    confirmLabel: t('list.payments.cancel'),
    cancelLabel: t('list.payments.keep'),
    danger: true,
  });
  if (!isAgreed) return;
  const isDone = await attempt(t('list.payments.notCancelled', { amount }), () =>
    call(systemPayments.operations.manualCancel, { id }, { handlesErrors: true }),
  );
  if (isDone) toast('success', t('list.payments.cancelledDone', { amount }));
  await refreshList(systemPayments as unknown as Resource);
}

/** The balance holds the amount paid beyond an invoice, or for a credited one. */
function takeBackText({ amount, toBalance, company, invoice }: Payment): string {
  const { t } = i18next;
  return [
    ...(invoice && toBalance < amount
      ? [t('list.payments.takeBackInvoiceText', { number: invoice.number, company })]
      : []),
    ...(toBalance > 0 ? [t('list.payments.takeBackText', { company })] : []),
  ].join(' ');
}
