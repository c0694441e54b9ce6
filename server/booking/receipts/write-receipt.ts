// Writes receipts: of payments at the desk, and of refunds.
import { randomUUIDv7 } from 'node:crypto';
import type { PaymentMethod, ReceiptLineKind } from '#contract/booking/receipts.ts';
import { eurosOf } from '#contract/lib/money.ts';
import type { StoredVisit } from '#server/booking/visits/find-visit.ts';
import { readReceiptSeller } from '#server/company/receipt-details/read-receipt-details.ts';
import type { SignedIn } from '#server/lib/context.ts';

export interface NewLine {
  kind: ReceiptLineKind;
  visitId: string | null;
  eventId: string | null;
  name: string;
  locationId: string | null;
  calendarId: string | null;
  /** Negative for what a refund takes back. */
  quantity: number;
  unitPrice: number;
  cents: number;
  vatRate: number | null;
  /** The line that a refund takes back, or the one of the same receipt that a discount is for. */
  ref: { receiptId: string; position: number } | null;
}

export interface NewPayment {
  method: PaymentMethod;
  cents: number;
}

interface NewReceipt {
  /** The customer is that of the visit. */
  visitId: string | null;
  locationId: string | null;
  day: string;
  refundsId?: string;
  lines: readonly NewLine[];
  payments: readonly NewPayment[];
}

/** The amount is the sum of the lines, which is that of the payments. Its visits are locked. */
export async function writeReceipt(
  context: SignedIn,
  { visitId, locationId, day, refundsId, lines, payments }: NewReceipt,
): Promise<{ amount: number }> {
  const { db, user, clock } = context;
  const { companyId } = user;
  const seller = await readReceiptSeller(context);
  const id = randomUUIDv7();
  const sum = (parts: readonly { cents: number }[]) => parts.reduce((total, { cents }) => total + cents, 0);
  const amount = eurosOf(sum(lines));
  if (sum(payments) !== sum(lines)) throw new Error('The payments of a receipt do not equal its lines.');
  await db
    .insertInto('receipts')
    .values({
      ...{ companyId, id, visitId, locationId, day, amount, refundsId: refundsId ?? null },
      seller: JSON.stringify(seller),
      ...{ userId: user.id, createdAt: clock.now() },
    })
    .execute();
  await db
    .insertInto('receiptLines')
    .values(
      lines.map(({ cents, ref, ...line }, position) => ({
        ...{ ...line, companyId, receiptId: id, position, day, amount: eurosOf(cents) },
        // A refund has the rates of its receipt.
        ...(seller.vatRegime === 'exempt' && !refundsId && { vatRate: null }),
        ...{ refReceiptId: ref?.receiptId ?? null, refPosition: ref?.position ?? null },
      })),
    )
    .execute();
  if (payments.length > 0) {
    await db
      .insertInto('receiptPayments')
      .values(
        payments.map(({ method, cents }, position) => ({
          ...{ companyId, receiptId: id, position, method, amount: eurosOf(cents) },
        })),
      )
      .execute();
  }
  return { amount };
}

/** The present day at the place of a visit. */
export function dayOfReceipt({ clock }: SignedIn, { timeZone }: StoredVisit): string {
  return clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** For audits. */
export const payerOf = (visit: StoredVisit): string => visit.name || visit.eMail || 'a customer';
