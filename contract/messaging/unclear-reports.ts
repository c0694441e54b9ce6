// Reports of the bounce mailboxes that the installation cannot make out, kept for the operator.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';

/** `unreadable`: it is no message. `unclear`: it does not say in a known way what became of the mail. */
export const unclearReasons = ['unreadable', 'unclear'] as const;
export type UnclearReason = (typeof unclearReasons)[number];

export const systemUnclearReports = resource('system', 'unclearreports', {
  about: 'Reports of the bounce mailboxes that were not understood, for 30 days.',
  rowsKey: 'reports',
  may: 'sys',
  page: '/app/system/email/unclear-reports',
  row: z.object({
    id,
    createdAt: instant.meta({ wire: 'Created' }),
    mailbox: z.string(),
    sender: z.string(),
    subject: z.string(),
    reason: z.enum(unclearReasons),
    /** Its words and answers, without the mail that it returns, and without the tokens of links. */
    message: z.string(),
  }),
  title: 'subject',
  sort: ['createdAt', 'sender', 'subject'],
  range: { field: 'createdAt', defaultSpan: { months: 1 } },
  can: ['clear'],
});
