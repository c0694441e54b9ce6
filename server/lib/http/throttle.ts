// Limits how often an action can be attempted, across all processes: counts attempts in fixed time windows.
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { MessageKey } from '#i18n/keys.ts';
import type { Context, ServiceContext } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';

export interface Limit {
  /** The limited action, such as `sign-in address`. */
  action: string;
  /** Attempts of one subject are counted together. Addresses count by their network (`networkOf`). */
  subject: string;
  /** Attempts allowed per window. */
  max: number;
  minutes: number;
  /** The words of the refusal, if the usual ones say too little. */
  code?: MessageKey;
}

/**
 * Counts one attempt against each limit, including attempts that are refused. Throws 429 with the seconds until the
 * window of the first exceeded limit ends. Runs as one statement outside the caller's transaction: a rollback must not
 * uncount it.
 */
export async function throttle(context: Context, ...limits: Limit[]): Promise<void> {
  const now = context.clock.now();
  const windows = limits.map((limit) => ({ ...limit, key: limitKeyOf(limit), ...windowOf(limit, now) }));
  // Always in the same order: two requests with the same keys wait for each other instead of deadlocking.
  const rows = windows.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ key, start }) => sql`(${key}, ${start})`);
  const { rows: attempts } = await sql<{ key: string; attempts: number }>`
    with old as (
      delete from throttles where ctid = any(array(
        select ctid from throttles where window_start < ${now.subtract({ hours: 24 })} limit 100 for update skip locked))
    )
    insert into throttles (key, window_start) values ${sql.join(rows)}
    on conflict (key, window_start) do update set attempts = throttles.attempts + 1
    returning key, attempts`.execute(context.database.write);
  const byKey = new Map(attempts.map((row) => [row.key, row.attempts]));
  const exceeded = windows.find(({ key, max }) => (byKey.get(key) ?? 0) > max);
  if (exceeded) throw tooMany(now, exceeded);
}

/**
 * Counts one attempt in the caller's transaction: a rollback uncounts it, and a transaction that counts against the
 * same limit waits for this one. Returns the refusal when the limit is exceeded.
 */
export async function countInTransaction(tx: ServiceContext, limit: Limit): Promise<Refusal | undefined> {
  const now = tx.clock.now();
  const { start, end } = windowOf(limit, now);
  const { rows } = await sql<{ attempts: number }>`
    select count_attempt(${limitKeyOf(limit)}, ${start}) as attempts`.execute(tx.db);
  return (rows[0]?.attempts ?? 0) > limit.max ? tooMany(now, { ...limit, end }) : undefined;
}

export interface DayLimit extends Omit<Limit, 'minutes'> {
  /**
   * Rows that attempts are spread over, so that few transactions wait for each other. The sum may miss attempts that
   * are not committed yet. One by default.
   */
  rows?: number;
}

/**
 * Counts one attempt in the caller's transaction, as `countInTransaction` does, against the attempts of the last 24
 * hours: a day that begins at a fixed time would allow twice as many around its start. A refused attempt does not
 * count, even if the caller goes on.
 */
export async function countOfDay(tx: ServiceContext, { rows = 1, ...limit }: DayLimit): Promise<Refusal | undefined> {
  const now = tx.clock.now();
  const { start, end, since } = dayOf(now);
  const { rows: counted } = await sql<{ attempts: number }>`
    select count_attempt_since(${limitKeyOf(limit)}, ${rows}::integer, ${start}, ${since}) as attempts`.execute(tx.db);
  if ((counted[0]?.attempts ?? 0) <= limit.max) return undefined;
  await giveBackOfDay(tx, { ...limit, rows }, now);
  return tooMany(now, { ...limit, end });
}

/** The windows in which `countOfHour` counts. */
const minutesOfHour = 5;

