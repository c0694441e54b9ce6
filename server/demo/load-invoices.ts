// Twelve months of invoices of the demo's companies in every state, and the payments that pay them.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { eurosOf, unitsOfCents } from '#contract/lib/money.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { addCreditNote } from '#server/money/invoices/credit-invoice.ts';
import { monthFrom } from '#server/money/invoices/price-invoice.ts';
import { type BillableMonth, priceMonths } from '#server/money/invoices/read-billable.ts';
import { writeInvoices } from '#server/money/invoices/write-invoices.ts';
import { settleInvoice } from '#server/money/payments/settle-invoice.ts';

const months = 12;

/**
 * Months before the present one: whose invoices are credited and issued again, the last one at present, so that it is
 * open.
 */
const credited = [1, 6];
/** The company whose invoice is overdue; its payment waits for the operator. */
const overdue = 3;

/** The invoices of all companies, month by month; the present month comes with the monthly run. */
export async function addInvoices(context: ServiceContext, companyIds: readonly string[]): Promise<void> {
  const { db, clock } = context;
  const { timeZone } = await db.selectFrom('seller').select('timeZone').executeTakeFirstOrThrow();
  const today = clock.now().toZonedDateTimeISO(timeZone).toPlainDate();
  const present = today.with({ day: 1 });
  const since = present.subtract({ months }).toString();
  await sql`insert into billing (company_id, since, next_period)
    select id, ${since}::date, ${present.toString()}::date from unnest(${companyIds}::uuid[]) id`.execute(db);
  for (let back = months; back >= 1; back--) {
    const period = monthFrom(present.subtract({ months: back }).toString());
    // On the first of the next month, at six.
    const issuedAt = present
      .subtract({ months: back - 1 })
      .toZonedDateTime({ timeZone, plainTime: '06:00' })
      .toInstant();
    const at = { ...context, clock: { now: () => (back === 1 ? earlier(issuedAt, clock.now()) : issuedAt) } };
    const rows = companyIds.map((companyId) => newMonth(companyId, since, period));
    const priced = await priceMonths(db, rows, { link: true });
    const invoices = priced.filter((one) => one.priced.grandTotal > 0);
    await writeInvoices(
      at,
      invoices.map((one) => ({ ...one, kind: 'periodic' as const })),
    );
    for (const invoice of invoices) await settle(at, invoice, { back, now: clock.now() });
  }
  // Mails of months ago would all leave now.
  await sql`update invoice_files f set announced_at = i.issued_at from invoices i
    where i.id = f.invoice_id and i.issued_at < ${clock.now().subtract({ hours: 24 })}`.execute(db);
}

const earlier = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) < 0 ? a : b);

function newMonth(companyId: string, since: string, period: BillableMonth['period']): BillableMonth {
  return { companyId, invoiceId: randomUUIDv7(), since, period, replacesId: null };
}

type Priced = Awaited<ReturnType<typeof priceMonths>>[number];

async function settle(
  at: ServiceContext,
  invoice: Priced,
  { back, now }: { back: number; now: Temporal.Instant },
): Promise<void> {
  const { companyId, invoiceId, priced } = invoice;
  const cents = priced.grandTotal - priced.fromDeposit;
  if (credited.includes(back)) {
    const later = back === 1 ? { ...at, clock: { now: () => now } } : at;
    await addCreditNote(later, invoiceId);
    const again = { ...invoice, invoiceId: randomUUIDv7(), replacesId: invoiceId };
    await writeInvoices(later, [{ ...again, kind: 'single' }]);
    if (back > 1) await pay(at, { companyId, invoiceId: again.invoiceId, cents });
    return;
  }
  if (back === overdue) await begin(at, { companyId, invoiceId, cents });
  else await pay(at, { companyId, invoiceId, cents });
}

interface Payable {
  companyId: string;
  invoiceId: string;
  cents: number;
}

async function begin({ db, clock }: ServiceContext, { companyId, invoiceId, cents }: Payable): Promise<string> {
  const id = randomUUIDv7();
  await db
    .insertInto('payments')
    .values({
      companyId,
      id,
      amount: eurosOf(cents),
      invoiceId,
      createdAt: clock.now().add({ hours: 24 * 4 }),
      seenPending: true,
    })
    .execute();
  return id;
}

/** Paid by transfer and confirmed five days after its issue. */
async function pay(context: ServiceContext, payable: Payable): Promise<void> {
  const { companyId, invoiceId, cents } = payable;
  const paymentId = await begin(context, payable);
  const paidAt = context.clock.now().add({ hours: 24 * 5 });
  const { db } = context;
  const at = { db, clock: { now: () => paidAt } };
  await db
    .updateTable('payments')
    .set({ manual: 'confirmed', confirmedAt: paidAt })
    .where('companyId', '=', companyId)
    .where('id', '=', paymentId)
    .execute();
  await db
    .insertInto('paymentMoves')
    .values({ companyId, paymentId, step: 1, kind: 'confirmed', amount: eurosOf(cents), createdAt: paidAt })
    .execute();
  await settleInvoice(at, { companyId, invoiceId, paymentId, cents, booked: 0 });
  await topUp(at, { companyId, units: unitsOfCents(cents), cause: { kind: 'payment', id: paymentId, step: 1 } });
}
