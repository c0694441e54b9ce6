// Locks the deposit of a company until the end of the caller's transaction: its movements happen one after another.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

export async function lockDeposit(db: Db, companyId: string): Promise<void> {
  await sql`select from deposits where company_id = ${companyId} for update`.execute(db);
}
