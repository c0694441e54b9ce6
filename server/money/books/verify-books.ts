// Checks the books: each statement below must find nothing.
import { type RawBuilder, sql } from 'kysely';
import { type BookCheck, bookChecks } from '#contract/money/books.ts';
import type { Database } from '#server/db/pool.ts';

/** For each check, a query for the records where it does not hold (`subject`, `expected`, `found`). */
const checks = {
  transactionSums: sql`
    select 'transaction ' || transaction_id as subject, 0 as expected, sum(amount) as found
    from entries group by company_id, transaction_id having sum(amount) <> 0`,
  ledgerSum: sql`
    select 'ledger' as subject, 0 as expected, sum(amount) as found from entries having sum(amount) <> 0`,
  transactionEntries: sql`
    select 'transaction ' || t.id as subject, 2 as expected, 0 as found from transactions t
    where not exists (select from entries e where e.company_id = t.company_id and e.transaction_id = t.id)`,
  depositEntries: sql`
    select 'company ' || company_id as subject, -coalesce(e.amount, 0) as expected, coalesce(d.posted, 0) as found
    from deposits d full join (
      select company_id, sum(amount) as amount from entries where account = 'deposits' group by company_id) e using (company_id)
    where coalesce(d.posted, 0) <> -coalesce(e.amount, 0)`,
  openHolds: sql`
    select 'company ' || company_id as subject, coalesce(h.amount, 0) as expected, d.held as found
    from deposits d left join (
      select company_id, sum(amount) as amount from holds where ended_at is null group by company_id) h using (company_id)
    where d.held <> coalesce(h.amount, 0)`,
  settledHolds: sql`
    select coalesce(h.source_kind, u.kind) || ' ' || coalesce(h.source_id, u.source_id) as subject, h.settled as expected, u.amount as found
    from (select * from holds where settled > 0) h
    full join usage u on u.company_id = h.company_id and u.kind = h.source_kind and u.source_id = h.source_id
    where h.settled is distinct from u.amount`,
  usageEntries: sql`
    select u.kind || ' ' || u.source_id as subject, -u.amount as expected, e.amount as found
    from usage u left join transactions t on t.kind = u.kind and t.cause = u.source_id and t.company_id = u.company_id
    left join entries e on e.company_id = t.company_id and e.transaction_id = t.id and e.account = 'usage'
    where e.amount is distinct from -u.amount`,
  paymentEntries: sql`
    select 'payment ' || p.id as subject, p.counted as expected, coalesce(b.amount, 0) as found
    from payments p left join lateral (
      select sum(e.amount) as amount from transactions t join entries e on e.company_id = t.company_id and e.transaction_id = t.id
      where t.kind = 'payment' and t.cause = p.id and t.company_id = p.company_id and e.account = 'bank') b on true
    where coalesce(b.amount, 0) <> p.counted`,
  paymentMoves: sql`
    select 'payment ' || m.payment_id || ', step ' || m.step as subject, m.amount as expected, coalesce(b.amount, 0) as found
    from payment_moves m left join lateral (
      select sum(e.amount) as amount from transactions t join entries e on e.company_id = t.company_id and e.transaction_id = t.id
      where t.kind = 'payment' and t.cause = m.payment_id and t.step = m.step and t.company_id = m.company_id
        and e.account = 'bank') b on true
    where coalesce(b.amount, 0) <> m.amount`,
  paymentAttempts: sql`
    select 'payment ' || a.payment_id as subject, sum(a.captured - a.refunded - a.disputed + a.reinstated) as expected,
      p.captured - p.refunded - p.disputed + p.reinstated as found
    from payment_attempts a join payments p on (p.company_id, p.id) = (a.company_id, a.payment_id)
    group by a.payment_id, p.captured, p.refunded, p.disputed, p.reinstated
    having (sum(a.captured), sum(a.refunded), sum(a.disputed), sum(a.reinstated))
      <> (p.captured, p.refunded, p.disputed, p.reinstated)`,
  invoiceEntries: sql`
    select 'invoice ' || i.label as subject, abs(i.grand_total) as expected, coalesce(e.amount, 0) as found
    from invoices i left join lateral (
      select abs(sum(e.amount)) as amount from transactions t join entries e on e.company_id = t.company_id and e.transaction_id = t.id
      where t.kind = case i.kind when 'credit_note' then 'credit_note' else 'invoice' end and t.cause = i.id and t.company_id = i.company_id
        and e.account in ('sales', 'vat')) e on true
    where coalesce(e.amount, 0) <> abs(i.grand_total)`,
  invoiceParts: sql`
    select 'invoice ' || i.label as subject, i.grand_total as expected, coalesce(l.net, 0) + coalesce(v.vat, 0) as found
    from invoices i
    left join (select company_id, invoice_id, sum(net) as net from invoice_lines group by 1, 2) l on (l.company_id, l.invoice_id) = (i.company_id, i.id)
    left join (select company_id, invoice_id, sum(basis) as basis, sum(vat) as vat from invoice_vat group by 1, 2) v
      on (v.company_id, v.invoice_id) = (i.company_id, i.id)
    where l.net is distinct from i.net or v.basis is distinct from i.net or v.vat is distinct from i.vat`,
  invoiceSettlements: sql`
    select 'invoice ' || i.label as subject, i.grand_total as expected, s.amount as found
    from (select company_id, invoice_id, sum(amount) as amount from invoice_settlements group by 1, 2) s
      join invoices i on (i.company_id, i.id) = (s.company_id, s.invoice_id)
    where s.amount < 0 or s.amount > i.grand_total`,
  invoiceReceivables: sql`
    select 'company ' || company_id as subject, coalesce(o.amount, 0) as expected, coalesce(e.amount, 0) as found
    from (select i.company_id, sum(i.grand_total) - coalesce(sum(s.amount), 0) as amount
      from invoices i left join (select company_id, invoice_id, sum(amount) as amount from invoice_settlements where kind <> 'payment' group by 1, 2) s
        on (s.company_id, s.invoice_id) = (i.company_id, i.id) where i.kind <> 'credit_note' group by i.company_id) o
    full join (select t.company_id, sum(e.amount) as amount from transactions t
      join entries e on e.company_id = t.company_id and e.transaction_id = t.id
      where t.kind in ('invoice', 'credit_note') and e.account = 'receivables' group by t.company_id) e using (company_id)
    where coalesce(o.amount, 0) <> coalesce(e.amount, 0)`,
  invoiceNumbers: sql`
    select 'series ' || s.series as subject, s.last_number as expected, count(i.id) as found
    from invoice_series s left join invoices i on i.series = s.series group by s.series, s.last_number
    having s.last_number <> count(i.id) or s.last_number <> coalesce(max(i.number), 0)`,
  invoiceHashes: sql`
    select 'invoice ' || i.label as subject, null::numeric as expected, null::numeric as found from invoices i
    where i.hash <> sha256(i.previous_hash || convert_to(invoice_content(i), 'UTF8'))`,
  invoiceChain: sql`
    select 'invoice ' || label as subject, null::numeric as expected, null::numeric as found from (
      select label, previous_hash, lag(hash, 1, ''::bytea) over (partition by series order by number) as before from invoices) i
    where previous_hash <> before`,
  receiptParts: sql`
    select 'receipt ' || r.id as subject, r.amount as expected, coalesce(l.amount, 0) as found
    from receipts r left join (select company_id, receipt_id, sum(amount) as amount from receipt_lines group by 1, 2) l
      on (l.company_id, l.receipt_id) = (r.company_id, r.id)
    where l.amount is distinct from r.amount`,
  receiptPayments: sql`
    select 'receipt ' || r.id as subject, r.amount as expected, coalesce(p.amount, 0) as found
    from receipts r left join (select company_id, receipt_id, sum(amount) as amount from receipt_payments group by 1, 2) p
      on (p.company_id, p.receipt_id) = (r.company_id, r.id)
    where coalesce(p.amount, 0) <> r.amount`,
  receiptRefunds: sql`
    select 'receipt ' || l.receipt_id || ', line ' || l.position as subject, coalesce(b.quantity, 0) as expected, l.refunded as found
    from receipt_lines l left join (
      select b.company_id, b.ref_receipt_id, b.ref_position, -sum(b.quantity) as quantity
      from receipt_lines b join receipts r on (r.company_id, r.id, r.refunds_id) = (b.company_id, b.receipt_id, b.ref_receipt_id)
      where b.quantity < 0 group by 1, 2, 3) b
      on (b.company_id, b.ref_receipt_id, b.ref_position) = (l.company_id, l.receipt_id, l.position)
    where l.quantity > 0 and l.refunded <> coalesce(b.quantity, 0)`,
  tillNumbers: sql`
    select 'register ' || t.register_id as subject, t.last_number as expected, count(r.id) as found
    from till_registers t left join receipts r on (r.company_id, r.register_id) = (t.company_id, t.register_id)
    group by t.company_id, t.register_id, t.last_number
    having t.last_number <> count(r.id) or t.last_number <> coalesce(max(r.number), 0)`,
  tillHashes: sql`
    select 'register ' || j.register_id || ', entry ' || j.entry as subject, null::numeric as expected, null::numeric as found
    from till_journal j where j.hash <> sha256(j.previous_hash || convert_to(coalesce(till_entry_content(j), ''), 'UTF8'))`,
  tillChain: sql`
    select 'register ' || t.register_id as subject, t.last_entry as expected, count(j.entry) as found
    from till_registers t left join (
      select *, lag(hash, 1, ''::bytea) over (partition by company_id, register_id order by entry) as before from till_journal) j
      on (j.company_id, j.register_id) = (t.company_id, t.register_id)
    group by t.company_id, t.register_id, t.last_entry, t.last_hash
    having t.last_entry <> count(j.entry) or t.last_entry <> coalesce(max(j.entry), 0)
      or not coalesce(bool_and(j.previous_hash = j.before), true)
      or t.last_hash <> coalesce((array_agg(j.hash order by j.entry desc))[1], ''::bytea)`,
  tillEntries: sql`
    select kind || ' ' || id as subject, 1 as expected, 0 as found from (
      select company_id, id, 'receipt' as kind from receipts where register_id is not null
      union all select company_id, id, 'move' from till_moves
      union all select company_id, id, 'number' from till_device_numbers
      union all select company_id, id, 'opened' from till_sessions
      union all select company_id, id, 'closed' from till_sessions where closed_at is not null) act
    where not exists (select from till_journal j
      where j.company_id = act.company_id and j.subject_id = act.id and j.kind = act.kind)`,
  tillDeviceNumbers: sql`
    select 'receipt ' || r.id as subject, null::numeric as expected, null::numeric as found
    from receipts r cross join lateral (
      select n.number from till_device_numbers n join till_journal j
        on (j.company_id, j.subject_id, j.kind) = (n.company_id, n.id, 'number')
      where n.company_id = r.company_id and n.receipt_id = r.id order by j.entry desc limit 1) last
    where r.device_number is distinct from last.number`,
  tillClosings: sql`
    select 'Z ' || s.z_number || ' of register ' || s.register_id as subject, (t.now ->> 'expectedCash')::numeric as expected,
      (s.z ->> 'expectedCash')::numeric as found
    from till_sessions s cross join lateral (
      select till_totals(s.company_id, s.id) - 'missingDeviceNumbers' as now, s.z - 'missingDeviceNumbers' as then) t
    where s.closed_at is not null and (t.now <> t.then
      or s.counted_cash <> (s.z ->> 'expectedCash')::numeric + coalesce((
        select sum(m.amount) from till_moves m
        where m.company_id = s.company_id and m.session_id = s.id and m.kind = 'difference'), 0))`,
  smsPrices: sql`
    select 'company ' || company_id as subject, t.sms_cost as expected, p.price as found
    from company_terms t full join (select * from unit_prices where kind = 'sms') p using (company_id, valid)
    where t.sms_cost is distinct from p.price`,
  termsEveryDay: sql`
    select 'company ' || c.id as subject, null::numeric as expected, null::numeric as found from companies c
    where not has_terms(c.id, '(,)')`,
} satisfies Record<BookCheck, RawBuilder<unknown>>;

