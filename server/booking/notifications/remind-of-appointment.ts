// Notifies the owner of a calendar of what a visitor did with an appointment, or did not do in time, and that it comes
// up.
import type { ServiceContext } from '#server/lib/context.ts';
import { supportedLanguage, translate } from '#server/lib/i18n.ts';
import { remind } from '#server/messaging/feed/remind.ts';
import { appointmentTitle, whenText } from './appointment-words.ts';
import { visitRoute } from './links.ts';
import { readAppointment } from './read-appointment.ts';

/**
 * Runs in the transaction of the visitor's action; the link opens the event in the calendar, or the customer's card
 * once the visit has ended. An item with the given id is added once. Returns whether it was: the visits that a person
 * left have no one to notify.
 */
export async function remindOfAppointment(
  context: ServiceContext,
  change: 'requested' | 'confirmed' | 'cancelled' | 'expired' | 'moved' | 'upcoming',
  visit: { companyId: string; id: string },
  { itemId }: { itemId?: string } = {},
): Promise<boolean> {
  const appointment = await readAppointment(context.db, visit);
  if (!appointment?.employeeId) return false;
  const language = supportedLanguage(appointment.employeeLanguage);
  return remind(context, {
    id: itemId,
    companyId: visit.companyId,
    userId: appointment.employeeId,
    type: 'calendarEvent',
    text: translate(
      language,
      `reminderText.${change === 'cancelled' && appointment.isLate ? 'cancelledLate' : change}`,
      {
        name: appointment.name || appointment.eMail,
        title: appointmentTitle(appointment, language),
        when: whenText(appointment, language).short,
      },
    ),
    link: visitRoute(appointment),
  });
}
