// Queues the mail about an appointment in the transaction of its cause: both are committed or neither.
import { randomUUIDv7 } from 'node:crypto';
import { endedStatuses } from '#contract/booking/visit-states.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { supportedLanguage } from '#server/lib/i18n.ts';
import { oneLine, parseSender } from '#server/lib/one-line.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { type ChangedMail, changedTexts } from '#server/messaging/mail/changed-texts.ts';
import type { CalendarMethod } from '#server/messaging/mail/icalendar.ts';
import { countMail } from '#server/messaging/mail/limit-mails.ts';
import type { MailKind } from '#server/messaging/mail/mail-keys.ts';
import { templateKeyOf } from '#server/messaging/mail/mail-kinds.ts';
import { withoutLinks } from '#server/messaging/mail/mask-links.ts';
import { queueMails } from '#server/messaging/mail/queue-mails.ts';
import { renderMail } from '#server/messaging/mail/render-mail.ts';
import { type AppointmentMail, appointmentView, type PreviousTime } from './appointment-view.ts';
import { copySuffix, formerSuffix } from './cause-suffixes.ts';
import { appointmentUrl } from './links.ts';
import { type NotifiedAppointment, readAppointment } from './read-appointment.ts';
import { renderCalendarEntry } from './render-calendar-entry.ts';

/**
 * Writes the mail to the outbox with `context.db`, the caller's transaction; a worker sends it. All kinds go to the
 * visitor, except `notice`, which tells the employee the event's status (requested, confirmed or cancelled). The caller
 * must have changed the visit already, and increased its `sequence` when time or status changed. `previously` is the
 * time before a move; before `notBefore` the mail is not sent. `upcoming` is a reminder that no person asks for: it is
 * queued once for its cause, and takes turns with those of other companies. `former` tells the previous customer of the
 * visit that it is cancelled. Returns the mail's id, or undefined when there is no recipient.
 *
 * When the recipient or the company has had the mails of the day, mails that a person asks for, `request` and
 * `reminder`, throw 429. Any other does not leave: it is a problem that staff see, and that the next change replaces.
 *
 * While the company's address is unverified, the mail has the installation's sender and texts: otherwise anyone could
 * register and write to anybody in any name.
 */
export async function queueAppointmentMail(
  context: ServiceContext,
  kind: MailKind,
  visit: { companyId: string; id: string },
  options: Options = {},
): Promise<string | undefined> {
  const { upcoming } = options;
  const found = await readAppointment(context.db, visit);
  if (!found) return undefined;
  const appointment = options.former ? asFormer(found, options.former) : found;
  const to = oneLine(kind === 'notice' ? appointment.employeeEMail : appointment.eMail, 320);
  if (!to) return undefined;
  const id = randomUUIDv7();
  const now = context.clock.now();
  const token = hasLinks(kind, appointment, now) ? newToken() : undefined;
  const mail = mailOf(context, kind, appointment, options, token);
  const method = methods[kind];
  const sender = parseSender(context.config.mailFrom);
  const key = templateKeyOf(kind, mail.about ?? appointment.status);
  const changed = await changedTexts(context.db, {
    companyId: appointment.companyEMail ? visit.companyId : null,
    key,
    language: mail.language,
  });
  const { toEMail = '', bccEMail = '' } = changed.mail ?? {};
  // The operator's own recipients are not limited.
  const isOperators = changed.mail?.companyId === null;
  const recipient = toEMail || to;
  const of = { companyId: visit.companyId, isRequest: kind === 'request' };
  const isToCustomer = kind !== 'notice' && !toEMail;
  const { refusal, counted: limits = [] } =
    isOperators && toEMail ? {} : await countMail(context, recipient, { ...of, isToCustomer });
  if (refusal && !upcoming && (kind === 'request' || kind === 'reminder')) throw refusal;
  if (refusal) {
    context.log.info(
      { category: 'Mail', kind, visit: visit.id },
      'no mail: the address or the company has had the mails of the day',
    );
  }
  const copied =
    bccEMail === '' || refusal || isOperators || options.isWithoutCopy
      ? undefined
      : await countMail(context, bccEMail, { ...of, isToCustomer: false });
  const hasCopy = bccEMail !== '' && !refusal && !copied?.refusal && !options.isWithoutCopy;
  const rendered = await renderMail(kind, appointmentView(context, appointment, mail), changed);
  const row = {
    companyId: visit.companyId,
    locationId: appointment.locationId,
    visitId: visit.id,
    fromEMail: senderOf(changed.mail, appointment) ?? sender.address,
    fromName: kind === 'notice' ? sender.name : oneLine(appointment.company, 100),
    replyTo: oneLine(kind === 'notice' ? appointment.eMail : appointment.companyEMail, 320),
    dueAt: options.notBefore ?? now,
    expiresAt: upcoming?.expiresAt ?? expiryOf(kind, appointment, now),
    ...(upcoming && { turnKey: visit.companyId }),
  };
  const copyId = randomUUIDv7();
  const causeOf = (mailId: string) => {
    const role = mailId === copyId ? copySuffix : '';
    if (upcoming) return { kind: 'visit.upcoming', key: `${upcoming.cause}${role}` };
    const key = `${visit.id}:${mailId}:${timesKey(appointment)}${options.former ? formerSuffix : role}`;
    return { kind: `visit.${kind}`, key };
  };
  // Sent to the server together.
  const [, queued] = await Promise.all([
    token && addLink(context, visit, { token, eMail: recipient, expiresAt: appointment.startAt, createdAt: now }),
    queueMails(
      context,
      'visit',
      [
        {
          ...row,
          ...rendered,
          id,
          toEMail: recipient,
          calendarEntry: method ? renderCalendarEntry(context, appointment, method) : null,
          calendarMethod: method ?? null,
          cause: causeOf(id),
          counted: limits,
          isOverLimit: refusal !== undefined,
        },
        // The copy is a separate mail without links: only the recipient of the first one may use them.
        ...(hasCopy
          ? [
              {
                ...row,
                ...withoutLinks(rendered),
                id: copyId,
                toEMail: bccEMail,
                cause: causeOf(copyId),
                counted: copied?.counted ?? [],
              },
            ]
          : []),
      ],
      { mayRepeat: upcoming !== undefined },
    ),
  ]);
  return queued.includes(id) ? id : undefined;
}

