// Ends the rounds of an account until its person signs in again.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { ReadingFailed } from '#server/links/outside/client/why-failed.ts';
import type { ClaimedCalendar } from './claim-round.ts';

/** After a refused password: servers lock accounts after some wrong ones. */
export async function waitForPerson(
  db: Db,
  { companyId, accountId }: ClaimedCalendar,
  { reason }: Pick<ReadingFailed, 'reason'>,
): Promise<void> {
  if (reason !== 'signIn' && reason !== 'otherSignIn' && reason !== 'key') return;
  await sql`update outside_accounts set state = 'signIn'
    where company_id = ${companyId} and id = ${accountId} and state = 'ok'`.execute(db);
}
