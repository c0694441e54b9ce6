// The addresses of links in mails.
import type { Services } from '#server/lib/context.ts';
import type { Appointment } from './read-appointment.ts';

type LinkBase = Pick<Services, 'publicUrl'>;

/** The page where the holder of the token confirms or cancels; opening it changes nothing. */
export function appointmentUrl(services: LinkBase, token: string, action: 'confirm' | 'cancell'): string {
  return `${services.publicUrl}/appointment/${token}/${action}`;
}

/** The employee's public profile for the next booking; undefined while it is not public. */
export function profileUrl(services: LinkBase, appointment: Appointment): string | undefined {
  const { isProfilePublic, locationUrlName, employeeUrlName } = appointment;
  if (!isProfilePublic || !locationUrlName) return undefined;
  return `${services.publicUrl}/${encodeURIComponent(locationUrlName)}/${encodeURIComponent(employeeUrlName)}`;
}

/** The event in the employee's calendar. */
export function calendarUrl(services: LinkBase, appointment: Appointment): string {
  return `${services.publicUrl}${calendarRoute(appointment)}`;
}

/** The same as a route inside the application. */
export function calendarRoute(appointment: Appointment): string {
  const date = appointment.startDate ?? appointment.startAt.toZonedDateTimeISO(appointment.timeZone).toPlainDate();
  return `/app/user/calendars?event=${appointment.eventId}&date=${date}`;
}

/** The place on a map that needs no account; five decimals are about a metre. */
export function mapUrl(latitude: number, longitude: number): string {
  const [lat, lon] = [latitude.toFixed(5), longitude.toFixed(5)];
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`;
}
