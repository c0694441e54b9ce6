// Limits how often an action can be attempted, across all processes: counts attempts in fixed time windows.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';

export interface Limit {
  /** The limited action, such as `sign-in address`. */
  action: string;
  /** Attempts of one subject are counted together, such as those of an address. */
  subject: string;
  /** Attempts allowed per window. */
  max: number;
  minutes: number;
}

/**
 * Counts one attempt against each limit, including attempts that are refused. Throws 429 with the seconds until the
 * window of the first exceeded limit ends. Runs as one statement outside the caller's transaction: a rollback must not
 * uncount it.
 */
export async function throttle(context: Context, ...limits: Limit[]): Promise<void> {
  const now = context.clock.now();
  const windows = limits.map((limit) => ({ ...limit, key: keyOf(limit), ...windowOf(limit, now) }));
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
  if (exceeded) throw tooMany(now, exceeded.end);
}

/** Throws as the next attempt would, without counting one: for pages that lead to a limited action. */
export async function checkThrottle(context: Context, limit: Limit): Promise<void> {
  const now = context.clock.now();
  const { start, end } = windowOf(limit, now);
  const attempts = await context.database.read
    .selectFrom('throttles')
    .select('attempts')
    .where('key', '=', keyOf(limit))
    .where('windowStart', '=', sql<Temporal.Instant>`${start}`)
    .executeTakeFirst();
  if (attempts && attempts.attempts >= limit.max) throw tooMany(now, end);
}

/** Resets the attempts counted against a limit in the current window. */
export async function unthrottle(context: Context, limit: Limit): Promise<void> {
  const { start } = windowOf(limit, context.clock.now());
  await context.database.write
    .deleteFrom('throttles')
    .where('key', '=', keyOf(limit))
    .where('windowStart', '=', sql<Temporal.Instant>`${start}`)
    .execute();
}

function tooMany(now: Temporal.Instant, end: Temporal.Instant): Refusal {
  const wait = Math.ceil(now.until(end).total('seconds'));
  return new Refusal(429, 'error.tooMany', { retryAfter: Math.max(1, wait) });
}

/** Has a fixed length whatever the subject. */
function keyOf({ action, subject }: Limit): string {
  return `${action} ${createHash('sha256').update(subject).digest('base64url')}`;
}

function windowOf({ minutes }: Limit, now: Temporal.Instant): { start: Temporal.Instant; end: Temporal.Instant } {
  const length = minutes * 60_000;
  const start = Math.floor(now.epochMilliseconds / length) * length;
  return {
    start: Temporal.Instant.fromEpochMilliseconds(start),
    end: Temporal.Instant.fromEpochMilliseconds(start + length),
  };
}
