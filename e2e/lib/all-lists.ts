// The administered lists: test data for each, and a loop over several of them.

import type { Page } from 'playwright-core';
import type { z } from 'zod';
import { resources } from '#contract/all.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { fieldsOf } from '#contract/lib/wire.ts';
import { uncheckedKey } from '#i18n/keys.ts';
import { labelOf } from '#server/lib/grid/labels.ts';
import { translate } from '#server/lib/i18n.ts';
import { addNewJobs } from '#server/operations/jobs/store.ts';
import type { buildBusiness } from '#server/testing/build/business.ts';
import { derivedSample, samples } from '#server/testing/lists/list-samples.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { OpenApp } from './app.ts';
import { type EditableList, navigateTo, type SeededList } from './list.ts';

type Business = Awaited<ReturnType<typeof buildBusiness>>;

/** Derives the test of a list without a sample from its contract and its words. */
function plainList(list: AnyResource): EditableList {
  const { title, input } = list.declared;
  const words = (key: string) => translate('en', uncheckedKey(`list.${list.name}.${key}`));
  const sample = derivedSample(list).input();
  const begun = list.declared.blank?.() ?? {};
  // The test types every value that a new record lacks, the title first.
  const typed = Object.entries(fieldsOf(input as z.ZodType) ?? {}).filter(
    ([field, schema]) => field !== title && !schema.safeParse(begun[field]).success,
  );
  const fields = [title, ...typed.map(([field]) => field)].map((field) => [
    labelOf(list, field, 'en'),
    String(sample[field]),
  ]);
  return {
    title: words('title'),
    add: { button: words('new'), fields: Object.fromEntries(fields) },
    edit: { field: labelOf(list, title, 'en'), value: 'Renamed record' },
  };
}

const plainLists = Object.entries(resources as unknown as Record<string, AnyResource>)
  .filter(([name, { operations }]) => operations.insert && !samples[name]?.input)
  .map(([, list]) => [list.declared.page, plainList(list)] as const);

/** Lists whose records are added in them. */
export const editableLists: Record<string, EditableList> = {
  ...Object.fromEntries(plainLists),
  '/app/company/locations': {
    title: 'Locations',
    add: {
      button: 'New location',
      fields: { Name: 'Harbour', 'Name in the address': 'harbour' },
      choose: { 'Time zone': 'Europe/Riga' },
    },
    edit: { field: 'Name', value: 'Harbour house' },
  },
  '/app/system/general-stuff': {
    title: 'Languages',
    add: { button: 'New language', fields: { Name: 'Esperanto', Key: 'eo' } },
    edit: { field: 'Name', value: 'Esperanto lingvo' },
  },
  '/app/company/listing/printers': {
    title: 'Printers',
    add: { button: 'New printer', fields: { Name: 'Kitchen' } },
    edit: { field: 'Name', value: 'Reception' },
  },
  '/app/company/cash-registers': {
    title: 'Cash registers',
    add: { button: 'New cash register', fields: { Name: 'Bar' } },
    edit: { field: 'Name', value: 'Counter' },
  },
  '/app/system/listing/printers': {
    title: 'Printers of all companies',
    add: { button: 'New printer', fields: { Name: 'Corridor' } },
    edit: { field: 'Name', value: 'Hall' },
  },
  '/app/system/cash-register/registers': {
    title: 'Cash registers of all companies',
    add: { button: 'New cash register', fields: { Name: 'Garden' } },
    edit: { field: 'Name', value: 'Terrace' },
  },
  '/app/system/listing/types': {
    title: 'Types of paper',
    add: { button: 'New type of paper', fields: { Key: 'priceList', Description: 'Prices' } },
    edit: { field: 'Key', value: 'offers' },
  },
  '/app/system/email/smtps': {
    title: 'Mail servers',
    add: { button: 'New mail server', fields: { Key: 'Harbour post', Host: 'relay.example.org' } },
    edit: { field: 'Key', value: 'Harbour mail' },
  },
  '/app/system/sms/gateways': {
    title: 'SMS gateways',
    add: { button: 'New SMS gateway', fields: { Key: 'Harbour texts', Host: 'sms.example.org' } },
    edit: { field: 'Key', value: 'Harbour words' },
  },
  '/app/system/banners': {
    title: 'Banners',
    add: { button: 'New banner', fields: { Title: 'Spring offer', Link: '/terms' } },
    edit: { field: 'Title', value: 'Summer offer' },
  },
  '/app/system/user-management/groups': {
    title: 'Groups',
    add: { button: 'New group', fields: { Name: 'Front desk' } },
    edit: { field: 'Name', value: 'Reception' },
  },
};

