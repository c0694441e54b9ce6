// Notifies a person that the entry of an appointment was moved or deleted in their outside calendar: the appointment
// stays as it is.
import { sql } from 'kysely';
import { whenText } from '#server/booking/notifications/appointment-words.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { supportedLanguage, translate } from '#server/lib/i18n.ts';
import {
  isShownEvent,
  type StaffEvent,
  staffEventColumns,
  staffItem,
  visitOfEvent,
} from '#server/links/feeds/staff-item.ts';
import type { ClaimedCalendar } from '#server/links/outside/rounds/claim-round.ts';
import { outsideRoute } from '#server/links/outside/rounds/notify-of-failures.ts';
import { remind } from '#server/messaging/feed/remind.ts';

/** Of one round: a person may have deleted many; the page shows them. */
const maxNotices = 10;

interface Changed extends StaffEvent {
  state: 'moved' | 'deleted';
  userId: string;
  timeZone: string;
  calendarName: string;
}

/** Once for each change, and not for appointments that are over. */
export async function notifyOfChanges(
  context: ServiceContext,
  { companyId, id, language: key }: ClaimedCalendar,
): Promise<void> {
  const language = supportedLanguage(key);
  await transaction(context, async (tx) => {
    const { rows } = await sql<Changed>`
      select ${staffEventColumns}, v.time_zone, o.state, k.user_id, c.name as calendar_name
      from outside_written o
      join outside_calendars c on c.company_id = o.company_id and c.id = o.outside_calendar_id and c.writes
      join events v on v.company_id = o.company_id and v.id = o.event_id and v.calendar_id = c.calendar_id
      join calendars k on k.company_id = v.company_id and k.id = v.calendar_id
      join employees em on em.company_id = k.company_id and em.user_id = k.user_id
      ${visitOfEvent}
      where o.company_id = ${companyId} and o.outside_calendar_id = ${id} and o.state in ('moved', 'deleted')
        and o.due_at is null and o.notified_at is null and v.end_at > ${tx.clock.now()} and ${isShownEvent}
      order by v.start_at, v.id limit ${maxNotices}`.execute(tx.db);
    for (const { state, userId, timeZone, calendarName, ...event } of rows) {
      const busy = translate(language, 'staffFeeds.busy');
      const { summary } = staffItem(event, { uid: '', detail: 'names', busy, places: undefined });
      const when = whenText({ ...event, timeZone }, language).short;
      const text = translate(language, `reminderText.entry.${state}`, { title: summary, when, calendar: calendarName });
      await remind(tx, { companyId, userId, type: 'calendarEvent', text, link: outsideRoute });
    }
    await sql`
      update outside_written set notified_at = ${tx.clock.now()}
      where company_id = ${companyId} and outside_calendar_id = ${id} and state in ('moved', 'deleted')
        and notified_at is null and due_at is null`.execute(tx.db);
  });
}
