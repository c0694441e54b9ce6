// Gives back what was reserved for something that will not be used.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import type { Source } from './cause.ts';

/** Call it in a transaction. Returns false, and moves nothing, when the source has no open hold. */
export async function release(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, source }: { companyId: string; source: Source },
): Promise<boolean> {
  const { rows } = await sql`
    select from release_holds(${companyId}, ${source.kind}, array[${source.id}::uuid], ${clock.now()}::timestamptz)`.execute(
    db,
  );
  return rows.length > 0;
}