/** Lists with records from elsewhere, or added as in the lists above. */
export const seededLists = ({ company, employee }: Business): Record<string, SeededList> => ({
  '/app/company/employees': { title: 'Employees', search: 'Administrator', row: employee.logIn, hasPage: true },
  '/app/company/employees/invitations': { title: 'Invitations', search: 'invited', row: 'invited-' },
  '/app/system/user-management': {
    title: 'Users of all companies',
    search: employee.logIn,
    row: employee.logIn,
    edit: { field: 'Last name', value: 'Renamed' },
  },
  '/app/system/user-management/actions': {
    title: 'Roles',
    search: 'lcladmin',
    row: 'lcladmin',
    edit: { field: 'Description', value: 'Whatever is done at some locations' },
  },
  '/app/system/company-management': {
    title: 'Companies',
    search: company.name,
    row: company.name,
    edit: { field: 'Country', value: 'Latvia' },
  },
  '/app/system/general-stuff/settings': {
    title: 'Settings',
    search: 'sample',
    row: 'as it was',
    edit: { field: /^sample/, value: 'as it is' },
  },
  '/app/company/email/templates': {
    title: 'E-mail templates',
    search: 'says cancelled',
    row: 'Says that the appointment is cancelled',
    edit: { field: 'Subject', value: 'About {{what}}' },
  },
  '/app/system/email/templates': {
    title: 'E-mail templates of all companies',
    search: 'says cancelled',
    row: 'Says that the appointment is cancelled',
    edit: { field: 'Subject', value: 'Wegen {{what}}' },
  },
  '/app/company/sms/templates': {
    title: 'SMS templates',
    search: 'key: reminder',
    row: 'Reminds the customer of the appointment',
    edit: { field: 'Message', value: 'Now {{when}}: {{cancelLink}}' },
  },
  '/app/system/sms/templates': {
    title: 'SMS templates of all companies',
    search: 'key: reminder',
    row: 'Reminds the customer of the appointment',
    edit: { field: 'Message', value: 'Nun {{when}}: {{cancelLink}}' },
  },
  '/app/system/email/message-templates': {
    title: 'E-mail wording',
    search: 'mail.with german',
    row: 'mail.with',
    edit: { field: /^Wording/, value: 'Mit' },
  },
  '/app/company/email/messages': { title: 'E-mails', search: 'state: sent', row: 'Confirmed' },
  '/app/system/email/messages': { title: 'E-mails of all companies', search: 'to: mara', row: 'Confirmed' },
  '/app/system/email/message-logs': { title: 'E-mail log', search: 'message: hello', row: '250 OK' },
  '/app/company/sms/messages': { title: 'SMS', search: 'subject: reminder', row: 'Reminder' },
  '/app/system/sms/messages': { title: 'SMS of all companies', search: 'to: +371', row: 'Reminder' },
  '/app/system/sms/message-logs': { title: 'SMS log', search: 'message: hello', row: '200 OK' },
  '/app/company/sms/received': { title: 'Received SMS', search: 'stop', row: 'Stop' },
  '/app/company/problems': { title: 'Messages that did not arrive', search: 'reason: refused', row: 'Refused' },
  '/app/system/jobs': { title: 'Jobs', search: 'tidy', row: 'tidy', edit: { field: /^Timeout/, value: '7' } },
  '/app/system/listing/logs': { title: 'Printer log', search: 'printer: desk', row: 'Printed paper' },
  '/app/system/cash-register/logs': { title: 'Cash register log', search: 'register: desk', row: 'Printed paper' },
  '/app/system/log/user-audit': { title: 'User audit', search: 'signed', row: 'Signed in' },
  '/app/system/log/data-audit': { title: 'Data audit', search: 'haircut', row: 'Inserted' },
  '/app/system/log/system-logs': { title: 'System logs', search: 'refused', row: 'Connection refused' },
  '/app/system/table-settings': {
    title: 'Table settings',
    search: 'profile_pictures',
    row: 'profile_pictures',
  },
});

/** Lists that are only displayed; other tests cover their actions. */
export const readOnlyLists: Record<string, { title: string }> = {
  '/app/company/contacts': { title: 'Customers' },
  '/app/company/invoices': { title: 'Invoices' },
  '/app/system/invoices': { title: 'Invoices of all companies' },
  '/app/company/data-backup': { title: 'Data backup' },
  '/app/system/restore': { title: 'Restore a company' },
  '/app/company/payments': { title: 'Payments' },
  '/app/system/payments': { title: 'Payments of all companies' },
  '/app/system/books': { title: 'Books' },
  '/app/system/billing': { title: 'Billing details of all companies' },
  '/app/system/plans': { title: 'Plans' },
  '/app/system/problems': { title: 'Messages of all companies that did not arrive' },
  '/app/company/email/suppressed-addresses': { title: 'Suppressed addresses' },
  '/app/system/sms/received': { title: 'Received SMS of all companies' },
  '/app/system/legal-texts': { title: 'Legal texts' },
  '/app/system/pages': { title: 'Pages' },
  '/app/system/file-uploads': { title: 'Files' },
  '/app/system/feedback': { title: 'Feedback' },
  '/app/system/listing/applications': { title: 'Printer applications' },
  '/app/system/cash-register/applications': { title: 'Cash register applications' },
};

const seededNames = [
  'companyInvitations',
  'companyEmailMessages',
  'companySmsMessages',
  'companyReceivedSms',
  'companyProblems',
  'systemAppSettings',
  'systemDataAudits',
  'systemFeedback',
  'systemFileUploads',
  'systemCashRegisterLogs',
  'systemListingLogs',
  'systemLogs',
  'systemUserAudits',
];

/** Creates records for every list. */
export async function fillLists({ services }: OpenApp, business: Business): Promise<void> {
  // Samples only use the services of a test app.
  const app = services as TestApp;
  for (const name of seededNames) await samples[name]?.seed?.(app, business);
  await addNewJobs(services.database.write);
}

/** Uses one page for several lists, without a reload for each. A failure names its list. */
export async function forEachList<T>(
  page: Page,
  lists: Record<string, T>,
  act: (page: Page, list: T) => unknown,
): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  for (const [path, list] of Object.entries(lists)) {
    try {
      await navigateTo(page, path);
      await act(page, list);
    } catch (cause) {
      throw new Error(path, { cause });
    }
  }
  await page.context().close();
}
