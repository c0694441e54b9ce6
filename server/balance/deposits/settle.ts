// Pays from what was reserved: the hold ends, and what was used leaves the deposit.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { numericOf } from '#server/balance/amounts.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import type { Source } from './cause.ts';
import { lockDeposit } from './lock-deposit.ts';

/**
 * Call it in a transaction. `units` is at most what was reserved (by default all of it); the rest becomes free. Returns
 * false, and moves nothing, when the source has no open hold.
 */
export async function settle(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, source, units }: { companyId: string; source: Source; units?: number },
): Promise<boolean> {
  const used = units === undefined ? sql`amount` : numericOf(units);
  const now = clock.now();
  await lockDeposit(db, companyId);
  const { rows } = await sql`
    with ended as (
      update holds set settled = ${used}, released = amount - ${used}, ended_at = ${now}::timestamptz
      where company_id = ${companyId} and source_kind = ${source.kind} and source_id = ${source.id} and ended_at is null
      returning company_id, amount, settled
    ), paid as (
      update deposits d set posted = d.posted - ended.settled, held = d.held - ended.amount from ended
      where d.company_id = ended.company_id
    ), counted as (
      insert into usage (company_id, id, kind, source_id, amount, day, created_at)
      select company_id, ${randomUUIDv7()}::uuid, ${source.kind}, ${source.id}::uuid, settled, seller_day(${now}::timestamptz), ${now}::timestamptz
      from ended where settled > 0
    ), moved as (
      insert into transactions (company_id, id, kind, cause, step, created_at)
      select company_id, ${randomUUIDv7()}::uuid, ${source.kind}, ${source.id}::uuid, 1, ${now}::timestamptz from ended where settled > 0
      returning company_id, id
    ), written as (
      insert into entries (company_id, transaction_id, account, amount)
      select moved.company_id, moved.id, a.account, a.amount
      from moved, ended, lateral (values ('deposits', ended.settled), ('usage', -ended.settled)) a (account, amount)
    )
    select from ended`.execute(db);
  return rows.length > 0;
}
