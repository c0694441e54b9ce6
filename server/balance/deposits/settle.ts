// Pays from what was reserved: the hold ends, and what was used leaves the deposit.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { numericOf } from '#server/lib/sql/money.ts';
import type { Source } from './cause.ts';

/**
 * Call it in a transaction. `units` is at most what was reserved (by default all of it); the rest becomes free. Returns
 * false, and moves nothing, when the source has no open hold.
 */
export async function settle(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, source, units }: { companyId: string; source: Source; units?: number },
): Promise<boolean> {
  const used = units === undefined ? sql`null` : numericOf(units);
  const { rows } = await sql`
    select from settle_holds(${companyId}, ${source.kind}, array[${source.id}::uuid], ${used}, 
      ${clock.now()}::timestamptz)`.execute(db);
  return rows.length > 0;
}
