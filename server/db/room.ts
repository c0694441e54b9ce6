// Finds out when a database that had run out of disk or memory has room again.
import { sql } from 'kysely';
import { isOutOfRoom } from './database-away.ts';
import type { Database } from './pool.ts';
import { transaction } from './transaction.ts';

/**
 * Rows, and hashes of 32 bytes in each: more than the free space of the pages, so the table and its index must grow.
 */
const filler = { rows: 200, hashes: 30 };

/**
 * Whether rows can be stored. Writes nothing unless a statement has failed for lack of room since the last time that
 * this function returned true; then it fills pages of a table and rolls them back.
 */
export async function hasRoom(database: Database): Promise<boolean> {
  if (!database.room.lacking) return true;
  try {
    await transaction({ database, db: database.write }, async ({ db }) => {
      // Random letters: PostgreSQL compresses repeated ones.
      await sql`insert into throttles (key, window_start)
        select string_agg(md5(random()::text || letter), ''), now()
        from generate_series(1, ${filler.rows}::int) n, generate_series(1, ${filler.hashes}::int) letter group by n`.execute(
        db,
      );
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Error && isOutOfRoom(error)) return false;
    if (!(error instanceof Undo)) throw error;
  }
  database.room.lacking = false;
  return true;
}

class Undo extends Error {}
