// Notifies an event's contact by SMS, on an employee's request, who sees before what it says and costs.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { calendars } from '#contract/booking/calendar.ts';
import { eurosOfUnits } from '#contract/lib/money.ts';
import { queueReminderSms, writeReminderSms } from '#server/booking/notifications/queue-appointment-sms.ts';
import { findEvent } from '#server/booking/times/find-event.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { unitsIn } from '#server/lib/sql/money.ts';
import { refusalOf, type SmsRefusal, smsRules } from '#server/messaging/sms/queue-sms.ts';
import { smsParts } from '#server/messaging/sms/sms-parts.ts';
import { assertNotOver } from './store.ts';

type Notification = z.output<typeof calendars.getSmsNotification.output>;

/** Throws 404 for unknown and foreign events, 417 when no SMS can be sent. */
export async function getSmsNotification(context: SignedIn, { id }: { id: string }): Promise<Notification> {
  const hasGateway = await hasSmsGateway(context);
  return companyTransaction(context, { readOnly: true }, (tx) => writeNotification(tx, { id, hasGateway }));
}

async function writeNotification(context: SignedIn, event: EventForSms): Promise<Notification> {
  const visit = await visitForSms(context, event);
  const sms = await writeReminderSms(context, visit);
  if (!sms) throw invalid('PhoneNumber', 'calendar.noPhone');
  const at = context.clock.now();
  const { allowed, price, perDay } = await smsRules(context.db, visit.companyId, at);
  const { checkNumber } = await import('#server/messaging/sms/check-number.ts');
  const { number, refusal } = checkNumber(sms.to, { country: sms.country, allowed });
  const scope = { companyId: visit.companyId, purpose: 'visit' as const, perDay, at };
  const reason = refusal ?? (await refusalOf(context.db, scope, number));
  if (reason) throw refused(reason);
  const { parts } = smsParts(sms.message);
  const { rows } = await sql<{ free: number }>`
    select ${unitsIn(sql`posted - held + credit_limit`)} as free from deposits
    where company_id = ${visit.companyId}`.execute(context.db);
  return {
    to: number,
    message: sms.token ? sms.message.replaceAll(sms.token, '…') : sms.message,
    parts,
    price: eurosOfUnits(parts * price),
    isPaid: price === 0 || (rows[0]?.free ?? 0) >= parts * price,
  };
}

/** Queues the SMS; the outbox records the time when it was sent. Throws as `getSmsNotification`. */
export async function sendSmsNotification(
  context: SignedIn,
  { id }: { id: string },
): Promise<{ to: string; state: 'queued' | 'held' }> {
  const hasGateway = await hasSmsGateway(context);
  return companyTransaction(context, { readOnly: false }, (tx) => queueNotification(tx, { id, hasGateway }));
}

async function queueNotification(
  context: SignedIn,
  event: EventForSms,
): Promise<{ to: string; state: 'queued' | 'held' }> {
  const visit = await visitForSms(context, event);
  const outcome = await queueReminderSms(context, visit);
  if (outcome === undefined || outcome === 'known') throw invalid('PhoneNumber', 'calendar.noPhone');
  if (outcome !== 'queued' && outcome !== 'held') throw refused(outcome);
  return { to: visit.phoneNumber, state: outcome };
}

const refused = (reason: SmsRefusal) => invalid('PhoneNumber', `smsRefusal.${reason}`);

interface EventForSms {
  id: string;
  hasGateway: boolean;
}

async function visitForSms(
  context: SignedIn,
  { id, hasGateway }: EventForSms,
): Promise<{ companyId: string; id: string; phoneNumber: string }> {
  const event = await findEvent(context.db, context.user, id);
  if (!event) throw notFound();
  if (!event.phoneNumber) throw invalid('PhoneNumber', 'calendar.noPhone');
  // A visitor may have typed the number of another person.
  const isUnproved = event.status === 'held' || event.status === 'requested';
  if (isUnproved && event.userId === null) throw invalid('PhoneNumber', 'calendar.smsNotConfirmed');
  if (!event.visitId) throw notFound();
  assertNotOver(event, context.clock.now(), 'PhoneNumber');
  if (!hasGateway) throw invalid('PhoneNumber', 'calendar.noSmsGateway');
  return { companyId: event.companyId, id: event.visitId, phoneNumber: event.phoneNumber };
}

/** Gateways are the installation's: row-level security hides them from the transaction of a company. */
async function hasSmsGateway({ database }: SignedIn): Promise<boolean> {
  const gateway = await database.read
    .selectFrom('smsGateways')
    .select('id')
    .where(sql<boolean>`'visit' = any(purposes)`)
    .limit(1)
    .executeTakeFirst();
  return gateway !== undefined;
}
