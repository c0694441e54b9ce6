// Sends messages that did not arrive again, or gives them up: one call for many, and the reasons for those passed over.
// Each runs in the caller's transaction.
import { type RawBuilder, sql } from 'kysely';
import type { Changed, PassedOverReason } from '#contract/messaging/problems.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { countMail } from '#server/messaging/mail/limit-mails.ts';
import { isSuppressed } from '#server/messaging/outbox/is-suppressed.ts';
import { limitReason } from '#server/messaging/outbox/queue-deliveries.ts';
import { recorded, type WhenSent } from '#server/messaging/outbox/when-sent.ts';
import { isProblem } from './store.ts';

interface Ids {
  ids: string[];
}

interface Outcome {
  id: string;
  address: string;
  reason: PassedOverReason | null;
}

/** A late message has this time left to go out (hours). */
const extraHours = 24;

/**
 * Mails that wait for a mail server, messages to a suppressed address, those whose text or links were deleted, SMS that
 * the deposit has paid or does not pay for, mails beyond the limits of the day, and those that are of no use after
 * their time (automatic ones, and links of accounts) are passed over.
 */
export async function sendAgain(tx: SignedIn, given: Ids): Promise<Changed> {
  const now = tx.clock.now();
  const again = (reason: RawBuilder<unknown>): Change => ({
    reason,
    change: sql`state = 'queued', reason = '', answer = '', attempts = 0, due_at = ${now}, settled_at = null,
      notified_at = null, given_up_at = null, quiet_zone = null,
      expires_at = case when d.expires_at <= ${now} then ${now}::timestamptz + make_interval(hours => ${extraHours}) else d.expires_at end`,
    outcome: 'again',
    words: 'Sent again',
  });
  const reasonBut = (counted: readonly string[]) => sql`case
    when not (${isProblem}) then 'settled'
    when d.state = 'kept' then 'kept'
    when ${isSuppressed(now)} then 'suppressed'
    when d.expires_at <= ${now} and (d.lane = 'turn' or d.medium = 'sms' or split_part(d.queue, ':', 2) = 'account')
      then 'tooLate'
    when d.state = 'held' then 'funds'
    when d.state = 'undelivered' and d.price is not null then 'charged'
    when d.links = '{}' then 'links'
    when exists (select from email_messages m where m.id = d.id and m.html = '' and m.content_id is null)
      or exists (select from sms_messages m where m.id = d.id and m.message = '') then 'emptied'
    when d.reason = ${limitReason} and d.id <> all(${counted}::uuid[]) then 'limit' end`;
  const counted = await countLimited(tx, given, reasonBut([]));
  const { changed, passedOver } = await settle(tx, given, again(reasonBut(counted)));
  // Last, in the order of locks: deliveries, turns, deposits.
  const held = passedOver.filter((one) => one.reason === 'funds').map(({ id }) => id);
  const funded = new Set(await fundHeld(tx, held, now));
  if (funded.size > 0) await settle(tx, { ids: [...funded] }, again(sql`null::text`));
  return { changed: changed + funded.size, passedOver: passedOver.filter(({ id }) => !funded.has(id)) };
}

/**
 * Counts those mails that only the limits of the day keep, and returns the ids of those that are within them now. In
 * the order of locks, as where they are queued: the limits before the turns.
 */
async function countLimited(tx: SignedIn, { ids }: Ids, reason: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string; companyId: string | null; address: string; reason: string | null }>`
    select d.id, d.company_id, d.address, ${reason} as reason from deliveries d
    where d.id = any(${ids}::uuid[]) order by d.id for update of d`.execute(tx.db);
  const counted: string[] = [];
  for (const { id, companyId, address, reason: why } of rows) {
    if (why !== 'limit' || companyId === null) continue;
    const { refusal } = await countMail(tx, address, { companyId, isRequest: false, isToCustomer: true });
    if (!refusal) counted.push(id);
  }
  return counted;
}

/** Queues those of the held SMS that the deposit pays for, and returns their ids. */
async function fundHeld({ db }: SignedIn, ids: readonly string[], now: Temporal.Instant): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows: companies } = await sql<{ companyId: string }>`
    select distinct company_id from deliveries where id = any(${ids}::uuid[]) order by company_id`.execute(db);
  // An operator's: the turns of all, before the first deposit is locked.
  if (companies.length > 1) {
    await sql`
      select from turns t where exists (
        select from deliveries d where d.id = any(${ids}::uuid[]) and d.lane = 'turn' and d.queue = t.queue and d.lane_key = t.lane_key)
      order by queue, lane_key for update`.execute(db);
  }
  for (const { companyId } of companies) {
    await sql`select fund_deliveries(${companyId}, ${ids}::uuid[], ${now})`.execute(db);
  }
  const { rows } = await sql<{ id: string }>`
    select id from deliveries where id = any(${ids}::uuid[]) and state = 'queued'`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * A message that waits is withdrawn; any other keeps its state and is no problem any more. The amount that the deposit
 * holds for the cancelled messages is released.
 */
