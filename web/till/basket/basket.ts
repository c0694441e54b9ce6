// A basket in the browser: how goods become lines, and what they cost. No function changes a basket that it gets.
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import { lineCents, percentCents } from '#contract/till/line-cents.ts';
import type { Basket, BasketLine, Goods } from '#contract/till/tills.ts';
import { formatFullEuro } from '#web/lib/money.ts';
import { formatPercent } from '#web/lib/percent.ts';

export type BasketContent = Pick<Basket, 'contactId' | 'customer' | 'lines' | 'discount' | 'discountPercent'>;

export const emptyBasket: BasketContent = {
  ...{ contactId: null, customer: '', lines: [], discount: 0, discountPercent: null },
};

/** The cents of a line less its own discount. */
export const lineWorth = (line: BasketLine): number => Math.max(0, lineCents(line) - centsOf(line.discount));

/** The cents of all lines before the discount of all. */
export const sumOfLines = (lines: readonly BasketLine[]): number =>
  lines.reduce((sum, line) => sum + lineWorth(line), 0);

/** In cents. */
export function basketTotal({ lines, discount }: Pick<BasketContent, 'lines' | 'discount'>): number {
  return Math.max(0, sumOfLines(lines) - centsOf(discount));
}

/** More of the product of a line as it was added is one line. */
const isSameProduct = (line: BasketLine, { id, price }: Goods) =>
  line.productId === id &&
  line.unitPrice === price &&
  line.discount === 0 &&
  line.discountPercent === null &&
  line.calendarId === null;

/** Returns the basket with the goods, and the index of their line. A part of a visit is in it once. */
export function withGoods<B extends BasketContent>(
  basket: B,
  goods: Goods,
  quantity = 1,
): { basket: B; index: number } {
  const { kind, id, name, price, vatRate, calendarId } = goods;
  const known = basket.lines.findIndex((line) =>
    kind === 'product' ? isSameProduct(line, goods) : kind === 'visit' && line.eventId === id,
  );
  if (known >= 0 && kind === 'visit') return { basket, index: known };
  if (known >= 0) {
    const more = (line: BasketLine) => withQuantity(line, line.quantity + quantity);
    return {
      basket: { ...basket, lines: basket.lines.map((line, at) => (at === known ? more(line) : line)) },
      index: known,
    };
  }
  const line: BasketLine = {
    productId: kind === 'product' ? id : null,
    eventId: kind === 'visit' ? id : null,
    serviceId: kind === 'service' ? id : null,
    optionIds: goods.optionIds,
    name: name.slice(0, 100),
    quantity: kind === 'product' ? quantity : kind === 'service' ? Math.max(1, Math.round(quantity)) : 1,
    unitPrice: price,
    ...{ discount: 0, discountPercent: null },
    vatRate,
    calendarId,
  };
  // The customer of a visit pays for it.
  const customer =
    basket.contactId === null && goods.contactId !== null ? { contactId: goods.contactId, customer: goods.note } : {};
  return { basket: { ...basket, ...customer, lines: [...basket.lines, line] }, index: basket.lines.length };
}

/** Quantities have three decimals; a part of a visit is always one. */
export function withQuantity(line: BasketLine, quantity: number): BasketLine {
  if (line.eventId !== null) return line;
  const rounded = Math.min(10_000, Math.max(0.001, Math.round(quantity * 1_000) / 1_000));
  return { ...line, quantity: line.serviceId === null ? rounded : Math.max(1, Math.round(rounded)) };
}

/** A share follows what it is taken off, and no discount is larger than that. */
export function withFittingDiscounts<B extends BasketContent>(basket: B): B {
  const lines = basket.lines.map((line) => withFittingDiscount(line, lineCents(line)));
  return withFittingDiscount({ ...basket, lines }, sumOfLines(lines));
}

/** `of` is what the discount is taken off (cents). */
export function withFittingDiscount<D extends Pick<BasketLine, 'discount' | 'discountPercent'>>(one: D, of: number): D {
  const { discount, discountPercent } = one;
  const cents = discountPercent === null ? Math.min(centsOf(discount), of) : percentCents(of, discountPercent);
  return cents === centsOf(discount) ? one : { ...one, discount: eurosOf(cents) };
}

/** The amount of a discount, and the share that it is: `10 % (€1.25)`. */
export function discountWords({ discount, discountPercent }: Pick<BasketLine, 'discount' | 'discountPercent'>): string {
  const amount = formatFullEuro(discount);
  return discountPercent === null ? amount : `${formatPercent(discountPercent)} (${amount})`;
}
