// Reserves a part of a company's deposit for something that will be used, such as an SMS.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { numericOf } from '#server/balance/amounts.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import type { Source } from './cause.ts';
import { lockDeposit } from './lock-deposit.ts';

/**
 * Call it in a transaction. Returns false when the deposit has too little that is free. A source is reserved for once:
 * a repeated call moves nothing and returns true.
 */
export async function reserve(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { companyId, units, source }: { companyId: string; units: number; source: Source },
): Promise<boolean> {
  const amount = numericOf(units);
  await lockDeposit(db, companyId);
  const { rows } = await sql<{ isHeld: boolean }>`
    with known as (
      select from holds where company_id = ${companyId} and source_kind = ${source.kind} and source_id = ${source.id}
    ), room as (
      update deposits set held = held + ${amount}
      where company_id = ${companyId} and posted - held - ${amount} >= -credit_limit and not exists (select from known)
      returning company_id
    ), made as (
      insert into holds (company_id, id, source_kind, source_id, amount, created_at)
      select company_id, ${randomUUIDv7()}::uuid, ${source.kind}, ${source.id}::uuid, ${amount}, ${clock.now()}::timestamptz from room
      returning id
    )
    select exists (select from known) or exists (select from made) as is_held`.execute(db);
  return rows[0]?.isHeld ?? false;
}
