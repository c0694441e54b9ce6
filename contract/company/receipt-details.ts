// The company as a seller: what its receipts say about it.
import { z } from 'zod';
import { note } from '#contract/lib/fields.ts';
import { updateInput } from '#contract/lib/record-input.ts';
import { get, post, service } from '#contract/lib/service.ts';

/** `exempt`: the company charges no VAT, such as a small business; its receipts state none. */
export const vatRegimes = ['standard', 'exempt'] as const;

export const receiptFields = z.strictObject({
  name: note(100),
  address: note(200),
  registration: note(40),
  vatId: note(20),
  vatRegime: z.enum(vatRegimes),
});

export const receiptDetails = z.object({
  ...receiptFields.shape,
  /** Receipts state these where name and address are empty. */
  company: z.object({ name: z.string(), address: z.string() }),
  version: z.string(),
});
export type ReceiptDetails = z.output<typeof receiptDetails>;

const page = '/app/company/receipt-details';

export const companyReceiptDetails = service(
  'company/receiptdetails',
  { about: 'What the receipts of the company say about it as the seller.' },
  {
    get: get({
      summary: 'Returns the details.',
      may: 'admin',
      page,
      input: z.strictObject({}),
      output: receiptDetails,
    }),
    update: post({
      summary:
        'Updates the details; omitted fields stay unchanged. Receipts that exist keep theirs. 417 for a VAT id that cannot exist, 409 when the given version is no longer the current one.',
      may: 'admin',
      page,
      input: updateInput(receiptDetails, receiptFields.shape, { version: z.string().max(20).optional() }),
      output: receiptDetails,
    }),
  },
);
