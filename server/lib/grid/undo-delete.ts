// Restores deletions: a deleted record and its dependents are stored for an hour, for the person who deleted them.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { Schema } from '#server/db/schema.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** How long a deletion can be undone. */
export const undoWindow = Temporal.Duration.from({ hours: 1 });

export interface DeletedRecord {
  /** The name of the list in its path. */
  list: string;
  area: 'company' | 'system';
  table: keyof Schema & string;
  id: string;
}

/** Must be called before the deletion, in its transaction. */
export async function snapshotBeforeDelete(
  { db, user, clock }: SignedIn,
  { list, area, table, id }: DeletedRecord,
): Promise<void> {
  const companyId = area === 'company' ? user.companyId : null;
  await sql`
    insert into deleted_records (id, company_id, user_id, list, deleted_at, parts)
    select t.id, ${companyId}, ${user.id}, ${list}, ${clock.now()},
      collect_dependents(t.tableoid::regclass, jsonb_build_array(to_jsonb(t)))
    from ${sql.table(table)} t where t.id = ${id}
    on conflict (id) do update set
      user_id = excluded.user_id, list = excluded.list, deleted_at = excluded.deleted_at, parts = excluded.parts`.execute(
    db,
  );
}

/** Restores a record. Throws 404 unless the caller has deleted it from this list within the last hour. */
export async function restoreDeleted(
  { db, user, clock }: SignedIn,
  { list, id }: { list: string; id: string },
): Promise<void> {
  const snapshot = await db
    .deleteFrom('deletedRecords')
    .where('id', '=', id)
    .where('list', '=', list)
    .where('userId', '=', user.id)
    .where('deletedAt', '>', clock.now().subtract(undoWindow))
    .returning(sql<string>`parts::text`.as('parts'))
    .executeTakeFirst();
  if (!snapshot) throw notFound();
  const isReplaced = await hasNewDefault(db, snapshot.parts);
  const parts = sql`${snapshot.parts}::jsonb`;
  await sql`select restore_rows(${
    isReplaced ? sql`jsonb_set(${parts}, '{0,rows,0,is_default}', 'false')` : parts
  })`.execute(db);
}

/** Whether the record was the default of its table, and another one is the default now. */
async function hasNewDefault(db: Db, parts: string): Promise<boolean> {
  // By `collect_dependents`.
  const [record] = JSON.parse(parts) as { tableName: string; rows: { is_default?: boolean }[] }[];
  if (!record?.rows[0]?.is_default) return false;
  const { rows } = await sql`select from ${sql.table(record.tableName)} where is_default limit 1`.execute(db);
  return rows.length > 0;
}
