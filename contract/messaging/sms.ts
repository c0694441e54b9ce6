// Queued and sent SMS, and the responses of gateways. Tokens in links are masked: a reader cannot use them.
import { z } from 'zod';
import { id, instant, multiLine } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { deliveryStates } from './deliveries.ts';

const message = {
  id,
  createdAt: instant.meta({ wire: 'Created' }),
  company: z.string().nullable().meta({ wire: 'CompanyName' }),
  location: z.string().nullable().meta({ wire: 'LocationName' }),
  /** Both spellings of the specification. */
  from: z.string(),
  fromSms: z.string(),
  to: z.string(),
  toSms: z.string(),
  /** The kind of the text, or the name of the campaign. */
  subject: z.string(),
  state: z.enum(deliveryStates),
  sent: z.boolean(),
  /** How many the network charges for. */
  parts: z.number().int(),
  /**
   * The amount that the deposit has paid or reserves for all of them; null for nothing, such as for an SMS that failed.
   */
  price: z.number().nullable(),
};
const text = z.string().meta(multiLine);

const shared = {
  rowsKey: 'messages',
  row: z.object({ ...message, message: text }),
  title: 'subject',
  sort: ['createdAt', 'toSms', 'to', 'subject', 'state', 'sent', 'fromSms', 'from', 'company', 'location', 'message'],
  search: { from: 'fromSms', to: 'toSms', company: 'company', location: 'location' },
  range: { field: 'createdAt', defaultSpan: { days: 1 } },
} as const;

export const companySmsMessages = resource('company', 'smsmessages', {
  ...shared,
  about: 'SMS of a company.',
  may: 'admin',
  page: '/app/company/sms/messages',
});

export const systemSmsMessages = resource('system', 'smsmessages', {
  ...shared,
  about: 'SMS of all companies.',
  may: 'sys',
  page: '/app/system/sms/messages',
});

export const systemSmsMessageLogs = resource('system', 'smsmessagelogs', {
  about: 'The response of the gateway to each attempt to send an SMS, and the receipts that followed.',
  rowsKey: 'messageLogs',
  may: 'sys',
  page: '/app/system/sms/message-logs',
  row: z.object({ ...message, log: z.string(), message: text }),
  title: 'subject',
  sort: ['createdAt', 'toSms', 'subject', 'log'],
  search: { from: 'fromSms', to: 'toSms', company: 'company', location: 'location' },
  range: { field: 'createdAt', defaultSpan: { days: 1 } },
  can: ['clear'],
});
