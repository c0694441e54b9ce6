// Amounts of money as integers: cents of payments, and units (1/10,000 EUR) of deposits. A float is only what the wire has.
import { type RawBuilder, sql } from 'kysely';

/** Converts an amount of the wire, which has two decimals at most. */
export const centsOf = (euros: number): number => Math.round(euros * 100);

export const unitsOfCents = (cents: number): number => cents * 100;

/** An amount as the database counts it. */
export const numericOf = (units: number): RawBuilder<number> => sql<number>`(${units}::bigint / 10000::numeric)`;
