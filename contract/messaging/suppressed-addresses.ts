// Addresses to which no message about appointments is sent for a while: a server rejected them, or people complained.
import { z } from 'zod';
import { id, instant } from '#contract/lib/fields.ts';
import { maxRowsPerPage, resource } from '#contract/lib/resource.ts';
import { post } from '#contract/lib/service.ts';
import { purposes } from './deliveries.ts';

export const suppressionReasons = ['bounce', 'complaint', 'unsubscribed', 'stop', 'manual'] as const;

const row = z.object({
  id,
  eMail: z.string().meta({ wire: 'eMail' }),
  reason: z.enum(suppressionReasons),
  /** `all`: of every purpose but mail about accounts. */
  purpose: z.enum([...purposes, 'all']),
  /** The response of the mail server, or the complaint. */
  evidence: z.string(),
  createdAt: instant.meta({ wire: 'Created' }),
  /** Never, when it is null. */
  expiresAt: instant.nullable(),
  /** How often the address was rejected. */
  times: z.number().int(),
});

const shared = {
  rowsKey: 'addresses',
  title: 'eMail',
  sort: ['createdAt', 'eMail', 'expiresAt', 'times'],
} as const;

const operations = <M extends 'admin' | 'sys'>(may: M, page: string) => ({
  allow: post({
    summary: 'Allows mail to the address again.',
    may,
    page,
    input: z.strictObject({ id }),
    output: null,
  }),
  allowMany: post({
    summary: 'Allows mail to several addresses again. Returns how many of them were suppressed.',
    may,
    page,
    input: z.strictObject({ ids: z.array(id).min(1).max(maxRowsPerPage) }),
    output: z.object({ changed: z.number().int() }),
  }),
});

const systemPage = '/app/system/email/suppressed-addresses';
export const systemSuppressedAddresses = resource('system', 'suppressedaddresses', {
  ...shared,
  about: 'Addresses that receive no mail about appointments for a while, because a mail server rejected them.',
  row: row.extend({ company: z.string().nullable().meta({ wire: 'CompanyName' }) }),
  may: 'sys',
  page: systemPage,
  more: operations('sys', systemPage),
});

const companyPage = '/app/company/email/suppressed-addresses';
export const companySuppressedAddresses = resource('company', 'suppressedaddresses', {
  ...shared,
  about: 'Addresses of a company that receive no mail about appointments for a while.',
  row,
  may: 'admin',
  page: companyPage,
  more: operations('admin', companyPage),
});
