// Changes what receipts say about the company as the seller.
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type companyReceiptDetails,
  type ReceiptDetails,
  receiptDetails,
  receiptFields,
} from '#contract/company/receipt-details.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { completeUpdate } from '#server/lib/http/complete-update.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { assertVatId, compactVatId } from '#server/lib/vat-id.ts';
import { readReceiptDetails } from './read-receipt-details.ts';

/**
 * Throws 417 for a VAT id that cannot exist, and 409 with the current details (`Row`) when `version` is not the current
 * one.
 */
export async function updateReceiptDetails(
  context: SignedIn,
  { version, ...given }: Parsed<typeof companyReceiptDetails.update>,
): Promise<ReceiptDetails> {
  const { db, user } = context;
  const { companyId } = user;
  await sql`select from companies where id = ${companyId} for no key update`.execute(db);
  const present = await readReceiptDetails(context);
  if (version !== undefined && version !== present.version) {
    throw new Refusal(409, 'grid.changed', { details: { Row: toWire(receiptDetails, present) } });
  }
  const fields = completeUpdate<z.output<typeof receiptFields>>(receiptFields.shape, given, present);
  const vatId = compactVatId(fields.vatId);
  await assertVatId(vatId);
  const values = { ...fields, vatId } satisfies ColumnsOf<'receiptSellers', typeof fields>;
  await db
    .insertInto('receiptSellers')
    .values({ ...values, companyId })
    .onConflict((taken) => taken.column('companyId').doUpdateSet(values))
    .execute();
  return readReceiptDetails(context);
}
