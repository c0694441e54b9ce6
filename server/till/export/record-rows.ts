// The rows of an export of the till. Names and order of the columns stay: programs read them.
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import type { RecordedAct, RecordedLine, RecordedReceipt } from './read-acts.ts';

/**
 * Columns that begin with `receipt_` are of the receipt, and repeat on each of its rows. `kind` is `sale` or `refund`
 * of lines, else `opened`, `in`, `out`, `difference`, `drawer` or `closed`; the amount of these is the opening cash,
 * the change of the cash, or the counted cash. `device_number` is a number that was entered or changed later: its
 * `name` is the number before.
 */
export const recordColumns = [
  ...(['journal_entry', 'journal_hash', 'kind', 'at', 'day', 'time_zone'] as const),
  ...(['register_id', 'register', 'terminal_id', 'location_id', 'location', 'session_id', 'z_number'] as const),
  ...(['person_id', 'person', 'receipt_id', 'receipt_number', 'receipt_started_at', 'receipt_ended_at'] as const),
  ...(['receipt_customer_id', 'receipt_customer', 'receipt_refunds_id', 'receipt_refunds_number'] as const),
  ...(['receipt_device_number', 'receipt_currency', 'receipt_amount', 'receipt_cash', 'receipt_card'] as const),
  ...(['receipt_transfer', 'receipt_given', 'receipt_change', 'receipt_payments'] as const),
  ...(['receipt_seller', 'receipt_seller_address', 'receipt_seller_registration'] as const),
  ...(['receipt_seller_vat_id', 'receipt_vat_regime', 'line', 'line_kind', 'name', 'product_id', 'barcode'] as const),
  ...(['event_id', 'calendar_id', 'quantity', 'unit_price', 'discounts_line', 'refunds_line'] as const),
  ...(['amount', 'vat_rate', 'net', 'vat', 'discount_percent'] as const),
] as const;
type Cells = Partial<Record<(typeof recordColumns)[number], string | number | null | undefined>>;

/** The cells of each row of an act, in the order of `recordColumns`. */
export function recordRows(act: RecordedAct): unknown[][] {
  const ofAct = {
    ...{ journal_entry: act.entry, journal_hash: act.hash, at: act.at.toString(), time_zone: act.timeZone },
    day: act.receipt?.day ?? act.at.toZonedDateTimeISO(act.timeZone).toPlainDate().toString(),
    ...{ register_id: act.registerId, register: act.register },
    // A register has no terminals beside itself.
    terminal_id: act.registerId,
    ...{ location_id: act.locationId, location: act.location, session_id: act.sessionId, z_number: act.zNumber },
    ...{ person_id: act.personId, person: act.person },
  } satisfies Cells;
  const rows = act.receipt ? rowsOfReceipt(act, act.receipt) : [rowOfAct(act)];
  return rows.map((own) => {
    const cells: Cells = { ...ofAct, ...own };
    return recordColumns.map((column) => cells[column]);
  });
}

function rowOfAct({ act, move, deviceNumber, openingCash, countedCash }: RecordedAct): Cells {
  if (deviceNumber) {
    const { receiptId, receiptNumber, previous, number } = deviceNumber;
    const ofReceipt = { receipt_id: receiptId, receipt_number: receiptNumber, receipt_device_number: number };
    return { kind: 'device_number', ...ofReceipt, name: previous };
  }
  if (move) return { kind: move.kind, name: move.reason, amount: move.amount };
  return { kind: act, amount: act === 'opened' ? openingCash : countedCash };
}

function rowsOfReceipt({ at }: RecordedAct, receipt: RecordedReceipt): Cells[] {
  const { seller, payments } = receipt;
  const sumOf = (amounts: readonly (number | null)[]) =>
    eurosOf(amounts.reduce<number>((cents, amount) => cents + centsOf(amount ?? 0), 0));
  const paid = (method: string) => sumOf(payments.filter((one) => one.method === method).map(({ amount }) => amount));
  const hasGiven = payments.some(({ given }) => given !== null);
  const ofReceipt = {
    kind: receipt.refundsId ? 'refund' : 'sale',
    ...{ receipt_id: receipt.id, receipt_number: receipt.number },
    receipt_started_at: receipt.startedAt && Temporal.Instant.from(receipt.startedAt).toString(),
    receipt_ended_at: at.toString(),
    ...{ receipt_customer_id: receipt.customerId, receipt_customer: receipt.customer },
    ...{ receipt_refunds_id: receipt.refundsId, receipt_refunds_number: receipt.refundsNumber },
    ...{ receipt_device_number: receipt.deviceNumber, receipt_currency: receipt.currency },
    receipt_amount: receipt.amount,
    ...{ receipt_cash: paid('cash'), receipt_card: paid('card'), receipt_transfer: paid('transfer') },
    receipt_given: hasGiven ? sumOf(payments.map(({ given }) => given)) : null,
    receipt_change: hasGiven ? sumOf(payments.map(({ change }) => change)) : null,
    // `cash:50:60:10|card:21::`, each with amount, given and change.
    receipt_payments: payments
      .map(({ method, amount, given, change }) => [method, amount, given ?? '', change ?? ''].join(':'))
      .join('|'),
    ...{ receipt_seller: seller?.name, receipt_seller_address: seller?.address },
    ...{ receipt_seller_registration: seller?.registration, receipt_seller_vat_id: seller?.vatId },
    receipt_vat_regime: seller?.vatRegime,
  } satisfies Cells;
  const nets = netsOf(receipt.lines);
  return receipt.lines.map((line, index) => {
    const net = nets[index] ?? line.amount;
    const isOwn = line.refReceiptId === receipt.id;
    return {
      ...ofReceipt,
      ...{ line: line.position, line_kind: line.kind, name: line.name, product_id: line.productId },
      ...{ barcode: line.barcode, event_id: line.eventId, calendar_id: line.calendarId },
      ...{ quantity: line.quantity, unit_price: line.unitPrice },
      discounts_line: isOwn ? line.refPosition : null,
      refunds_line: isOwn ? null : line.refPosition,
      ...{ amount: line.amount, vat_rate: line.vatRate, net },
      vat: eurosOf(centsOf(line.amount) - centsOf(net)),
      discount_percent: line.discountPercent,
    };
  });
}

/**
 * The net amounts of lines. A receipt states the VAT of the sum of each rate: the parts of its lines are rounded so
 * that they add up to that.
 */
function netsOf(lines: readonly RecordedLine[]): number[] {
  const before = new Map<number | null, number>();
  return lines.map(({ amount, vatRate }) => {
    const gross = before.get(vatRate) ?? 0;
    const sum = gross + centsOf(amount);
    before.set(vatRate, sum);
    return eurosOf(netCents(sum, vatRate) - netCents(gross, vatRate));
  });
}

/** As `vatOfLines` rounds it. */
function netCents(gross: number, rate: number | null): number {
  return Math.sign(gross) * Math.round((Math.abs(gross) * 100) / (100 + (rate ?? 0)));
}
