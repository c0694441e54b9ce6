// The job that counts the figures of closed days, and again of those that changed (0031-incomes.sql).
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';

/** Days that one statement closes: the first run of a company with a long history takes several. */
const step = 31;

/**
 * Closes the days of all companies that ended everywhere more than two hours ago, by the clock of the database, and counts
 * changed ones again, at most `days` of each company. Returns how many companies and days.
 */
export async function closeDays(
  services: Services,
  { days = 100, signal }: { days?: number; signal?: AbortSignal } = {},
): Promise<{ closed: number; recounted: number }> {
  const { read, write } = services.database;
  const due = await sql<{ id: string; last: string; first: string | null }>`
    with target as (select (now() at time zone 'UTC' - interval '2 hours')::date - 2 as last)
    select c.id, t.last::text as last, coalesce(d.until + 1, least(
        (select min(day) from events e where e.company_id = c.id),
        (select min(day) from receipt_lines r where r.company_id = c.id),
        (select min(day) from deliveries m where m.company_id = c.id and m.medium = 'mail' and m.day is not null),
        (select min(day) from deliveries m where m.company_id = c.id and m.medium = 'sms' and m.day is not null)))::text as first
    from companies c cross join target t left join closed_days d on d.company_id = c.id
    where d.until is null or d.until < t.last
    order by c.id`.execute(read);
  let closed = 0;
  for (const { id, first, last } of due.rows) {
    for (const until of untilDays(first ?? last, last)) {
      signal?.throwIfAborted();
      await transaction({ ...services, db: write }, (tx) =>
        sql`select close_days(${id}, ${until}::date)`.execute(tx.db),
      );
    }
    closed++;
  }
  const changed = await sql<{ companyId: string }>`
    select distinct m.company_id from dirty_days m join closed_days d on d.company_id = m.company_id and m.day <= d.until
    order by m.company_id`.execute(write);
  let recounted = 0;
  for (const { companyId } of changed.rows) {
    signal?.throwIfAborted();
    const { rows } = await transaction({ ...services, db: write }, (tx) =>
      sql<{ counted: number }>`select recount_days(${companyId}, ${days}) as counted`.execute(tx.db),
    );
    recounted += rows[0]?.counted ?? 0;
  }
  return { closed, recounted };
}

/** The last days of the steps from `first` to `last`. */
function* untilDays(first: string, last: string): Generator<string> {
  const end = Temporal.PlainDate.from(last);
  let until = Temporal.PlainDate.from(first).add({ days: step - 1 });
  for (; Temporal.PlainDate.compare(until, end) < 0; until = until.add({ days: step })) yield until.toString();
  yield last;
}
