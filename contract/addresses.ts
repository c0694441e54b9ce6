// Every address that the browser part answers. The server gives these their page with status 200, and every other one
// 404.
import { listPages } from './list-pages.ts';

/** Every page that is no list, as `web/routes.tsx` maps it; `$` begins a part that differs. */
const pageAddresses = [
  '/',
  '/terms',
  '/privacy',
  '/cookies',
  '/feedback',
  '/setup',
  '/user/login',
  '/user/login/$actionHash',
  '/user/register',
  '/user/recover',
  '/user/recover/$actionHash',
  '/user/invite/$actionHash',
  '/user/verify-company/$actionHash',
  '/user/lock',
  '/static/403',
  '/appointment/$actionHash/$action',
  '/payment',
  '/pdf',
  '/marketing/test',
  '/marketing/unsubscribe/$token',
  '/marketing/link/$token/$link',
  '/app',
  '/app/home',
  '/app/user/calendars',
  '/app/user/my-account',
  '/app/company/billing',
  '/app/company/receipt-details',
  '/app/company/details',
  '/app/company/marketing/email',
  '/app/company/marketing/sms',
  '/app/company/contacts/$id',
  '/app/company/employees/$id',
  '/app/company/employees/shifts',
  '/app/company/reports/calendar-events',
  '/app/company/reports/company',
  '/app/company/reports/email',
  '/app/company/reports/Income',
  '/app/company/reports/marketing',
  '/app/company/reports/sms',
  '/app/system/menu',
  '/app/system/seller',
  '/app/system/email/domains',
  '/app/company/email/domain',
  '/app/company/listing/type-printers',
] as const;
export type PageAddress = (typeof pageAddresses)[number];

export const addresses: readonly string[] = [...pageAddresses, ...listPages.keys()];
