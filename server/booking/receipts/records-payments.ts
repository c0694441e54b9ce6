// Reads whether a company records the payments of visits.
import type { Db } from '#server/db/pool.ts';

export async function recordsPayments(db: Db, { companyId }: { companyId: string }): Promise<boolean> {
  const company = await db
    .selectFrom('companies')
    .select('recordsPayments')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return company.recordsPayments;
}
