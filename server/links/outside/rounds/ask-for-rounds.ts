// Has outside calendars read, and written, at once.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';

/**
 * Of an account, one of its calendars or all that are read or written. The job starts when the transaction is committed
 * (server/links/sql/ask-for-outside-rounds.sql); a person does not wait for the time between two rounds.
 */
export async function askForRounds(
  { db }: Pick<ServiceContext, 'db'>,
  { companyId, accountId, id }: { companyId: string; accountId: string; id?: string },
): Promise<void> {
  await sql`
    update outside_calendars set due_at = 'epoch', write_due_at = null, begun_at = null
    where company_id = ${companyId} and account_id = ${accountId} and (reads or writes or removes_written) and id = coalesce(${id ?? null}, id)`.execute(
    db,
  );
}
