// Fetches the rows of a query in batches, so that a result of millions does not fill memory.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './pool.ts';

/** Rows fetched at a time. */
const batchSize = 500;

/** Yields batches of rows, none of them empty. `db` must be a transaction; it fetches one query at a time. */
export async function* fetchBatches<Row>(db: Db, query: RawBuilder<unknown>): AsyncGenerator<Row[], undefined> {
  await sql`declare fetched no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from fetched`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) break;
  }
  await sql`close fetched`.execute(db);
  return undefined;
}
