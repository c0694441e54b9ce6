// Backups of a demo company: a schedule, whose newest is made once the product has started, and older ones.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { firstLocationZone, nextTime } from '#server/operations/backups/schedule-backups.ts';

/** Ages in hours. The archives are gone: only the list shows them. */
const older = [
  { age: 5 * 24 + 6, state: 'expired', size: 2_618_204 },
  { age: 6 * 24 + 5, state: 'failed' },
  { age: 19 * 24 + 3, state: 'expired', size: 2_411_870 },
] as const;

export async function addBackups({ db, clock }: ServiceContext, companyId: string): Promise<void> {
  const now = clock.now();
  const nextAt = nextTime(now, 7, await firstLocationZone(db, companyId));
  await db.insertInto('backupSchedules').values({ companyId, every: 'weekly', keep: 4, nextAt }).execute();
  for (const { age, state, ...archive } of older) {
    const createdAt = now.subtract({ hours: age });
    const dates = { createdAt, endedAt: createdAt.add({ seconds: 9 }), expiresAt: createdAt.add({ hours: 24 }) };
    await sql`
      insert into backups (company_id, id, state, progress, attempts, made_by, made_by_name, created_at, ended_at, expires_at,
        size, sha256)
      select ${companyId}, ${randomUUIDv7()}, ${state}, 100, 0, u.id, u.first_name || ' ' || u.last_name, ${dates.createdAt},
        ${dates.endedAt}, ${state === 'expired' ? dates.expiresAt : null}, ${'size' in archive ? archive.size : null}, null
      from user_actions a join actions n on n.id = a.action_id and n.name = 'admin' join users u on u.id = a.user_id
      where a.company_id = ${companyId} order by u.log_in limit 1`.execute(db);
  }
  await db.insertInto('backups').values({ companyId, id: randomUUIDv7(), createdAt: now, isScheduled: true }).execute();
}
