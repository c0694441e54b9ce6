// The reminder of administrators that new rules of a time zone have shifted appointments.
import type { Services, SignedIn } from '#server/lib/context.ts';
import { remindAdminsOfMany } from '#server/messaging/feed/remind-admins.ts';

const link = '/app/company/locations?shifted=true';

/** Reminds those of the companies where no one has said yet what appointments keep. */
export async function remindOfShifts({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const companies = await database.write
    .selectFrom('events')
    .select('companyId')
    .distinct()
    .where('formerOffset', 'is not', null)
    .where('startAt', '>', clock.now())
    .execute();
  await remindAdminsOfMany(
    { db: database.write, clock },
    companies.map(({ companyId }) => ({ companyId, type: 'general', words: 'reminderText.zoneRules', link })),
  );
}

/** Once nothing is left to say. */
export async function takeShiftReminders({ db, user, clock }: SignedIn): Promise<void> {
  await db
    .updateTable('reminders')
    .set({ visitedAt: clock.now() })
    .where('companyId', '=', user.companyId)
    .where('link', '=', link)
    .where('visitedAt', 'is', null)
    .execute();
}
