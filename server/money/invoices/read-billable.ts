// Reads what the price of a month depends on: terms, people, locations and uses of companies, and both sides' details.
import { sql } from 'kysely';
import { billingFields } from '#contract/money/billing.ts';
import type { Db } from '#server/db/pool.ts';
import { centsIn, hundredthsIn, unitsIn } from '#server/lib/sql/money.ts';
import {
  type InvoicePeriod,
  type PricedInvoice,
  type PricedTerms,
  type PricedUsage,
  priceInvoice,
  type RateFromDay,
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
  uses: PricedUsage['uses'];
  rates: RateFromDay[];
  missing: BillingField[];
  hasTerms: boolean;
}

/** A month with its price. */
export interface PricedMonth extends BillableMonth {
  priced: PricedInvoice;
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
 * How many employees or locations a month is priced for: those of now, or, of an invoice that is issued again, those
 * that it had billed.
 */
function countedAs(kind: 'users' | 'locations', table: 'employees' | 'locations') {
  return sql`case when m."replacesId" is null
    then (select count(*)::int from ${sql.table(table)} c where c.company_id = m."companyId")
    else coalesce((select l.quantity + ${sql.ref(`t.max_${kind}`)} from invoice_lines l
        join company_terms t on t.company_id = l.company_id and t.valid @> l.first_day
      where l.company_id = m."companyId" and l.invoice_id = m."replacesId" and l.kind = ${kind} limit 1), 0) end`;
}

/**
 * Returns the price of each month. With `link`, in a transaction, the uses are marked as billed by the invoice first:
 * uses that are counted meanwhile come with the next month. Uses of less than a cent wait for others.
 */
export async function priceMonths(
  db: Db,
  months: readonly BillableMonth[],
  { link }: { link: boolean },
): Promise<(PricedMonth & { missing: BillingField[]; hasTerms: boolean; isReverseCharge: boolean })[]> {
  const given = sql`json_to_recordset(${JSON.stringify(months.map(({ period, ...month }) => ({ ...month, ...period })))}::json)
    as m ("companyId" uuid, "invoiceId" uuid, "replacesId" uuid, since date, start date, "end" date)`;
  const unbilled = sql`
    select m."companyId" as company_id, m."invoiceId" as invoice_id, u.id, u.day, u.amount from ${given}
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
      select company_id, day, sum(amount) as amount, count(*) as messages from (
        select company_id, day, amount from unbilled
        union all
        select u.company_id, u.day, u.amount from ${given} join invoice_line_usage b on b.company_id = m."companyId" and b.invoice_id = m."replacesId"
          join usage u on u.company_id = b.company_id and u.id = b.usage_id) of
      group by company_id, day
    ), billed as (
      select company_id, json_agg(json_build_object('day', day, 'messages', messages, 'units', ${unitsIn(sql`amount`)}) order by day) as uses
      from used group by company_id having sum(amount) >= 0.01
    ), rates as (
      select null::date as from_day, vat_rate as rate from seller
      union all
      select from_day, rate from seller_vat_rates
    )
    select m."companyId" as company_id, coalesce(d.uses, '[]'::json) as uses,
      ${countedAs('users', 'employees')} as users, ${countedAs('locations', 'locations')} as locations,
      (select json_agg(json_build_object('from', r.from_day, 'category', v.category,
          'rate', ${hundredthsIn(sql`case v.category when 'S' then r.rate else 0 end`)}) order by r.from_day nulls first)
        from rates r cross join lateral (select
          vat_category(s.vat_id, r.rate, coalesce(p.vat_id, ''), p.vat_id_checked_at is not null) as category) v) as rates,
      array_remove(array[${sql.join(missing)}], null) as missing,
      has_terms(m."companyId", daterange(greatest(m.since, m.start), m."end" + 1)) as has_terms,
      (select coalesce(json_agg(json_build_object('from', lower(t.valid), 'until', upper(t.valid),
        'monthlyCost', ${centsIn(sql`t.monthly_cost`)}, 'discountMonths', t.discount_months,
        'discount', ${hundredthsIn(sql`t.discount_percentage`)}, 'maxUsers', t.max_users, 'maxLocations', t.max_locations,
        'extraUserCost', ${centsIn(sql`t.extra_user_cost`)}, 'extraLocationCost', ${centsIn(sql`t.extra_location_cost`)}) order by t.valid), '[]'::json)
        from company_terms t where t.company_id = m."companyId") as terms
    from ${given} cross join seller s left join billing_profiles p on p.company_id = m."companyId"
      left join billed d on d.company_id = m."companyId"`.execute(db);
  const found = new Map(rows.map((row) => [row.companyId, row]));
  return months.flatMap((month) => {
    const row = found.get(month.companyId);
    if (!row) return [];
    const { terms, users, locations, uses, rates, missing, hasTerms } = row;
    const usage: PricedUsage = { since: month.since, users, locations, uses };
    const isReverseCharge = rates.some(({ category }) => category === 'AE');
    const priced = priceInvoice(terms, usage, month.period, rates);
    return [{ ...month, missing, hasTerms, isReverseCharge, priced }];
  });
}
