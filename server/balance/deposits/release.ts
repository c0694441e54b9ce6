// Gives back what was reserved for something that will not be used.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import type { Source } from './cause.ts';
import { lockDeposit } from './lock-deposit.ts';

/** Call it in a transaction. Returns false, and moves nothing, when the source has no open hold. */
export async function release(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, source }: { companyId: string; source: Source },
): Promise<boolean> {
  await lockDeposit(db, companyId);
  const { rows } = await sql`
    with ended as (
      update holds set settled = 0, released = amount, ended_at = ${clock.now()}::timestamptz
      where company_id = ${companyId} and source_kind = ${source.kind} and source_id = ${source.id} and ended_at is null
      returning company_id, amount
    ), freed as (
      update deposits d set held = d.held - ended.amount from ended where d.company_id = ended.company_id
    )
    select from ended`.execute(db);
  return rows.length > 0;
}
