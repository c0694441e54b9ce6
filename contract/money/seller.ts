// The seller: the operator's business, which companies pay.
import { z } from 'zod';
import { knownZone, note } from '#contract/lib/fields.ts';
import { updateInput } from '#contract/lib/record-input.ts';
import { get, post, service } from '#contract/lib/service.ts';
import { laterVatRates, vatPercent } from '#contract/lib/vat-rates.ts';

export const sellerFields = z.strictObject({
  name: note(70),
  address: note(200),
  registration: note(40),
  vatId: note(20),
  /** In percent; null while it is not stated. Counts until the first of `vatRates`. Without a VAT id, none is charged. */
  vatRate: vatPercent.nullable(),
  vatRates: laterVatRates,
  /** From the issue of an invoice until it is due. */
  dueDays: z.number().int().min(0).max(365),
  iban: note(42).meta({ wire: 'IBAN' }),
  bic: note(14).meta({ wire: 'BIC' }),
  /** Days of terms, periods and due dates count in it. */
  timeZone: knownZone,
});

/** The fields that a transfer needs. */
export const payeeFields = ['name', 'iban'] as const;

export const sellerDetails = z.object({ ...sellerFields.shape, version: z.string() });
export type SellerDetails = z.output<typeof sellerDetails>;

const page = '/app/system/seller';

export const seller = service(
  'system/seller',
  { about: 'The seller of Daybook to the companies: its name and bank account.' },
  {
    get: get({
      summary: 'Returns the details of the seller.',
      may: 'sys',
      page,
      input: z.strictObject({}),
      output: sellerDetails,
    }),
    update: post({
      summary:
        'Updates the details of the seller; omitted fields stay unchanged. 417 for a VAT id or an account that cannot exist, and for a VAT rate of days that an invoice has billed, 409 when the given version is no longer the current one.',
      may: 'sys',
      page,
      input: updateInput(sellerDetails, sellerFields.shape, { version: z.string().max(20).optional() }),
      output: sellerDetails,
    }),
  },
);
