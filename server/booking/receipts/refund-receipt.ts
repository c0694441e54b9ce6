// Takes payments back: whole receipts, or some of their lines.
import { sql } from 'kysely';
import type { PaymentMethod, ReceiptLineKind, receipts, VisitPayments } from '#contract/booking/receipts.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { countVisits } from '#server/booking/visits/count-visits.ts';
import type { StoredVisit } from '#server/booking/visits/find-visit.ts';
import type { Db } from '#server/db/pool.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { lockUsableVisit } from './lock-visits.ts';
import { readPayments } from './read-payments.ts';
import { chooseRefunded, paymentsBack, type SoldLine } from './refunded-lines.ts';
import { dayOfReceipt, payerOf, writeReceipt } from './write-receipt.ts';

/**
 * Refunds lines of a receipt by one of today. Throws 404 for unknown and foreign receipts, 409 when more would be
 * refunded than is left.
 */
export async function refundReceipt(
  context: SignedIn,
  { id, lines: chosen, method }: Parsed<typeof receipts.refund>,
): Promise<VisitPayments> {
  const { db, user } = context;
  const { companyId } = user;
  const receipt = await db
    .selectFrom('receipts')
    .select(['visitId', 'locationId', 'refundsId'])
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!receipt || receipt.refundsId) throw notFound();
  const visits = await lockVisitsOf(context, id);
  const [visit] = visits;
  if (!visit) throw notFound();
  await sql`select from receipts where company_id = ${companyId} and id = ${id} for no key update`.execute(db);
  const sold = await readSold(db, { companyId, id });
  const refunded = chooseRefunded(sold, chosen);
  if (refunded.length === 0) throw new Refusal(409, 'receipts.isRefunded');
  const cents = refunded.reduce((sum, line) => sum + line.cents, 0);
  const payments = paymentsBack(await readPaid(db, { companyId, id }), cents, method);
  await writeReceipt(context, {
    visitId: receipt.visitId,
    locationId: receipt.locationId,
    day: dayOfReceipt(context, visit),
    refundsId: id,
    lines: refunded.map((line) => ({
      ...{ kind: line.kind, name: line.name, unitPrice: line.unitPrice, vatRate: line.vatRate },
      ...{ visitId: line.visitId, eventId: line.eventId, locationId: line.locationId, calendarId: line.calendarId },
      ...{ quantity: -line.back, cents: -line.cents, ref: { receiptId: id, position: line.position } },
    })),
    payments: payments.map((payment) => ({ ...payment, cents: -payment.cents })),
  });
  for (const { position, back } of refunded) {
    await sql`
      update receipt_lines set refunded = refunded + ${back}
      where company_id = ${companyId} and receipt_id = ${id} and position = ${position}`.execute(db);
  }
  const contactIds = visits.map(({ contactId }) => contactId);
  await countVisits(context, companyId, contactIds);
  const methods = payments.map((payment) => payment.method).join(', ') || 'nothing paid';
  await audit(context, `Visit of ${payerOf(visit)}: ${eurosOf(cents)} EUR refunded (${methods})`);
  return readPayments(context, receipt.visitId ?? visit.id);
}

/** The visits with a part in the receipt, in the order in which every payment locks them. */
async function lockVisitsOf(context: SignedIn, id: string): Promise<StoredVisit[]> {
  const { db, user } = context;
  const { rows } = await sql<{ visitId: string }>`
    select distinct visit_id from receipt_lines
    where company_id = ${user.companyId} and receipt_id = ${id} and visit_id is not null order by visit_id`.execute(db);
  const locked: StoredVisit[] = [];
  for (const { visitId } of rows) locked.push(await lockUsableVisit(context, visitId));
  return locked;
}

async function readSold(db: Db, { companyId, id }: { companyId: string; id: string }): Promise<SoldLine[]> {
  const rows = await db
    .selectFrom('receiptLines')
    .select(['position', 'kind', 'name', 'quantity', 'unitPrice', 'amount', 'refunded', 'vatRate'])
    .select(['visitId', 'eventId', 'locationId', 'calendarId', 'refPosition'])
    .where('companyId', '=', companyId)
    .where('receiptId', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ kind, ...line }) => ({ ...line, kind: kind as ReceiptLineKind }));
}

/** By how much each payment exceeds what was paid back by its method, the last one first. */
async function readPaid(db: Db, { companyId, id }: { companyId: string; id: string }) {
  const { rows } = await sql<{ method: PaymentMethod; amount: number }>`
    select p.method, sum(p.amount) as amount
    from receipt_payments p join receipts r on r.company_id = p.company_id and r.id = p.receipt_id
    where r.company_id = ${companyId} and (r.id = ${id} or r.refunds_id = ${id})
    group by p.method order by max(case when r.id = ${id} then p.position else -1 end) desc, p.method`.execute(db);
  return rows.map(({ method, amount }) => ({ method, cents: centsOf(amount) }));
}
