// Reads rows of a company by many ids.
import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Schema } from '#server/db/schema.ts';

interface Wanted<K> {
  companyId: string;
  ids: readonly string[];
  /** The column of the ids; by default `id`. */
  key?: K;
}

/**
 * Each id is looked up in the index: in a plan for any values, `= any (…)` compares each row of the company with each
 * id, and statistics of a company that is new let all its rows look like a few.
 */
export async function rowsByIds<T extends keyof Schema & string, C extends keyof Selectable<Schema[T]> & string>(
  db: Db,
  table: T,
  columns: readonly C[],
  { companyId, ids, key }: Wanted<keyof Schema[T] & string>,
): Promise<Pick<Selectable<Schema[T]>, C>[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Pick<Selectable<Schema[T]>, C>>`
    select r.* from unnest(${[...new Set(ids)]}::uuid[]) g(id) cross join lateral (
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} t
      where t.company_id = ${companyId} and ${sql.ref(`t.${key ?? 'id'}`)} = g.id offset 0) r`.execute(db);
  return rows;
}
