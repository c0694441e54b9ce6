// Updates the details of the seller.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Parsed } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { type SellerDetails, type seller, sellerDetails, sellerFields } from '#contract/money/seller.ts';
import type { ColumnsOf } from '#server/db/columns-of.ts';
import { transaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { completeUpdate } from '#server/lib/http/complete-update.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { assertTimeZone } from '#server/lib/time-zones.ts';
import { assertVatId, compactVatId } from '#server/lib/vat-id.ts';
import { readSeller } from './read-seller.ts';
import { saveVatRates } from './save-vat-rates.ts';

/**
 * Throws 417 for a VAT id, an IBAN or a BIC that cannot exist, and for a rate of billed days; 409 with the current
 * details (`Row`) when `version` is not the current one.
 */
export function updateSeller(
  context: SignedIn,
  { version, ...given }: Parsed<typeof seller.update>,
): Promise<SellerDetails> {
  return transaction(context, async (tx) => {
    const { db } = tx;
    await sql`select from seller for update`.execute(db);
    const present = await readSeller(db);
    if (version !== undefined && version !== present.version) {
      throw new Refusal(409, 'grid.changed', { details: { Row: toWire(sellerDetails, present) } });
    }
    const fields = completeUpdate<z.output<typeof sellerFields>>(sellerFields.shape, given, present);
    if (fields.timeZone !== present.timeZone) await assertTimeZone(context, fields.timeZone);
    const vatId = compactVatId(fields.vatId);
    await assertVatId(vatId);
    const [iban, bic] = [compact(fields.iban), compact(fields.bic)];
    // Loaded on first use.
    const { isValidBIC, isValidIBAN } = await import('ibantools');
    if (iban && !isValidIBAN(iban)) throw invalid('IBAN', 'seller.wrongIban');
    if (bic && !isValidBIC(bic)) throw invalid('BIC', 'seller.wrongBic');
    const { vatRates, ...columns } = fields;
    // Also when only rates change: the version of the seller is theirs too.
    await db
      .updateTable('seller')
      .set({ ...columns, vatId, iban, bic } satisfies ColumnsOf<'seller', typeof fields, 'vatRates'>)
      .execute();
    await saveVatRates(tx, fields, present);
    return readSeller(db);
  });
}

/** People write accounts in groups of four. */
function compact(account: string): string {
  return account.replaceAll(/\s/g, '').toUpperCase();
}
