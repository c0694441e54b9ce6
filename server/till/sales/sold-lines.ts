// Finds what the lines of a sale are: their names, rates of VAT, people and visits.
import { sql } from 'kysely';
import { type RatedOption, rateGroups } from '#contract/booking/rate-groups.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import { lineCents, percentCents } from '#contract/till/line-cents.ts';
import type { BasketLine } from '#contract/till/tills.ts';
import { splitAmount } from '#server/booking/receipts/split-amount.ts';
import type { NewLine } from '#server/booking/receipts/write-receipt.ts';
import { ratedOptionsOfPart } from '#server/booking/visits/options-of-part.ts';
import { isStanding } from '#server/booking/visits/standing-lines.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { type Complaint, Refusal } from '#server/lib/refusal.ts';
import { type SoldOption, soldName } from './sold-name.ts';

/** A product, a service or a part of a visit. */
interface Known {
  kind: 'product' | 'service';
  id: string;
  name: string;
  vatRate: number | null;
  visitId: string | null;
  calendarId: string | null;
  isPaid: boolean;
  /** Of a service and of a part. */
  price: number;
  /** Of a service: those that can be sold. */
  options: SoldOption[];
  /** Of a part: those that it was booked with. */
  booked: RatedOption[];
}

interface Sale {
  lines: readonly BasketLine[];
  /** Euros off the sum of the lines, and the share of it that they are. */
  discount: number;
  discountPercent: number | null;
  locationId: string;
  /** The local day of the sale. */
  day: string;
}

/** Rows of the database that the lines of a sale name. */
interface Knowledge {
  goods: ReadonlyMap<string, Known>;
  /** The calendar of the person at the till. */
  ownCalendar: string | null;
  /** Calendars of the people that the lines name. */
  calendars: ReadonlySet<string>;
}

/** Its visits are locked. */
export async function readKnowledge(context: SignedIn, sale: Sale): Promise<Knowledge> {
  const [goods, own, calendars] = await Promise.all([
    findKnown(context, sale),
    ownCalendar(context),
    knownCalendars(context, sale.lines),
  ]);
  return { goods, ownCalendar: own, calendars };
}

/**
 * Returns the lines as the receipt has them, each followed by its discount. Throws 417 that names the lines whose
 * product, service or price is wrong, 409 when a part of a visit is paid or gone.
 */
export function soldLines(sale: Sale, knowledge: Knowledge): NewLine[] {
  const { lines, locationId } = sale;
  const { goods: known, ownCalendar: seller, calendars } = knowledge;
  const complaints: Complaint[] = [];
  const complain = (index: number, field: string, code: Complaint['code']) =>
    complaints.push({ key: `Lines[${index}].${field}`, code });
  const goods = lines.flatMap((line, index): (NewLine & { off: number; percent: number | null })[] => {
    const { productId, eventId, serviceId, optionIds, quantity, unitPrice, discount, calendarId } = line;
    const ids = [productId, eventId, serviceId].filter((id) => id !== null);
    const [id] = ids;
    const one = id === undefined ? undefined : known.get(id);
    if (ids.length > 1) complain(index, 'ProductId', 'till.oneThing');
    else if (eventId !== null && (!one || one.isPaid)) throw new Refusal(409, 'receipts.partsChanged');
    else if (id !== undefined && !one) complain(index, productId ? 'ProductId' : 'ServiceId', 'till.notSold');
    else if (id === undefined && !line.name) complain(index, 'Name', 'field.required');
    const wanted = optionIds.map((optionId) => optionId.toLowerCase());
    const options = (one?.options ?? []).filter((option) => wanted.includes(option.id));
    const isOneVariant = options.filter((option) => option.kind === 'variant').length <= 1;
    if (options.length < wanted.length || !isOneVariant) complain(index, 'OptionIds', 'booking.optionUnknown');
    const kind = one?.kind ?? 'product';
    if (eventId !== null && quantity !== 1) complain(index, 'Quantity', 'till.onePart');
    else if (kind === 'service' && !Number.isInteger(quantity)) complain(index, 'Quantity', 'till.wholeServices');
    const cents = lineCents(line);
    const off = centsOf(discount);
    const { discountPercent: percent } = line;
    if (off > cents) complain(index, 'Discount', 'till.discountTooLarge');
    else if (percent !== null && off !== percentCents(cents, percent))
      complain(index, 'Discount', 'till.discountDiffers');
    if (calendarId !== null && !calendars.has(calendarId)) complain(index, 'CalendarId', 'field.invalid');
    const groups = one ? groupsOf(one, options) : [{ name: line.name ?? '', vatRate: line.vatRate, weight: 1 }];
    const prices = splitAmount(
      centsOf(unitPrice),
      groups.map(({ weight }) => weight),
    );
    const amounts = prices.map((price) => lineCents({ quantity, unitPrice: eurosOf(price) }));
    const offs = splitAmount(off, amounts);
    return groups.map(({ name, vatRate }, partLine) => ({
      ...{ kind, productId, visitId: one?.visitId ?? null, eventId, ref: null, name, locationId, partLine },
      calendarId: calendarId ?? one?.calendarId ?? seller,
      ...{ quantity, unitPrice: eurosOf(prices[partLine] ?? 0), cents: amounts[partLine] ?? 0 },
      ...{ off: offs[partLine] ?? 0, percent, vatRate },
    }));
  });
  const eventIds = lines.flatMap(({ eventId }) => eventId ?? []);
  if (new Set(eventIds).size < eventIds.length) throw new Refusal(409, 'receipts.partsChanged');
  const left = goods.map(({ cents, off }) => Math.max(0, cents - off));
  const whole = centsOf(sale.discount);
  const sum = left.reduce((total, cents) => total + cents, 0);
  const { discountPercent: shareOfAll } = sale;
  if (whole > sum) complaints.push({ key: 'Discount', code: 'till.discountTooLarge' });
  else if (shareOfAll !== null && whole !== percentCents(sum, shareOfAll))
    complaints.push({ key: 'Discount', code: 'till.discountDiffers' });
  if (complaints.length > 0) throw new Refusal(417, 'till.wrongLines', { complaints });
  const shares = splitAmount(whole, left);
  return goods.reduce<NewLine[]>((all, { off, percent, ...line }, index) => {
    const given = [
      { cents: off, percent },
      { cents: shares[index] ?? 0, percent: shareOfAll },
    ];
    const position = all.length;
    const discounts = joined(given).filter(({ cents }) => cents > 0);
    all.push(line, ...discounts.map((discount) => discountOf(line, position, discount)));
    return all;
  }, []);
}

