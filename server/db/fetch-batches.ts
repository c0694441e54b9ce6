// Fetches the rows of a query in batches, so that a result of millions does not fill memory.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './pool.ts';

interface FetchOptions {
  /** Rows fetched at a time. */
  batchSize?: number;
  /** Called for each statement; it may have it wait. */
  inTurn?: <T>(fetch: () => Promise<T>) => Promise<T>;
}

/** Yields batches of rows, none of them empty. `db` must be a transaction; it fetches one query at a time. */
export async function* fetchBatches<Row>(
  db: Db,
  query: RawBuilder<unknown>,
  { batchSize = 500, inTurn = (fetch) => fetch() }: FetchOptions = {},
): AsyncGenerator<Row[], undefined> {
  await sql`declare fetched no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await inTurn(() => sql<Row>`fetch ${sql.lit(batchSize)} from fetched`.execute(db));
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) break;
  }
  await sql`close fetched`.execute(db);
  return undefined;
}
