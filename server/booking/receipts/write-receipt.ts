// Writes receipts: of payments at the desk, of sales at a register, and of refunds.
import { randomUUIDv7 } from 'node:crypto';
import type { PaymentMethod, ReceiptLineKind } from '#contract/booking/receipts.ts';
import { eurosOf } from '#contract/lib/money.ts';
import type { StoredVisit } from '#server/booking/visits/find-visit.ts';
import { readReceiptSeller } from '#server/company/receipt-details/read-receipt-details.ts';
import { queueDrawer } from '#server/devices/jobs/queue-drawer.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { appendToJournal, type LockedRegister } from './lock-register.ts';

export interface NewLine {
  kind: ReceiptLineKind;
  visitId: string | null;
  eventId: string | null;
  productId?: string | null;
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
  /** Of cash: the cents that the customer handed over. */
  given?: number | null;
}

interface NewReceipt {
  id?: string;
  /** The customer is that of the visit. */
  visitId: string | null;
  /** Of a receipt without a visit. */
  contactId?: string | null;
  locationId: string | null;
  /** The register whose session records it; null at a desk without one. */
  register: LockedRegister | null;
  /** A registered device makes the fiscal receipt, whose number is entered later. */
  isBeside: boolean;
  day: string;
  /** When the basket of a sale was begun. */
  startedAt?: Temporal.Instant | null;
  refundsId?: string;
  lines: readonly NewLine[];
  payments: readonly NewPayment[];
}

/** The amount is the sum of the lines, which is that of the payments. Its visits and then its register are locked. */
export async function writeReceipt(
  context: SignedIn,
  { id = randomUUIDv7(), visitId, contactId, locationId, register, isBeside, day, ...receipt }: NewReceipt,
): Promise<{ id: string; amount: number }> {
  const { db, user, clock } = context;
  const { companyId } = user;
  const { refundsId, startedAt = null, lines, payments } = receipt;
  const seller = await readReceiptSeller(context);
  const createdAt = clock.now();
  const sum = (parts: readonly { cents: number }[]) => parts.reduce((total, { cents }) => total + cents, 0);
  const amount = eurosOf(sum(lines));
  if (sum(payments) !== sum(lines)) throw new Error('The payments of a receipt do not equal its lines.');
  await db
    .insertInto('receipts')
    .values({
      ...{
        companyId,
        id,
        visitId,
        contactId: contactId ?? null,
        locationId,
        day,
        amount,
        refundsId: refundsId ?? null,
      },
      ...{ registerId: register?.id ?? null, sessionId: register?.sessionId ?? null, number: register?.number ?? null },
      ...{ deviceNumber: isBeside ? '' : null, seller: JSON.stringify(seller), userId: user.id, startedAt, createdAt },
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
        payments.map(({ method, cents, given = null }, position) => ({
          ...{ companyId, receiptId: id, position, method, amount: eurosOf(cents) },
          ...(given !== null && { given: eurosOf(given), change: eurosOf(given - cents) }),
        })),
      )
      .execute();
  }
  if (register) {
    await appendToJournal(context, register, { kind: 'receipt', subjectId: id, at: createdAt });
    const isCash = payments.some(({ method }) => method === 'cash');
    if (isCash) await queueDrawer(context, { registerId: register.id, cause: id });
  }
  return { id, amount };
}

/** The present day at the place of a visit. */
export function dayOfReceipt({ clock }: SignedIn, { timeZone }: StoredVisit): string {
  return clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** For audits. */
export const payerOf = (visit: StoredVisit): string => visit.name || visit.eMail || 'a customer';
