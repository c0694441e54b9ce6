// The routes, pages and menu items of money.
import { systemBilling } from '#contract/money/billing.ts';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { companyPayments, systemPayments } from '#contract/money/payments.ts';
import { type Area, listPage, page } from '#server/lib/area.ts';
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
    listPage(companyInvoices, { order: 35, icon: 'fa fa-file-text' }),
    listPage(systemInvoices, { key: 'systemInvoices', order: 215, icon: 'fa fa-file-text' }),
    listPage(companyPayments, { order: 34, icon: 'fa fa-credit-card' }),
    listPage(systemPayments, { key: 'systemPayments', order: 213, icon: 'fa fa-credit-card' }),
    page('/app/company/billing', 'admin', { key: 'billing', order: 36, icon: 'fa fa-briefcase' }),
    listPage(systemBilling, { key: 'systemBilling', order: 216, icon: 'fa fa-briefcase' }),
    page('/app/system/seller', 'sys', { key: 'seller', order: 214, icon: 'fa fa-euro' }),
  ],
} satisfies Area;
