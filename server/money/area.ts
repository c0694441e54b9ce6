// The routes, pages and menu items of money.
import { systemBilling } from '#contract/money/billing.ts';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { companyPayments, systemPayments } from '#contract/money/payments.ts';
import { type Area, heading, listPage, page } from '#server/lib/area.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { checkPayment } from './attempts/check-payment.ts';
import { listAttempts } from './attempts/list-attempts.ts';
import { startAttempt } from './attempts/start-attempt.ts';
import { companyBillingRoutes, systemBillingRoutes } from './billing/routes.ts';
import { companyInvoiceRoutes, invoiceDocumentRoutes, systemInvoiceRoutes } from './invoices/routes.ts';
import { addPayment } from './payments/add-payment.ts';
import { decidePayment } from './payments/decide-payment.ts';
import { readCheckout } from './payments/read-checkout.ts';
import { payments } from './payments/store.ts';
import { sellerRoutes } from './seller/routes.ts';

// Routes of payments and of their attempts at providers.
const companyPaymentRoutes = serve(companyPayments.operations, {
  ...gridOf(companyPayments, payments),
  add: addPayment,
  getCheckout: readCheckout,
  startAttempt,
  checkAttempts: checkPayment,
  getAttempts: (context, { id }) => listAttempts(context, id, { isOperator: false }),
});

const systemPaymentRoutes = serve(systemPayments.operations, {
  ...gridOf(systemPayments, payments),
  manualConfirm: (context, { id }) => decidePayment(context, id, 'confirm'),
  manualCancel: (context, { id }) => decidePayment(context, id, 'cancel'),
  getAttempts: (context, { id }) => listAttempts(context, id, { isOperator: true }),
});

export const moneyArea = {
  routes: {
    companyBilling: companyBillingRoutes,
    systemBilling: systemBillingRoutes,
    companyInvoices: companyInvoiceRoutes,
    companyPayments: companyPaymentRoutes,
    invoiceDocuments: invoiceDocumentRoutes,
    systemInvoices: systemInvoiceRoutes,
    systemPayments: systemPaymentRoutes,
    seller: sellerRoutes,
  },
  menu: [
    heading({ key: 'companyMoney', order: 35, icon: 'fa fa-euro' }),
    listPage(companyInvoices, { order: 37, formerly: { order: [35] }, icon: 'fa fa-file-text' }),
    heading({ key: 'systemMoney', order: 205, icon: 'fa fa-euro' }),
    listPage(systemInvoices, {
      key: 'systemInvoices',
      order: 207,
      formerly: { order: [215] },
      icon: 'fa fa-file-text',
    }),
    listPage(companyPayments, { order: 36, formerly: { order: [34] }, icon: 'fa fa-credit-card' }),
    listPage(systemPayments, {
      key: 'systemPayments',
      order: 206,
      formerly: { order: [213] },
      icon: 'fa fa-credit-card',
    }),
    page('/app/company/billing', 'admin', {
      key: 'billing',
      order: 38,
      formerly: { order: [36] },
      icon: 'fa fa-briefcase',
    }),
    listPage(systemBilling, { key: 'systemBilling', order: 208, formerly: { order: [216] }, icon: 'fa fa-briefcase' }),
    page('/app/system/seller', 'sys', { key: 'seller', order: 210, formerly: { order: [214] }, icon: 'fa fa-euro' }),
  ],
} satisfies Area;
