// Every address that the browser part answers. The server gives these their page with status 200, and every other one 404.

/** Pages under /app that are lists: `web/list-routes.ts` names the component of each. */
export const listAddresses = [
  '/app/company/employees',
  '/app/company/employees/rights/actions',
  '/app/company/employees/rights/groups',
  '/app/company/employees/rights/locations',
  '/app/company/employees/rights/pages',
  '/app/company/locations',
  '/app/company/email/messages',
  '/app/company/email/templates',
  '/app/system/banners',
  '/app/system/company-management',
  '/app/system/email/message-logs',
  '/app/system/email/message-templates',
  '/app/system/email/messages',
  '/app/system/email/smtps',
  '/app/system/email/templates',
  '/app/system/feedback',
  '/app/system/file-uploads',
  '/app/system/general-stuff',
  '/app/system/general-stuff/settings',
  '/app/system/jobs',
  '/app/system/legal-texts',
  '/app/system/log/data-audit',
  '/app/system/log/system-logs',
  '/app/system/log/user-audit',
  '/app/system/pages',
  '/app/system/table-settings',
  '/app/system/user-management',
  '/app/system/user-management/actions',
  '/app/system/user-management/groups',
  '/app/system/user-management/rights/actions',
  '/app/system/user-management/rights/groups',
  '/app/system/user-management/rights/locations',
  '/app/system/user-management/rights/pages',
  '/app/system/user-management/group-rights/actions',
  '/app/system/user-management/group-rights/pages',
] as const;
export type ListAddress = (typeof listAddresses)[number];

/** Every other page, as `web/routes.tsx` maps it; `$` begins a part that differs. */
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
  '/user/lock',
  '/static/403',
  '/appointment/$actionHash/$action',
  '/app',
  '/app/home',
  '/app/user/calendars',
  '/app/user/my-account',
  '/app/company/details',
  '/app/system/menu',
] as const;
export type PageAddress = (typeof pageAddresses)[number];

export const addresses: readonly string[] = [...pageAddresses, ...listAddresses];
