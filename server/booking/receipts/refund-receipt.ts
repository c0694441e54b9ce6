// Takes payments back: whole receipts, or some of their lines.
import { sql } from 'kysely';
import type { PaymentMethod, ReceiptLineKind, receipts, VisitPayments } from '#contract/booking/receipts.ts';
import { allows } from '#contract/lib/may.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { countVisits } from '#server/booking/visits/count-visits.ts';
import type { StoredVisit } from '#server/booking/visits/find-visit.ts';
import type { Db } from '#server/db/pool.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { type LockedRegister, lockRegisterAt } from './lock-register.ts';
import { lockUsableVisit } from './lock-visits.ts';
import { readPayments } from './read-payments.ts';
import { chooseRefunded, paymentsBack, type SoldLine } from './refunded-lines.ts';
import { dayOfReceipt, payerOf, writeReceipt } from './write-receipt.ts';

/**
 * Refunds lines of a receipt by one of today. Throws 404 for unknown and foreign receipts, 403 for employees where a
 * register is open or wrote the receipt, 409 when no register is open for one that a register wrote, and when more
 * would be refunded than is left.
 */
export async function refundReceipt(
  context: SignedIn,
  { id, lines, method }: Parsed<typeof receipts.refund>,
): Promise<VisitPayments> {
  const sold = await findSale(context, id);
  const visits = await lockVisitsOf(context, id);
  const [visit] = visits;
  if (!visit) throw notFound();
  const { register, isBeside } = await lockRegisterAt(context, sold.locationId);
  // The cash of a register goes out by those who answer for it, in a session that counts it.
  const isOfRegister = register !== null || sold.registerId !== null;
  if (isOfRegister && !allows(context.user.actions, 'lcladmin')) throw new Refusal(403, 'receipts.refundedByAdmin');
  if (isOfRegister && !register) throw new Refusal(409, 'till.isClosed');
  const day = dayOfReceipt(context, visit);
  await takeLinesBack(context, { ...sold, lines, method, day, register, isBeside, visits });
  return readPayments(context, sold.visitId ?? visit.id);
}

interface Sale {
  receiptId: string;
  /** Null for one of the desk. */
  registerId: string | null;
  visitId: string | null;
  contactId: string | null;
  locationId: string | null;
}

/** Throws 404 for unknown receipts, and for refunds. */
export async function findSale({ db, user }: SignedIn, receiptId: string): Promise<Sale> {
  const receipt = await db
    .selectFrom('receipts')
    .select(['visitId', 'contactId', 'locationId', 'registerId', 'refundsId'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', receiptId)
    .executeTakeFirst();
  if (!receipt || receipt.refundsId) throw notFound();
  const { visitId, contactId, locationId, registerId } = receipt;
  return { receiptId, visitId, contactId, locationId, registerId };
}

interface Refund extends Sale {
  /** Of the receipt of the refund. */
  id?: string;
  lines: Parsed<typeof receipts.refund>['lines'];
  method: PaymentMethod | undefined;
  day: string;
  register: LockedRegister | null;
  isBeside: boolean;
  /** The locked visits with a part in the receipt. */
  visits: readonly StoredVisit[];
}

/**
 * Writes the receipt that refunds lines of another one, all that is left by default. Throws 409 when more would be
 * refunded than is left.
 */
export async function takeLinesBack(context: SignedIn, refund: Refund): Promise<void> {
  const { db, user } = context;
  const { companyId } = user;
  const { receiptId: id, visits } = refund;
  await sql`select from receipts where company_id = ${companyId} and id = ${id} for no key update`.execute(db);
  const sold = await readSold(db, { companyId, id });
  const refunded = chooseRefunded(sold, refund.lines);
  if (refunded.length === 0) throw new Refusal(409, 'receipts.isRefunded');
  const cents = refunded.reduce((sum, line) => sum + line.cents, 0);
  const payments = paymentsBack(await readPaid(db, { companyId, id }), cents, refund.method);
  await writeReceipt(context, {
    ...(refund.id && { id: refund.id }),
    visitId: refund.visitId,
    contactId: refund.contactId,
    locationId: refund.locationId,
    ...{ register: refund.register, isBeside: refund.isBeside },
    day: refund.day,
    refundsId: id,
    lines: refunded.map((line) => ({
      ...{ kind: line.kind, productId: line.productId, name: line.name, unitPrice: line.unitPrice },
      ...{ vatRate: line.vatRate, visitId: line.visitId, eventId: line.eventId },
      ...{ discountPercent: line.discountPercent, partLine: line.partLine },
      ...{ locationId: line.locationId, calendarId: line.calendarId },
      ...{ quantity: -line.back, cents: -line.cents, ref: { receiptId: id, position: line.position } },
    })),
    payments: payments.map((payment) => ({ ...payment, cents: -payment.cents })),
  });
  for (const { position, back } of refunded) {
    await sql`
      update receipt_lines set refunded = refunded + ${back}
      where company_id = ${companyId} and receipt_id = ${id} and position = ${position}`.execute(db);
  }
  await countVisits(context, companyId, [refund.contactId, ...visits.map(({ contactId }) => contactId)]);
  const methods = payments.map((payment) => payment.method).join(', ') || 'nothing paid';
  const [visit] = visits;
  await audit(context, `${visit ? `Visit of ${payerOf(visit)}` : 'Sale'}: ${eurosOf(cents)} EUR refunded (${methods})`);
}

/** The visits with a part in the receipt, in the order in which every payment locks them. */
export async function lockVisitsOf(
  context: SignedIn,
  id: string,
  lock: (context: SignedIn, visitId: string) => Promise<StoredVisit> = lockUsableVisit,
): Promise<StoredVisit[]> {
  const { db, user } = context;
  const { rows } = await sql<{ visitId: string }>`
    select distinct visit_id from receipt_lines
    where company_id = ${user.companyId} and receipt_id = ${id} and visit_id is not null order by visit_id`.execute(db);
  const locked: StoredVisit[] = [];
  for (const { visitId } of rows) locked.push(await lock(context, visitId));
  return locked;
}

async function readSold(db: Db, { companyId, id }: { companyId: string; id: string }): Promise<SoldLine[]> {
  const rows = await db
    .selectFrom('receiptLines')
    .select(['position', 'kind', 'name', 'quantity', 'unitPrice', 'amount', 'refunded', 'vatRate'])
    .select(['visitId', 'eventId', 'productId', 'locationId', 'calendarId', 'refPosition'])
    .select(['discountPercent', 'partLine'])
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
