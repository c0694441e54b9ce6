// Changes an outside calendar: whether its events take time, and reading it from the beginning.
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { outsideCalendars } from '#contract/links/outside.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { askForRounds } from '#server/links/outside/rounds/ask-for-rounds.ts';
import { dropTimes } from '#server/links/outside/rounds/drop-times.ts';
import { findOwnCalendar } from '#server/links/outside/store.ts';

/** Throws 404 for a calendar of another person. */
export async function setReading(
  context: SignedIn,
  { id, reads, tentativeBlocks }: Parsed<typeof outsideCalendars.setReading>,
): Promise<undefined> {
  const { db, user } = context;
  const { accountId, calendarId } = await findOwnCalendar(db, user, id);
  // A hold locks the calendar before it asks for a round.
  await lockCalendar(db, calendarId);
  // A round that only writes has read no other objects.
  await sql`
    update outside_calendars set change_token = null, change_tag = null, claim = null, claimed_until = null
    where company_id = ${user.companyId} and id = ${id} and not reads and ${reads}`.execute(db);
  await sql`
    update outside_calendars set reads = ${reads}, tentative_blocks = ${tentativeBlocks}
    where company_id = ${user.companyId} and id = ${id}`.execute(db);
  if (reads) await askForRounds(context, { companyId: user.companyId, accountId, id });
  else await dropTimes(context, { companyId: user.companyId, calendarId, ids: [id] });
}

/** Nothing is deleted until the list of the calendar has been read. Throws 404 for a calendar of another person. */
export async function readAllAgain(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  const { db, user } = context;
  const { accountId } = await findOwnCalendar(db, user, id);
  await sql`
    update outside_calendars set change_token = null, change_tag = null, expanded_for = null, accepts_removals = true
    where company_id = ${user.companyId} and id = ${id}`.execute(db);
  await sql`update outside_objects set etag = ''
    where company_id = ${user.companyId} and outside_calendar_id = ${id}`.execute(db);
  await askForRounds(context, { companyId: user.companyId, accountId, id });
}
