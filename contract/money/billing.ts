// Companies as buyers: what their invoices say about them.
import { z } from 'zod';
import { countries } from '#contract/lib/countries.ts';
import { country, eMail, id, instant, maybe, note } from '#contract/lib/fields.ts';
import { updateInput } from '#contract/lib/record-input.ts';
import { resource } from '#contract/lib/resource.ts';
import { get, post, service } from '#contract/lib/service.ts';

/**
 * The fields without which an invoice may lack what the law asks for; until they are filled, it has the company's own.
 */
export const billingFields = ['name', 'address', 'country'] as const;

const input = z.strictObject({
  name: note(100),
  address: note(200),
  country: z.string().refine((code) => code === '' || countries.includes(code), { error: 'field.country' }),
  vatId: note(20),
  billingEMail: maybe(eMail),
  reference: note(60),
});

const profile = {
  name: z.string(),
  address: z.string(),
  /** ISO 3166-1 alpha-2; empty while it is not stated. */
  country: z.string().meta(country),
  vatId: z.string(),
  /** When an operator checked that the VAT id belongs to the company; without that, there is no reverse charge. */
  vatIdCheckedAt: instant.nullable(),
  billingEMail: z.string(),
  reference: z.string(),
  version: z.string(),
};

const missing = z.array(z.enum(billingFields));

export const billingDetails = z.object({
  ...profile,
  missing,
  /** Details that invoices state where the profile is empty. */
  company: z.object({ name: z.string(), address: z.string(), country: z.string(), eMail: z.string() }),
});
export type BillingDetails = z.output<typeof billingDetails>;

const companyPage = '/app/company/billing';

export const companyBilling = service(
  'company/billing',
  { about: "What the invoices of the caller's company say about it." },
  {
    get: get({
      summary: 'Returns the billing details of the company, and which are missing.',
      may: 'admin',
      page: companyPage,
      input: z.strictObject({}),
      output: billingDetails,
    }),
    update: post({
      summary:
        'Updates the billing details of the company; omitted fields stay unchanged. Invoices that are issued keep theirs. 417 for a VAT id that cannot exist, 409 when the given version is no longer the current one.',
      may: 'admin',
      page: companyPage,
      input: updateInput(billingDetails, input.shape, { version: z.string().max(20).optional() }),
      output: billingDetails,
    }),
  },
);

const systemPage = '/app/system/billing';
const row = z.object({ id, company: z.string(), ...profile, isVatIdChecked: z.boolean(), isComplete: z.boolean() });

export const systemBilling = resource('system', 'billing', {
  about: 'The billing details of all companies. The id is that of the company.',
  rowsKey: 'billing',
  may: 'sys',
  page: systemPage,
  tables: ['billing_profiles', 'companies'],
  row,
  title: 'company',
  sort: ['company', 'country'],
  input,
  can: ['update'],
  more: {
    checkVatId: post({
      summary:
        'Marks the VAT id of a company as checked, from now on; an invoice across a border then has reverse charge. 417 when the company has another VAT id by now.',
      may: 'sys',
      page: systemPage,
      input: z.strictObject({ id, vatId: note(20), isChecked: z.boolean() }),
      output: row,
    }),
  },
});
