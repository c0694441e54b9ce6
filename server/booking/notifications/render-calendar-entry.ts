// Renders an appointment as an entry for the visitor's own calendar.
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { isAddress, parseSender } from '#server/lib/one-line.ts';
import { notFound } from '#server/lib/refusal.ts';
import { type CalendarItem, type CalendarMethod, writeICalendar } from '#server/messaging/mail/icalendar.ts';
import { appointmentTitle, appointmentWith } from './appointment-words.ts';
import { profileUrl } from './links.ts';
import { type NotifiedAppointment, readAppointment } from './read-appointment.ts';

type Sender = Pick<Services, 'publicUrl' | 'config' | 'clock'>;

/**
 * Returns the entry as iCalendar text. An appointment has the same UID in every mail, download and feed: calendar
 * programs replace their copy by the revision with the higher SEQUENCE, which is the visit's.
 */
export function renderCalendarEntry(
  services: Sender,
  appointment: NotifiedAppointment,
  method: CalendarMethod,
): string {
  const { companyEMail } = appointment;
  return writeICalendar(
    {
      ...calendarItemOf(services, appointment),
      organizer: {
        name: appointment.company,
        eMail: isAddress(companyEMail) ? companyEMail : parseSender(services.config.mailFrom).address,
      },
      ...(isAddress(appointment.eMail) && { attendee: { name: appointment.name, eMail: appointment.eMail } }),
      stamp: services.clock.now(),
    },
    method,
  );
}

/** Returns the appointment as its customer's calendar shows it; its stamp is its last change. */
export function calendarItemOf(services: Pick<Services, 'publicUrl'>, appointment: NotifiedAppointment): CalendarItem {
  const { startDate, endDate, point } = appointment;
  return {
    // A UUID without a host (RFC 7986): the address of the installation may change, the entry stays the same.
    uid: appointment.calendarUid,
    sequence: appointment.sequence,
    status: statuses[appointment.status],
    start: appointment.startAt,
    end: appointment.endAt,
    ...(startDate !== null &&
      endDate !== null && {
        days: { first: Temporal.PlainDate.from(startDate), after: Temporal.PlainDate.from(endDate) },
      }),
    summary: `${appointmentTitle(appointment, appointment.language)} · ${appointment.company}`,
    description: appointmentWith(appointment),
    location: [appointment.location, appointment.address].filter(Boolean).join(', '),
    // Programs lead to the point where there is one: the point of a town would lead past the house.
    ...(point?.isOfAddress && { place: point }),
    url: profileUrl(services, appointment),
    createdAt: appointment.createdAt,
    stamp: appointment.updatedAt,
  };
}

/** Returns the entry for download. Throws 404 for an unknown visit. */
export async function calendarEntryOf(
  context: ServiceContext,
  visit: { companyId: string; id: string },
): Promise<string> {
  const appointment = await readAppointment(context.db, visit);
  if (!appointment) throw notFound();
  return renderCalendarEntry(context, appointment, 'PUBLISH');
}

const statuses = {
  held: 'tentative',
  requested: 'tentative',
  confirmed: 'confirmed',
  arrived: 'confirmed',
  started: 'confirmed',
  completed: 'confirmed',
  no_show: 'confirmed',
  declined: 'cancelled',
  cancelled: 'cancelled',
  expired: 'cancelled',
} as const satisfies Record<NotifiedAppointment['status'], string>;
