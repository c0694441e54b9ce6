// Builds payments and invoices of companies.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { addCreditNote } from '#server/money/invoices/credit-invoice.ts';
import { monthFrom } from '#server/money/invoices/price-invoice.ts';
import { writeInvoices } from '#server/money/invoices/write-invoices.ts';

/** A payment that is not paid yet. */
export async function buildPayment(
  { database: { write }, clock }: Services,
  company: { id: string },
  options: { amount?: number } = {},
): Promise<{ id: string; amount: number }> {
  const payment = { id: randomUUIDv7(), amount: options.amount ?? 10 };
  await write
    .insertInto('payments')
    .values({ ...payment, companyId: company.id, createdAt: clock.now() })
    .execute();
  return payment;
}

/** An attempt to pay a payment by card, which is open. */
export async function buildAttempt(
  { database: { write }, clock }: Services,
  { companyId, paymentId, amount = 10 }: { companyId: string; paymentId: string; amount?: number },
): Promise<{ id: string }> {
  const id = randomUUIDv7();
  const createdAt = clock.now();
  const order = {
    orderRef: `order_${id}`,
    url: `https://pay.example.org/${id}`,
    expiresAt: createdAt.add({ hours: 1 }),
  };
  await write
    .insertInto('paymentAttempts')
    .values({ ...order, companyId, id, paymentId, provider: 'stripe', amount, createdAt, dueAt: createdAt })
    .execute();
  return { id };
}

/** An invoice of the month before the present one. */
export async function buildInvoice(
  services: Services,
  company: { id: string },
  options: { cents?: number } = {},
): Promise<{ id: string; cents: number }> {
  const invoiceId = randomUUIDv7();
  const cents = options.cents ?? 1_000;
  const start = services.clock.now().toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 }).subtract({ months: 1 });
  const period = monthFrom(start.toString());
  const line = {
    kind: 'month' as const,
    firstDay: period.start,
    lastDay: period.end,
    quantity: 1,
    discount: 0,
    category: 'O' as const,
    rate: 0,
  };
  await transaction({ ...services, db: services.database.write }, async (tx) => {
    const month = { companyId: company.id, invoiceId, since: period.start, period, replacesId: null };
    // With a use, as an invoice of a company that has a balance has it.
    await sql`insert into invoice_line_usage (company_id, usage_id, invoice_id)
      select company_id, id, ${invoiceId} from usage where company_id = ${company.id}
      on conflict do nothing`.execute(tx.db);
    const { rows } = await sql<{ units: number }>`
      select coalesce(sum(u.amount) * 10000, 0)::float8 as units from invoice_line_usage b join usage u on u.id = b.usage_id
      where b.invoice_id = ${invoiceId}`.execute(tx.db);
    const units = rows[0]?.units ?? 0;
    const vatTable = [{ category: 'O' as const, rate: 0, basis: cents, vat: 0 }];
    const lines = [{ ...line, unitPrice: cents, net: cents }];
    const priced = { lines, vatTable, net: cents, vat: 0, grandTotal: cents };
    await writeInvoices(tx, [
      {
        ...month,
        kind: 'single',
        priced: { ...priced, units, fromDeposit: Math.min(Math.round(units / 100), cents) },
      },
    ]);
  });
  return { id: invoiceId, cents };
}

/** Cancels an invoice by a credit note. */
export async function creditForTest(services: Services, id: string): Promise<void> {
  await transaction({ ...services, db: services.database.write }, (tx) => addCreditNote(tx, id));
}
