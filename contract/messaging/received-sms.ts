// Texts that people sent to the numbers of SMS gateways.
import { z } from 'zod';
import { id, instant, multiLine } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

const row = z.object({
  id,
  createdAt: instant.meta({ wire: 'Created' }),
  from: z.string(),
  /** The customer with that number. */
  customer: z.string(),
  message: z.string().meta(multiLine),
  /** The change that the text made. */
  meaning: z.enum(['none', 'stop', 'start']),
});

const shared = {
  rowsKey: 'messages',
  title: 'from',
  sort: ['createdAt', 'from'],
  range: { field: 'createdAt', defaultSpan: { months: 1 } },
} as const;

export const companyReceivedSms = resource('company', 'receivedsms', {
  ...shared,
  about: 'Texts of people whose number had its last SMS from the company.',
  row,
  may: 'admin',
  page: '/app/company/sms/received',
});

export const systemReceivedSms = resource('system', 'receivedsms', {
  ...shared,
  about: 'Texts that reached the SMS gateways, of all companies and of none.',
  row: row.extend({ company: z.string().nullable().meta({ wire: 'CompanyName' }) }),
  search: { company: 'company' },
  may: 'sys',
  page: '/app/system/sms/received',
});
