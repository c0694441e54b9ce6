// E-mail addresses and numbers to which no message about appointments is sent for a while: a server rejected them, or
// people objected.
import { z } from 'zod';
import { id, instant, note } from '#contract/lib/fields.ts';
import { maxRowsPerPage, resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';
import { purposes } from './deliveries.ts';

export const suppressionReasons = ['bounce', 'complaint', 'unsubscribed', 'stop', 'manual'] as const;

const row = z.object({
  id,
  medium: z.enum(['mail', 'sms']),
  address: z.string(),
  reason: z.enum(suppressionReasons),
  /** `all`: of every purpose but mail about accounts. */
  purpose: z.enum([...purposes, 'all']),
  /** The response of the mail server, the complaint, or the answer to an SMS. */
  evidence: z.string(),
  createdAt: instant.meta({ wire: 'Created' }),
  /** Never, when it is null. */
  expiresAt: instant.nullable(),
  /** How often the address was rejected. */
  times: z.number().int(),
});

const shared = {
  rowsKey: 'addresses',
  title: 'address',
  sort: ['createdAt', 'address', 'expiresAt', 'times'],
  search: { to: 'address' },
} as const;

const operations = <M extends 'admin' | 'sys'>(may: M, page: string) => ({
  allow: post({
    summary:
      'Allows messages to the address again. A company says why for a number that answered STOP; campaigns stay off.',
    may,
    page,
    input: z.strictObject({ id, why: note(200).default('') }),
    output: null,
  }),
  allowMany: post({
    summary: 'Allows messages to several addresses again. Returns how many of them were suppressed.',
    may,
    page,
    input: z.strictObject({ ids: z.array(id).min(1).max(maxRowsPerPage) }),
    output: z.object({ changed: z.number().int() }),
  }),
});

const systemPage = '/app/system/email/suppressed-addresses';
export const systemSuppressedAddresses = resource('system', 'suppressedaddresses', {
  ...shared,
  about:
    'Addresses and numbers that receive no messages about appointments, because a mail server rejected them or people objected.',
  row: row.extend({ company: z.string().nullable().meta({ wire: 'CompanyName' }) }),
  may: 'sys',
  page: systemPage,
  more: operations('sys', systemPage),
});

const companyPage = '/app/company/email/suppressed-addresses';
export const companySuppressedAddresses = resource('company', 'suppressedaddresses', {
  ...shared,
  about: 'Addresses and numbers of customers that receive no messages of a company about appointments.',
  row,
  may: 'admin',
  page: companyPage,
  more: operations('admin', companyPage),
});
