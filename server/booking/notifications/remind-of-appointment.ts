// Tells the owner of a calendar what a visitor did with an appointment.
import type { Work } from '#server/lib/context.ts';
import { languageKeys, say } from '#server/lib/i18n.ts';
import { remind } from '#server/messaging/feed/remind.ts';
import { appointmentTitle, whenText } from './appointment-words.ts';
import { calendarRoute } from './links.ts';
import { readAppointment } from './read-appointment.ts';

/** In the transaction in which the visitor did it; the link leads to the event in the calendar. */
export async function remindOfAppointment(
  work: Work,
  what: 'requested' | 'confirmed' | 'cancelled',
  event: { companyId: string; id: string },
): Promise<void> {
  const appointment = await readAppointment(work.db, event);
  if (!appointment) return;
  const wish = appointment.employeeLanguage;
  const language = wish && languageKeys.includes(wish) ? wish : 'en';
  await remind(work, {
    companyId: event.companyId,
    userId: appointment.employeeId,
    type: 'calendarEvent',
    text: say(language, `reminderText.${what}`, {
      name: appointment.name || appointment.eMail,
      title: appointmentTitle(appointment, language),
      when: whenText(appointment, language).short,
    }),
    link: calendarRoute(appointment),
  });
}
