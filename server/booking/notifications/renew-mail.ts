// Makes a mail about a visit again that no mail server took when it was due.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { KeptCauses, KeptMail, Renewal } from '#server/messaging/kept/kept-causes.ts';
import { giveBackMail } from '#server/messaging/mail/limit-mails.ts';
import type { MailKind } from '#server/messaging/mail/mail-keys.ts';
import { queueAppointmentMail } from './queue-appointment-mail.ts';

/** Of the mails of one group about a visit, only the newest to an address is true. */
const news = ['visit.request', 'visit.confirmed', 'visit.changed', 'visit.cancelled'];
const notices = ['visit.notice'];

const about = (kind: MailKind, group: readonly string[] = []) => ({
  hasActionLinks: true,
  renew: (tx: ServiceContext, mail: KeptMail) => renewMail(tx, mail, { kind, group }),
});

export const visitKeptCauses: KeptCauses = {
  'visit.request': { kind: 'visit', ...about('request', news) },
  'visit.confirmed': { kind: 'visit', ...about('confirmed', news) },
  'visit.changed': { kind: 'visit', ...about('changed', news) },
  'visit.cancelled': { kind: 'visit', ...about('cancelled', news) },
  'visit.reminder': { kind: 'reminder', ...about('reminder') },
  'visit.upcoming': { kind: 'reminder', ...about('reminder') },
  'visit.notice': { kind: 'notice', ...about('notice', notices) },
};

/**
 * A mail with a link is rendered again, as the visit is now; its copy leaves as it stands. One beyond the limits of the
 * day does not leave.
 */
async function renewMail(
  tx: ServiceContext,
  mail: KeptMail,
  { kind, group }: { kind: MailKind; group: readonly string[] },
): Promise<Renewal> {
  const { companyId, causeKey, expiresAt } = mail;
  if (companyId === null) return 'expired';
  const [first = '', second = ''] = causeKey.split(':');
  const visit = { companyId, id: first === 'reminder' ? second : first };
  if (await isSuperseded(tx, visit, mail, group)) return 'expired';
  if (!mail.hasLinks) return 'again';
  const upcoming = mail.causeKind === 'visit.upcoming' && expiresAt ? { cause: causeKey, expiresAt } : undefined;
  if (mail.counted) await giveBackMail(tx, { ...mail, companyId, counted: mail.counted });
  const remove = () => tx.db.deleteFrom('deliveries').where('id', '=', mail.id).execute();
  // The cause of a reminder queues one delivery.
  if (upcoming) await remove();
  const previously = kind === 'changed' ? await timesBefore(tx, visit) : undefined;
  let id: string | undefined;
  try {
    id = await queueAppointmentMail(tx, kind, visit, {
      isWithoutCopy: true,
      ...(upcoming && { upcoming }),
      ...(previously && { previously }),
    });
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return 'expired';
    throw error;
  }
  if (!id) return 'expired';
  await remove();
  const queued = await tx.db.selectFrom('deliveries').select('state').where('id', '=', id).executeTakeFirst();
  return queued?.state === 'queued' ? 'renewed' : 'expired';
}

/** Whether a later mail of the group has been sent to the address, or waits for it. */
async function isSuperseded(
  { db }: ServiceContext,
  visit: { companyId: string; id: string },
  { id, address }: KeptMail,
  group: readonly string[],
): Promise<boolean> {
  if (group.length === 0) return false;
  const { rows } = await sql<{ is: boolean }>`
    select exists (
      select from email_messages m join deliveries n on n.id = m.id
      where m.company_id = ${visit.companyId} and m.visit_id = ${visit.id} and n.id > ${id} and n.address = ${address}
        and n.cause_kind = any(${group}::text[])
        and n.state in ('kept', 'queued', 'sending', 'sent', 'delivered', 'uncertain')) as is`.execute(db);
  return rows[0]?.is === true;
}

/** The times before the change that the customer was last to hear of. */
async function timesBefore({ db }: ServiceContext, visit: { companyId: string; id: string }) {
  const { rows } = await sql<{ start: string | null; end: string | null; timeZone: string | null }>`
    select notifying -> 'from' ->> 'start' as start, notifying -> 'from' ->> 'end' as end,
      coalesce(notifying -> 'from' ->> 'offset', notifying -> 'from' ->> 'timeZone') as time_zone from visits
    where company_id = ${visit.companyId} and id = ${visit.id}`.execute(db);
  const { start, end, timeZone } = rows[0] ?? {};
  if (!start || !end) return undefined;
  return { startAt: Temporal.Instant.from(start), endAt: Temporal.Instant.from(end), ...(timeZone && { timeZone }) };
}