/** Counts one attempt as `countOfDay` does, against the attempts of the last hour. */
export async function countOfHour(tx: ServiceContext, limit: Omit<Limit, 'minutes'>): Promise<Refusal | undefined> {
  const now = tx.clock.now();
  const { start } = windowOf({ minutes: minutesOfHour }, now);
  const end = start.add({ minutes: 60 + minutesOfHour });
  const since = start.subtract({ minutes: 60 + minutesOfHour });
  const { rows } = await sql<{ attempts: number }>`
    select count_attempt_since(${limitKeyOf(limit)}, 1, ${start}, ${since}) as attempts`.execute(tx.db);
  if ((rows[0]?.attempts ?? 0) <= limit.max) return undefined;
  await sql`select give_back_attempt(${limitKeyOf(limit)}, 1, ${start})`.execute(tx.db);
  return tooMany(now, { ...limit, end });
}

/** The hour that attempts are counted in, and the last one that does not belong to the day before it any more. */
export function dayOf(now: Temporal.Instant) {
  const hour = windowOf({ minutes: 60 }, now);
  return { ...hour, since: hour.start.subtract({ hours: 24 }) };
}

/** Takes an attempt back in the caller's transaction that `countOfDay` counted at the time given. */
export async function giveBackOfDay(
  tx: Pick<ServiceContext, 'db'>,
  { rows = 1, ...limit }: DayLimit,
  countedAt: Temporal.Instant,
): Promise<void> {
  const { start } = windowOf({ minutes: 60 }, countedAt);
  await sql`select give_back_attempt(${limitKeyOf(limit)}, ${rows}::integer, ${start})`.execute(tx.db);
}

/** Throws as the next attempt would, without counting one: for pages that lead to a limited action. */
export async function checkThrottle(context: Context, limit: Limit): Promise<void> {
  const now = context.clock.now();
  const { start, end } = windowOf(limit, now);
  const attempts = await context.database.read
    .selectFrom('throttles')
    .select('attempts')
    .where('key', '=', limitKeyOf(limit))
    .where('windowStart', '=', sql<Temporal.Instant>`${start}`)
    .executeTakeFirst();
  if (attempts && attempts.attempts >= limit.max) throw tooMany(now, { ...limit, end });
}

/** Resets the attempts counted against a limit in the current window. */
export async function unthrottle(context: Context, limit: Limit): Promise<void> {
  const { start } = windowOf(limit, context.clock.now());
  await context.database.write
    .deleteFrom('throttles')
    .where('key', '=', limitKeyOf(limit))
    .where('windowStart', '=', sql<Temporal.Instant>`${start}`)
    .execute();
}

function tooMany(now: Temporal.Instant, { code, end }: Pick<Limit, 'code'> & { end: Temporal.Instant }): Refusal {
  const wait = Math.ceil(now.until(end).total('seconds'));
  return new Refusal(429, code ?? 'error.tooMany', { retryAfter: Math.max(1, wait) });
}

/**
 * The network that counts as one visitor: an IPv4 address, or the /64 of an IPv6 address, which one connection holds
 * whole (RFC 6177) and could otherwise use up address by address. Texts that are no address stay as they are.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (isIP(bare) !== 6) return address;
  // The host name of a URL has the canonical form (RFC 5952), without a dotted end.
  const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail].map((groups) => groups.split(':').filter(Boolean)) as [string[], string[]];
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
  if (groups.slice(0, 6).join() === '0,0,0,0,0,ffff') return mappedAddress(groups);
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The IPv4 address of an IPv4-mapped one: a socket for both families reports it so. */
function mappedAddress(groups: readonly string[]): string {
  const parts = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return parts.flatMap((part) => [part >> 8, part & 255]).join('.');
}

/** Has a fixed length whatever the subject. */
export function limitKeyOf({ action, subject }: Pick<Limit, 'action' | 'subject'>): string {
  return `${action} ${createHash('sha256').update(networkOf(subject)).digest('base64url')}`;
}

/** The window that a time is in. */
export function windowOf(
  { minutes }: Pick<Limit, 'minutes'>,
  now: Temporal.Instant,
): { start: Temporal.Instant; end: Temporal.Instant } {
  const length = minutes * 60_000;
  const start = Math.floor(now.epochMilliseconds / length) * length;
  return {
    start: Temporal.Instant.fromEpochMilliseconds(start),
    end: Temporal.Instant.fromEpochMilliseconds(start + length),
  };
}
