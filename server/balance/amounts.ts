// Amounts of money as integers: cents of payments, and units (1/10,000 EUR) of deposits.
import { type RawBuilder, sql } from 'kysely';

export const unitsOfCents = (cents: number): number => cents * 100;

/** An amount as the database counts it. */
export const numericOf = (units: number): RawBuilder<number> => sql<number>`(${units}::bigint / 10000::numeric)`;
