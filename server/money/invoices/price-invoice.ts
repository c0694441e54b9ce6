// Prices a month of a company: the lines of its invoice, their VAT, and what the deposit has paid. Pure, in integers.

/** Terms of some days; amounts in cents, the discount in hundredths of a percent. */
export interface PricedTerms {
  /** Null where they have no first or last day. */
  from: string | null;
  /** Exclusive. */
  until: string | null;
  monthlyCost: number;
  discountMonths: number;
  discount: number;
  maxUsers: number;
  maxLocations: number;
  /** Null where none can be added. */
  extraUserCost: number | null;
  extraLocationCost: number | null;
}

export interface PricedUsage {
  /** The day from which the company is invoiced. */
  since: string;
  users: number;
  locations: number;
  /** Messages that the deposit has paid: their number, and units (1/10,000 EUR), gross. */
  messages: number;
  units: number;
}

/** Days, inclusive. */
export interface InvoicePeriod {
  start: string;
  end: string;
}

export interface PricedLine {
  kind: 'month' | 'users' | 'locations' | 'sms';
  firstDay: string;
  lastDay: string;
  quantity: number;
  /** Cents per month and unit; null for messages. */
  unitPrice: number | null;
  discount: number;
  /** Cents. */
  net: number;
}

/** Amounts in cents. */
export interface PricedInvoice {
  lines: PricedLine[];
  net: number;
  vat: number;
  grandTotal: number;
  /** The deposit pays at most what its holds cover; the rest is receivable. */
  fromDeposit: number;
  /** The amount that the deposit has paid, in units (1/10,000 EUR). */
  units: number;
}

/**
 * Each part of the month with terms and a discount of its own is a line, priced by its days. `terms` are in the order
 * of their days. The discount counts from the first day of the terms that brought it, or from the day from which the
 * company is invoiced: terms that follow with the same discount continue it. `vatRate` is in hundredths of a percent;
 * VAT is that of the summed lines, rounded once (EN 16931, BR-CO-17).
 */
export function priceInvoice(
  terms: readonly PricedTerms[],
  usage: PricedUsage,
  period: InvoicePeriod,
  vatRate: number,
): PricedInvoice {
  let discountStart = usage.since;
  const lines = terms.flatMap((one, index) => {
    if (!continuesDiscount(one, terms[index - 1])) discountStart = one.from ?? usage.since;
    return linesOf(one, discountStart, usage, period);
  });
  lines.sort((a, b) => order(a).localeCompare(order(b)));
  const used = quotient(usage.units, 100);
  if (used > 0) {
    const net = quotient(used * 10_000, 10_000 + vatRate);
    const days = { firstDay: period.start, lastDay: period.end };
    lines.push({ kind: 'sms', ...days, quantity: usage.messages, unitPrice: null, discount: 0, net });
  }
  const net = lines.reduce((sum, line) => sum + line.net, 0);
  const vat = quotient(net * vatRate, 10_000);
  return {
    lines,
    net,
    vat,
    grandTotal: net + vat,
    fromDeposit: Math.min(used, net + vat),
    units: used > 0 ? usage.units : 0,
  };
}

const kinds = ['month', 'users', 'locations', 'sms'];
const order = ({ kind, firstDay }: PricedLine) => `${kinds.indexOf(kind)} ${firstDay}`;

function continuesDiscount(terms: PricedTerms, before: PricedTerms | undefined): boolean {
  return (
    before !== undefined &&
    before.until === terms.from &&
    before.discount === terms.discount &&
    before.discountMonths === terms.discountMonths
  );
}

function linesOf(terms: PricedTerms, discountStart: string, usage: PricedUsage, period: InvoicePeriod): PricedLine[] {
  const { since, users, locations } = usage;
  // Days are ISO texts, which sort by time.
  const first = latest(terms.from ?? since, since, period.start);
  const after = earliest(terms.until ?? '9999-12-31', dayAfter(period.end));
  const discountEnd = Temporal.PlainDate.from(discountStart).add({ months: terms.discountMonths }).toString();
  const cut = earliest(latest(discountEnd, first), after);
  const monthDays = Temporal.PlainDate.from(period.start).daysInMonth;
  const all = [{ from: first, until: after, discount: 0 }];
  const discounted = [
    { from: first, until: cut, discount: terms.discount },
    { from: cut, until: after, discount: 0 },
  ];
  const parts = [
    // The discount is off the cost of the month alone (specification 2:102).
    ...(terms.discount > 0 ? discounted : all).map((part) => {
      return { ...part, kind: 'month' as const, quantity: 1, unitPrice: terms.monthlyCost };
    }),
    ...all.flatMap((part) => [
      { ...part, kind: 'users' as const, quantity: users - terms.maxUsers, unitPrice: terms.extraUserCost ?? 0 },
      {
        ...part,
        kind: 'locations' as const,
        quantity: locations - terms.maxLocations,
        unitPrice: terms.extraLocationCost ?? 0,
      },
    ]),
  ];
  return parts.flatMap(({ kind, from, until, discount, quantity, unitPrice }) => {
    const days = daysBetween(from, until);
    if (days <= 0 || quantity <= 0 || unitPrice <= 0) return [];
    const net = quotient(quantity * unitPrice * days * (10_000 - discount), monthDays * 10_000);
    return [{ kind, firstDay: from, lastDay: dayBefore(until), quantity, unitPrice, discount, net }];
  });
}

function daysBetween(from: string, until: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(until), { largestUnit: 'days' }).days;
}

const latest = (...days: string[]) => days.toSorted().at(-1) ?? '';
const earliest = (...days: string[]) => days.toSorted()[0] ?? '';
const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
const dayBefore = (day: string) => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();

/** The quotient of two amounts that are not negative, rounded half up. */
function quotient(amount: number, by: number): number {
  return Math.floor((2 * amount + by) / (2 * by));
}

/** The month that contains an instant, in a zone. */
export function monthOf(at: Temporal.Instant, timeZone: string): InvoicePeriod {
  return monthFrom(at.toZonedDateTimeISO(timeZone).toPlainDate().with({ day: 1 }).toString());
}

/** The month that begins on that day. */
export function monthFrom(start: string): InvoicePeriod {
  const first = Temporal.PlainDate.from(start);
  return { start, end: first.with({ day: first.daysInMonth }).toString() };
}
