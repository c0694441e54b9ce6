// Saves the rates of VAT of the seller that begin on a day.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { localeOf } from '#server/lib/i18n.ts';
import { invalid } from '#server/lib/refusal.ts';
import { assertDifferentDays, firstChangedDay, type VatRates, writeVatRates } from '#server/lib/vat-rates.ts';

/**
 * Call it in a transaction that has locked the seller. Throws 417 for a rate of days that an invoice has billed, unless
 * the invoice was credited: an invoice that is issued again for these days keeps its total.
 */
export async function saveVatRates({ db, user }: SignedIn, rates: VatRates, before: VatRates): Promise<void> {
  assertDifferentDays(rates);
  const changed = firstChangedDay(rates, before);
  if (changed !== undefined) {
    const { rows } = await sql<{ billed: string | null }>`
      select max(i.period_end)::text as billed from invoices i
      where i.kind <> 'credit_note' and i.period_end >= coalesce(${changed}::date, '-infinity')
        and not exists (select from invoices c where c.credits_id = i.id)
        and exists (select from invoice_vat v
          where v.company_id = i.company_id and v.invoice_id = i.id and v.category in ('S', 'E'))`.execute(db);
    const billed = rows[0]?.billed;
    if (billed) {
      const day = Temporal.PlainDate.from(billed).toLocaleString(localeOf(user.language), { dateStyle: 'long' });
      throw invalid('VatRates', 'seller.vatRateBilled', { day });
    }
  }
  await writeVatRates(db, { table: 'seller_vat_rates' }, rates.vatRates);
}
