// A fictitious appointment for previews of templates.
import type { SignedIn } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import type { MailKind } from '#server/messaging/mail/mail-keys.ts';
import type { MailView } from '#server/messaging/mail/render-mail.ts';
import { appointmentView } from './appointment-view.ts';
import type { NotifiedAppointment } from './read-appointment.ts';

/** The data for a preview; its links contain `token` and do nothing. */
export function sampleView(
  context: SignedIn,
  {
    kind,
    status,
    language,
    token,
  }: { kind: MailKind; status: NotifiedAppointment['status'] | 'upcoming'; language: string; token: string },
): MailView & { links: { confirmUrl: string; cancelUrl: string } } {
  const link = `${context.publicUrl}/appointment/${token}`;
  const links = { confirmUrl: `${link}/confirm`, cancelUrl: `${link}/cancell` };
  const view = appointmentView(context, sampleOf(context, status === 'upcoming' ? 'confirmed' : status, language), {
    kind,
    about: status === 'upcoming' ? status : undefined,
    language,
    ...links,
    ...(kind === 'changed' && { previously: earlier(context) }),
  });
  return { ...view, links };
}

function startOf({ clock }: SignedIn): Temporal.Instant {
  const day = clock.now().toZonedDateTimeISO('Europe/Riga').add({ days: 3 });
  return day.withPlainTime('10:30').toInstant();
}

function earlier(context: SignedIn) {
  const startAt = startOf(context).subtract({ hours: 24 });
  return { startAt, endAt: startAt.add({ hours: 1 }) };
}

function sampleOf(context: SignedIn, status: NotifiedAppointment['status'], language: string): NotifiedAppointment {
  const startAt = startOf(context);
  const now = context.clock.now();
  return {
    companyId: context.user.companyId,
    visitId: context.user.id,
    contactId: null,
    eventId: context.user.id,
    locationId: null,
    country: '',
    status,
    endReason: '',
    isLate: false,
    calendarUid: context.user.id,
    madeBy: null,
    title: translate(language, 'mail.sampleService'),
    description: '',
    startAt,
    endAt: startAt.add({ hours: 1 }),
    startDate: null,
    endDate: null,
    timeZone: 'Europe/Riga',
    sequence: 0,
    createdAt: now,
    updatedAt: now,
    name: 'Mara',
    eMail: 'mara@example.org',
    phoneNumber: '+371 20000000',
    language,
    serviceName: translate(language, 'mail.sampleService'),
    price: 35,
    company: 'Salon Rosa',
    companyEMail: 'hello@example.org',
    companyPhoneNumber: '+371 20000001',
    location: 'Salon Rosa',
    locationUrlName: 'salon-rosa',
    address: 'Brīvības iela 55, Rīga',
    point: { latitude: 56.957, longitude: 24.123, isOfAddress: true },
    employeeId: context.user.id,
    employee: 'Anna Bērziņa',
    employeeEMail: 'anna@example.org',
    employeePhoneNumber: '',
    employeeLanguage: language,
    employeeUrlName: 'anna',
    isProfilePublic: true,
    confirmsRequests: false,
    requestHours: 24,
  };
}