export function giveUp(tx: SignedIn, given: Ids): Promise<Changed> {
  const now = tx.clock.now();
  return settle(tx, given, {
    reason: sql`case when not (${isProblem}) then 'settled' end`,
    change: sql`given_up_at = ${now},
      state = case when d.state in ('queued', 'held') then 'cancelled' else d.state end,
      settled_at = coalesce(d.settled_at, ${now})`,
    outcome: 'cancelled',
    words: 'Gave up',
  });
}

/** A person knows that the recipient has it: `whenSent` records it for the cause. */
export function markArrived(tx: SignedIn, given: Ids, whenSent: WhenSent): Promise<Changed> {
  return settle(tx, given, {
    reason: sql`case when not (${isProblem}) then 'settled' when d.state <> 'uncertain' then 'certain' end`,
    change: sql`state = 'sent', reason = ''`,
    outcome: 'sent',
    words: 'Marked as arrived',
    whenSent,
  });
}

interface Change {
  /** Why a delivery `d` is passed over; null when it is not. */
  reason: RawBuilder<unknown>;
  /** Assignments to a delivery `d`. */
  change: RawBuilder<unknown>;
  outcome: string;
  words: string;
  whenSent?: WhenSent;
}

/** Throws 404 when none of the messages exists for the caller. */
async function settle(
  tx: SignedIn,
  { ids }: Ids,
  { reason, change, outcome, words, whenSent = [] }: Change,
): Promise<Changed> {
  const { rows } = await sql<Outcome>`
      with given as materialized (
        select d.id, d.address, ${reason} as reason from deliveries d
        where d.id = any(${ids}::uuid[]) order by d.id for update of d),
      changed as (
        update deliveries d set ${change} from given g where d.id = g.id and g.reason is null
        returning d.id, d.company_id, d.cause_kind, d.cause_key),
      sent as (select *, ${tx.clock.now()}::timestamptz as at from changed),
      ${recorded(whenSent)}
      noted as (
        insert into delivery_attempts (id, delivery_id, company_id, outcome, answer, created_at)
        select gen_random_uuid(), id, company_id, ${outcome}, ${`${words} by ${tx.user.logIn}.`}, ${tx.clock.now()} from changed)
      select id, address, reason from given`.execute(tx.db);
  if (rows.length === 0) throw notFound();
  const done = rows.filter((row) => row.reason === null);
  if (outcome === 'again' && done.length > 0) {
    // In the order of its lock: the turns first, as a claim does.
    await sql`select take_turns(${done.map(({ id }) => id)}::uuid[]), pg_notify('daybook_outbox', '')`.execute(tx.db);
  }
  await auditChange(tx, words, done);
  return answerOf(rows);
}

/** Lifts the suppressions of the addresses. Only an operator can allow an address that unsubscribed. */
export async function allowAddresses(tx: SignedIn, { ids }: Ids): Promise<Changed> {
  const isOperator = tx.user.actions.includes('sys');
  const { rows } = await sql<Outcome>`
      with given as materialized (select d.* from deliveries d where d.id = any(${ids}::uuid[])),
      lifted as (
        delete from suppressions s using given d
        where s.medium = d.medium and s.address = d.address and (s.company_id is null or s.company_id = d.company_id)
          and (s.purpose is null or s.purpose = split_part(d.queue, ':', 2))
          and (${isOperator} or s.reason not in ('unsubscribed', 'stop'))
        returning s.medium, s.address)
      select d.id, d.address, case
          when exists (select from lifted l where l.medium = d.medium and l.address = d.address) then null
          when ${isSuppressed(tx.clock.now())} then 'byCustomer' else 'settled' end as reason
      from given d`.execute(tx.db);
  if (rows.length === 0) throw notFound();
  await auditChange(
    tx,
    'Allowed',
    rows.filter((row) => row.reason === null),
  );
  return answerOf(rows);
}

function answerOf(rows: readonly Outcome[]): Changed {
  return {
    changed: rows.filter(({ reason }) => reason === null).length,
    passedOver: rows.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }])),
  };
}

/** Addresses that an audit row names before it counts the rest. */
const maxNamed = 5;

async function auditChange(tx: SignedIn, words: string, rows: readonly Outcome[]): Promise<void> {
  if (rows.length === 0) return;
  const addresses = [...new Set(rows.map(({ address }) => address))];
  const rest = addresses.length - maxNamed;
  const named = addresses.slice(0, maxNamed).join(', ');
  await audit(tx, `${words}: messages to ${named}${rest > 0 ? ` and ${rest} more` : ''}`);
}
