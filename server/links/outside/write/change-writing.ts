// Changes whether, and how, a person's appointments are written into an outside calendar.
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { outsideCalendars } from '#contract/links/outside.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { askForRounds } from '#server/links/outside/rounds/ask-for-rounds.ts';
import { findOwnCalendar } from '#server/links/outside/store.ts';
import { noWriteFailure } from './no-failure.ts';

/**
 * The next round writes all appointments to come, or deletes what was written. Throws 404 for a calendar of another
 * person, 417 for an .ics file, and for a second calendar.
 */
export async function setWriting(
  context: SignedIn,
  { id, writes, detail, removesWritten }: Parsed<typeof outsideCalendars.setWriting>,
): Promise<undefined> {
  const { db, user, clock } = context;
  const { accountId, calendarId } = await findOwnCalendar(db, user, id);
  const { companyId } = user;
  // An event that is being added is either seen here, or sees that it is to be written.
  await lockCalendar(db, calendarId);
  if (writes) await assertMayWrite(context, { id, accountId, calendarId });
  const { rows } = await sql<{ isChanged: boolean }>`
    update outside_calendars c set writes = ${writes}, detail = ${detail}, removes_written = ${!writes && removesWritten},
      ${noWriteFailure}, claim = null, claimed_until = null
    from outside_calendars former
    where c.company_id = ${companyId} and c.id = ${id} and former.company_id = c.company_id and former.id = c.id
    returning former.writes <> c.writes as is_changed`.execute(db);
  const ofCalendar = sql`company_id = ${companyId} and outside_calendar_id = ${id}`;
  if (writes) {
    await sql`
      insert into outside_written (company_id, outside_calendar_id, event_id)
      select e.company_id, ${id}, e.id from events e
      where e.company_id = ${companyId} and e.calendar_id = ${calendarId} and e.end_at > ${clock.now()} and e.held_until is null
      order by e.id on conflict do nothing`.execute(db);
  } else await sql`delete from outside_written where ${ofCalendar} and state = 'new'`.execute(db);
  await sql`update outside_written set due_at = ${writes || removesWritten ? 'epoch' : null}
    where ${ofCalendar}`.execute(db);
  await askForRounds(context, { companyId, accountId, id });
  if (rows[0]?.isChanged) await audit(context, `Switched writing into an outside calendar ${writes ? 'on' : 'off'}`);
}

async function assertMayWrite(
  { db, user: { companyId } }: SignedIn,
  { id, accountId, calendarId }: { id: string; accountId: string; calendarId: string },
): Promise<void> {
  const { rows } = await sql<{ provider: string; other: string | null }>`
    select a.provider, (
      select c.name from outside_calendars c
      where c.company_id = a.company_id and c.calendar_id = ${calendarId} and c.writes and c.id <> ${id}) as other
    from outside_accounts a where a.company_id = ${companyId} and a.id = ${accountId}`.execute(db);
  const [account] = rows;
  if (account?.provider !== 'caldav') throw invalid('Writes', 'outside.notWritable');
  if (account.other !== null) throw invalid('Writes', 'outside.oneIsWritten', { name: account.other });
}

/** Does nothing for an appointment without a changed entry. Throws 404 for a calendar of another person. */
export async function putBack(
  context: SignedIn,
  { id, eventId }: Parsed<typeof outsideCalendars.putBack>,
): Promise<undefined> {
  const { db, user } = context;
  const { accountId } = await findOwnCalendar(db, user, id);
  const { companyId } = user;
  await sql`select from outside_calendars where company_id = ${companyId} and id = ${id} for no key update`.execute(db);
  // As if something else had been written: the entry differs from what is true.
  const { numAffectedRows = 0n } = await sql`
    update outside_written set wanted = null, due_at = 'epoch'
    where company_id = ${companyId} and outside_calendar_id = ${id} and event_id = ${eventId}
      and state in ('moved', 'deleted')`.execute(db);
  if (numAffectedRows > 0n) await askForRounds(context, { companyId, accountId, id });
}
