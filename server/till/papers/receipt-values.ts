// The words and figures of a receipt, as papers and mails of the till have them.
import { sql } from 'kysely';
import type { TillReceipt } from '#contract/till/tills.ts';
import type { PaperValues } from '#server/devices/paper/paper-types.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { localeOf, translate } from '#server/lib/i18n.ts';

type ReceiptValues = Omit<PaperValues<'receipt'>, 'company' | 'location' | 'address' | 'phone' | 'seller'>;

/** Of the customer, and of the receipt that a refund takes back. */
export interface ReceiptBeside {
  locationId: string | null;
  /** Empty without a customer, and without an address of theirs. */
  eMail: string;
  language: string;
  /** Of the receipt that this one refunds; null for a sale, and for a receipt without a number. */
  refundedNumber: number | null;
}

export async function readBeside({ db, user }: SignedIn, receiptId: string): Promise<ReceiptBeside> {
  const { rows } = await sql<ReceiptBeside>`
    select r.location_id, coalesce(nullif(c.e_mail, ''), v.e_mail, '') as e_mail,
      coalesce(nullif(c.language, ''), nullif(v.language, ''), ${user.language}) as language, o.number as refunded_number
    from receipts r left join visits v on v.company_id = r.company_id and v.id = r.visit_id
      left join contacts c on c.company_id = r.company_id and c.id = coalesce(r.contact_id, v.contact_id)
      left join receipts o on o.company_id = r.company_id and o.id = r.refunds_id
    where r.company_id = ${user.companyId} and r.id = ${receiptId}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('The receipt is gone.');
  return found;
}

export function receiptValues(
  receipt: TillReceipt,
  { refundedNumber }: Pick<ReceiptBeside, 'refundedNumber'>,
  language: string,
): ReceiptValues {
  const say = (word: 'receipt' | 'refund' | 'notFiscal' | 'deviceNumberMissing' | 'discount' | 'vat') =>
    translate(language, `paper.say.${word}`);
  const { seller, deviceNumber, refundsId, number } = receipt;
  const at = Temporal.Instant.from(receipt.createdAt).toZonedDateTimeISO(receipt.timeZone).toPlainTime();
  return {
    ...(seller && { registration: seller.registration, vatId: seller.vatId }),
    title: say(refundsId === null ? 'receipt' : 'refund'),
    notice: deviceNumber === null ? '' : say('notFiscal'),
    register: receipt.register,
    number: number === null ? '' : String(number),
    refundOf: refundedNumber === null ? '' : String(refundedNumber),
    deviceNumber: deviceNumber === '' ? say('deviceNumberMissing') : deviceNumber,
    date: receipt.day,
    time: at.toString({ smallestUnit: 'minute' }),
    person: receipt.person,
    customer: receipt.customer,
    total: receipt.amount,
    lines: receipt.lines.map(({ kind, name, quantity, unitPrice, amount, discountPercent }) => {
      const isMany = kind !== 'discount' && Math.abs(quantity) !== 1;
      return {
        name: kind === 'discount' ? withPercent(say('discount'), language, discountPercent) : name,
        amount,
        detail: isMany ? timesPrice(language, quantity, unitPrice) : '',
      };
    }),
    vat: receipt.vat.flatMap(({ rate, vat, net }) =>
      rate === null ? [] : [{ name: withPercent(say('vat'), language, rate), amount: vat, net }],
    ),
    payments: receipt.payments.map(({ method, amount, given, change }) => ({
      name: translate(language, `receipts.method.${method}`),
      amount,
      given,
      change,
    })),
  };
}

/** `Rabatt 7,5 %`. */
function withPercent(word: string, language: string, percent: number | null): string {
  return percent === null ? word : `${word} ${numberIn(language, percent)} %`;
}

/** `2 × 12,50`: without a currency, which stands beside the amount. */
function timesPrice(language: string, quantity: number, price: number): string {
  return `${numberIn(language, quantity)} × ${numberIn(language, price, 2)}`;
}

export function numberIn(language: string, number: number, minimumFractionDigits = 0): string {
  return new Intl.NumberFormat(localeOf(language), { minimumFractionDigits, maximumFractionDigits: 4 }).format(number);
}
