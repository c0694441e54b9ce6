// Amounts of money between the database, which has euros, and computations, which have whole numbers: cents, units of
// 1/10,000 EUR, and hundredths of a percent (contract/lib/money.ts).
import { type RawBuilder, sql } from 'kysely';

type Amount = RawBuilder<unknown>;

/** The cents of an amount in euros. */
export const centsIn = (amount: Amount): RawBuilder<number> => sql<number>`((${amount}) * 100)::float8`;

/** The units of an amount in euros. */
export const unitsIn = (amount: Amount): RawBuilder<number> => sql<number>`((${amount}) * 10000)::float8`;

/** The hundredths of a percentage. */
export const hundredthsIn = (percentage: Amount): RawBuilder<number> => sql<number>`((${percentage}) * 100)::float8`;

/** An amount in units, as the database counts it. */
export const numericOf = (units: number): RawBuilder<number> => sql<number>`(${units}::bigint / 10000::numeric)`;

/** An amount in cents, as the database counts it. */
export const numericOfCents = (cents: number): RawBuilder<number> => sql<number>`(${cents}::bigint / 100::numeric)`;
