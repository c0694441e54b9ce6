// Reserves a part of a company's deposit for something that will be used, such as an SMS.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { numericOf } from '#server/lib/sql/money.ts';
import type { Source } from './cause.ts';

/**
 * Call it in a transaction. Returns false when the deposit has too little that is free. A source is reserved for once:
 * a repeated call moves nothing and returns true, unless it was released meanwhile.
 */
export async function reserve(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, units, source }: { companyId: string; units: number; source: Source },
): Promise<boolean> {
  const { rows } = await sql`
    select from reserve_holds(${companyId}, ${source.kind}, array[${source.id}::uuid], array[${numericOf(units)}],
      ${clock.now()}::timestamptz)`.execute(db);
  return rows.length > 0;
}
