// Records what a report says of a delivery: it came back, its address does not exist, or its recipient complained.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { signedIdsIn } from '#server/messaging/mail/signed-ids.ts';
import { lockInOrder } from '#server/messaging/outbox/lock-in-order.ts';
import { suppressBounced } from '#server/messaging/outbox/settle-deliveries.ts';
import type { BounceReport, ReportKind } from './read-bounce-report.ts';

/** How long a complaint suppresses the address for the company and purpose of the mail (hours). */
const complaintHours = 365 * 24;

/**
 * Runs in the caller's transaction. Only a signature of this installation counts, and only the address that the mail
 * was sent to is suppressed, whatever the report names. A bounce is suppressed for all companies if the report names
 * the envelope sender, which proves that it comes from a server on the way or from the recipient; else for the company
 * of the mail alone, which learns the Message-ID from an answer. A complaint is suppressed for the company of the mail.
 * Returns what has changed; a repeated report changes nothing.
 */
export async function settleReport(tx: ServiceContext, report: BounceReport): Promise<ReportKind> {
  if (report.kind === 'other') return 'other';
  const proved = signedIdsIn(tx.config, report.named, ['envelope']);
  const ids = signedIdsIn(tx.config, report.named);
  if (ids.length === 0) return 'other';
  const isChanged =
    report.kind === 'complaint' ? await complain(tx, ids, report) : await sendBack(tx, { ids, proved }, report);
  return isChanged ? report.kind : 'other';
}

/**
 * A signed report proves that the mail was taken, also before its outcome is written, and after a connection that was
 * cut: then it is not sent again. The claim stays until its attempt is recorded.
 */
async function sendBack(
  { db, clock }: ServiceContext,
  { ids, proved }: { ids: readonly string[]; proved: readonly string[] },
  report: BounceReport,
): Promise<boolean> {
  // A report about another address comes from behind a forwarder, and says nothing about this one.
  const reason =
    report.kind === 'gone'
      ? sql`case when ${report.recipient ?? null}::text <> lower(d.address) then 'returned' else 'bounced' end`
      : sql`${'returned'}`;
  const { rows } = await sql`
    with locked as materialized (${lockInOrder(sql`unnest(${ids}::uuid[]) as named (id)`)}),
    settled as (
      update deliveries d set state = 'undelivered', reason = ${reason}, answer = ${report.evidence},
        settled_at = ${clock.now()}, notified_at = null, given_up_at = null
      from locked l where d.id = l.id and d.medium = 'mail'
        and (d.state in ('sending', 'sent', 'delivered', 'uncertain') or d.state = 'queued' and d.attempts > 0)
      returning d.id, d.company_id, d.medium, d.address, d.reason, d.answer, ${clock.now()}::timestamptz as at),
    known as (select *, id = any(${proved}::uuid[]) as is_proved from settled),
    suppressed as (${suppressBounced(sql`known`)}),
    noted as (
      insert into delivery_attempts (id, delivery_id, company_id, outcome, answer, created_at)
      select gen_random_uuid(), id, company_id, reason, answer, at from settled)
    select id from settled`.execute(db);
  return rows.length > 0;
}

/** Mail about accounts goes out all the same: nothing is suppressed for it. */
async function complain({ db, clock }: ServiceContext, ids: readonly string[], report: BounceReport): Promise<boolean> {
  const now = clock.now();
  const { rows } = await sql`
    with complained as (
      select d.id, d.company_id, d.medium, d.address, split_part(d.queue, ':', 2) as purpose
      from deliveries d
      where d.id = any(${ids}::uuid[]) and d.medium = 'mail' and d.state <> 'kept'
        and not exists (select from delivery_attempts a where a.delivery_id = d.id and a.outcome = 'complaint')),
    suppressed as (
      insert into suppressions as before (id, company_id, medium, address, reason, purpose, evidence, delivery_id, created_at,
        expires_at)
      select gen_random_uuid(), company_id, medium, address, 'complaint', purpose, ${report.evidence}, id, ${now},
        ${now.add({ hours: complaintHours })}
      from complained where purpose <> 'account'
      on conflict (medium, address, company_id, reason, purpose) do update set evidence = excluded.evidence,
        delivery_id = excluded.delivery_id, created_at = excluded.created_at, times = before.times + 1,
        expires_at = excluded.expires_at),
    noted as (
      insert into delivery_attempts (id, delivery_id, company_id, outcome, answer, created_at)
      select gen_random_uuid(), id, company_id, 'complaint', ${report.evidence}, ${now} from complained)
    select id from complained`.execute(db);
  return rows.length > 0;
}
