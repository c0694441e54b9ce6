// Addresses to which no mail about appointments is sent, because a mail server rejected them as nonexistent.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';

export const suppressionReasons = ['bounce', 'complaint', 'unsubscribed', 'stop', 'manual'] as const;

const page = '/app/system/email/suppressed-addresses';

export const systemSuppressedAddresses = resource('system', 'suppressedaddresses', {
  about: 'Addresses that receive no mail about appointments for a while, because a mail server rejected them.',
  rowsKey: 'addresses',
  may: 'sys',
  page,
  row: z.object({
    id,
    eMail: z.string().meta({ wire: 'eMail' }),
    reason: z.enum(suppressionReasons),
    /** The response of the mail server. */
    evidence: z.string(),
    createdAt: instant.meta({ wire: 'Created' }),
    /** Never, when it is null. */
    expiresAt: instant.nullable(),
    /** How often the address was rejected. */
    times: z.number().int(),
  }),
  title: 'eMail',
  sort: ['createdAt', 'eMail', 'expiresAt', 'times'],
  more: {
    allow: post({
      summary: 'Allows mail to the address again.',
      may: 'sys',
      page,
      input: z.strictObject({ id }),
      output: null,
    }),
  },
});
