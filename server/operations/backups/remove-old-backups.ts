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
    select company_id, id, attempts from backups where state = 'done' and expires_at <= ${now}
    union
    select b.company_id, b.id, b.attempts from (
      select company_id, id, attempts, row_number() over (partition by company_id order by created_at desc, id desc) as place
      from backups where state = 'done' and is_scheduled) b
    left join backup_schedules s on s.company_id = b.company_id
    where b.place > coalesce(s.keep, 1)
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
