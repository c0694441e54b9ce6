// Rates of VAT that begin on days.
import { sql } from 'kysely';
import type { LaterVatRate } from '#contract/lib/vat-rates.ts';
import type { Db } from '#server/db/pool.ts';
import { invalid } from './refusal.ts';

/** The first rate (null: not known), and those that follow it. */
export interface VatRates {
  vatRate: number | null;
  vatRates: readonly LaterVatRate[];
}

/** Throws 417 for two rates that begin on the same day. */
export function assertDifferentDays({ vatRates }: VatRates): void {
  const days = vatRates.map(({ from }) => from);
  if (new Set(days).size < days.length) throw invalid('VatRates', 'vatRates.sameDay');
}

/** Replaces the later rates of an owner, which the table names by these columns; of the only seller by none. */
export async function writeVatRates(
  db: Db,
  {
    table,
    owner = {},
  }: {
    table: 'seller_vat_rates' | 'service_vat_rates' | 'product_vat_rates';
    owner?: Readonly<Record<string, string>>;
  },
  rates: readonly LaterVatRate[],
): Promise<void> {
  const rows = sql.id(table);
  const names = Object.keys(owner).map((name) => sql.id(name));
  const values = Object.values(owner).map((value) => sql`${value}`);
  const isOwners = Object.entries(owner).map(([name, value]) => sql`${sql.id(name)} = ${value}`);
  const key = sql.join([...names, sql.id('from_day')]);
  await sql`
    with given as (
      select "from", rate from json_to_recordset(${JSON.stringify(rates)}::json) as g ("from" date, rate numeric)
    ), removed as (
      delete from ${rows} where ${sql.join([...isOwners, sql`from_day not in (select "from" from given)`], sql` and `)}
    )
    insert into ${rows} (${key}, rate) select ${sql.join([...values, sql`"from"`])}, rate from given
    on conflict (${key}) do update set rate = excluded.rate where ${rows}.rate <> excluded.rate`.execute(db);
}

/** The first day whose rate differs; null: already before all days that rates name. Undefined when all are equal. */
export function firstChangedDay(one: VatRates, other: VatRates): string | null | undefined {
  if (one.vatRate !== other.vatRate) return null;
  const days = [...one.vatRates, ...other.vatRates].map(({ from }) => from).sort();
  return days.find((day) => rateOn(one, day) !== rateOn(other, day));
}

function rateOn({ vatRate, vatRates }: VatRates, day: string): number | null {
  // Days are ISO texts, which sort by time.
  const begun = vatRates.filter(({ from }) => from <= day).sort((a, b) => a.from.localeCompare(b.from));
  return begun.at(-1)?.rate ?? vatRate;
}
