// Marks visits as paid, and takes payments back.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { payableStatuses, type receipts, type VisitPayments } from '#contract/booking/receipts.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { countVisits } from '#server/booking/visits/count-visits.ts';
import { findUsableVisit, lockVisit, type StoredVisit } from '#server/booking/visits/find-visit.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { listUnpaid, readPayments } from './read-payments.ts';
import { splitAmount } from './split-amount.ts';

/**
 * Writes a receipt for the unpaid parts of a visit. Throws 404 for unknown and foreign visits, 409 when all parts are
 * paid or the visit cannot be paid in its state.
 */
export async function payVisit(context: SignedIn, input: Parsed<typeof receipts.pay>): Promise<VisitPayments> {
  const { db, user, clock } = context;
  const visit = await lockUsableVisit(context, input.visitId);
  if (!payableStatuses.includes(visit.status)) throw new Refusal(409, 'receipts.notPayable');
  const parts = await listUnpaid(db, visit);
  const [first] = parts;
  if (!first) throw new Refusal(409, 'receipts.isPaid');
  const receiptId = randomUUIDv7();
  const day = localDay(context, visit);
  const amounts = splitAmount(
    centsOf(input.amount),
    parts.map(({ price }) => centsOf(price)),
  );
  const { companyId } = visit;
  await db
    .insertInto('receipts')
    .values({
      ...{ companyId, id: receiptId, visitId: visit.id, locationId: first.locationId, day, method: input.method },
      ...{ amount: input.amount, userId: user.id, createdAt: clock.now() },
    })
    .execute();
  await db
    .insertInto('receiptLines')
    .values(
      parts.map(({ eventId, name, locationId, calendarId, vatRate }, position) => ({
        ...{ companyId, receiptId, position, visitId: visit.id, eventId, name, locationId, calendarId, day, vatRate },
        ...{ amount: eurosOf(amounts[position] ?? 0), isRefund: false },
      })),
    )
    .execute();
  await countVisits(context, companyId, [visit.contactId]);
  await audit(context, `Visit of ${nameOf(visit)}: paid ${input.amount} EUR (${input.method})`);
  return readPayments(context, visit.id);
}

/**
 * Takes a receipt back by one of today. Throws 404 for unknown and foreign receipts, 409 when it was taken back before.
 */
export async function refundReceipt(context: SignedIn, { id }: { id: string }): Promise<VisitPayments> {
  const { db, user, clock } = context;
  const receipt = await db
    .selectFrom('receipts')
    .select(['visitId', 'locationId', 'amount', 'method', 'refundsId'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!receipt || receipt.refundsId) throw notFound();
  const visit = await lockUsableVisit(context, receipt.visitId);
  const { companyId } = visit;
  const refundId = randomUUIDv7();
  const day = localDay(context, visit);
  const added = await db
    .insertInto('receipts')
    .values({
      ...{ companyId, id: refundId, visitId: visit.id, locationId: receipt.locationId, day, method: receipt.method },
      ...{ amount: -receipt.amount, refundsId: id, userId: user.id, createdAt: clock.now() },
    })
    .onConflict((conflict) => conflict.columns(['companyId', 'refundsId']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new Refusal(409, 'receipts.isRefunded');
  await sql`
    insert into receipt_lines (company_id, receipt_id, position, visit_id, event_id, name, location_id, calendar_id, day, amount,
        vat_rate, is_refund)
      select company_id, ${refundId}, position, visit_id, event_id, name, location_id, calendar_id, ${day}, -amount, vat_rate, true
      from receipt_lines where company_id = ${companyId} and receipt_id = ${id}`.execute(db);
  await db
    .updateTable('receiptLines')
    .set({ refundId })
    .where('companyId', '=', companyId)
    .where('receiptId', '=', id)
    .execute();
  await countVisits(context, companyId, [visit.contactId]);
  await audit(context, `Visit of ${nameOf(visit)}: ${receipt.amount} EUR refunded (${receipt.method})`);
  return readPayments(context, visit.id);
}

async function lockUsableVisit({ db, user }: SignedIn, id: string): Promise<StoredVisit> {
  const found = await findUsableVisit(db, user, id);
  if (!found) throw notFound();
  await lockVisit(db, found);
  const visit = await findUsableVisit(db, user, id);
  if (!visit) throw notFound();
  return visit;
}

function localDay({ clock }: SignedIn, { timeZone }: StoredVisit): string {
  return clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

const nameOf = (visit: StoredVisit) => visit.name || visit.eMail || 'a customer';
