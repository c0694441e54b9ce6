// Counts many attempts of a day with one statement: several of one subject, or one of each of several. In the caller's
// transaction, as `countOfDay` does; transactions that count against the same limit wait for each other.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { dayOf, type Limit, limitKeyOf, windowOf } from './throttle.ts';

type Counted = Pick<Limit, 'action' | 'subject'>;

/** Counts up to `wanted` attempts, as many as the last 24 hours leave, and returns how many. */
export async function takeAttempts(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { max, ...limit }: Counted & Pick<Limit, 'max'>,
  wanted: number,
): Promise<number> {
  const { start, since } = dayOf(clock.now());
  const { rows } = await sql<{ taken: number }>`
    select take_attempts(${limitKeyOf(limit)}, ${wanted}::integer, ${max}::integer, ${start}, ${since}) as taken`.execute(
    db,
  );
  return rows[0]?.taken ?? 0;
}

/** Counts one attempt of each subject. Returns the subjects that had their attempts of the day: these count nothing. */
export async function takeAttemptOfEach(
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
  { action, max }: Pick<Limit, 'action' | 'max'>,
  subjects: readonly string[],
): Promise<Set<string>> {
  if (subjects.length === 0) return new Set();
  const { start, since } = dayOf(clock.now());
  const byKey = new Map(subjects.map((subject) => [limitKeyOf({ action, subject }), subject]));
  const { rows } = await sql<{ key: string }>`
    select take_attempt_of_each(${[...byKey.keys()]}::text[], ${max}::integer, ${start}, ${since}) as key`.execute(db);
  return new Set(rows.map(({ key }) => byKey.get(key) ?? ''));
}

/** Takes attempts back that were counted at the times given. */
export async function giveBackAttempts(
  db: Db,
  attempts: readonly (Counted & { countedAt: Temporal.Instant })[],
): Promise<void> {
  if (attempts.length === 0) return;
  const starts = attempts.map(({ countedAt }) => windowOf({ minutes: 60 }, countedAt).start);
  await sql`
    select give_back_attempts(${attempts.map(limitKeyOf)}::text[], ${starts}::timestamptz[])`.execute(db);
}
