// Names a column of the rows of a list, which are `r` in every condition.
import { type RawBuilder, sql } from 'kysely';

export function column(field: string): RawBuilder<unknown> {
  return sql`${sql.ref(`r.${field}`)}`;
}
