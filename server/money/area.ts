// The routes, pages and menu items of money.
import { systemBilling } from '#contract/money/billing.ts';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { companyPayments, systemPayments } from '#contract/money/payments.ts';
import { type Area, heading, listPage, page } from '#server/lib/area.ts';
import { companyBillingRoutes, systemBillingRoutes } from './billing/routes.ts';
import { companyInvoiceRoutes, invoiceDocumentRoutes, systemInvoiceRoutes } from './invoices/routes.ts';
import { companyPaymentRoutes, systemPaymentRoutes } from './payments/routes.ts';
import { sellerRoutes } from './seller/routes.ts';

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
