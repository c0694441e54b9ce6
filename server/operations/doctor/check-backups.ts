// Checks the age of the last archive of the installation, and whether one was ever restored.
import { sql } from 'kysely';
import type { Examined, Finding } from './finding.ts';

/** Ages (days) after which a person should look. */
const maxBackupAge = 7;

export async function checkBackups({ database, clock }: Examined): Promise<Finding> {
  const { rows } = await sql<{ at: Temporal.Instant | null }>`
    select max(at) as at from (
      select max(ended_at) as at from backups where state in ('done', 'expired')
      union all
      select max(created_at) from system_logs where category_name = 'Backup' and title = ${archiveWritten}) made`.execute(
    database.read,
  );
  const at = rows[0]?.at;
  if (!at) return { state: 'look', key: 'doctor.backups.none' };
  const days = daysSince(at, clock.now());
  return days > maxBackupAge
    ? { state: 'look', key: 'doctor.backups.old', values: { days } }
    : { state: 'fine', key: 'doctor.backups.age', values: { days } };
}

/** The title of the log entry that `npm run backup` writes. */
export const archiveWritten = 'The installation was backed up';

export async function checkRestores({ database, clock }: Examined): Promise<Finding> {
  const { rows } = await sql<{ at: Temporal.Instant | null }>`
    select max(ended_at) as at from restores where state in ('checked', 'done')`.execute(database.read);
  const at = rows[0]?.at;
  if (!at) return { state: 'look', key: 'doctor.restores.none' };
  return { state: 'fine', key: 'doctor.restores.age', values: { days: daysSince(at, clock.now()) } };
}

function daysSince(at: Temporal.Instant, now: Temporal.Instant): number {
  return Math.max(0, Math.floor((now.epochMilliseconds - at.epochMilliseconds) / 86_400_000));
}
