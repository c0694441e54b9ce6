// Checks the books: each statement below must find nothing.
import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';

/** What must hold, and a query for the records where it does not (`subject`, `expected`, `found`). */
const checks = {
  'every transaction sums to zero': sql`
    select 'transaction ' || transaction_id as subject, 0 as expected, sum(amount) as found
    from entries group by company_id, transaction_id having sum(amount) <> 0`,
  'the ledger sums to zero': sql`
    select 'ledger' as subject, 0 as expected, sum(amount) as found from entries having sum(amount) <> 0`,
  'every transaction has entries': sql`
    select 'transaction ' || t.id as subject, 2 as expected, 0 as found from transactions t
    where not exists (select from entries e where e.company_id = t.company_id and e.transaction_id = t.id)`,
  'deposits equal their entries': sql`
    select 'company ' || company_id as subject, -coalesce(e.amount, 0) as expected, coalesce(d.posted, 0) as found
    from deposits d full join (
      select company_id, sum(amount) as amount from entries where account = 'deposits' group by company_id) e using (company_id)
    where coalesce(d.posted, 0) <> -coalesce(e.amount, 0)`,
  'what is held of deposits equals their open holds': sql`
    select 'company ' || company_id as subject, coalesce(h.amount, 0) as expected, d.held as found
    from deposits d left join (
      select company_id, sum(amount) as amount from holds where ended_at is null group by company_id) h using (company_id)
    where d.held <> coalesce(h.amount, 0)`,
  'settled holds equal what was used': sql`
    select coalesce(h.source_kind, u.kind) || ' ' || coalesce(h.source_id, u.source_id) as subject, h.settled as expected, u.amount as found
    from (select * from holds where settled > 0) h
    full join usage u on u.company_id = h.company_id and u.kind = h.source_kind and u.source_id = h.source_id
    where h.settled is distinct from u.amount`,
  'what was used equals its entries': sql`
    select u.kind || ' ' || u.source_id as subject, -u.amount as expected, e.amount as found
    from usage u left join transactions t on t.kind = u.kind and t.cause = u.source_id and t.company_id = u.company_id
    left join entries e on e.company_id = t.company_id and e.transaction_id = t.id and e.account = 'usage'
    where e.amount is distinct from -u.amount`,
  'payments equal their entries': sql`
    select 'payment ' || p.id as subject, case p.status when 'confirmed' then p.amount else 0 end as expected, coalesce(b.amount, 0) as found
    from payments p left join lateral (
      select sum(e.amount) as amount from transactions t join entries e on e.company_id = t.company_id and e.transaction_id = t.id
      where t.kind = 'payment' and t.cause = p.id and t.company_id = p.company_id and e.account = 'bank') b on true
    where coalesce(b.amount, 0) <> case p.status when 'confirmed' then p.amount else 0 end`,
  'prices of SMS are those of the terms': sql`
    select 'company ' || company_id as subject, t.sms_cost as expected, p.price as found
    from company_terms t full join (select * from unit_prices where kind = 'sms') p using (company_id, valid)
    where t.sms_cost is distinct from p.price`,
};

export interface WrongBook {
  check: string;
  subject: string;
  expected: number | null;
  found: number | null;
}

/** At most this many records of each check. */
const maxShown = 100;

/** Returns the records of the books that contradict each other, none if all is well. Reads one state of the database. */
export async function verifyBooks({ read }: Pick<Database, 'read'>): Promise<WrongBook[]> {
  return read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const wrong: WrongBook[] = [];
      for (const [check, query] of Object.entries(checks)) {
        const { rows } = await sql<Omit<WrongBook, 'check'>>`${query} limit ${maxShown}`.execute(db);
        wrong.push(...rows.map((row) => ({ check, ...row })));
      }
      return wrong;
    });
}
