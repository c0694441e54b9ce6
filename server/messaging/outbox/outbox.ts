// Queries on the rows of the outbox: claim due mails and record the outcome of attempts.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { CalendarMethod } from '#server/messaging/mail/icalendar.ts';

/** A mail that this process has claimed and must now try to send. */
export interface ClaimedMail {
  id: string;
  fromEMail: string;
  fromName: string;
  replyTo: string;
  toEMail: string;
  subject: string;
  html: string;
  plain: string;
  calendarEntry: string | null;
  calendarMethod: CalendarMethod | null;
  messageId: string;
  createdAt: Temporal.Instant;
  /** The number of this attempt, from 1. */
  attempts: number;
  /** A server has rejected the address, and the mail is none about an account. */
  suppressed: boolean;
}

export type Outcome =
  | { state: 'sent'; log: string }
  | { state: 'queued'; log: string; nextAttemptAt: Temporal.Instant }
  | { state: 'failed'; log: string; suppress: boolean };

/** An older claim belongs to a process that died: no attempt lasts half as long. */
export const claimDuration = Temporal.Duration.from({ minutes: 2 });

/**
 * Claims up to `limit` due mails for this process, including those with an expired claim: a duplicate, recognisable by
 * its Message-ID, is better than a lost mail. Two processes never claim the same mail.
 */
export async function claimDue(db: Db, now: Temporal.Instant, limit: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    update email_messages m set state = 'sending', claimed_at = ${now}, attempts = m.attempts + 1
    where m.id in (
      select id from email_messages
      where state = 'queued' and next_attempt_at <= ${now} or state = 'sending' and claimed_at < ${now.subtract(claimDuration)}
      order by next_attempt_at limit ${limit} for update skip locked)
    returning m.id, m.from_e_mail, m.from_name, m.reply_to, m.to_e_mail, m.subject, m.html, m.plain, m.calendar_entry,
      m.calendar_method, m.message_id, m.created_at, m.attempts,
      m.purpose <> 'account' and exists (
        select from suppressed_addresses s where s.e_mail = lower(m.to_e_mail) and s.expires_at > ${now}) as suppressed`.execute(
    db,
  );
  return rows;
}

/** Records the outcome of an attempt, unless its claim expired and another process has tried since. */
export async function settle(db: Db, mail: ClaimedMail, outcome: Outcome, now: Temporal.Instant): Promise<void> {
  const next = outcome.state === 'queued' ? outcome.nextAttemptAt : now;
  const suppress = outcome.state === 'failed' && outcome.suppress;
  await sql`
    with settled as (
      update email_messages set state = ${outcome.state}, claimed_at = null, next_attempt_at = ${next},
        sent_at = ${outcome.state === 'sent' ? now : null}
      where id = ${mail.id} and state = 'sending' and attempts = ${mail.attempts}
      returning id, company_id
    ), suppressed as (
      insert into suppressed_addresses as before (id, e_mail, evidence, created_at, expires_at)
      select ${randomUUIDv7()}::uuid, lower(${mail.toEMail}), ${outcome.log}, ${now}, ${suppressedUntil(now, 1)}
      from settled where ${suppress}
      on conflict (e_mail) do update set evidence = excluded.evidence, created_at = excluded.created_at,
        times = before.times + 1,
        expires_at = case before.times when 1 then ${suppressedUntil(now, 2)} else ${suppressedUntil(now, 3)} end
    )
    insert into email_message_logs (id, message_id, company_id, log, created_at)
    select ${randomUUIDv7()}, id, company_id, ${outcome.log}, ${now} from settled`.execute(db);
}

/** How long an address stays suppressed (days): after its first rejection, the second, and each further one. */
const suppressionDays = { 1: 30, 2: 90, 3: 365 };

function suppressedUntil(now: Temporal.Instant, times: 1 | 2 | 3) {
  return sql`${now.add({ hours: suppressionDays[times] * 24 })}::timestamptz`;
}

/** Without a mail server: marks every unsent mail as kept, and returns those that were not kept before. */
export async function markAllKept(
  db: Db,
  now: Temporal.Instant,
): Promise<{ id: string; toEMail: string; subject: string; plain: string }[]> {
  const { rows } = await sql<{ id: string; toEMail: string; subject: string; plain: string }>`
    update email_messages m set state = 'kept', claimed_at = null
    where m.id in (
      select id from email_messages
      where state = 'queued' or state = 'sending' and claimed_at < ${now.subtract(claimDuration)}
      for update skip locked)
    returning m.id, m.to_e_mail, m.subject, m.plain`.execute(db);
  return rows;
}
