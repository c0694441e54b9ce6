// Records a sale at a cash register.
import { sql } from 'kysely';
import { payableStatuses } from '#contract/booking/receipts.ts';
import { centsOf, sumOfEuros } from '#contract/lib/money.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { TillReceipt, tills } from '#contract/till/tills.ts';
import { lockRegister } from '#server/booking/receipts/lock-register.ts';
import { lockAnyVisit } from '#server/booking/receipts/lock-visits.ts';
import { recordsPayments } from '#server/booking/receipts/records-payments.ts';
import { type NewPayment, writeReceipt } from '#server/booking/receipts/write-receipt.ts';
import { countVisits } from '#server/booking/visits/count-visits.ts';
import type { StoredVisit } from '#server/booking/visits/find-visit.ts';
import { readReceiptSeller } from '#server/company/receipt-details/read-receipt-details.ts';
import { holdContact } from '#server/customers/contacts/hold-contact.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { type Complaint, notFound, Refusal } from '#server/lib/refusal.ts';
import { findRegister } from '../registers/find-register.ts';
import { findOwnReceipt, isReceipt } from './read-till-receipts.ts';
import { lineTotal, readKnowledge, soldLines } from './sold-lines.ts';

/**
 * Returns the receipt; that of the first call when the same id comes again. Throws 404 for registers and customers of
 * others, 409 for a closed register, parts that are paid or gone and payments that differ from the lines, 417 for wrong
 * lines and for cash from less than is given back.
 */
export async function sell(context: SignedIn, input: Parsed<typeof tills.sell>): Promise<TillReceipt> {
  const { db, user, clock } = context;
  const { companyId } = user;
  const { id, registerId } = input;
  // Statements that follow each other without a look at the answer travel together.
  const [register, isSold] = await Promise.all([findRegister(context, registerId), isReceipt(context, id)]);
  if (isSold) return sameSale(await ownReceipt(context, id, registerId), input);
  const { locationId } = register;
  const visits = await lockSoldVisits(context, input.lines, locationId);
  const contact = input.contactId === null ? null : await holdContact(db, companyId, input.contactId);
  if (contact === undefined) throw notFound();
  const day = clock.now().toZonedDateTimeISO(register.timeZone).toPlainDate().toString();
  const sale = {
    lines: input.lines,
    discount: input.discount,
    discountPercent: input.discountPercent,
    locationId,
    day,
  };
  const [locked, isSoldMeanwhile, knowledge, seller] = await Promise.all([
    lockRegister(context, registerId),
    // The same sale was pressed twice: the first one had the lock.
    isReceipt(context, id),
    readKnowledge(context, sale),
    readReceiptSeller(context),
  ]);
  if (isSoldMeanwhile) return sameSale(await ownReceipt(context, id, registerId), input);
  if (!locked) throw new Refusal(409, 'till.isClosed');
  const lines = soldLines(sale, knowledge);
  const payments = paymentsOf(input.payments, lineTotal(lines));
  const customer = customerOf(visits, contact?.id ?? null);
  const { amount } = await writeReceipt(context, {
    ...{ id, ...customer, locationId, day, payments, seller: Promise.resolve(seller) },
    ...{ register: locked, isBeside: register.mode === 'beside' },
    lines: lines.map(({ ref, ...line }) => ({ ...line, ref: ref && { ...ref, receiptId: id } })),
  });
  const [receipt] = await Promise.all([
    ownReceipt(context, id, registerId),
    sql`delete from till_baskets where company_id = ${companyId} and id = ${id} and register_id = ${registerId}`.execute(
      db,
    ),
    countVisits(context, companyId, [customer.contactId, ...visits.map(({ contactId }) => contactId)]),
    audit(context, `Till ${register.name}: sale ${locked.number} of ${amount.toFixed(2)} EUR`),
  ]);
  return receipt;
}

/** Throws 409 when the id is that of a refund, or of a sale that was paid otherwise. */
function sameSale(found: TillReceipt, { payments }: Parsed<typeof tills.sell>): TillReceipt {
  const isSame = sumOfEuros(payments.map(({ amount }) => amount)) === found.amount;
  if (found.refundsId !== null || !isSame) throw new Refusal(409, 'till.idTaken');
  return found;
}

async function ownReceipt(context: SignedIn, id: string, registerId: string): Promise<TillReceipt> {
  const receipt = await findOwnReceipt(context, id, registerId);
  if (!receipt) throw new Error('A stored receipt is gone.');
  return receipt;
}

/** The receipt of one visit has its customer; others have one of their own. */
function customerOf(visits: readonly StoredVisit[], chosen: string | null) {
  const [visit, ...others] = visits;
  if (visit && others.length === 0) return { visitId: visit.id, contactId: null };
  const ofVisits = new Set(visits.map(({ contactId }) => contactId));
  const [only] = ofVisits;
  return { visitId: null, contactId: chosen ?? (ofVisits.size === 1 ? (only ?? null) : null) };
}

/** Locks the visits whose parts are sold, in the order of every payment. Only those of the register's location. */
async function lockSoldVisits(
  context: SignedIn,
  lines: Parsed<typeof tills.sell>['lines'],
  locationId: string,
): Promise<StoredVisit[]> {
  const { db, user } = context;
  const { companyId } = user;
  const eventIds = lines.flatMap(({ eventId }) => eventId ?? []);
  if (eventIds.length === 0) return [];
  if (!(await recordsPayments(db, user))) throw new Refusal(409, 'receipts.notRecordedHere');
  const parts = await db
    .selectFrom('visitParts')
    .select('visitId')
    .distinct()
    .where('companyId', '=', companyId)
    .where('eventId', 'in', eventIds)
    .execute();
  const locked: StoredVisit[] = [];
  for (const id of parts.map(({ visitId }) => visitId).sort()) {
    const visit = await lockAnyVisit(context, id);
    if (visit.locationId !== locationId) throw new Refusal(409, 'receipts.partsChanged');
    if (!payableStatuses.includes(visit.status)) throw new Refusal(409, 'receipts.notPayable');
    locked.push(visit);
  }
  return locked;
}

/** Throws 409 unless the payments sum to the total, 417 for cash from less than the payment. */
function paymentsOf(payments: Parsed<typeof tills.sell>['payments'], total: number): NewPayment[] {
  const complaints = payments.flatMap(({ method, amount, given }, index): Complaint[] => {
    const key = `Payments[${index}].Given`;
    if (given === null) return [];
    if (method !== 'cash') return [{ key, code: 'till.givenOfCash' }];
    return given < amount ? [{ key, code: 'till.givenTooLittle' }] : [];
  });
  if (complaints.length > 0) throw new Refusal(417, 'till.wrongPayments', { complaints });
  const paid = payments.map(({ method, amount, given }) => ({
    ...{ method, cents: centsOf(amount), given: given === null ? null : centsOf(given) },
  }));
  if (paid.reduce((sum, { cents }) => sum + cents, 0) !== centsOf(total)) {
    throw new Refusal(409, 'till.totalDiffers', { details: { Total: total } });
  }
  return paid;
}
