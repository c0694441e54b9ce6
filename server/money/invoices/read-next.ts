// The invoice of the present month, as it would be issued now.
import { sql } from 'kysely';
import { eurosOf, percentOf } from '#contract/lib/money.ts';
import type { NextInvoice } from '#contract/money/invoices.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { monthOf } from './price-invoice.ts';
import { priceMonths } from './read-billable.ts';

/** Includes the whole month's price, and the uses until now. */
export async function readNext({ db, user, clock }: SignedIn): Promise<NextInvoice> {
  const { companyId } = user;
  const { rows } = await sql<{ timeZone: string; today: string; since: string | null }>`
    select s.time_zone, seller_day(${clock.now()}::timestamptz)::text as today,
      (select b.since::text from billing b where b.company_id = ${companyId}) as since from seller s`.execute(db);
  const [seller] = rows;
  if (!seller) throw notFound();
  const period = monthOf(clock.now(), seller.timeZone);
  const month = { companyId, since: seller.since ?? seller.today, invoiceId: companyId, replacesId: null, period };
  const [found] = await priceMonths(db, [month], { link: false });
  if (!found) throw notFound();
  const { priced, isReverseCharge, missing, hasTerms } = found;
  const { lines, net, vat, grandTotal, fromDeposit } = priced;
  return {
    periodStart: period.start,
    periodEnd: period.end,
    lines: lines.map(({ unitPrice: _unitPrice, category: _category, ...line }) => ({
      ...line,
      rate: percentOf(line.rate),
      discount: percentOf(line.discount),
      net: eurosOf(line.net),
    })),
    net: eurosOf(net),
    vat: eurosOf(vat),
    grandTotal: eurosOf(grandTotal),
    fromBalance: eurosOf(fromDeposit),
    isReverseCharge,
    missing,
    hasTerms,
  };
}
