// Ends the times that outside calendars take.
import { sql } from 'kysely';
import { replaceOutsideTimes } from '#server/booking/outside-times/replace-outside-times.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import type { ServiceContext } from '#server/lib/context.ts';

interface Source {
  companyId: string;
  /** The calendar in Daybook. */
  calendarId: string;
  /** Outside calendars. */
  ids: readonly string[];
}

/** Deletes what was read of these calendars, and the times that they take. `context` must have a transaction. */
export async function dropTimes(context: ServiceContext, { companyId, calendarId, ids }: Source): Promise<void> {
  await lockCalendar(context.db, calendarId);
  for (const sourceId of ids) {
    await replaceOutsideTimes(context.db, { companyId, calendarId, sourceId, times: [] });
    await sql`delete from outside_objects where company_id = ${companyId} and outside_calendar_id = ${sourceId}`.execute(
      context.db,
    );
    await sql`
      update outside_calendars set change_token = null, change_tag = null, expanded_for = null, fewer_since = null,
        reason = null, status = null, failing_since = null, notified_at = null, mailed_at = null, claim = null, claimed_until = null
      where company_id = ${companyId} and id = ${sourceId}`.execute(context.db);
  }
}
