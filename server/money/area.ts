// The routes, pages and menu items of money.
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { companyPayments, systemPayments } from '#contract/money/payments.ts';
import { type Area, listPage, page } from '#server/lib/area.ts';
import { companyInvoiceRoutes, systemInvoiceRoutes } from './invoices/routes.ts';
import { companyPaymentRoutes, systemPaymentRoutes } from './payments/routes.ts';
import { sellerRoutes } from './seller/routes.ts';

export const moneyArea = {
  routes: {
    companyInvoices: companyInvoiceRoutes,
    companyPayments: companyPaymentRoutes,
    systemInvoices: systemInvoiceRoutes,
    systemPayments: systemPaymentRoutes,
    seller: sellerRoutes,
  },
  menu: [
    listPage(companyInvoices, { order: 35, icon: 'fa fa-file-text' }),
    listPage(systemInvoices, { key: 'systemInvoices', order: 215, icon: 'fa fa-file-text' }),
    listPage(companyPayments, { order: 34, icon: 'fa fa-credit-card' }),
    listPage(systemPayments, { key: 'systemPayments', order: 213, icon: 'fa fa-credit-card' }),
    page('/app/system/seller', 'sys', { key: 'seller', order: 214, icon: 'fa fa-euro' }),
  ],
} satisfies Area;
