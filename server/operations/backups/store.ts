// Queries for the backups of companies.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { RowSource } from '#server/lib/grid/source.ts';

/** The rows of the company's list; row-level security limits them. */
export function backupRows({ db }: SignedIn) {
  return db
    .selectFrom('backups')
    .select(['id', 'createdAt', 'state', 'progress', 'size', 'madeByName as madeBy', 'isScheduled', 'expiresAt']);
}

export const backups: RowSource = { rows: backupRows };

/** Where the archive of an attempt is stored. Each attempt has a place of its own: an earlier one may still run. */
export function archiveKey(id: string, attempt: number): string {
  return `${id}-backup-${attempt}`;
}

/** The places where archives of a backup may be. */
export function archiveKeys({ id, attempts }: { id: string; attempts: number }): string[] {
  return Array.from({ length: attempts }, (_, index) => archiveKey(id, index + 1));
}

export interface NewBackup {
  companyId: string;
  id: string;
  createdAt: Temporal.Instant;
  /** Null for a scheduled backup. */
  person: { id: string; name: string } | null;
}

/** Adds a backup that waits to be made; does nothing while the company has an open one. */
export async function addBackup(db: Db, { companyId, id, createdAt, person }: NewBackup): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('backups')
    .values({
      companyId,
      id,
      createdAt,
      isScheduled: person === null,
      madeBy: person?.id ?? null,
      madeByName: person?.name ?? '',
    })
    .onConflict((open) => open.column('companyId').where(sql<boolean>`state in ('waiting', 'running')`).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
