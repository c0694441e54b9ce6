// The routes of payments.
import { companyPayments, systemPayments } from '#contract/money/payments.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { addPayment } from './add-payment.ts';
import { decidePayment } from './decide-payment.ts';
import { readCheckout } from './read-checkout.ts';
import { payments } from './store.ts';

export const companyPaymentRoutes = serve(companyPayments.operations, {
  ...gridOf(companyPayments, payments),
  add: addPayment,
  getCheckout: readCheckout,
});

export const systemPaymentRoutes = serve(systemPayments.operations, {
  ...gridOf(systemPayments, payments),
  manualConfirm: (context, { id }) => decidePayment(context, id, 'confirm'),
  manualCancel: (context, { id }) => decidePayment(context, id, 'cancel'),
});
