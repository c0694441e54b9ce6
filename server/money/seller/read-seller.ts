// The details of the seller.
import { sql } from 'kysely';
import type { SellerDetails } from '#contract/money/seller.ts';
import type { Db } from '#server/db/pool.ts';

export function readSeller(db: Db): Promise<SellerDetails> {
  return db
    .selectFrom('seller')
    .select(['name', 'address', 'registration', 'vatId', 'vatRate', 'dueDays', 'iban', 'bic', 'timeZone'])
    .select(sql<string>`xmin::text`.as('version'))
    .executeTakeFirstOrThrow();
}
