// Reads the attempts to send one message.
import { sql } from 'kysely';
import { type Attempts, attemptOutcomes } from '#contract/messaging/attempts.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

const known = sql.join(attemptOutcomes.map((outcome) => sql.lit(outcome)));

/** The newest first. Throws 404 for a message that the caller may not see. */
export async function readAttempts({ db }: SignedIn, { id }: { id: string }): Promise<Attempts> {
  const { rows } = await sql<{ createdAt: Temporal.Instant | null } & Omit<Attempts[number], 'createdAt'>>`
    select a.created_at, case when a.outcome = '' then 'retry' when a.outcome in (${known}) then a.outcome else 'other' end as outcome,
      a.answer
    from deliveries d left join lateral (
      select * from delivery_attempts where delivery_id = d.id order by created_at desc, id desc limit 100) a on true
    where d.id = ${id} order by a.created_at desc, a.id desc`.execute(db);
  if (rows.length === 0) throw notFound();
  return rows.flatMap(({ createdAt, ...attempt }) =>
    createdAt ? [{ ...attempt, createdAt: createdAt.toString() }] : [],
  );
}
