// Queues the SMS about an appointment in the transaction of its cause: the reminder, before the visit or when an
// employee asks for it.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { CountryCode } from 'libphonenumber-js/max';
import type { ServiceContext } from '#server/lib/context.ts';
import { supportedLanguage, translate } from '#server/lib/i18n.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { fill, placeholdersOf } from '#server/messaging/mail/placeholders.ts';
import { queueSms, type SmsOutcome } from '#server/messaging/sms/queue-sms.ts';
import { originalSms } from '#server/messaging/sms/sms-kinds.ts';
import { inGsmWherePossible } from '#server/messaging/sms/sms-parts.ts';
import { ungroupedSender } from '#server/messaging/sms/ungrouped-sender.ts';
import { appointmentTitle, greetedName, whenText } from './appointment-words.ts';
import { appointmentUrl } from './links.ts';
import { timesKey } from './queue-appointment-mail.ts';
import { type NotifiedAppointment, readAppointment } from './read-appointment.ts';

/** Bytes of the tokens of links in SMS: shorter than those of mails, because each character counts. */
const tokenBytes = 16;

export interface AppointmentSms {
  appointment: NotifiedAppointment;
  /** As it was typed. */
  to: string;
  country: CountryCode | undefined;
  fromSms: string;
  subject: string;
  message: string;
  /** Of the link in the message; undefined without one. */
  token: string | undefined;
}

/** The reminder of an appointment in the customer's language; undefined without an appointment or a number. */
export async function writeReminderSms(
  context: ServiceContext,
  visit: { companyId: string; id: string },
): Promise<AppointmentSms | undefined> {
  const appointment = await readAppointment(context.db, visit);
  if (!appointment) return undefined;
  const language = supportedLanguage(appointment.language);
  const { message, fromSms, toSms } = await textOf(context, appointment, language);
  const to = toSms || appointment.phoneNumber;
  if (!to) return undefined;
  const hasLink = placeholdersOf(message).some((name) => name.endsWith('Link'));
  const token = hasLink ? newToken(tokenBytes) : undefined;
  const { countryCodeOf } = await import('#server/lib/country-code.ts');
  const cancelLink = token ? appointmentUrl(context, token, 'cancell') : '';
  const confirmLink = token ? appointmentUrl(context, token, 'confirm') : '';
  const filledWith = (when: string) =>
    fill(message, {
      company: oneLine(appointment.company, 40),
      visitor: greetedName(appointment),
      what: oneLine(appointmentTitle(appointment, language), 60),
      ...{ when, confirmLink, cancelLink },
    });
  return {
    ...{ appointment, to, token },
    fromSms: ungroupedSender(fromSms),
    country: countryCodeOf(appointment.country),
    subject: translate(language, 'smsSubject.reminder'),
    message: inGsmWherePossible(filledWith, whenText(appointment, language).short),
  };
}

/**
 * Writes with `context.db`, the caller's transaction. `upcoming` is a reminder that no person asks for: it is queued
 * once for its cause and takes turns with those of other companies. Returns what became of it.
 */
export async function queueReminderSms(
  context: ServiceContext,
  visit: { companyId: string; id: string },
  { upcoming }: { upcoming?: { cause: string; expiresAt: Temporal.Instant } } = {},
): Promise<SmsOutcome | undefined> {
  const sms = await writeReminderSms(context, visit);
  if (!sms) return undefined;
  const { appointment, to, country, fromSms, subject, message, token } = sms;
  const id = randomUUIDv7();
  const now = context.clock.now();
  const outcomes = await queueSms(context, 'visit', visit.companyId, [
    {
      ...{ id, to, country, fromSms, subject, message, visitId: visit.id, locationId: appointment.locationId },
      dueAt: now,
      expiresAt: upcoming?.expiresAt ?? appointment.endAt,
      cause: upcoming
        ? { kind: 'visit.upcoming', key: upcoming.cause }
        : { kind: 'visit.sms', key: `${visit.id}:${id}:${timesKey(appointment)}` },
      ...(upcoming && { turnKey: visit.companyId, quietZone: appointment.timeZone }),
    },
  ]);
  const outcome = outcomes.get(id);
  if (token && (outcome === 'queued' || outcome === 'held')) {
    await context.db
      .insertInto('actionLinks')
      .values({
        ...{ tokenHash: hashToken(token), purpose: 'appointment', companyId: visit.companyId, visitId: visit.id },
        // A link in an SMS proves no address.
        ...{ eMail: '', expiresAt: appointment.startAt, createdAt: now },
      })
      .execute();
  }
  return outcome;
}

/** The company's own text, else the operator's, else the original. An unverified company has no text of its own. */
async function textOf(
  { db }: ServiceContext,
  { companyId, companyEMail }: NotifiedAppointment,
  language: string,
): Promise<{ message: string; fromSms: string; toSms: string }> {
  const { rows } = await sql<{ message: string; fromSms: string; toSms: string }>`
    select message, from_sms, to_sms from sms_templates
    where key = 'reminder' and language = ${language}
      and (company_id = ${companyEMail ? companyId : null} or company_id is null)
    order by company_id nulls last limit 1`.execute(db);
  return rows[0] ?? { message: originalSms('reminder', language), fromSms: '', toSms: '' };
}
