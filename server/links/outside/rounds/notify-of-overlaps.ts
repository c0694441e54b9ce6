// Notifies a person that an event of an outside calendar overlaps an appointment that was there before.
import { sql } from 'kysely';
import { appointmentTitle, whenText } from '#server/booking/notifications/appointment-words.ts';
import { visitRoute } from '#server/booking/notifications/links.ts';
import { readAppointment } from '#server/booking/notifications/read-appointment.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { supportedLanguage, translate } from '#server/lib/i18n.ts';
import { remind } from '#server/messaging/feed/remind.ts';

/** A calendar that is read for the first time may overlap many appointments: the next ones are enough. */
const maxNotices = 10;

interface Overlap {
  visitId: string;
  userId: string;
  language: string | null;
  itemId: string;
}

/**
 * Runs in the transaction that stored the times of the source. Notifies once of each appointment and each of its
 * times, and not at all when staff accepted an overlap there.
 */
export async function notifyOfOverlaps(
  tx: ServiceContext,
  { companyId, calendarId, sourceId }: { companyId: string; calendarId: string; sourceId: string },
): Promise<void> {
  const { rows } = await sql<Overlap>`
    select p.visit_id, k.user_id, l.key as language,
      md5(${sourceId} || ' ' || p.visit_id || ' ' || min(e.start_at)::text)::uuid as item_id
    from outside_times t
    join events e on e.company_id = t.company_id and e.calendar_id = t.calendar_id
      and e.start_at < t.end_at and e.end_at > t.start_at
    join visit_parts p on p.company_id = e.company_id and p.event_id = e.id
    join calendars k on k.company_id = e.company_id and k.id = e.calendar_id
    join employees em on em.company_id = k.company_id and em.user_id = k.user_id
    join users u on u.id = em.user_id
    left join languages l on l.id = u.language_id
    where t.company_id = ${companyId} and t.calendar_id = ${calendarId} and t.source_id = ${sourceId}
      and e.blocks and e.held_until is null and e.overlap_accepted_by is null and e.end_at > ${tx.clock.now()}
    group by p.visit_id, k.user_id, l.key
    order by min(e.start_at), p.visit_id limit ${maxNotices}`.execute(tx.db);
  for (const { visitId, userId, itemId, ...row } of rows) {
    const appointment = await readAppointment(tx.db, { companyId, id: visitId });
    if (!appointment) continue;
    const language = supportedLanguage(row.language);
    const text = translate(language, 'reminderText.outside', {
      name: appointment.name || appointment.eMail,
      title: appointmentTitle(appointment, language),
      when: whenText(appointment, language).short,
    });
    await remind(tx, { id: itemId, companyId, userId, type: 'calendarEvent', text, link: visitRoute(appointment) });
  }
}
