// The pages of the administered lists: their addresses, files and components.
import { resources } from './all.ts';
import type { AnyResource } from './lib/resource.ts';

/** A file name, unique among the pages in `web`, and the component that the file exports. */
export interface ListPageFile {
  file: string;
  component: string;
}

/** Pages that serve several lists or have a file with another name than the list. */
const named: Record<string, string> = {
  '/app/company/data-backup': 'data-backup-page.tsx DataBackupPage',
  '/app/company/email/messages': 'email-messages-page.tsx CompanyEmailMessagesPage',
  '/app/company/email/templates': 'email-templates-page.tsx CompanyEmailTemplatesPage',
  '/app/company/invoices': 'invoices-page.tsx CompanyInvoicesPage',
  '/app/company/payments': 'payments-page.tsx CompanyPaymentsPage',
  '/app/company/sms/messages': 'sms-messages-page.tsx CompanySmsMessagesPage',
  '/app/company/sms/received': 'received-sms-page.tsx CompanyReceivedSmsPage',
  '/app/company/listing/printers': 'printers-page.tsx CompanyPrintersPage',
  '/app/company/cash-registers': 'cash-registers-page.tsx CompanyCashRegistersPage',
  '/app/system/listing/printers': 'printers-page.tsx SystemPrintersPage',
  '/app/system/cash-register/registers': 'cash-registers-page.tsx SystemCashRegistersPage',
  '/app/company/problems': 'problems-page.tsx CompanyProblemsPage',
  '/app/company/email/suppressed-addresses': 'suppressed-addresses-page.tsx CompanySuppressedAddressesPage',
  '/app/company/sms/templates': 'sms-templates-page.tsx CompanySmsTemplatesPage',
  '/app/system/billing': 'system-billing-page.tsx SystemBillingPage',
  '/app/system/books': 'books-page.tsx BooksPage',
  '/app/system/email/message-logs': 'email-messages-page.tsx EmailMessageLogsPage',
  '/app/system/email/messages': 'email-messages-page.tsx SystemEmailMessagesPage',
  '/app/system/email/templates': 'email-templates-page.tsx SystemEmailTemplatesPage',
  '/app/system/feedback': 'feedback-list-page.tsx FeedbackListPage',
  '/app/system/invoices': 'invoices-page.tsx SystemInvoicesPage',
  '/app/system/log/system-logs': 'system-logs-page.tsx SystemLogsPage',
  '/app/system/payments': 'payments-page.tsx SystemPaymentsPage',
  '/app/system/sms/message-logs': 'sms-messages-page.tsx SmsMessageLogsPage',
  '/app/system/sms/messages': 'sms-messages-page.tsx SystemSmsMessagesPage',
  '/app/system/sms/received': 'received-sms-page.tsx SystemReceivedSmsPage',
  '/app/system/problems': 'problems-page.tsx SystemProblemsPage',
  '/app/system/sms/templates': 'sms-templates-page.tsx SystemSmsTemplatesPage',
  '/app/system/user-management': 'users-page.tsx UsersPage',
  '/app/system/user-management/actions': 'rights-page.tsx ActionsPage',
  '/app/system/user-management/groups': 'rights-page.tsx GroupsPage',
  '/app/company/locations': 'locations-with-feeds-page.tsx LocationsWithFeeds',
  // Lists of switches, which have their own calls.
  '/app/company/employees/rights/actions': 'grants-pages.ts CompanyActionGrants',
  '/app/company/employees/rights/groups': 'grants-pages.ts CompanyGroupGrants',
  '/app/company/employees/rights/locations': 'grants-pages.ts CompanyLocationGrants',
  '/app/company/employees/rights/pages': 'grants-pages.ts CompanyPageGrants',
  '/app/system/user-management/rights/actions': 'grants-pages.ts ActionGrants',
  '/app/system/user-management/rights/groups': 'grants-pages.ts GroupGrants',
  '/app/system/user-management/rights/locations': 'grants-pages.ts LocationGrants',
  '/app/system/user-management/rights/pages': 'grants-pages.ts PageGrants',
  '/app/system/user-management/group-rights/actions': 'grants-pages.ts GroupActionGrants',
  '/app/system/user-management/group-rights/pages': 'grants-pages.ts GroupPageGrants',
};

/** Keyed by address. The page of `companyTags` is `TagsPage` in `tags-page.tsx` unless `named` says otherwise. */
export const listPages: ReadonlyMap<string, ListPageFile> = new Map([
  ...Object.entries(resources as unknown as Record<string, AnyResource>).map(
    ([name, { declared }]) => [declared.page, pageNamedAfter(name)] as const,
  ),
  ...Object.entries(named).map(([address, found]) => {
    const [file = '', component = ''] = found.split(' ');
    return [address, { file, component }] as const;
  }),
]);

/** `companyTags` -> `tags-page.tsx`, `TagsPage`. */
function pageNamedAfter(list: string): ListPageFile {
  const name = list.replace(/^(company|system)/, '');
  const words = name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return { file: `${words}-page.tsx`, component: `${name}Page` };
}
