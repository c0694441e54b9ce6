// The addresses of links in mails and notifications.

import { endedStatuses } from '#contract/booking/visit-states.ts';
import type { Services } from '#server/lib/context.ts';
import type { NotifiedAppointment } from './read-appointment.ts';

type LinkBase = Pick<Services, 'publicUrl'>;

/** The page where the holder of the token confirms or cancels; opening it changes nothing. */
export function appointmentUrl(services: LinkBase, token: string, action: 'confirm' | 'cancell'): string {
  return `${services.publicUrl}/appointment/${token}/${action}`;
}

/** The page that shows customers all appointments with their address. */
export function myAppointmentsUrl({ publicUrl }: LinkBase): string {
  return `${publicUrl}/appointments`;
}

/** The employee's public profile for the next booking; undefined while it is not public. */
export function profileUrl(services: LinkBase, appointment: NotifiedAppointment): string | undefined {
  const { isProfilePublic, locationUrlName, employeeUrlName } = appointment;
  if (!isProfilePublic || !locationUrlName) return undefined;
  return `${services.publicUrl}/${encodeURIComponent(locationUrlName)}/${encodeURIComponent(employeeUrlName)}`;
}

/** The event in the employee's calendar. */
export function calendarUrl(services: LinkBase, appointment: NotifiedAppointment): string {
  return `${services.publicUrl}${calendarRoute(appointment)}`;
}

function calendarRoute(appointment: NotifiedAppointment): string {
  const date = appointment.startDate ?? appointment.startAt.toZonedDateTimeISO(appointment.timeZone).toPlainDate();
  return `/app/user/calendars?event=${appointment.eventId}&date=${date}`;
}

/** The event as a route inside the application; of an ended visit, which calendars do not show, the customer's card. */
export function visitRoute(appointment: NotifiedAppointment): string {
  const { contactId, visitId, status } = appointment;
  if (contactId === null || !endedStatuses.includes(status)) return calendarRoute(appointment);
  return `/app/company/contacts/${contactId}?visit=${visitId}`;
}
