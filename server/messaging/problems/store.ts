// Selects the messages that did not arrive.
import { sql } from 'kysely';
import { purposes } from '#contract/messaging/deliveries.ts';
import { problemReasons } from '#contract/messaging/problems.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { showsStoredMail } from '#server/messaging/mail/stored-mail-pages.ts';
import { isSuppressed } from '#server/messaging/outbox/is-suppressed.ts';
import { queueOf } from '#server/messaging/outbox/medium.ts';
import { keptFor } from '#server/messaging/outbox/release-claims.ts';

/**
 * As in the indexes `deliveries_problems`. A queued message is one once an attempt has failed, and a kept mail until
 * the operator decides about it: those of an archive have lost their links for good, and SMS are kept on purpose.
 */
export const isProblem = sql<boolean>`d.given_up_at is null and (d.state in ('failed', 'undelivered', 'uncertain', 'expired', 'held')
  or d.state = 'kept' and d.medium = 'mail' and d.links is distinct from '{}' or d.state = 'queued' and d.reason <> '')`;

const reasons = sql.join(problemReasons.map((reason) => sql.lit(reason)));

export function problemRows({ db, clock }: SignedIn) {
  return db
    .selectFrom('deliveries as d')
    .leftJoin('emailMessages as m', 'm.id', 'd.id')
    .leftJoin('companies as c', 'c.id', 'd.companyId')
    .select(['d.id', 'd.createdAt', 'd.companyId', 'c.name as company', 'd.medium', 'd.address', 'd.state', 'd.answer'])
    .select(['d.attempts'])
    .select([
      // Not the text of a push message: only its owner reads a reminder.
      sql<string>`coalesce(m.subject, (select s.subject from sms_messages s where s.id = d.id), '')`.as('subject'),
      sql<string>`case when split_part(d.queue, ':', 2) in ('account', 'visit', 'campaign') then split_part(d.queue, ':', 2) else 'other' end`.as(
        'purpose',
      ),
      sql<string>`case when d.state in ('expired', 'kept') then d.state when d.reason = 'stopped' then 'retry'
        when d.reason in (${reasons}) then d.reason else 'other' end`.as('reason'),
      isSuppressed(clock.now()).as('isSuppressed'),
    ])
    .where(isProblem);
}

/** The problems of the caller's company. */
export function companyProblemRows(context: SignedIn) {
  return problemRows(context).where('d.companyId', '=', context.user.companyId);
}

/** A message that is due for longer waits for more than its turn. */
const usualWait = Temporal.Duration.from({ minutes: 3 });

/**
 * Whether messages of the caller's company are due that no route takes, whatever the reason. A campaign whose turns
 * come is not late, however long it takes.
 */
export async function isDelayed({ database, clock, user: { companyId } }: SignedIn): Promise<boolean> {
  const queues = ['mail', 'sms'].flatMap((medium) => purposes.map((purpose) => queueOf(medium, purpose)));
  const since = clock.now().subtract(usualWait);
  const { rows } = await sql<{ isDelayed: boolean }>`
    select exists (select from deliveries d where d.lane = 'now' and d.queue = any(${queues}::text[]) and d.state = 'queued'
        and d.due_at < ${since} and d.company_id = ${companyId})
      or exists (select from turns t where t.queue = any(${queues}::text[]) and t.lane_key = ${companyId}
        and t.next_due < ${since} and t.served_at < ${since}) as is_delayed`.execute(database.read);
  return rows[0]?.isDelayed ?? false;
}

/** Counts the mails of the caller's company that no mail server takes, and that the operator may still send. */
export async function countKept({ database, clock, user: { companyId } }: SignedIn): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from deliveries d
    where d.company_id = ${companyId} and d.medium = 'mail' and d.state = 'kept' and d.given_up_at is null
      and d.created_at > ${clock.now().subtract(keptFor)} and d.links is distinct from '{}'
      and d.queue <> 'mail:campaign'`.execute(database.read);
  return rows[0]?.count ?? 0;
}

/** Counted up to this number. */
const maxCounted = 100;

/**
 * Counts the problems of the last month that nothing but a person settles. A demo that shows its mails keeps them on
 * purpose.
 */
export async function countProblems(
  { db, clock, config }: SignedIn,
  companyId: string | undefined,
): Promise<{ count: number }> {
  const since = clock.now().subtract({ hours: 31 * 24 });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from deliveries d
      where ${isProblem} and d.state <> 'queued' ${showsStoredMail(config) ? sql`and d.state <> 'kept'` : sql``} and d.created_at > ${since}
        ${companyId === undefined ? sql`` : sql`and d.company_id = ${companyId}`}
      limit ${maxCounted}) found`.execute(db);
  return { count: rows[0]?.count ?? 0 };
}
