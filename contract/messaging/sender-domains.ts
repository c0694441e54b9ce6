// DNS records of the domains that mail is sent from, as found and as recommended.
import { z } from 'zod';
import { get, service } from '#contract/lib/service.ts';

export const recordKinds = ['spf', 'dkim', 'dmarc', 'mx'] as const;

/**
 * `good`: as it should be. `missing`: there is none. `unsure`: there is one, and this program cannot tell whether it
 * covers the mail server. `weak`: it prevents nothing. `wrong`: it cannot work. `unreachable`: the DNS did not answer.
 */
export const recordStates = ['good', 'missing', 'unsure', 'weak', 'wrong', 'unreachable'] as const;

const checked = z.object({
  /** Empty: there is none to look up. */
  domain: z.string(),
  records: z.array(
    z.object({
      kind: z.enum(recordKinds),
      /** The name that was looked up. */
      name: z.string(),
      state: z.enum(recordStates),
      found: z.array(z.string()),
      /** A record to copy; empty when there is nothing to add, or the mail provider names it. */
      expected: z.string(),
    }),
  ),
});
export type CheckedDomain = z.output<typeof checked>;

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, { error: 'field.long' })
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, { error: 'field.host' });

/** The name of a DKIM key, which the mail provider chooses. */
const selector = z
  .string()
  .trim()
  .toLowerCase()
  .max(63, { error: 'field.long' })
  .regex(/^[a-z0-9._-]*$/, { error: 'field.host' })
  .default('');

const systemPage = '/app/system/email/domains';
export const systemSenderDomains = service(
  'system/senderdomains',
  { about: 'The domains that mail is sent from: what their DNS says, and what it should say.' },
  {
    getAll: get({
      summary: 'Returns the domains of the installation, and up to 200 of companies with a verified address.',
      may: 'sys',
      page: systemPage,
      input: z.strictObject({}),
      output: z.array(
        z.object({
          domain: z.string(),
          source: z.enum(['installation', 'bounces', 'company']),
          company: z.string().nullable().meta({ wire: 'CompanyName' }),
        }),
      ),
    }),
    check: get({
      summary: 'Looks up the records of a domain. Answers within 3 seconds.',
      may: 'sys',
      page: systemPage,
      ownTransactions: true,
      input: z.strictObject({ domain, selector }),
      output: checked,
    }),
  },
);

const companyPage = '/app/company/email/domain';
export const companySenderDomain = service(
  'company/senderdomain',
  { about: "The domain of the company's verified address." },
  {
    check: get({
      summary:
        "Looks up the records of the domain of the company's verified address; empty without one. Answers within 3 seconds.",
      may: 'admin',
      page: companyPage,
      ownTransactions: true,
      input: z.strictObject({ selector }),
      output: checked,
    }),
  },
);
