// Records of each cause about its deliveries that were sent.
import { type RawBuilder, sql } from 'kysely';

/**
 * Statements that record for a cause that its delivery was sent. Each reads `sent` (id, company_id, cause_kind,
 * cause_key, at) and runs in the transaction of the outcome.
 */
export type WhenSent = readonly RawBuilder<unknown>[];

/** The statements as further parts of a `with`, each with a comma. */
export function recorded(whenSent: WhenSent): RawBuilder<unknown> {
  const statements = whenSent.map((statement, index) => sql`${sql.ref(`recorded_${index}`)} as (${statement}),`);
  return sql.join(statements, sql` `);
}
