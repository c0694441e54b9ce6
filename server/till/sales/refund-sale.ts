// Refunds receipts at a cash register.
import type { Parsed } from '#contract/lib/service.ts';
import type { TillReceipt, tills } from '#contract/till/tills.ts';
import { lockRegister } from '#server/booking/receipts/lock-register.ts';
import { lockAnyVisit } from '#server/booking/receipts/lock-visits.ts';
import { findSale, lockVisitsOf, takeLinesBack } from '#server/booking/receipts/refund-receipt.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { findRegister } from '../registers/find-register.ts';
import { findOwnReceipt, findTillReceipt } from './read-till-receipts.ts';

/**
 * Returns the receipt of the refund; that of the first call when the same id comes again. Throws 404 for registers and
 * receipts of others, 409 for a closed register, or when more would be refunded than is left.
 */
export async function refundSale(context: SignedIn, input: Parsed<typeof tills.refund>): Promise<TillReceipt> {
  const { id, registerId, receiptId, lines, method } = input;
  const register = await findRegister(context, registerId);
  await findTillReceipt(context, receiptId);
  const before = await findOwnReceipt(context, id, registerId);
  if (before) return sameRefund(before, receiptId);
  const sale = await findSale(context, receiptId);
  // Incomes count at the location of the sale: its cash must not leave another one.
  if (sale.locationId !== register.locationId) throw new Refusal(409, 'till.otherLocation');
  const visits = await lockVisitsOf(context, receiptId, lockAnyVisit);
  const locked = await lockRegister(context, registerId);
  const meanwhile = await findOwnReceipt(context, id, registerId);
  if (meanwhile) return sameRefund(meanwhile, receiptId);
  if (!locked) throw new Refusal(409, 'till.isClosed');
  const day = context.clock.now().toZonedDateTimeISO(register.timeZone).toPlainDate().toString();
  const isBeside = register.mode === 'beside';
  await takeLinesBack(context, { ...sale, id, lines, method, day, register: locked, isBeside, visits });
  return findTillReceipt(context, id);
}

/** Throws 409 when the id is that of another receipt. */
function sameRefund(found: TillReceipt, receiptId: string): TillReceipt {
  if (found.refundsId !== receiptId) throw new Refusal(409, 'till.idTaken');
  return found;
}
