// The routes of the backups of a company.
import { sql } from 'kysely';
import { companyBackups } from '#contract/operations/backups.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { beginBackup } from './begin-backup.ts';
import { checkBackup } from './download-backup.ts';
import { readSchedule, setSchedule } from './schedule-backups.ts';
import { archiveKeys, backups } from './store.ts';

const store = { ...backups, table: 'backups' as const };

export const companyBackupRoutes = serve(companyBackups.operations, {
  ...gridOf(companyBackups, store),
  delete: (context, { id }) => remove(context, [id]),
  deleteMany: (context, { ids }) => remove(context, ids),
  make: beginBackup,
  checkDownload: checkBackup,
  getSchedule: readSchedule,
  setSchedule,
});

/** A backup that is being made ends when its process notices. */
async function remove(context: SignedIn, ids: readonly string[]): Promise<undefined> {
  const { db, files, log } = context;
  // The number of attempts says where archives may be; the deletion waits for a process that changes it.
  const { rows } = await sql<{ id: string; attempts: number }>`
    select id, attempts from backups where id = any(${ids}::uuid[]) for update`.execute(db);
  await gridOf(companyBackups, {
    ...store,
    afterDelete: async () => {
      const leave = (error: unknown) => log.warn({ err: error }, 'an archive was left behind');
      await Promise.all(rows.flatMap(archiveKeys).map((key) => files.remove(key).catch(leave)));
    },
  }).deleteMany(context, { ids });
  return undefined;
}
