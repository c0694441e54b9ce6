// Writes receipts: of payments at the desk, of sales at a register, and of refunds.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { PaymentMethod, ReceiptLineKind } from '#contract/booking/receipts.ts';
import { eurosOf } from '#contract/lib/money.ts';
import type { StoredVisit } from '#server/booking/visits/find-visit.ts';
import { readReceiptSeller } from '#server/company/receipt-details/read-receipt-details.ts';
import { queueDrawer } from '#server/devices/jobs/queue-drawer.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { LockedRegister } from './lock-register.ts';

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
  /** Of a discount that was given in percent. */
  discountPercent?: number | null;
  /** Its place among the lines by which one service is sold, one for each rate; 0 by default. */
  partLine?: number;
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
  /** A fiscal device makes the fiscal receipt, whose number is entered later. */
  isBeside: boolean;
  day: string;
  refundsId?: string;
  /** Read by the caller beside other statements. */
  seller?: ReturnType<typeof readReceiptSeller>;
  lines: readonly NewLine[];
  payments: readonly NewPayment[];
}

/** The amount is the sum of the lines, which is that of the payments. Its visits and then its register are locked. */
export async function writeReceipt(
  context: SignedIn,
  { id = randomUUIDv7(), register, isBeside, lines, payments, refundsId, ...receipt }: NewReceipt,
): Promise<{ id: string; amount: number }> {
  const { db, user, clock } = context;
  const seller = await (receipt.seller ?? readReceiptSeller(context));
  const sum = (parts: readonly { cents: number }[]) => parts.reduce((total, { cents }) => total + cents, 0);
  const amount = eurosOf(sum(lines));
  if (sum(payments) !== sum(lines)) throw new Error('The payments of a receipt do not equal its lines.');
  // A refund has the rates of its receipt.
  const isExempt = seller.vatRegime === 'exempt' && !refundsId;
  const { visitId, contactId, locationId, day } = receipt;
  const columns = {
    ...{
      company_id: user.companyId,
      id,
      visit_id: visitId,
      contact_id: contactId,
      location_id: locationId,
      day,
      amount,
    },
    ...{ register_id: register?.id, session_id: register?.sessionId, number: register?.number },
    ...{
      device_number: isBeside ? '' : null,
      refunds_id: refundsId,
      seller,
      user_id: user.id,
      created_at: clock.now(),
    },
  };
  const columnsOfLines = lines.map(({ ref, ...line }, position) => ({
    ...{ position, kind: line.kind, visit_id: line.visitId, event_id: line.eventId, product_id: line.productId },
    ...{ name: line.name, location_id: line.locationId, calendar_id: line.calendarId, quantity: line.quantity },
    ...{ unit_price: line.unitPrice, amount: eurosOf(line.cents), vat_rate: isExempt ? null : line.vatRate },
    ...{ ref_receipt_id: ref?.receiptId, ref_position: ref?.position, discount_percent: line.discountPercent },
    part_line: line.partLine ?? 0,
  }));
  const columnsOfPayments = payments.map(({ method, cents, given = null }, position) => ({
    ...{ position, method, amount: eurosOf(cents) },
    ...(given !== null && { given: eurosOf(given), change: eurosOf(given - cents) }),
  }));
  const json = [columns, columnsOfLines, columnsOfPayments].map((value) => sql`${JSON.stringify(value)}::jsonb`);
  const isCash = payments.some(({ method }) => method === 'cash');
  await Promise.all([
    sql`select write_receipt(${sql.join(json)})`.execute(db).catch(refuseTaken),
    register && isCash && queueDrawer(context, { registerId: register.id, cause: id }),
  ]);
  return { id, amount };
}

/** Another register has used the id of a sale at the same moment. */
function refuseTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  throw code === '23505' && constraint === 'receipts_pkey' ? new Refusal(409, 'till.idTaken') : error;
}

/** The present day at the place of a visit. */
export function dayOfReceipt({ clock }: SignedIn, { timeZone }: StoredVisit): string {
  return clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** For audits. */
export const payerOf = (visit: StoredVisit): string => visit.name || visit.eMail || 'a customer';
