// The monthly run: issues the invoices of months that are over, in the seller's zone. It may run every minute.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { euroFormat, eurosOf } from '#contract/lib/money.ts';
import type { Missing } from '#contract/money/invoices.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { type AdminNotice, remindAdminsOfMany } from '#server/messaging/feed/remind-admins.ts';
import { missingOfSeller } from './missing-seller.ts';
import { monthFrom } from './price-invoice.ts';
import { type BillableMonth, lockDetails, priceMonths } from './read-billable.ts';
import { writeInvoices } from './write-invoices.ts';

/** Companies of one transaction. */
const batchSize = 50;
/** After how many invoices of a run the statistics of their tables may be renewed for the first time. */
const firstAnalyze = 400;

export interface IssueOutcome {
  issued: number;
  /** Of the seller's details; nothing is issued while any is missing. */
  missing: Missing[];
  /** Companies that wait for terms; the first ten. */
  withoutTerms: string[];
}

/**
 * Issues at most one invoice for each company and month, also when several processes run at once. A month without a
 * price has no invoice; one without terms for each of its days waits for them. Months that passed while nothing was
 * issued follow one after the other.
 */
export async function issueInvoices(
  services: Services,
  { limit = 100_000, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<IssueOutcome> {
  const { database } = services;
  await startBilling(services);
  const missing = await missingOfSeller(database.write);
  if (missing.length > 0) return { issued: 0, missing, withoutTerms: [] };
  let issued = 0;
  let analyzeAt = firstAnalyze;
  for (let done = 0; done < limit; ) {
    signal?.throwIfAborted();
    const { billed, written } = await transaction({ ...services, db: database.write }, issueBatch);
    if (billed === 0) break;
    done += billed;
    issued += written;
    if (issued >= analyzeAt) {
      await analyzeIfGrown(services, issued);
      analyzeAt *= 4;
    }
  }
  return { issued, missing, withoutTerms: await companiesWithoutTerms(services) };
}

/**
 * Sessions plan a statement once: those that have planned while the tables were small read all of each table for every
 * invoice until autovacuum comes by. New statistics make them plan again.
 */
async function analyzeIfGrown({ database: { write } }: Services, issued: number): Promise<void> {
  const { rows } = await sql<{ before: number }>`
    select reltuples::float8 as before from pg_class where oid = 'invoices'::regclass`.execute(write);
  if (issued < (rows[0]?.before ?? 0) / 2) return;
  await sql`analyze (skip_locked) invoices, invoice_lines, invoice_vat, invoice_files, invoice_settlements, transactions, entries,
    reminders`.execute(write);
}

/** The names of companies that have no terms for a day of the month whose invoice is due; the first ten. */
export async function companiesWithoutTerms({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.name from billing b join companies c on c.id = b.company_id
    where b.next_period < date_trunc('month', (select seller_day(${clock.now()}::timestamptz)))::date
      and not has_terms(b.company_id, daterange(greatest(b.since, b.next_period), (b.next_period + interval '1 month')::date))
    order by c.name limit 10`.execute(database.read);
  return rows.map(({ name }) => name);
}

/** New companies are invoiced from today on. */
async function startBilling({ database, clock }: Services): Promise<void> {
  await sql`
    insert into billing (company_id, since, next_period)
    select c.id, d.day, date_trunc('month', d.day)::date
    from companies c, (select seller_day(${clock.now()}::timestamptz) as day) d
    where not exists (select from billing b where b.company_id = c.id)
    on conflict do nothing`.execute(database.write);
}

async function issueBatch(tx: ServiceContext): Promise<{ billed: number; written: number }> {
  const due = await lockDue(tx);
  if (due.length === 0) return { billed: 0, written: 0 };
  await lockDetails(
    tx.db,
    due.map(({ companyId }) => companyId),
  );
  const priced = await priceMonths(tx.db, due, { link: true });
  const invoices = priced
    .filter((month) => month.priced.grandTotal > 0)
    .map((month) => ({ ...month, kind: 'periodic' as const }));
  const withUses = priced.filter((month) => month.priced.units > 0).map(({ companyId }) => companyId);
  await sql`update billing set next_period = (next_period + interval '1 month')::date,
      uses_from = case when company_id = any(${withUses}::uuid[]) then next_period else uses_from end
    where company_id = any(${due.map(({ companyId }) => companyId)}::uuid[])`.execute(tx.db);
  await remindAdminsOfMany(
    tx,
    invoices.map(({ companyId, invoiceId, priced }) => newInvoice({ companyId, invoiceId, cents: priced.grandTotal })),
  );
  await writeInvoices(tx, invoices);
  return { billed: due.length, written: invoices.length };
}

/** Another run that is under way has locked other companies. */
async function lockDue({ db, clock }: ServiceContext): Promise<BillableMonth[]> {
  const { rows: due } = await sql<{ companyId: string; since: string; start: string }>`
    select b.company_id, b.since::text as since, b.next_period::text as start from billing b
    where b.next_period < date_trunc('month', (select seller_day(${clock.now()}::timestamptz)))::date
      and has_terms(b.company_id, daterange(greatest(b.since, b.next_period), (b.next_period + interval '1 month')::date))
    order by b.next_period, b.company_id limit ${batchSize} for update skip locked`.execute(db);
  return due.map(({ companyId, since, start }) => ({
    companyId,
    since,
    invoiceId: randomUUIDv7(),
    replacesId: null,
    period: monthFrom(start),
  }));
}

/** The notice of an invoice to those who pay it. */
export function newInvoice(invoice: { companyId: string; invoiceId: string; cents: number }): AdminNotice {
  return {
    companyId: invoice.companyId,
    type: 'invoiceNew',
    words: 'reminderText.invoiceNew',
    params: (language) => ({ amount: euroFormat(language).format(eurosOf(invoice.cents)) }),
    link: `/app/company/invoices?open=${invoice.invoiceId}`,
  };
}
