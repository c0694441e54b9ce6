// Reads what the price of a month depends on: terms, people, locations and uses of companies, and both sides' details.
import { sql } from 'kysely';
import { billingFields } from '#contract/money/billing.ts';
import type { Db } from '#server/db/pool.ts';
import { centsIn, hundredthsIn, unitsIn } from '#server/lib/sql/money.ts';
import type { VatCategory } from './pdf/invoice-document.ts';
import {
  type InvoicePeriod,
  type PricedInvoice,
  type PricedTerms,
  type PricedUsage,
  priceInvoice,
} from './price-invoice.ts';

type BillingField = (typeof billingFields)[number];

/** The month of a company, and how its uses are found. */
export interface BillableMonth {
  companyId: string;
  invoiceId: string;
  since: string;
  period: InvoicePeriod;
  /** The invoice whose uses are billed again; null for uses that no invoice has. */
  replacesId: string | null;
}

interface Row {
  companyId: string;
  terms: PricedTerms[];
  users: number;
  locations: number;
  messages: number;
  units: number;
  vatRate: number;
  vatCategory: VatCategory;
  missing: BillingField[];
  hasTerms: boolean;
}

/** A month with its price. */
export interface PricedMonth extends BillableMonth {
  priced: PricedInvoice;
  /** In hundredths of a percent. */
  vatRate: number;
  vatCategory: VatCategory;
}

/**
 * Locks the details of the seller and of buyers until the end of the transaction: the category of VAT and what the
 * invoice says of both are read by different statements, and belong together.
 */
export async function lockDetails(db: Db, companyIds: readonly string[]): Promise<void> {
  await sql`select from seller for share`.execute(db);
  await sql`select from billing_profiles where company_id = any(${companyIds}::uuid[]) order by company_id for share`.execute(
    db,
  );
}

/**
 * Returns the price of each month. With `link`, in a transaction, the uses are marked as billed by the invoice first:
 * uses that are counted meanwhile come with the next month. Uses of less than a cent wait for others.
 */
export async function priceMonths(
  db: Db,
  months: readonly BillableMonth[],
  { link }: { link: boolean },
): Promise<(PricedMonth & { missing: BillingField[]; hasTerms: boolean })[]> {
  const given = sql`json_to_recordset(${JSON.stringify(months.map(({ period, ...month }) => ({ ...month, ...period })))}::json)
    as m ("companyId" uuid, "invoiceId" uuid, "replacesId" uuid, since date, start date, "end" date)`;
  const unbilled = sql`
    select m."companyId" as company_id, m."invoiceId" as invoice_id, u.id, u.amount from ${given}
      left join billing b on b.company_id = m."companyId"
      join usage u on u.company_id = m."companyId" and u.day <= m."end" and m."replacesId" is null
        and u.day >= coalesce(b.uses_from, '-infinity')
    where not exists (select from invoice_line_usage b where b.company_id = u.company_id and b.usage_id = u.id)`;
  const linking = sql`
    , linked as (
      insert into invoice_line_usage (company_id, invoice_id, usage_id)
      select company_id, invoice_id, id from unbilled where company_id in (
        select company_id from unbilled group by company_id having sum(amount) >= 0.01)
    )`;
  const missing = billingFields.map(
    (field) => sql`case when coalesce(p.${sql.ref(field)}, '') = '' then ${field}::text end`,
  );
  const { rows } = await sql<Row>`
    with unbilled as (${unbilled}) ${link ? linking : sql``}, used as (
      select company_id, sum(amount) as amount, count(*) as messages from (
        select company_id, amount from unbilled
        union all
        select u.company_id, u.amount from ${given} join invoice_line_usage b on b.company_id = m."companyId" and b.invoice_id = m."replacesId"
          join usage u on u.company_id = b.company_id and u.id = b.usage_id) of
      group by company_id having sum(amount) >= 0.01
    )
    select m."companyId" as company_id, coalesce(d.messages, 0)::int as messages, ${unitsIn(sql`coalesce(d.amount, 0)`)} as units,
      (select count(*)::int from employees e where e.company_id = m."companyId") as users,
      (select count(*)::int from locations l where l.company_id = m."companyId") as locations,
      ${hundredthsIn(sql`case v.category when 'S' then coalesce(s.vat_rate, 0) else 0 end`)} as vat_rate, v.category as vat_category,
      array_remove(array[${sql.join(missing)}], null) as missing,
      has_terms(m."companyId", daterange(greatest(m.since, m.start), m."end" + 1)) as has_terms,
      (select coalesce(json_agg(json_build_object('from', lower(t.valid), 'until', upper(t.valid),
        'monthlyCost', ${centsIn(sql`t.monthly_cost`)}, 'discountMonths', t.discount_months,
        'discount', ${hundredthsIn(sql`t.discount_percentage`)}, 'maxUsers', t.max_users, 'maxLocations', t.max_locations,
        'extraUserCost', ${centsIn(sql`t.extra_user_cost`)}, 'extraLocationCost', ${centsIn(sql`t.extra_location_cost`)}) order by t.valid), '[]'::json)
        from company_terms t where t.company_id = m."companyId") as terms
    from ${given} cross join seller s left join billing_profiles p on p.company_id = m."companyId"
      cross join lateral (select vat_category(s.vat_id, s.vat_rate, coalesce(p.vat_id, ''), p.vat_id_checked_at is not null) as category) v
      left join used d on d.company_id = m."companyId"`.execute(db);
  const found = new Map(rows.map((row) => [row.companyId, row]));
  return months.flatMap((month) => {
    const row = found.get(month.companyId);
    if (!row) return [];
    const { terms, users, locations, messages, units, vatRate, vatCategory, missing, hasTerms } = row;
    const usage: PricedUsage = { since: month.since, users, locations, messages, units };
    return [
      { ...month, vatRate, vatCategory, missing, hasTerms, priced: priceInvoice(terms, usage, month.period, vatRate) },
    ];
  });
}
