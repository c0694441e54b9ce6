// Queries on the table of jobs: the due ones, the outcome of the last run, and the operator's list.
import { randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { systemJobs } from '#contract/operations/jobs.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { versionOf } from '#server/lib/grid/grid-of.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { oneAsJson } from '#server/lib/sql/as-json.ts';
import { allJobs, deliveredDescription } from './all-jobs.ts';

/** A run counts as running this much longer than its timeout (s); then its process is presumed dead. */
export const graceSeconds = 30;

/** The jobs of this version. A row that only another version knows stays, and is not shown. */
export function jobRows({ db, clock, visitor }: SignedIn) {
  return db
    .selectFrom('jobs as j')
    .select(['id', 'name', 'parameters', 'timeOutSeconds', 'nextStartSeconds'])
    .select(['lastStarted', 'lastEnded', 'lastResult', 'lastError'])
    .select(description(visitor.language).as('description'))
    .select(versionOf('j'))
    .select(isRunning(clock.now()).as('isRunning'))
    .where(isKnown());
}

/** Throws 404 for an unknown job. */
export async function readJob(context: SignedIn, id: string): Promise<JsonText> {
  const found = await oneAsJson(context.db, systemJobs.declared.row, jobRows(context).where('j.id', '=', id));
  if (!found) throw notFound();
  return found;
}

/** The operator's description, else the original. */
function description(language: string) {
  const delivered = Object.keys(allJobs).map((name) => [name, deliveredDescription(language, name)]);
  return sql<string>`coalesce(nullif(j.description, ''), ${JSON.stringify(Object.fromEntries(delivered))}::json ->> j.name)`;
}

function isRunning(now: Temporal.Instant) {
  return sql<boolean>`coalesce(last_started > coalesce(last_ended, '-infinity')
    and last_started + (time_out_seconds + ${graceSeconds}) * interval '1 second' > ${now}, false)`;
}

/** Adds the rows of jobs that are new in this version. */
export async function addNewJobs(db: Db): Promise<void> {
  for (const [name, { timeOutSeconds, nextStartSeconds }] of Object.entries(allJobs)) {
    await db
      .insertInto('jobs')
      .values({ id: randomUUIDv7(), name, timeOutSeconds, nextStartSeconds })
      .onConflict((taken) => taken.column('name').doNothing())
      .execute();
  }
}

function isKnown(): RawBuilder<boolean> {
  return sql`name = any(${Object.keys(allJobs)})`;
}

function isDue(now: Temporal.Instant): RawBuilder<boolean> {
  return sql`(run_asked_at is not null or last_started is null
    or last_started + next_start_seconds * interval '1 second' <= ${now})`;
}

export async function dueJobs(db: Db, now: Temporal.Instant): Promise<{ name: string; timeOutSeconds: number }[]> {
  return db.selectFrom('jobs').select(['name', 'timeOutSeconds']).where(isKnown()).where(isDue(now)).execute();
}

/** A run now or, while one is in progress, after it. Each process that hears of the request calls it. */
export async function askForRun(db: Db, name: string, now: Temporal.Instant): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ runAskedAt: now })
    .where('name', '=', name)
    .where('runAskedAt', 'is', null)
    .execute();
}

/** Records the start of a job; undefined when it is no longer due. */
export async function beginRun(
  db: Db,
  name: string,
  now: Temporal.Instant,
): Promise<{ parameters: string; timeOutSeconds: number } | undefined> {
  return db
    .updateTable('jobs')
    .set({ lastStarted: now, runAskedAt: null })
    .where('name', '=', name)
    .where(isDue(now))
    .returning(['parameters', 'timeOutSeconds'])
    .executeTakeFirst();
}

/** Records the end of the run with this start, unless another has started since. */
export async function endRun(
  db: Db,
  name: string,
  started: Temporal.Instant,
  run: { lastEnded: Temporal.Instant; lastResult: string; lastError: string },
): Promise<void> {
  await db.updateTable('jobs').set(run).where('name', '=', name).where('lastStarted', '=', started).execute();
}
