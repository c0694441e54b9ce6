// Cancels an issued invoice by a credit note, and issues a credited one again, for the operator.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { systemInvoices } from '#contract/money/invoices.ts';
import { lockDeposit } from '#server/balance/deposits/lock-deposit.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context, ServiceContext, SignedIn } from '#server/lib/context.ts';
import { rowById } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { remindAdmins } from '#server/messaging/feed/remind-admins.ts';
import { cancelOpenPayments } from '#server/money/payments/cancel-open.ts';
import { newInvoice } from './issue-invoices.ts';
import { missingOfSeller } from './missing-seller.ts';
import { lockDetails, priceMonths } from './read-billable.ts';
import { invoices } from './store.ts';
import { writeInvoices } from './write-invoices.ts';

interface Locked {
  companyId: string;
  kind: string;
  label: string;
  start: string;
  end: string;
  isCredited: boolean;
  isReplaced: boolean;
  since: string;
  /** The invoice whose uses it bills: the first of those that replace each other. */
  rootId: string;
}

/**
 * Returns the credit note. Payments of the invoice are added to the deposit; amounts that the deposit has paid stay
 * used, until the invoice is issued again. Throws 404 for an unknown invoice, 417 for a credited one or a credit note.
 */
export function creditInvoice(context: SignedIn, id: string): Promise<JsonText> {
  return transaction(context, async (tx) => rowById(tx, systemInvoices, invoices, await addCreditNote(tx, id)));
}

/** Call it in a transaction. Returns the id of the credit note. */
export async function addCreditNote(tx: ServiceContext & Partial<Pick<Context, 'user'>>, id: string): Promise<string> {
  const { companyId, kind, label: number, isCredited } = await lockInvoice(tx, id);
  if (kind === 'credit_note') throw invalid('Id', 'list.invoices.isCreditNote', { number });
  if (isCredited) throw invalid('Id', 'list.invoices.isCredited', { number });
  const creditId = randomUUIDv7();
  await cancelOpenPayments(tx, { companyId, invoiceId: id, isCredited: true });
  await moveMoney(tx, { companyId, id, creditId });
  await writeCreditNote(tx, { id, creditId });
  return creditId;
}

/**
 * Returns the new invoice, priced by the terms and rates of VAT of its days, for as many employees and locations.
 * Throws 404 for an unknown invoice; 417 for one that is not credited or was issued again, and while details of the
 * seller are missing.
 */
export function issueInvoiceAgain(context: SignedIn, id: string): Promise<JsonText> {
  return transaction(context, async (tx) => {
    const { companyId, label: number, start, end, since, isCredited, isReplaced, rootId } = await lockInvoice(tx, id);
    if (!isCredited) throw invalid('Id', 'list.invoices.notCredited', { number });
    if (isReplaced) throw invalid('Id', 'list.invoices.isReplaced', { number });
    await lockDetails(tx.db, [companyId]);
    if ((await missingOfSeller(tx.db)).length > 0) throw invalid('Id', 'list.invoices.sellerMissing');
    const invoiceId = randomUUIDv7();
    const month = { companyId, since, invoiceId, replacesId: rootId, period: { start, end } };
    const [found] = await priceMonths(tx.db, [month], { link: false });
    if (found && !found.hasTerms) throw invalid('Id', 'list.invoices.noTerms', { number });
    if (!found || found.priced.grandTotal === 0) throw invalid('Id', 'list.invoices.noPrice', { number });
    await remindAdmins(tx, newInvoice({ companyId, invoiceId, cents: found.priced.grandTotal }));
    await writeInvoices(tx, [{ ...found, kind: 'single', replacesId: id }]);
    return rowById(tx, systemInvoices, invoices, invoiceId);
  });
}

