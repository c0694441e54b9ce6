// Takes a payment back from the deposit of a company, as far as it is free; the company owes the rest.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { numericOf } from '#server/lib/sql/money.ts';
import type { Cause } from './cause.ts';
import { lockDeposit } from './lock-deposit.ts';

/**
 * Call it in a transaction. `receivable` units of the amount had paid an invoice, which is open again. Returns false,
 * and moves nothing, when the step of the cause was counted before.
 */
export async function takeBack(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, units, cause, receivable = 0 }: { companyId: string; units: number; cause: Cause; receivable?: number },
): Promise<boolean> {
  const amount = numericOf(units);
  await lockDeposit(db, companyId);
  const { rows } = await sql`
    with part as (
      select least(${amount} - ${numericOf(receivable)}, greatest(posted - held, 0)) as free from deposits where company_id = ${companyId}
    ), moved as (
      insert into transactions (company_id, id, kind, cause, step, created_at)
      select ${companyId}::uuid, ${randomUUIDv7()}::uuid, ${cause.kind}, ${cause.id}::uuid, ${cause.step}::integer, ${clock.now()}::timestamptz
      from part on conflict (kind, cause, step) do nothing returning company_id, id
    ), posted as (
      update deposits d set posted = d.posted - part.free from part, moved where d.company_id = moved.company_id
    ), written as (
      insert into entries (company_id, transaction_id, account, amount)
      select moved.company_id, moved.id, a.account, a.amount
      from moved, part, lateral (values ('bank', -${amount}), ('deposits', part.free), ('receivables', ${amount} - part.free)) a (account, amount)
      where a.amount <> 0
    )
    select from moved`.execute(db);
  return rows.length > 0;
}
