// Details that the seller must state before invoices are issued.
import type { Missing } from '#contract/money/invoices.ts';
import type { Db } from '#server/db/pool.ts';

/** The fields without which no invoice is issued, in the order of the form; none when all is well. */
export async function missingOfSeller(db: Db): Promise<Missing[]> {
  const seller = await db
    .selectFrom('seller')
    .select(['name', 'address', 'vatId', 'iban', 'vatRate'])
    .executeTakeFirstOrThrow();
  const missing: Missing[] = (['name', 'address', 'iban'] as const).filter((field) => seller[field] === '');
  // Without a VAT id, the seller charges no VAT.
  if (seller.vatId !== '' && seller.vatRate === null) missing.push('vatRate');
  return missing;
}
