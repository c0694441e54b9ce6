// Whether the books are right, and what is in the accounts.
import { sql } from 'kysely';
import { accountKeys } from '#contract/money/books.ts';
import type { Books } from '#contract/operations/books.ts';
import type { SignedIn } from '#server/lib/context.ts';

export async function readBooks({ db, clock }: SignedIn): Promise<Books> {
  const { rows } = await sql<Books>`
    select
      coalesce((select run_asked_at is not null from jobs where name = 'books'), false) as is_asked,
      (select json_build_object('startedAt', r.started_at, 'endedAt', r.ended_at, 'done', r.done, 'total', r.total, 'wrong', r.wrong,
        'isRunning', r.ended_at is null and r.started_at + j.time_out_seconds * interval '1 second' > ${clock.now()}::timestamptz)
        from book_runs r left join jobs j on j.name = 'books' order by r.started_at desc limit 1) as run,
      (select json_agg(json_build_object('key', a.key, 'balance', coalesce(e.balance, 0)) order by array_position(${accountKeys}::text[], a.key))
        from accounts a left join (select account, round(sum(amount), 2) as balance from entries group by account) e on e.account = a.key
      ) as accounts`.execute(db);
  // A query without a table has one row.
  return rows[0] as Books;
}
