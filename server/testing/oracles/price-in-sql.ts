// A second implementation of the price of a month, day by day in SQL, and random cases that compare both.
import assert from 'node:assert/strict';
import type pg from 'pg';
import { random } from '#contract/testing/random-cases.ts';
import {
  monthOf,
  type PricedTerms,
  type PricedUsage,
  priceInvoice,
  type RateFromDay,
} from '#server/money/invoices/price-invoice.ts';

interface Case {
  at: string;
  zone: string;
  terms: PricedTerms[];
  usage: PricedUsage;
  /** In the order of their days. */
  rates: RateFromDay[];
}

/** Returns net, VAT, total and the deposit's part in cents for each case of `$1`. */
const priceInSql = `
  with cases as materialized (
    select n, c->'usage' as u, c->'rates' as rates, c->'terms' as terms,
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
  ), rates as materialized (
    select c.n, r.rate, coalesce(r."from", '-infinity') as first_day,
      coalesce(lead(r."from") over (partition by c.n order by r."from" nulls first), 'infinity') as after
    from cases c, lateral (
      select *, lag(rate) over (order by "from" nulls first) as before from jsonb_to_recordset(c.rates) r ("from" date, rate numeric)) r
    where r.rate is distinct from r.before
  ), counted as materialized (
    select c.n, t."from", extract(day from first + interval '1 month' - interval '1 day') as month_days,
      case when d < t.discount_end then t.discount else 0 end as discount, r.first_day, r.rate, count(*) as days
    from cases c, generate_series(first, first + interval '1 month' - interval '1 day', interval '1 day') d, terms t, rates r
    where d >= (u->>'since')::date and t.n = c.n and (t."from" is null or d >= t."from") and (t."until" is null or d < t."until")
      and r.n = c.n and d >= r.first_day and d < r.after
    group by 1, 2, 3, 4, 5, 6
  ), priced as (
    select x.n, x."from", k.kind, k.discount, x.first_day, x.rate,
      k.quantity * k.price * (10000 - k.discount) as of_day, x.month_days * 10000 as parts, sum(x.days) as days
    from counted x join terms t on t.n = x.n and t."from" is not distinct from x."from" join cases c on c.n = x.n, lateral (values
      ('month', 1, t."monthlyCost", x.discount),
      ('users', (u->>'users')::numeric - t."maxUsers", t."extraUserCost", 0),
      ('locations', (u->>'locations')::numeric - t."maxLocations", t."extraLocationCost", 0)) k (kind, quantity, price, discount)
    where k.quantity > 0 and k.price > 0
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), lines as (
    -- What the days until then cost, less what those until the rate before had cost.
    select n, rate, round(until_then * of_day / parts) - round((until_then - days) * of_day / parts) as net
    from (select *, sum(days) over (partition by n, "from", kind, discount order by first_day) as until_then from priced) p
  ), uses as (
    select c.n, r.rate, r.first_day, sum(x.units) as units
    from cases c, jsonb_to_recordset(u->'uses') x (day date, units numeric), rates r
    where r.n = c.n and x.day >= r.first_day and x.day < r.after
    group by 1, 2, 3
  ), sent as (
    select n, rate, round(until_then / 100) - round((until_then - units) / 100) as used
    from (select *, sum(units) over (partition by n order by first_day) as until_then from uses) s
  ), by_rate as (
    select n, rate, sum(net) as net, sum(used) as used from (
      select n, rate, net, 0 as used from lines
      union all
      select n, rate, round(used * 10000 / (10000 + rate)), used from sent) all_lines
    group by n, rate
  ), summed as (
    select c.n, c.first, coalesce(sum(net), 0) as net, coalesce(sum(round(net * rate / 10000)), 0) as vat, coalesce(sum(used), 0) as used
    from cases c left join by_rate using (n) group by c.n, c.first
  )
  select first::text, net::float8, vat::float8, (net + vat)::float8 as total, least(used, net + vat)::float8 as deposit
  from summed order by n`;

/** Compares both implementations in that many random cases. A failure names its case. */
export async function comparePrices(client: pg.Client, count: number, seed: number): Promise<void> {
  const pick = random(seed);
  for (let done = 0; done < count; done += 1000) {
    const cases = Array.from({ length: Math.min(1000, count - done) }, () => randomCase(pick));
    const { rows } = await client.query(priceInSql, [JSON.stringify(cases)]);
    for (const [index, one] of cases.entries()) {
      const period = monthOf(Temporal.Instant.from(one.at), one.zone);
      const { net, vat, grandTotal, fromDeposit } = priceInvoice(one.terms, one.usage, period, one.rates);
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
  const zone = zones[pick(zones.length)] ?? assert.fail();
  const month = Temporal.PlainDate.from(monthOf(Temporal.Instant.from(at), zone).start);
  const days = [...new Set(Array.from({ length: pick(5) }, () => month.add({ days: pick(26) }).toString()))].sort();
  const uses = days.map((on) => ({ day: on, messages: 1 + pick(500), units: pick(2) ? pick(1_000_000) : pick(200) }));
  const since = day.subtract({ days: pick(3) ? pick(40) : pick(800) }).toString();
  const usage = { since, users: pick(15), locations: pick(6), uses };
  const percents = [0, 700, 1_900, 2_100, 2_550, pick(10_001)];
  const rateDays = [
    ...new Set(Array.from({ length: pick(4) }, () => month.add({ days: pick(60) - 15 }).toString())),
  ].sort();
  const rates = [null, ...rateDays].map((from) => {
    return { from, category: 'S' as const, rate: percents[pick(percents.length)] ?? assert.fail() };
  });
  return {
    at,
    zone,
    terms,
    usage,
    rates,
  };
}
