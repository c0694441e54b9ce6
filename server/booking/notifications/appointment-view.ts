// The content of a mail about an appointment: the parameters of its words and the variables of its template.
import { endedStatuses } from '#contract/booking/visit-states.ts';
import { directionsTo } from '#contract/directions.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { Services } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { oneLine } from '#server/lib/one-line.ts';
import type { MailKind } from '#server/messaging/mail/mail-keys.ts';
import type { MailView } from '#server/messaging/mail/render-mail.ts';
import { appointmentTitle, appointmentWith, greetedName, priceText, whenText } from './appointment-words.ts';
import { calendarUrl, myAppointmentsUrl, profileUrl } from './links.ts';
import type { NotifiedAppointment } from './read-appointment.ts';

export interface AppointmentMail {
  kind: MailKind;
  language: string;
  /** The subject of a notice, if not the status. */
  about?: 'upcoming' | undefined;
  confirmUrl?: string;
  cancelUrl?: string;
  previously?: PreviousTime | undefined;
}

/** The time before a move, or before the zone of the location was corrected. */
export interface PreviousTime {
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  timeZone?: string;
}

interface Row {
  label: MessageKey;
  text: string;
  href?: string;
  link?: MessageKey;
}

export function appointmentView(
  services: Pick<Services, 'publicUrl'>,
  appointment: NotifiedAppointment,
  mail: AppointmentMail,
): MailView {
  const { kind, language } = mail;
  const when = whenText(appointment, language);
  const visitor = kind === 'notice' ? oneLine(appointment.name, 100) || appointment.eMail : greetedName(appointment);
  const params = {
    what: appointmentTitle(appointment, language),
    when: when.short,
    was: previousTime(appointment, mail),
    visitor,
    company: oneLine(appointment.company, 100),
  };
  return {
    language,
    subject: subjectOf(mail, appointment),
    params,
    facts: {
      kind,
      status: mail.about ?? appointment.status,
      isLate: appointment.isLate,
      company: params.company,
      companyContact: [appointment.companyPhoneNumber, appointment.companyEMail].filter(Boolean).join(' · '),
      hello: (visitor ? 'mail.hello' : 'mail.helloUnnamed') satisfies MessageKey,
      preview: [when.date, when.time].filter(Boolean).join(', '),
      when,
      was: params.was,
      details: details(appointment, language),
      visitorDetails: visitorDetails(appointment, language),
      confirmsRequests: appointment.confirmsRequests,
      // Where the company confirms requests itself, they wait for it.
      ...(kind === 'request' &&
        !appointment.confirmsRequests && {
          requestEnds: { text: translate(language, 'mail.requestEnds', { count: appointment.requestHours }) },
        }),
      confirmUrl: mail.confirmUrl,
      cancelUrl: mail.cancelUrl,
      profileUrl: profileUrl(services, appointment),
      calendarUrl: calendarUrl(services, appointment),
      ...(kind !== 'notice' && { mineUrl: myAppointmentsUrl(services) }),
    },
  };
}

function subjectOf({ kind, about }: AppointmentMail, { status, isLate }: NotifiedAppointment): MessageKey {
  if (kind !== 'notice') return `mail.${kind}.subject`;
  if (about) return `mail.notice.subject.${about}`;
  if (endedStatuses.includes(status)) return `mail.notice.subject.${isLate ? 'cancelledLate' : 'cancelled'}`;
  // The employee hears of a held time only once it is requested.
  return `mail.notice.subject.${status === 'held' || status === 'requested' ? 'requested' : 'confirmed'}`;
}

function previousTime(appointment: NotifiedAppointment, { previously, language }: AppointmentMail): string {
  if (!previously) return '';
  const { startAt, timeZone = appointment.timeZone } = previously;
  const { short, zone } = whenText({ ...previously, startDate: null, endDate: null, timeZone }, language);
  const offsetIn = (name: string) => startAt.toZonedDateTimeISO(name).offsetNanoseconds;
  return offsetIn(timeZone) === offsetIn(appointment.timeZone) ? short : `${short}, ${zone}`;
}

/** For the visitor; without text they typed themselves. */
function details(appointment: NotifiedAppointment, language: string): Row[] {
  const directions = directionsTo(appointment.address, appointment.point);
  const place: Row = {
    label: 'mail.where',
    text: [appointment.location, appointment.address].filter(Boolean).join(', '),
    ...(directions && { href: directions, link: 'mail.directions' }),
  };
  const rows: Row[] = [
    { label: 'mail.what', text: appointmentTitle(appointment, language) },
    { label: 'mail.with', text: appointmentWith(appointment) },
    place,
    // Words of staff are in the mail only if their company has proved who it is.
    { label: 'mail.reason', text: appointment.companyEMail ? oneLine(appointment.endReason, 500) : '' },
    { label: 'mail.price', text: priceText(appointment.price, language) },
    { label: 'mail.phone', text: appointment.employeePhoneNumber || appointment.companyPhoneNumber },
  ];
  return rows.filter(({ text }) => text);
}

/** For the employee; with the visitor's own text. */
function visitorDetails(appointment: NotifiedAppointment, language: string): Row[] {
  const rows: Row[] = [
    {
      label: 'mail.what',
      text: appointment.serviceName || appointment.title || appointmentTitle(appointment, language),
    },
    { label: 'mail.visitor', text: appointment.name },
    { label: 'mail.eMail', text: appointment.eMail },
    { label: 'mail.phone', text: appointment.phoneNumber },
    { label: 'mail.where', text: appointment.location ?? '' },
    { label: 'mail.price', text: priceText(appointment.price, language) },
    { label: 'mail.note', text: oneLine(appointment.description, 500) },
  ];
  return rows.filter(({ text }) => text);
}
