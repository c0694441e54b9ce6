// A second implementation of the price of a month, day by day in SQL, and random cases that compare both.
import assert from 'node:assert/strict';
import type pg from 'pg';
import { random } from '#contract/testing/random-cases.ts';
import { monthOf, type PricedTerms, type PricedUsage, priceInvoice } from '#server/money/invoices/price-invoice.ts';

interface Case {
  at: string;
  zone: string;
  terms: PricedTerms[];
  usage: PricedUsage;
  vatRate: number;
}

/** Returns net, VAT, total and the deposit's part in cents for each case of `$1`. */
const priceInSql = `
  with cases as materialized (
    select n, c->'usage' as u, (c->>'vatRate')::numeric as rate, c->'terms' as terms,
      date_trunc('month', (c->>'at')::timestamptz at time zone (c->>'zone'))::date as first
    from jsonb_array_elements($1::jsonb) with ordinality as given (c, n)
  ), given as materialized (
    select c.n, (u->>'since')::date as since, t.*,
      coalesce(t."from" = lag(t."until") over days and t.discount = lag(t.discount) over days
        and t."discountMonths" = lag(t."discountMonths") over days, false) as continues
    from cases c, jsonb_to_recordset(c.terms) t ("from" date, "until" date, "monthlyCost" numeric, "discountMonths" int,
      discount numeric, "maxUsers" numeric, "maxLocations" numeric, "extraUserCost" numeric, "extraLocationCost" numeric)
    window days as (partition by c.n order by t."from" nulls first)
  ), runs as materialized (
    select *, count(*) filter (where not continues) over (partition by n order by "from" nulls first) as run from given
  ), terms as materialized (
    select *, coalesce(first_value("from") over (partition by n, run order by "from" nulls first), since)
      + make_interval(months => "discountMonths") as discount_end from runs
  ), counted as materialized (
    select c.n, t."from", extract(day from first + interval '1 month' - interval '1 day') as month_days,
      case when d < t.discount_end then t.discount else 0 end as discount, count(*) as days
    from cases c, generate_series(first, first + interval '1 month' - interval '1 day', interval '1 day') d, terms t
    where d >= (u->>'since')::date and t.n = c.n and (t."from" is null or d >= t."from") and (t."until" is null or d < t."until")
    group by 1, 2, 3, 4
  ), lines as (
    select x.n, round(sum(x.days) * k.quantity * k.price * (10000 - k.discount) / (x.month_days * 10000)) as net
    from counted x join terms t on t.n = x.n and t."from" is not distinct from x."from" join cases c on c.n = x.n, lateral (values
      ('month', 1, t."monthlyCost", x.discount),
      ('users', (u->>'users')::numeric - t."maxUsers", t."extraUserCost", 0),
      ('locations', (u->>'locations')::numeric - t."maxLocations", t."extraLocationCost", 0)) k (kind, quantity, price, discount)
    where k.quantity > 0 and k.price > 0
    group by x.n, x."from", x.month_days, k.kind, k.quantity, k.price, k.discount
  ), summed as (
    select n, c.rate, c.first, round((u->>'units')::numeric / 100) as used,
      coalesce(l.net, 0) + round(round((u->>'units')::numeric / 100) * 10000 / (10000 + c.rate)) as net
    from cases c left join (select n, sum(net) as net from lines group by n) l using (n)
  )
  select first::text, net::float8, round(net * rate / 10000)::float8 as vat, (net + round(net * rate / 10000))::float8 as total,
    least(used, net + round(net * rate / 10000))::float8 as deposit
  from summed order by n`;

/** Compares both implementations in that many random cases. A failure names its case. */
export async function comparePrices(client: pg.Client, count: number, seed: number): Promise<void> {
  const pick = random(seed);
  for (let done = 0; done < count; done += 1000) {
    const cases = Array.from({ length: Math.min(1000, count - done) }, () => randomCase(pick));
    const { rows } = await client.query(priceInSql, [JSON.stringify(cases)]);
    for (const [index, one] of cases.entries()) {
      const period = monthOf(Temporal.Instant.from(one.at), one.zone);
      const { net, vat, grandTotal, fromDeposit } = priceInvoice(one.terms, one.usage, period, one.vatRate);
      const expected = { first: period.start, net, vat, total: grandTotal, deposit: fromDeposit };
      assert.deepEqual(expected, { ...rows[index] }, `SEED=${seed} ${JSON.stringify(one)}`);
    }
  }
}

const zones = ['UTC', 'Europe/Riga', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
/** Near the ends of months, and in leap years, as often as not. */
const edges = ['2024-02-29', '2028-02-28', '2026-12-31', '2027-01-01', '2024-03-31', '2025-10-26'];

function randomCase(pick: (below: number) => number): Case {
  const day = Temporal.PlainDate.from(edges[pick(edges.length)] ?? assert.fail()).add({
    days: pick(2) ? 0 : pick(900) - 450,
  });
  const at = `${day}T${String(pick(24)).padStart(2, '0')}:59:59.999Z`;
  const starts = Array.from({ length: pick(4) }, () => day.subtract({ days: pick(60) }).toString());
  starts.push(...(pick(3) ? [] : ['2024-02-29', '2024-01-31']));
  const froms = [null, ...[...new Set(starts)].sort()];
  // Every other change of terms leaves the discount as it is; some days have no terms.
  let discount = { discountMonths: pick(14), discount: pick(3) ? pick(10_001) : 0 };
  const everyTerms = froms.map((from, index) => {
    if (pick(2)) discount = { discountMonths: pick(14), discount: pick(3) ? pick(10_001) : 0 };
    return {
      from,
      until: froms[index + 1] ?? null,
      monthlyCost: pick(4) ? pick(100_000) : 0,
      ...discount,
      maxUsers: pick(10),
      maxLocations: pick(4),
      extraUserCost: pick(2) ? pick(2_000) : null,
      extraLocationCost: pick(2) ? pick(5_000) : null,
    };
  });
  const terms = everyTerms.filter(() => pick(8) > 0);
  const units = pick(2) ? pick(1_000_000) : pick(200);
  const since = day.subtract({ days: pick(3) ? pick(40) : pick(800) }).toString();
  const usage = { since, users: pick(15), locations: pick(6), messages: 1 + pick(500), units };
  const rates = [0, 700, 1_900, 2_100, 2_550, pick(10_001)];
  return {
    at,
    zone: zones[pick(zones.length)] ?? assert.fail(),
    terms,
    usage,
    vatRate: rates[pick(rates.length)] ?? assert.fail(),
  };
}
