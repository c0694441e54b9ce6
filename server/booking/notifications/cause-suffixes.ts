// How the key of a cause ends for a mail that is not to the present customer of a visit.
import { type RawBuilder, sql } from 'kysely';

/** The copy of a mail for others, which has a delivery of its own: it reminds no customer. */
export const copySuffix = ':copy';
/** A mail to the customer whom the visit had before: for them it is cancelled. */
export const formerSuffix = ':former';

/** Whether the key of the cause of a delivery ends so. */
export function endsWith(delivery: 'd' | 's', suffix: string): RawBuilder<boolean> {
  return sql`${sql.raw(delivery)}.cause_key like ${sql.lit(`%${suffix}`)}`;
}

/** Whether the key of a cause is that of a mail to the present customer of a visit: no copy, not to a former one. */
export function isNewsToCustomer(causeKey: string): boolean {
  return !causeKey.endsWith(copySuffix) && !causeKey.endsWith(formerSuffix);
}
