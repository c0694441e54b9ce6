// A mail as it would be sent with the text that is being typed, about an appointment that does not exist.
import type { companyEmailTemplates, systemEmailTemplates } from '#contract/email-templates.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { Source } from '#server/lib/grid/matching.ts';
import { rowById } from '#server/lib/grid/page.ts';
import { notFound } from '#server/lib/refusal.ts';
import { appointmentView } from '#server/mail/appointment-view.ts';
import { changedTexts } from '#server/mail/changed-texts.ts';
import type { TemplateKey } from '#server/mail/mail-kinds.ts';
import type { Appointment } from '#server/mail/read-appointment.ts';
import { type MailKind, renderMail } from '#server/mail/render-mail.ts';
import { checkTemplate } from './check-template.ts';
import { templateOf } from './store.ts';

export async function previewTemplate(
  context: SignedIn,
  templates: typeof companyEmailTemplates | typeof systemEmailTemplates,
  source: Source,
  { id, subject, body }: { id: string; subject: string; body: string },
): Promise<{ subject: string; html: string; plain: string }> {
  await rowById(context, templates as unknown as AnyResource, source, id); // Both are one.
  const template = await templateOf(context, id);
  if (!template) throw notFound();
  await checkTemplate(context, template, { subject, body });
  const key = template.key as TemplateKey; // One of them, read from them.
  const [kind, status = 'confirmed'] = key.split('.') as [MailKind, Appointment['status']?]; // What keys are made of.
  const link = `${context.publicUrl}/appointment/***`;
  const view = appointmentView(context, sampleOf(context, status, template.language), {
    kind,
    language: template.language,
    confirmUrl: `${link}/confirm`,
    cancelUrl: `${link}/cancell`,
    ...(kind === 'changed' && { previously: earlier(context) }),
  });
  const { words } = await changedTexts(context.db, { companyId: null, key, language: template.language });
  return renderMail(kind, view, { words, mail: { subject, body, fromEMail: '', toEMail: '', bccEMail: '' } });
}

function startOf({ clock }: SignedIn): Temporal.Instant {
  const day = clock.now().toZonedDateTimeISO('Europe/Riga').add({ days: 3 });
  return day.withPlainTime('10:30').toInstant();
}

function earlier(context: SignedIn) {
  const startAt = startOf(context).subtract({ hours: 24 });
  return { startAt, endAt: startAt.add({ hours: 1 }) };
}

function sampleOf(context: SignedIn, status: Appointment['status'], language: string): Appointment {
  const startAt = startOf(context);
  const now = context.clock.now();
  return {
    companyId: context.user.companyId,
    eventId: context.user.id,
    locationId: null,
    status,
    madeBy: null,
    title: 'Haircut',
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
    serviceName: 'Haircut',
    price: 35,
    company: 'Salon Rosa',
    companyEMail: 'hello@example.org',
    companyPhoneNumber: '+371 20000001',
    location: 'Salon Rosa',
    locationUrlName: 'salon-rosa',
    address: 'Brīvības iela 55, Rīga',
    latitude: 56.957,
    longitude: 24.123,
    employeeId: context.user.id,
    employee: 'Anna Bērziņa',
    employeeEMail: 'anna@example.org',
    employeePhoneNumber: '',
    employeeLanguage: language,
    employeeUrlName: 'anna',
    isProfilePublic: true,
  };
}
