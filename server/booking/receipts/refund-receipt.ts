// Takes payments of visits back.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { VisitPayments } from '#contract/booking/receipts.ts';
import { countVisits } from '#server/booking/visits/count-visits.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { lockUsableVisit } from './lock-visits.ts';
import { readPayments } from './read-payments.ts';
import { dayOfReceipt, payerOf } from './write-receipt.ts';

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
  const day = dayOfReceipt(context, visit);
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
  await audit(context, `Visit of ${payerOf(visit)}: ${receipt.amount} EUR refunded (${receipt.method})`);
  return readPayments(context, visit.id);
}
