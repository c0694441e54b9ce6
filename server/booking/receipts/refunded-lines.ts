// Decides which lines a refund takes back, what they are worth, and how it is paid out.
import type { PaymentMethod, ReceiptLineKind } from '#contract/booking/receipts.ts';
import { leftToRefund, refundWorth } from '#contract/booking/refund-worth.ts';
import { Refusal } from '#server/lib/refusal.ts';

export interface SoldLine {
  position: number;
  kind: ReceiptLineKind;
  name: string;
  quantity: number;
  unitPrice: number;
  amount: number;
  vatRate: number | null;
  /** How much of the quantity was refunded before. */
  refunded: number;
  /** Of a discount: the line that it is for. It has the quantity of that line. */
  refPosition: number | null;
  discountPercent: number | null;
  partLine: number;
  visitId: string | null;
  eventId: string | null;
  productId: string | null;
  locationId: string | null;
  calendarId: string | null;
}

export interface RefundedLine extends SoldLine {
  /** The quantity that goes back, and its worth. */
  back: number;
  cents: number;
}

interface Chosen {
  position: number;
  quantity: number;
}

/**
 * Returns the lines with the quantity and amount that go back, each followed by its discounts; all that is left by
 * default. Throws 409 when more is chosen than is left.
 */
export function chooseRefunded(sold: readonly SoldLine[], chosen?: readonly Chosen[]): RefundedLine[] {
  const goods = sold.filter(({ kind }) => kind !== 'discount');
  const wanted = chosen ?? goods.map((line) => ({ position: line.position, quantity: leftToRefund(line) }));
  if (new Set(wanted.map(({ position }) => position)).size < wanted.length) throw tooMuch();
  return wanted
    .filter(({ quantity }) => quantity > 0)
    .flatMap(({ position, quantity }) => {
      const line = goods.find((one) => one.position === position);
      if (!line || quantity > leftToRefund(line) || (line.kind === 'service' && !Number.isInteger(quantity)))
        throw tooMuch();
      const discounts = sold.filter(({ kind, refPosition }) => kind === 'discount' && refPosition === position);
      const worth = refundWorth(line, discounts, quantity);
      return [
        { ...line, back: quantity, cents: worth.line },
        ...discounts.map((one, index) => ({ ...one, back: quantity, cents: worth.discounts[index] ?? 0 })),
      ];
    });
}

const tooMuch = () => new Refusal(409, 'receipts.isRefunded');

interface Paid {
  method: PaymentMethod;
  cents: number;
}

/** Pays out by `method`, else as it was paid, in the order of `paid`. */
export function paymentsBack(paid: readonly Paid[], cents: number, method?: PaymentMethod): Paid[] {
  if (method) return cents === 0 ? [] : [{ method, cents }];
  let left = cents;
  const back = paid.map((one) => {
    const part = Math.max(0, Math.min(left, one.cents));
    left -= part;
    return { method: one.method, cents: part };
  });
  // Another method paid out more before than it had paid.
  const [first] = back;
  if (first) first.cents += left;
  return back.filter((one) => one.cents > 0);
}
