// Finds the language of a new account.
import type { Db } from '#server/db/pool.ts';

/** Returns the id of a language by its key; null when the database does not have it. */
export async function languageIdOf(db: Db, key: string): Promise<string | null> {
  const found = await db.selectFrom('languages').select('id').where('key', '=', key).executeTakeFirst();
  return found?.id ?? null;
}
