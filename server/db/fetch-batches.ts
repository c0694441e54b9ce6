// The rows of a query that may have millions, a few hundred at a time.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './pool.ts';

/** Rows fetched at a time. */
const batchSize = 500;

/** Batches of rows, none of them empty. `db` is that of a transaction, in which one query is fetched after the other. */
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
