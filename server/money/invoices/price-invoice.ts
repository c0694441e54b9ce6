// Prices a month of a company: the lines of its invoice, their VAT, and what the deposit has paid. Pure, in integers.
import type { VatCategory } from './pdf/invoice-document.ts';

/** A rate of VAT in hundredths of a percent, from a day on. */
export interface RateFromDay {
  /** Null for the first one, which has no first day. */
  from: string | null;
  category: VatCategory;
  rate: number;
}

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
  /** Messages that the deposit has paid, by day: their number, and units (1/10,000 EUR), gross. */
  uses: readonly { day: string; messages: number; units: number }[];
}

/** Days, inclusive. */
export interface InvoicePeriod {
  start: string;
  end: string;
}

export interface PricedLine extends Pick<RateFromDay, 'category' | 'rate'> {
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
  /** One row for each category and rate. */
  vatTable: { category: VatCategory; rate: number; basis: number; vat: number }[];
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
 * company is invoiced: terms that follow with the same discount continue it. `given` are the rates in the order of
 * their days. A line whose days have two rates becomes two, whose amounts add up to what the one had cost. VAT is that
 * of the summed lines of a rate, rounded once (EN 16931, BR-CO-17).
 */
export function priceInvoice(
  terms: readonly PricedTerms[],
  usage: PricedUsage,
  period: InvoicePeriod,
  given: readonly RateFromDay[],
): PricedInvoice {
  const rates = given.filter((one, index) => !isSameRate(one, given[index - 1]));
  let discountStart = usage.since;
  const lines = terms.flatMap((one, index) => {
    if (!continuesDiscount(one, terms[index - 1])) discountStart = one.from ?? usage.since;
    return linesOf(one, discountStart, usage, period, rates);
  });
  lines.sort((a, b) => order(a).localeCompare(order(b)));
  const units = sumOf(usage.uses, (use) => use.units);
  const used = quotient(units, 100);
  if (used > 0) lines.push(...messageLines(usage, period, rates));
  const vatTable = vatTableOf(lines);
  const net = sumOf(lines, (line) => line.net);
  const vat = sumOf(vatTable, (row) => row.vat);
  return {
    lines,
    vatTable,
    net,
    vat,
    grandTotal: net + vat,
    fromDeposit: Math.min(used, net + vat),
    units: used > 0 ? units : 0,
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

function isSameRate(one: RateFromDay, other: RateFromDay | undefined): boolean {
  return one.category === other?.category && one.rate === other.rate;
}

function linesOf(
  terms: PricedTerms,
  discountStart: string,
  usage: PricedUsage,
  period: InvoicePeriod,
  rates: readonly RateFromDay[],
): PricedLine[] {
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
    if (quantity <= 0 || unitPrice <= 0) return [];
    const priceUntil = (day: string) =>
      quotient(quantity * unitPrice * daysBetween(from, day) * (10_000 - discount), monthDays * 10_000);
    return partsByRate(rates, from, until).map(({ first, after, ...vat }) => ({
      ...{ kind, firstDay: first, lastDay: dayBefore(after), quantity, unitPrice, discount, ...vat },
      net: priceUntil(after) - priceUntil(first),
    }));
  });
}

interface PartOfRate extends Pick<RateFromDay, 'category' | 'rate'> {
  first: string;
  /** Exclusive. */
  after: string;
}

/** The parts of some days that have one rate each; none for no days. */
function partsByRate(rates: readonly RateFromDay[], from: string, until: string): PartOfRate[] {
  return rates.flatMap(({ from: begins, category, rate }, index) => {
    const first = latest(begins ?? from, from);
    const after = earliest(rates[index + 1]?.from ?? until, until);
    return first < after ? [{ first, after, category, rate }] : [];
  });
}

/** The messages of each rate. Their gross amounts add up to what the deposit has paid, in whole cents. */
function messageLines({ uses }: PricedUsage, period: InvoicePeriod, rates: readonly RateFromDay[]): PricedLine[] {
  let before = 0;
  return partsByRate(rates, '0000-01-01', dayAfter(period.end)).flatMap(({ first, after, category, rate }) => {
    const own = uses.filter(({ day }) => first <= day && day < after);
    const [earliestUse, latestUse] = [own[0]?.day, own.at(-1)?.day];
    if (!earliestUse || !latestUse) return [];
    const sum = before + sumOf(own, (use) => use.units);
    const gross = quotient(sum, 100) - quotient(before, 100);
    before = sum;
    // Uses that waited for this invoice may lie before its period, under a rate of then.
    const days =
      after > period.start
        ? { firstDay: latest(first, period.start), lastDay: dayBefore(after) }
        : { firstDay: earliestUse, lastDay: latestUse };
    const quantity = sumOf(own, (use) => use.messages);
    const net = quotient(gross * 10_000, 10_000 + rate);
    return [{ kind: 'sms' as const, ...days, quantity, unitPrice: null, discount: 0, net, category, rate }];
  });
}

function vatTableOf(lines: readonly PricedLine[]): PricedInvoice['vatTable'] {
  const groups = Map.groupBy(lines, ({ category, rate }) => `${category} ${rate}`);
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { category, rate } = first;
    const basis = sumOf(own, (line) => line.net);
    return [{ category, rate, basis, vat: quotient(basis * rate, 10_000) }];
  });
}

function sumOf<T>(rows: readonly T[], amount: (row: T) => number): number {
  return rows.reduce((sum, row) => sum + amount(row), 0);
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