interface Options {
  previously?: PreviousTime;
  notBefore?: Temporal.Instant;
  upcoming?: { cause: string; expiresAt: Temporal.Instant };
  former?: FormerCustomer;
  /** The copy for others has left, or leaves by itself. */
  isWithoutCopy?: boolean;
}

function mailOf(
  context: ServiceContext,
  kind: MailKind,
  appointment: NotifiedAppointment,
  { upcoming, previously }: Options,
  token: string | undefined,
): AppointmentMail {
  return {
    kind,
    language: languageFor(kind, appointment),
    about: kind === 'notice' && upcoming ? 'upcoming' : undefined,
    previously,
    ...(token && {
      cancelUrl: appointmentUrl(context, token, 'cancell'),
      ...(isOpen(appointment) && { confirmUrl: appointmentUrl(context, token, 'confirm') }),
    }),
  };
}

/** The link of the mail works until the appointment. */
async function addLink(
  { db }: ServiceContext,
  visit: { companyId: string; id: string },
  { token, ...link }: { token: string; eMail: string; expiresAt: Temporal.Instant; createdAt: Temporal.Instant },
): Promise<void> {
  await db
    .insertInto('actionLinks')
    .values({
      tokenHash: hashToken(token),
      purpose: 'appointment',
      companyId: visit.companyId,
      visitId: visit.id,
      ...link,
    })
    .execute();
}

/** A customer whose visit belongs to another one now, with the times that they know. */
interface FormerCustomer {
  eMail: string;
  name: string;
  language: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
}

/** For them it is cancelled. */
function asFormer(appointment: NotifiedAppointment, former: FormerCustomer): NotifiedAppointment {
  return { ...appointment, ...former, phoneNumber: '', endReason: '', status: 'cancelled' };
}

/** The times that a message names, as a part of the key of its cause. */
export function timesKey({ startAt, endAt }: Pick<NotifiedAppointment, 'startAt' | 'endAt'>): string {
  return `${Math.floor(startAt.epochMilliseconds / 1000)}:${Math.floor(endAt.epochMilliseconds / 1000)}`;
}

/** A mail about a visit that is over is of no use, except that it was cancelled; a notice is, for some days. */
function expiryOf(kind: MailKind, { endAt }: NotifiedAppointment, now: Temporal.Instant): Temporal.Instant {
  const days = now.add({ hours: 72 });
  if (kind === 'notice' || kind === 'cancelled') return days;
  return Temporal.Instant.compare(endAt, now) > 0 ? endAt : now.add({ hours: 24 });
}

/** The sender of the changed text. A company's may have become unverified since it was saved. */
function senderOf(mail: ChangedMail | undefined, { companyEMail }: NotifiedAppointment): string | undefined {
  if (!mail?.fromEMail) return undefined;
  const isAllowed = mail.companyId === null || mail.fromEMail.toLowerCase() === companyEMail.toLowerCase();
  return isAllowed ? mail.fromEMail : undefined;
}

const methods: Record<MailKind, CalendarMethod | undefined> = {
  request: 'REQUEST',
  confirmed: 'REQUEST',
  changed: 'REQUEST',
  reminder: 'REQUEST',
  cancelled: 'CANCEL',
  notice: undefined,
};

/** The visitor has not confirmed it yet. */
function isOpen({ status }: NotifiedAppointment): boolean {
  return status === 'held' || status === 'requested';
}

/** Each mail has its own link, as long as the visitor can still act. */
function hasLinks(kind: MailKind, appointment: NotifiedAppointment, now: Temporal.Instant): boolean {
  if (kind === 'notice' || kind === 'cancelled' || endedStatuses.includes(appointment.status)) return false;
  return Temporal.Instant.compare(now, appointment.startAt) < 0;
}

function languageFor(kind: MailKind, appointment: NotifiedAppointment): string {
  return supportedLanguage(kind === 'notice' ? appointment.employeeLanguage : appointment.language);
}
