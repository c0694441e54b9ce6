// Gives a new company its first terms, which hold from its beginning.
import { randomUUIDv7 } from 'node:crypto';
import type { Terms } from '#contract/balance/terms.ts';
import type { Db } from '#server/db/pool.ts';

const everyDay = '(,)';

/** Call it in the transaction that adds the company: each company has terms for every day. */
export async function addFirstTerms(db: Db, companyId: string, terms: Partial<Terms> = {}): Promise<void> {
  await Promise.all([
    db
      .insertInto('companyTerms')
      .values({ ...terms, companyId, id: randomUUIDv7(), valid: everyDay })
      .execute(),
    db
      .insertInto('unitPrices')
      .values({ companyId, kind: 'sms', valid: everyDay, price: terms.smsCost ?? 0 })
      .execute(),
  ]);
}
