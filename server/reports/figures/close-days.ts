// The job that counts the figures of closed days, and again of those that changed (server/reports/sql/close-days.sql,
// recount-days.sql).
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';

/** Days that one statement closes at most: the first run of a company with a long history takes several. */
const maxStep = 31;

/**
 * Closes the days of all companies that ended everywhere more than two hours ago, by the clock of the database, and
 * counts changed ones again, at most `days` of each company. Returns how many companies and days. A company whose
 * figures fail does not keep the others from theirs: throws an `AggregateError` after all of them.
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
  const failures: unknown[] = [];
  const attempt = async (companyId: string, work: () => Promise<void>) => {
    signal?.throwIfAborted();
    try {
      await work();
    } catch (error) {
      signal?.throwIfAborted();
      services.log.error({ err: error, companyId }, 'The figures of a company were not counted');
      failures.push(error);
    }
  };
  for (const { id, first, last } of due.rows) {
    await attempt(id, async () => {
      await closeInSteps(first ?? last, last, signal, (until) =>
        transaction({ ...services, db: write }, (tx) => sql`select close_days(${id}, ${until}::date)`.execute(tx.db)),
      );
      closed++;
    });
  }
  const changed = await sql<{ companyId: string }>`
    select distinct m.company_id from dirty_days m join closed_days d on d.company_id = m.company_id and m.day <= d.until
    order by m.company_id`.execute(write);
  let recounted = 0;
  for (const { companyId } of changed.rows) {
    await attempt(companyId, async () => {
      const counted = await halving(days, (bound) =>
        transaction({ ...services, db: write }, (tx) =>
          sql<{ counted: number }>`select recount_days(${companyId}, ${bound}) as counted`.execute(tx.db),
        ),
      );
      recounted += counted.result.rows[0]?.counted ?? 0;
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, `The figures of ${failures.length} companies failed`);
  return { closed, recounted };
}

/** Closes the days up to `last` from `first` on, in steps that the time limit of a statement allows. */
async function closeInSteps(
  first: string,
  last: string,
  signal: AbortSignal | undefined,
  close: (until: string) => Promise<unknown>,
): Promise<void> {
  const end = Temporal.PlainDate.from(last);
  let day = Temporal.PlainDate.from(first);
  let step = maxStep;
  do {
    signal?.throwIfAborted();
    const from = day;
    const untilOf = (days: number) => {
      const until = from.add({ days: days - 1 });
      return Temporal.PlainDate.compare(until, end) < 0 ? until : end;
    };
    const { size } = await halving(step, (days) => close(untilOf(days).toString()));
    step = size;
    day = untilOf(step).add({ days: 1 });
  } while (Temporal.PlainDate.compare(day, end) <= 0);
}

/** Calls `work` with `size`, and with half of it each time that PostgreSQL ended a statement at its time limit. */
async function halving<T>(size: number, work: (size: number) => Promise<T>): Promise<{ result: T; size: number }> {
  try {
    return { result: await work(size), size };
  } catch (error) {
    if (size === 1 || (error as { code?: unknown }).code !== statementTimeout) throw error;
    return halving(Math.ceil(size / 2), work);
  }
}

/** `query_canceled`, which a statement timeout raises. */
const statementTimeout = '57014';
