// Changes the billing details of a company, for its administrators and for the operator.
import type { z } from 'zod';
import type { Parsed } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { type BillingDetails, billingDetails, type companyBilling, systemBilling } from '#contract/money/billing.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { completeInput, rowForUpdate } from '#server/lib/grid/grid-of.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { completeUpdate } from '#server/lib/http/complete-update.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { readBilling } from './read-billing.ts';
import { lockBilling, saveBilling } from './save-billing.ts';
import { billing } from './store.ts';

type Fields = z.output<(typeof systemBilling)['declared']['input']>;

/**
 * Throws 417 for a VAT id that cannot exist, and 409 with the current details (`Row`) when `version` is not the current
 * one.
 */
export async function updateOwnBilling(
  context: SignedIn,
  { version, ...given }: Parsed<typeof companyBilling.update>,
): Promise<BillingDetails> {
  const { companyId } = context.user;
  await lockBilling(context, companyId);
  const present = await readBilling(context);
  if (version !== undefined && version !== present.version) {
    throw new Refusal(409, 'grid.changed', { details: { Row: toWire(billingDetails, present) } });
  }
  await saveBilling(context, companyId, completeUpdate<Fields>(systemBilling.declared.input.shape, given, present));
  return readBilling(context);
}

/** The same for any company. Throws 404 for an unknown one. */
export function updateBilling(
  context: SignedIn,
  { id, version, ...given }: Parsed<typeof systemBilling.operations.update>,
): Promise<JsonText> {
  return transaction(context, async (tx) => {
    await lockBilling(tx, id);
    const row = await rowForUpdate(tx, systemBilling, billing, id, version);
    await saveBilling(tx, id, completeInput(systemBilling, given, row));
    return rowById(tx, systemBilling, billing, id);
  });
}

/** Throws 417 when the company has no VAT id, or another one than the operator has checked. */
export function checkVatId(
  context: SignedIn,
  { id, vatId, isChecked }: Parsed<typeof systemBilling.operations.checkVatId>,
): Promise<JsonText> {
  return transaction(context, async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('billingProfiles')
      .set({ vatIdCheckedAt: isChecked ? tx.clock.now() : null })
      .where('companyId', '=', id)
      .where('vatId', '=', vatId)
      .where('vatId', '<>', '')
      .executeTakeFirst();
    // Throws 404 for an unknown company.
    const row = await rowById(tx, systemBilling, billing, id);
    if (numUpdatedRows === 0n) throw invalid('VatId', 'list.billing.otherVatId');
    return row;
  });
}
