// The details of the seller.
import { sql } from 'kysely';
import type { LaterVatRate } from '#contract/lib/vat-rates.ts';
import type { SellerDetails } from '#contract/money/seller.ts';
import type { Db } from '#server/db/pool.ts';

export function readSeller(db: Db): Promise<SellerDetails> {
  return db
    .selectFrom('seller')
    .select(['name', 'address', 'registration', 'vatId', 'vatRate', 'dueDays', 'iban', 'bic', 'timeZone'])
    .select(
      sql<LaterVatRate[]>`(
        select coalesce(json_agg(json_build_object('from', from_day, 'rate', rate) order by from_day), '[]')
        from seller_vat_rates)`.as('vatRates'),
    )
    .select(sql<string>`xmin::text`.as('version'))
    .executeTakeFirstOrThrow();
}