interface Discount {
  cents: number;
  percent: number | null;
}

/** Amounts are one discount; each share is one of its own, since the receipt states it. */
function joined(given: readonly Discount[]): Discount[] {
  if (given.some(({ percent }) => percent !== null)) return [...given];
  return [{ cents: given.reduce((sum, { cents }) => sum + cents, 0), percent: null }];
}

/** A line for each rate of what is sold. */
function groupsOf(one: Known, options: readonly SoldOption[]): ReturnType<typeof rateGroups> {
  const { vatRate } = one;
  const chosen = options.map((option) => ({ ...option, count: 1 }));
  const isWhole = options.length === 0 || options.some(({ kind }) => kind === 'variant');
  const ofOptions = options.reduce((sum, option) => sum + option.price, 0);
  const price = (isWhole ? one.price : 0) + ofOptions;
  if (isWhole) return rateGroups({ name: soldName(one.name, options), price, vatRate }, [...chosen, ...one.booked]);
  // Extras without the service: the first one is what is sold.
  const [first, ...others] = chosen.map((option) => ({ ...option, vatRate: option.vatRate ?? vatRate }));
  const groups = rateGroups({ name: first?.name ?? '', price, vatRate: first?.vatRate ?? vatRate }, others);
  return groups.length > 1 ? groups : groups.map((group) => ({ ...group, name: soldName(one.name, options) }));
}

/** A discount has the quantity of its line, so that a part of both goes back together. */
function discountOf(line: NewLine, position: number, { cents, percent }: Discount): NewLine {
  const unitPrice = -Math.round((cents / line.quantity) * 100) / 10_000;
  const ref = { receiptId: '', position };
  return { ...line, kind: 'discount', productId: null, unitPrice, cents: -cents, discountPercent: percent, ref };
}

async function findKnown({ db, user }: SignedIn, { lines, locationId, day }: Sale): Promise<Map<string, Known>> {
  const idsOf = (field: 'productId' | 'eventId' | 'serviceId') => lines.flatMap((line) => line[field] ?? []);
  const { rows } = await sql<Known>`
    select 'product' as kind, p.id, p.name, product_vat_rate(p, ${day}) as vat_rate, null::uuid as visit_id,
      null::uuid as calendar_id, false as is_paid, p.price, '[]'::json as options, '[]'::json as booked
    from products p where p.company_id = ${user.companyId} and p.id = any(${idsOf('productId')}::uuid[]) and p.is_active
    union all
    select 'service', s.id, s.name, service_vat_rate(s, ${day}), null, null, false, s.price,
      coalesce((select json_agg(json_build_object('id', o.id, 'kind', o.kind, 'name', o.name, 'price', o.price,
          'vatRate', o.vat_rate) order by o.kind desc, o.position, o.id)
        from service_options o where o.company_id = s.company_id and o.service_id = s.id and o.is_active), '[]'), '[]'
    from services s where s.company_id = ${user.companyId} and s.id = any(${idsOf('serviceId')}::uuid[]) and s.is_active
    union all
    select 'service', p.event_id, coalesce(nullif(p.service_name, ''), e.title),
      case when s.id is null then p.vat_rate else service_vat_rate(s, x.day) end, p.visit_id, e.calendar_id,
      exists (select from receipt_lines l where l.company_id = p.company_id and l.visit_id = p.visit_id
        and l.event_id = p.event_id and ${isStanding('l')}), p.price, '[]', ${ratedOptionsOfPart}
    from visit_parts p join visits x on x.company_id = p.company_id and x.id = p.visit_id
      join events e on e.company_id = p.company_id and e.id = p.event_id
      left join services s on s.company_id = p.company_id and s.id = p.service_id
    where p.company_id = ${user.companyId} and p.event_id = any(${idsOf('eventId')}::uuid[]) and x.location_id = ${locationId}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function ownCalendar({ db, user }: SignedIn): Promise<string | null> {
  const own = await db
    .selectFrom('calendars')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .executeTakeFirst();
  return own?.id ?? null;
}

async function knownCalendars({ db, user }: SignedIn, lines: readonly BasketLine[]): Promise<Set<string>> {
  const ids = lines.flatMap(({ calendarId }) => calendarId ?? []);
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('calendars')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The sum of lines, in euros. */
export const lineTotal = (lines: readonly NewLine[]): number =>
  eurosOf(lines.reduce((sum, { cents }) => sum + cents, 0));
