// Marks visits as paid.
import { rateGroups } from '#contract/booking/rate-groups.ts';
import { type PaymentMethod, payableStatuses, type receipts, type VisitPayments } from '#contract/booking/receipts.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { changeStatus } from '#server/booking/visits/change-status.ts';
import { countVisits } from '#server/booking/visits/count-visits.ts';
import type { StoredVisit } from '#server/booking/visits/find-visit.ts';
import type { Db } from '#server/db/pool.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { lockRegisterAt } from './lock-register.ts';
import { lockPaidVisits } from './lock-visits.ts';
import { readPayments } from './read-payments.ts';
import { recordsPayments } from './records-payments.ts';
import { splitAmount } from './split-amount.ts';
import { listUnpaid, type UnpaidPart } from './unpaid-parts.ts';
import { dayOfReceipt, type NewLine, payerOf, writeReceipt } from './write-receipt.ts';

/**
 * Writes a receipt for unpaid parts of a visit, and one for each other visit of the customer that is paid with it.
 * Throws 404 for unknown and foreign visits, 409 when a part is paid or gone, a visit cannot be paid in its
 * state, or the company records no payments.
 */
export async function payVisit(context: SignedIn, input: Parsed<typeof receipts.pay>): Promise<VisitPayments> {
  const { visitId, method, complete } = input;
  if (!(await recordsPayments(context.db, context.user))) throw new Refusal(409, 'receipts.notRecordedHere');
  const visits = await lockPaidVisits(context, input);
  if (visits.some(({ status }) => !payableStatuses.includes(status))) throw new Refusal(409, 'receipts.notPayable');
  const parts = await listChosen(context.db, visits, input.eventIds);
  const amounts = splitAmount(
    centsOf(input.amount),
    parts.map(({ price }) => centsOf(price)),
  );
  const paid = parts.map((part, index) => ({ ...part, cents: amounts[index] ?? 0 }));
  for (const visit of visits) {
    const own = paid.filter((part) => part.visitId === visit.id);
    await writeOwnReceipt(context, visit, own, method);
  }
  if (complete) await changeStatus(context, { ...toCompleted, id: visitId });
  const contactIds = visits.map(({ contactId }) => contactId);
  await countVisits(context, context.user.companyId, contactIds);
  return readPayments(context, visitId);
}

const toCompleted = { status: 'completed', reason: '', notify: true, acceptOverlap: false, isUndo: false } as const;

interface PaidPart extends UnpaidPart {
  /** Its share of the payment. */
  cents: number;
}

/** Parts of one visit. Without an amount there is no receipt, and the parts stay unpaid. */
async function writeOwnReceipt(
  context: SignedIn,
  visit: StoredVisit,
  parts: readonly PaidPart[],
  method: PaymentMethod,
): Promise<void> {
  const total = parts.reduce((sum, { cents }) => sum + cents, 0);
  if (total === 0) return;
  const locationId = parts[0]?.locationId ?? null;
  const recording = await lockRegisterAt(context, locationId);
  const { amount } = await writeReceipt(context, {
    ...{ visitId: visit.id, locationId, ...recording },
    day: dayOfReceipt(context, visit),
    lines: parts.flatMap(linesOf),
    payments: [{ method, cents: total }],
  });
  await audit(context, `Visit of ${payerOf(visit)}: paid ${amount} EUR (${method})`);
}

/** A line for each rate of the part and its options. */
function linesOf({ options, cents, ...part }: PaidPart): NewLine[] {
  const { visitId, eventId, locationId, calendarId } = part;
  const groups = rateGroups(part, options);
  const shares = splitAmount(
    cents,
    groups.map(({ weight }) => weight),
  );
  return groups.map(({ name, vatRate }, partLine) => {
    const own = shares[partLine] ?? 0;
    return {
      ...{ kind: 'service', visitId, eventId, name, locationId, calendarId, vatRate, cents: own, ref: null },
      ...{ quantity: 1, unitPrice: eurosOf(own), partLine },
    };
  });
}

/** The parts to pay, in the order of their visits. */
async function listChosen(
  db: Db,
  visits: readonly StoredVisit[],
  eventIds: readonly string[] | undefined,
): Promise<UnpaidPart[]> {
  const unpaid: UnpaidPart[] = [];
  for (const visit of visits) unpaid.push(...(await listUnpaid(db, visit)));
  const chosen = eventIds ? unpaid.filter(({ eventId }) => eventIds.includes(eventId)) : unpaid;
  if (chosen.length === 0) throw new Refusal(409, 'receipts.isPaid');
  if (eventIds && chosen.length < new Set(eventIds).size) throw new Refusal(409, 'receipts.partsChanged');
  return chosen;
}
