// Adds what a company has paid to its deposit.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { numericOf } from '#server/lib/sql/money.ts';
import type { Cause } from './cause.ts';
import { lockDeposit } from './lock-deposit.ts';

/**
 * Call it in a transaction. Debts of the company for the same cause, and the part of an invoice that the payment
 * settles, are paid first. Returns false, and moves nothing, when the step of the cause was counted before.
 */
export async function topUp(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, units, cause }: { companyId: string; units: number; cause: Cause },
): Promise<boolean> {
  const amount = numericOf(units);
  await sql`insert into deposits (company_id) values (${companyId}) on conflict do nothing`.execute(db);
  await lockDeposit(db, companyId);
  const { rows } = await sql`
    with owed as (
      select least(coalesce(sum(e.amount), 0) + coalesce((
        select sum(s.amount) from invoice_settlements s
        where s.company_id = ${companyId} and s.payment_id = ${cause.id} and s.kind = 'payment'), 0), ${amount}) as amount
      from transactions t join entries e on e.company_id = t.company_id and e.transaction_id = t.id
      where t.kind = ${cause.kind} and t.cause = ${cause.id} and t.company_id = ${companyId} and e.account = 'receivables'
    ), moved as (
      insert into transactions (company_id, id, kind, cause, step, created_at)
      values (${companyId}, ${randomUUIDv7()}, ${cause.kind}, ${cause.id}, ${cause.step}, ${clock.now()})
      on conflict (kind, cause, step) do nothing returning company_id, id
    ), posted as (
      update deposits d set posted = d.posted + ${amount} - owed.amount from owed, moved where d.company_id = moved.company_id
    ), written as (
      insert into entries (company_id, transaction_id, account, amount)
      select moved.company_id, moved.id, a.account, a.amount
      from moved, owed, lateral (values ('bank', ${amount}), ('receivables', -owed.amount), ('deposits', owed.amount - ${amount})) a (account, amount)
      where a.amount <> 0
    )
    select from moved`.execute(db);
  return rows.length > 0;
}
