// Reminds companies of invoices that are overdue, in three levels.
import { sql } from 'kysely';
import { euroFormat, eurosOf } from '#contract/lib/money.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { localeOf } from '#server/lib/i18n.ts';
import { centsIn } from '#server/lib/sql/money.ts';
import { queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';
import { billingRecipients } from './billing-recipients.ts';
import { addInvoiceLink } from './pdf/invoice-link.ts';

/** Days after the due date, of each level; in order. */
type OverdueDays = readonly [number, number, number];
export const overdueDays: OverdueDays = [3, 10, 24];

const noticeKinds = ['overdue1', 'overdue2', 'overdue3'] as const;

interface Overdue {
  companyId: string;
  id: string;
  number: string;
  cents: number;
  dueDate: string;
  level: number;
  company: string;
}

/**
 * Sends each level of an invoice once, as a mail to the administrators of the company; of levels that are due at the
 * same time, the highest alone. Returns how many notices.
 */
export async function sendOverdueNotices(
  services: Services,
  { days = overdueDays, signal }: { days?: OverdueDays; signal?: AbortSignal } = {},
): Promise<number> {
  let sent = 0;
  for (;;) {
    signal?.throwIfAborted();
    const batch = await transaction({ ...services, db: services.database.write }, (tx) => sendBatch(tx, days));
    if (batch.found === 0) return sent;
    sent += batch.sent;
  }
}

async function sendBatch(tx: ServiceContext, levels: OverdueDays): Promise<{ found: number; sent: number }> {
  const { db, clock } = tx;
  // Locked, so that a payment at the same moment and a second run wait.
  const { rows } = await sql<Overdue>`
    select i.company_id, i.id, i.label as number, i.due_date::text as due_date, d.level, c.name as company,
      ${centsIn(sql`i.grand_total - coalesce(s.amount, 0)`)} as cents
    from open_invoices o join invoices i on i.company_id = o.company_id and i.id = o.invoice_id join companies c on c.id = i.company_id
    cross join lateral (select max(n) as level from unnest(${levels}::int[]) with ordinality as l (days, n)
      where i.due_date + l.days <= (select seller_day(${clock.now()}::timestamptz))) d
    left join lateral (select sum(x.amount) as amount from invoice_settlements x
      where x.company_id = i.company_id and x.invoice_id = i.id) s on true
    where o.due_date <= (select seller_day(${clock.now()}::timestamptz)) - ${levels[0]}::int
      and i.grand_total > coalesce(s.amount, 0)
      and not exists (select from dunning n where n.company_id = i.company_id and n.invoice_id = i.id and n.level >= d.level)
    order by o.due_date, o.invoice_id limit 50 for update of i skip locked`.execute(db);
  const claimed: Overdue[] = [];
  for (const invoice of rows) {
    const { companyId, id, level } = invoice;
    // A run that has ended since this statement began holds no lock, and its levels are not seen above: the insert
    // sees them.
    const inserted = await sql<{ level: number }>`
      insert into dunning (company_id, invoice_id, level, created_at)
      select ${companyId}::uuid, ${id}::uuid, n, ${clock.now()}::timestamptz from generate_series(1, ${level}::int) n
      on conflict do nothing returning level`.execute(db);
    if (inserted.rows.some((row) => row.level === level)) claimed.push(invoice);
  }
  for (const invoice of claimed) await mailNotice(tx, invoice);
  return { found: rows.length, sent: claimed.length };
}

/** Each recipient gets it in their language, with a link that opens the invoice. */
async function mailNotice(tx: ServiceContext, invoice: Overdue): Promise<void> {
  const { companyId, id, number, cents, dueDate, level, company } = invoice;
  const kind = noticeKinds[level - 1];
  if (!kind) throw new Error(`There is no overdue notice of level ${level}.`);
  for (const { address, language } of await billingRecipients(tx.db, companyId)) {
    const due = Temporal.PlainDate.from(dueDate).toLocaleString(localeOf(language), { dateStyle: 'long' });
    const words = { number, amount: euroFormat(language).format(eurosOf(cents)), due };
    const url = await addInvoiceLink(tx, { companyId, invoiceId: id });
    await queueAccountMail(tx, kind, { to: address, language, url, companyId, company, words, about: id });
  }
}
