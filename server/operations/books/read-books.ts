// Whether the books are right, and the balances of the accounts.
import { sql } from 'kysely';
import { accountKeys } from '#contract/money/books.ts';
import type { Books, Ledger } from '#contract/operations/books.ts';
import type { SignedIn } from '#server/lib/context.ts';

export async function readBooks({ db, clock }: SignedIn): Promise<Books> {
  const { rows } = await sql<Books>`
    select
      coalesce((select run_asked_at is not null from jobs where name = 'books'), false) as is_asked,
      (select json_build_object('startedAt', r.started_at, 'endedAt', r.ended_at, 'done', r.done, 'total', r.total, 'wrong', r.wrong,
        'isRunning', r.ended_at is null and r.started_at + j.time_out_seconds * interval '1 second' > ${clock.now()}::timestamptz)
        from book_runs r left join jobs j on j.name = 'books' order by r.started_at desc limit 1) as run`.execute(db);
  // A query without a table has one row.
  return rows[0] as Books;
}

/** Reads all entries. */
export async function readAccounts({ db }: SignedIn): Promise<Ledger> {
  const { rows: accounts } = await sql<Ledger['accounts'][number]>`
    select a.key, coalesce(e.balance, 0)::float8 as balance
    from accounts a left join (select account, round(sum(amount), 2) as balance from entries group by account) e on e.account = a.key
    order by array_position(${accountKeys}::text[], a.key)`.execute(db);
  return { accounts };
}
