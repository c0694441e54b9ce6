// Writes the receipt for parts of one visit.
import { randomUUIDv7 } from 'node:crypto';
import type { PaymentMethod } from '#contract/booking/receipts.ts';
import { eurosOf } from '#contract/lib/money.ts';
import type { StoredVisit } from '#server/booking/visits/find-visit.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { UnpaidPart } from './unpaid-parts.ts';

export interface PaidPart extends UnpaidPart {
  /** Its share of the payment. */
  cents: number;
}

/** Without an amount there is none, and the parts stay unpaid. */
export async function writeReceipt(
  context: SignedIn,
  visit: StoredVisit,
  parts: readonly PaidPart[],
  method: PaymentMethod,
): Promise<void> {
  const { db, user, clock } = context;
  const [first] = parts;
  const amount = eurosOf(parts.reduce((sum, { cents }) => sum + cents, 0));
  if (!first || amount === 0) return;
  const { companyId, id: visitId } = visit;
  const receiptId = randomUUIDv7();
  const day = dayOfReceipt(context, visit);
  await db
    .insertInto('receipts')
    .values({
      ...{ companyId, id: receiptId, visitId, locationId: first.locationId, day, method, amount },
      ...{ userId: user.id, createdAt: clock.now() },
    })
    .execute();
  await db
    .insertInto('receiptLines')
    .values(
      parts.map(({ eventId, name, locationId, calendarId, vatRate, cents }, position) => ({
        ...{ companyId, receiptId, position, visitId, eventId, name, locationId, calendarId, day, vatRate },
        ...{ amount: eurosOf(cents), isRefund: false },
      })),
    )
    .execute();
  await audit(context, `Visit of ${payerOf(visit)}: paid ${amount} EUR (${method})`);
}

/** The present day at the place of a visit. */
export function dayOfReceipt({ clock }: SignedIn, { timeZone }: StoredVisit): string {
  return clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** For audits. */
export const payerOf = (visit: StoredVisit): string => visit.name || visit.eMail || 'a customer';