/** Locks the invoice until the end of the transaction. */
async function lockInvoice({ db }: ServiceContext, id: string): Promise<Locked> {
  await sql`select from invoices where id = ${id} for update`.execute(db);
  const { rows } = await sql<Locked>`
    with recursive replaced as (
      select id, replaces_id, 0 as depth from invoices where id = ${id}
      union all
      select i.id, i.replaces_id, r.depth + 1 from invoices i join replaced r on i.id = r.replaces_id
    )
    select i.company_id, i.kind, i.label, i.period_start::text as start, i.period_end::text as "end",
      exists (select from invoices c where c.credits_id = i.id) as is_credited,
      exists (select from invoices c where c.replaces_id = i.id) as is_replaced,
      coalesce((select b.since from billing b where b.company_id = i.company_id), i.period_start)::text as since,
      (select r.id from replaced r order by r.depth desc limit 1) as root_id
    from invoices i where i.id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** Reverses the entries of the invoice; what payments have settled is added to the deposit. */
async function moveMoney(
  { db, clock }: ServiceContext,
  { companyId, id, creditId }: { companyId: string; id: string; creditId: string },
): Promise<void> {
  const now = clock.now();
  await sql`insert into deposits (company_id) values (${companyId}) on conflict do nothing`.execute(db);
  await lockDeposit(db, companyId);
  await sql`
    with paid as (
      select payment_id, sum(amount) as amount from invoice_settlements
      where company_id = ${companyId} and invoice_id = ${id} and payment_id is not null group by payment_id having sum(amount) <> 0
    ), total as (
      select i.grand_total - coalesce((select sum(amount) from invoice_settlements s
          where s.company_id = i.company_id and s.invoice_id = i.id and s.kind = 'deposit'), 0) as receivable,
        coalesce((select sum(amount) from paid), 0) as paid
      from invoices i where i.id = ${id}
    ), freed as (
      insert into invoice_settlements (company_id, invoice_id, id, kind, payment_id, amount, created_at)
      select ${companyId}::uuid, ${id}::uuid, gen_random_uuid(), 'moved', payment_id, -amount, ${now}::timestamptz from paid
      union all
      select ${companyId}::uuid, ${id}::uuid, gen_random_uuid(), 'credit', null, receivable, ${now}::timestamptz from total where receivable > 0
    ), posted as (
      update deposits d set posted = d.posted + total.paid from total where d.company_id = ${companyId} and total.paid > 0
    ), moved as (
      insert into transactions (company_id, id, kind, cause, step, created_at)
      values (${companyId}, ${randomUUIDv7()}, 'credit_note', ${creditId}, 1, ${now}) returning company_id, id
    ), reversed as (
      select e.account, -e.amount as amount from transactions t
        join entries e on e.company_id = t.company_id and e.transaction_id = t.id
      where t.kind = 'invoice' and t.cause = ${id} and t.company_id = ${companyId}
      union all
      select a.account, a.amount from total, lateral (values ('receivables', total.paid), ('deposits', -total.paid)) a (account, amount)
    )
    insert into entries (company_id, transaction_id, account, amount)
    select moved.company_id, moved.id, r.account, sum(r.amount) from moved, reversed r
    group by moved.company_id, moved.id, r.account having sum(r.amount) <> 0`.execute(db);
}

/** The credit note repeats the invoice with negative amounts. Its number is taken last. */
async function writeCreditNote({ db, clock }: ServiceContext, { id, creditId }: { id: string; creditId: string }) {
  const now = clock.now();
  await sql`
    with lines as (
      insert into invoice_lines (company_id, invoice_id, position, kind, first_day, last_day, quantity, unit_price, discount_percentage, net,
        vat_category, vat_rate)
      select company_id, ${creditId}::uuid, position, kind, first_day, last_day, quantity, unit_price, discount_percentage, -net,
        vat_category, vat_rate
      from invoice_lines where invoice_id = ${id} and company_id = (select company_id from invoices where id = ${id})
    )
    insert into invoice_vat (company_id, invoice_id, category, rate, basis, vat)
    select company_id, ${creditId}::uuid, category, rate, -basis, -vat
    from invoice_vat where invoice_id = ${id} and company_id = (select company_id from invoices where id = ${id})`.execute(
    db,
  );
  await sql`
    insert into invoices (company_id, id, kind, series, issued_at, due_date, period_start, period_end, net, vat, grand_total, seller, buyer, credits_id)
    select company_id, ${creditId}, 'credit_note', 'CN', ${now}, seller_day(${now}::timestamptz), period_start, period_end,
      -net, -vat, -grand_total, seller, buyer, id from invoices where id = ${id}`.execute(db);
}
