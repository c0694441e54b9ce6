// The terms that hold at an instant, as SQL for the queries of other areas.
import { type RawBuilder, sql } from 'kysely';

/** The condition of a join: `t`, a row of company_terms, has the terms of the company `c` at that instant. */
export function isTermsAt(at: Temporal.Instant): RawBuilder<boolean> {
  // In a query of its own, the day is computed once instead of for each row.
  return sql<boolean>`t.company_id = c.id and t.valid @> (select seller_day(${at}::timestamptz))`;
}
