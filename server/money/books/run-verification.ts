// Verifies the books and records the run, check by check, so that the operator sees its progress and its result.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { bookChecks } from '#contract/money/books.ts';
import type { Services } from '#server/lib/context.ts';
import { verifyBooks } from './verify-books.ts';

/** Older runs are deleted. */
const kept = 20;

/** Returns how many checks were made, and how many records contradict others. */
export async function runVerification(
  services: Services,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ checks: number; wrong: number }> {
  const { database, clock, log } = services;
  const db = database.write;
  const id = randomUUIDv7();
  await db.insertInto('bookRuns').values({ id, startedAt: clock.now(), total: bookChecks.length }).execute();
  const wrong = await verifyBooks(database, {
    ...(signal && { signal }),
    onChecked: async (done, wrong) => {
      await db
        .updateTable('bookRuns')
        .set({ done, wrong: JSON.stringify(wrong) })
        .where('id', '=', id)
        .execute();
    },
  });
  await db.updateTable('bookRuns').set({ endedAt: clock.now() }).where('id', '=', id).execute();
  await sql`delete from book_runs where id not in (select id from book_runs order by started_at desc limit ${kept})`.execute(
    db,
  );
  if (wrong.length > 0) log.error({ category: 'Books', wrong: wrong.length }, 'the books contradict themselves');
  return { checks: bookChecks.length, wrong: wrong.length };
}
