// Removes archives whose time is over, and old rows of the list.
import { sql } from 'kysely';
import type { Services } from '#server/lib/context.ts';
import { archiveKeys } from './store.ts';

/** A backup without an archive stays in the list for so long (days). */
const rowDays = 30;

interface Old {
  companyId: string;
  id: string;
  attempts: number;
}

/**
 * Removes the archives that have expired, and of the scheduled ones those beyond the number that the company stores.
 * Returns how many.
 */
export async function removeOldBackups({ database, clock, files }: Services): Promise<number> {
  const { write } = database;
  const now = clock.now();
  const { rows } = await sql<Old>`
    select b.company_id, b.id, b.attempts from backups b
    left join backup_schedules s on s.company_id = b.company_id
    where b.state = 'done' and (b.expires_at <= ${now} or (b.is_scheduled and (
      select count(*) from backups n where n.company_id = b.company_id and n.is_scheduled and n.state = 'done'
        and (n.created_at, n.id) > (b.created_at, b.id)) >= coalesce(s.keep, 1)))
    limit 200`.execute(write);
  for (const old of rows) {
    // First the bytes: the row leads to them should the process be killed in between.
    for (const key of archiveKeys(old)) await files.remove(key);
    await write
      .updateTable('backups')
      .set({ state: 'expired' })
      .where('companyId', '=', old.companyId)
      .where('id', '=', old.id)
      .execute();
  }
  await write
    .deleteFrom('backups')
    .where('state', 'in', ['failed', 'expired'])
    .where('createdAt', '<', now.subtract({ hours: 24 * rowDays }))
    .execute();
  return rows.length;
}
