// Marks the address of a company as verified when it is the verified address of its administrator.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

/** For the companies that the person administers. A trigger does the same when the person verifies their address. */
export async function proveOwnAddresses(db: Db, userId: string): Promise<void> {
  await sql`select prove_company_addresses(${userId})`.execute(db);
}
