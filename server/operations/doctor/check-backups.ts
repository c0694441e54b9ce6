// Checks the age of the last archive of the installation, and whether an archive was ever restored.
import { sql } from 'kysely';
import { daysSince } from './days-since.ts';
import type { Examined, Finding } from './finding.ts';

/** The title of the log entry that `npm run backup` writes. */
export const archiveWritten = 'The installation was backed up';

/** Age (days) after which a person should look. */
const maxBackupAge = 7;

/** Archives of companies do not count: they hold one company, and are lost with the disk of the installation. */
export async function checkBackups({ database, clock }: Examined): Promise<Finding> {
  const { rows } = await sql<{ at: Temporal.Instant | null }>`
    select max(created_at) as at from system_logs
    where category_name = 'Backup' and title = ${archiveWritten}`.execute(database.read);
  const at = rows[0]?.at;
  if (!at) return { state: 'look', key: 'doctor.backups.none' };
  const days = daysSince(at, clock.now());
  return days > maxBackupAge
    ? { state: 'look', key: 'doctor.backups.old', values: { days } }
    : { state: 'fine', key: 'doctor.backups.age', values: { days } };
}

export async function checkRestores({ database, clock }: Examined): Promise<Finding> {
  const { rows } = await sql<{ at: Temporal.Instant | null }>`
    select max(ended_at) as at from restores where state in ('checked', 'done')`.execute(database.read);
  const at = rows[0]?.at;
  if (!at) return { state: 'look', key: 'doctor.restores.none' };
  return { state: 'fine', key: 'doctor.restores.age', values: { days: daysSince(at, clock.now()) } };
}
