// Makes backups by themselves: adds those that are due, and sets when the next one is.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import { type BackupSchedule, backupHours, type companyBackups } from '#contract/operations/backups.ts';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { Services, SignedIn } from '#server/lib/context.ts';
import { addBackup } from './store.ts';

/** Scheduled backups begin at this hour of the company, when few people work. */
const hour = 3;
const days = { daily: 1, weekly: 7 } as const;
const noSchedule: BackupSchedule = { every: 'never', keep: 7, nextAt: null };

/** Row-level security limits the row to the caller's company. */
export async function readSchedule({ db }: SignedIn): Promise<BackupSchedule> {
  const found = await db.selectFrom('backupSchedules').select(['every', 'keep', 'nextAt']).executeTakeFirst();
  // A check of the table limits `every` to the values of the contract.
  return found ? ({ ...found, nextAt: found.nextAt?.toString() ?? null } as BackupSchedule) : noSchedule;
}

export async function setSchedule(
  context: SignedIn,
  { every, keep }: Parsed<typeof companyBackups.operations.setSchedule>,
): Promise<BackupSchedule> {
  const { db, user, clock } = context;
  const nextAt = every === 'never' ? null : nextTime(clock.now(), 1, await firstLocationZone(db, user.companyId));
  await db
    .insertInto('backupSchedules')
    .values({ companyId: user.companyId, every, keep, nextAt })
    .onConflict((present) => present.column('companyId').doUpdateSet({ every, keep, nextAt }))
    .execute();
  // Without a schedule nothing replaces the stored ones; a person has a day to change their mind.
  const isOff = every === 'never';
  await db
    .updateTable('backups')
    .set({ expiresAt: isOff ? clock.now().add({ hours: backupHours }) : null })
    .where('companyId', '=', user.companyId)
    .where('isScheduled', '=', true)
    .where('state', '=', 'done')
    .where(isOff ? sql<boolean>`expires_at is null` : sql<boolean>`expires_at > ${clock.now()}`)
    .execute();
  await audit(context, `Set backups to ${every}, of which ${keep} are stored`);
  return readSchedule(context);
}

/** Adds the scheduled backups that are due. A company whose backup is being made has its turn when that one is done. */
export async function addDueBackups(services: Services): Promise<number> {
  return transaction({ ...services, db: services.database.write }, async ({ db, clock }) => {
    const now = clock.now();
    const due = await db
      .selectFrom('backupSchedules')
      .select(['companyId', 'every'])
      .where('nextAt', '<=', now)
      .orderBy('nextAt')
      .limit(100)
      .forUpdate()
      .skipLocked()
      .execute();
    let added = 0;
    for (const { companyId, every } of due) {
      if (!(await addBackup(db, { companyId, id: randomUUIDv7(), createdAt: now, person: null }))) continue;
      const nextAt = nextTime(now, days[every as keyof typeof days], await firstLocationZone(db, companyId));
      await db.updateTable('backupSchedules').set({ nextAt }).where('companyId', '=', companyId).execute();
      added++;
    }
    return added;
  });
}

/** The hour of backups, so many days after the present day of the zone. */
export function nextTime(now: Temporal.Instant, count: number, zone: string): Temporal.Instant {
  const day = now.toZonedDateTimeISO(zone).toPlainDate().add({ days: count });
  return day.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) }).toInstant();
}

/** The zone of the company's first location. */
export async function firstLocationZone(db: Db, companyId: string): Promise<string> {
  const { rows } = await sql<{ timeZone: string }>`
    select time_zone from locations where company_id = ${companyId} order by created_at, id limit 1`.execute(db);
  return rows[0]?.timeZone || 'UTC';
}