export interface WrongBook {
  check: BookCheck;
  subject: string;
  expected: number | null;
  found: number | null;
}

interface Options {
  /** Called after each check with what was found so far. */
  onChecked?: (done: number, wrong: readonly WrongBook[]) => Promise<void>;
  signal?: AbortSignal;
}

/** At most this many records of each check. */
const maxShown = 100;

/** Long enough for the invoices of years. */
const statementTimeout = '10min';

/**
 * Returns the records of the books that contradict each other, none if all is well. Reads one state of the database.
 */
export async function verifyBooks(
  database: Pick<Database, 'read' | 'connect'>,
  { onChecked, signal }: Options = {},
): Promise<WrongBook[]> {
  // Statements of the pools end sooner.
  const client = await database.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local statement_timeout = '${statementTimeout}'`);
    const wrong: WrongBook[] = [];
    for (const [index, check] of bookChecks.entries()) {
      signal?.throwIfAborted();
      const { sql: text, parameters } = sql`${checks[check]} limit ${maxShown}`.compile(database.read);
      const { rows } = await client.query<Omit<WrongBook, 'check'>>(text, [...parameters]);
      wrong.push(...rows.map((row) => ({ check, ...row })));
      await onChecked?.(index + 1, wrong);
    }
    return wrong;
  } finally {
    await client.end();
  }
}
