// Writes reminders again that have not left and name a local time that is no longer true.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { giveBackMail } from '#server/messaging/mail/limit-mails.ts';
import { isNewsToCustomer } from './cause-suffixes.ts';
import { queueAppointmentMail } from './queue-appointment-mail.ts';
import { queueReminderSms } from './queue-appointment-sms.ts';

interface WaitingReminder {
  visitId: string;
  medium: 'mail' | 'sms';
  causeKind: string;
  causeKey: string;
  address: string;
  createdAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
  attempts: number;
  counted: string[] | null;
}

/** Deletes the reminders of visits that have not left, for `writeReminders`. Returns them by visit. */
export async function takeReminders(
  { db }: Pick<ServiceContext, 'db'>,
  { companyId, visitIds }: { companyId: string; visitIds: readonly string[] },
): Promise<Map<string, WaitingReminder[]>> {
  const ofVisits = sql`company_id = ${companyId} and visit_id = any(${visitIds}::uuid[])`;
  const { rows } = await sql<WaitingReminder>`
    with content as (
      select id, visit_id from email_messages where ${ofVisits}
      union all select id, visit_id from sms_messages where ${ofVisits}),
    withdrawn as (
      delete from deliveries d using content c
      where d.company_id = ${companyId} and d.id = c.id and d.state in ('queued', 'held')
        and d.cause_kind in ('visit.upcoming', 'visit.reminder', 'visit.sms')
      returning d.id, c.visit_id, d.medium, d.cause_kind, d.cause_key, d.address, d.created_at, d.expires_at,
        d.attempts, d.counted)
    select * from withdrawn order by address, id`.execute(db);
  return Map.groupBy(rows, ({ visitId }) => visitId);
}

/**
 * Writes them as the visit is now: at the same start, by another zone. An SMS that the deposit does not pay any more
 * waits for money, as any does.
 */
export async function writeReminders(
  context: ServiceContext,
  companyId: string,
  reminders: readonly WaitingReminder[],
): Promise<void> {
  for (const waiting of reminders) {
    const { address, createdAt, attempts, counted } = waiting;
    if (counted && attempts === 0) await giveBackMail(context, { companyId, address, createdAt, counted });
    // The copy is written with its mail.
    if (isNewsToCustomer(waiting.causeKey)) await queueAgain(context, companyId, waiting);
  }
}

async function queueAgain(
  context: ServiceContext,
  companyId: string,
  { visitId, medium, causeKind, causeKey, expiresAt }: WaitingReminder,
): Promise<void> {
  const visit = { companyId, id: visitId };
  const isAutomatic = causeKind === 'visit.upcoming';
  const options = isAutomatic ? { upcoming: { cause: causeKey, expiresAt } } : {};
  if (medium === 'sms') {
    await queueReminderSms(context, visit, options);
    return;
  }
  const isToCustomer = !isAutomatic || causeKey.split(':')[2] === 'customer';
  await queueAppointmentMail(context, isToCustomer ? 'reminder' : 'notice', visit, options);
}
