// Receipt lines by which a part of a visit is paid.
import { type RawBuilder, sql } from 'kysely';

/** Whether a line `alias` stands for a service that was not refunded wholly. The index `receipt_lines_paid_once` has these. */
export function isStanding(alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${column('kind')} = 'service' and ${column('quantity')} > 0 and ${column('refunded')} < ${column('quantity')}`;
}
