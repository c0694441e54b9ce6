// Which row of the languages a new account is given.
import type { Db } from '#server/db/pool.ts';

/** The id of a language by its key; null where the database does not know it. */
export async function languageIdOf(db: Db, key: string): Promise<string | null> {
  const found = await db.selectFrom('languages').select('id').where('key', '=', key).executeTakeFirst();
  return found?.id ?? null;
}
