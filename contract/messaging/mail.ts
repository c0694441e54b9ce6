// Queued and sent mails, and the responses of mail servers. Tokens in links are masked: a reader cannot use them.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { getAttempts } from './attempts.ts';
import { deliveryStates } from './deliveries.ts';

const message = {
  id,
  createdAt: instant.meta({ wire: 'Created' }),
  company: z.string().nullable().meta({ wire: 'CompanyName' }),
  location: z.string().nullable().meta({ wire: 'LocationName' }),
  fromEMail: z.string().meta({ wire: 'FromEmail' }),
  toEMail: z.string().meta({ wire: 'ToEmail' }),
  subject: z.string(),
  state: z.enum(deliveryStates),
  sent: z.boolean(),
};
const html = z.string().meta({ kind: 'html' });

const shared = {
  rowsKey: 'messages',
  row: z.object({ ...message, message: html }),
  title: 'subject',
  sort: ['createdAt', 'toEMail', 'subject', 'state', 'sent', 'fromEMail', 'company', 'location', 'message'],
  search: { from: 'fromEMail', to: 'toEMail', company: 'company', location: 'location' },
  range: { field: 'createdAt', defaultSpan: { days: 1 } },
} as const;

export const companyEmailMessages = resource('company', 'emailmessages', {
  ...shared,
  about: 'Mails of a company.',
  may: 'admin',
  page: '/app/company/email/messages',
  more: { getAttempts: getAttempts('admin', '/app/company/email/messages') },
});

export const systemEmailMessages = resource('system', 'emailmessages', {
  ...shared,
  about: 'Mails of all companies.',
  may: 'sys',
  page: '/app/system/email/messages',
  more: { getAttempts: getAttempts('sys', '/app/system/email/messages') },
});

export const systemEmailMessageLogs = resource('system', 'emailmessagelogs', {
  about: 'The response of the mail server to each attempt to send a mail.',
  rowsKey: 'messageLogs',
  may: 'sys',
  page: '/app/system/email/message-logs',
  row: z.object({ ...message, log: z.string(), message: html }),
  title: 'subject',
  sort: ['createdAt', 'toEMail', 'subject', 'log'],
  search: { from: 'fromEMail', to: 'toEMail', company: 'company', location: 'location' },
  range: { field: 'createdAt', defaultSpan: { days: 1 } },
  can: ['clear'],
});
