// Says what appointments of a location keep that new rules of its time zone have shifted.
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { takeShiftReminders } from './remind-of-shifts.ts';
import type { ZoneOfVisits } from './zone-of-visits.ts';

/** Throws 417 with Key `VisitsKeep` as the correction of a zone does. The last location takes the reminder away. */
export async function settleShifted(
  context: SignedIn,
  zone: ZoneOfVisits,
  { locationId, visitsKeep }: { locationId: string; visitsKeep: 'instant' | 'wallTime' | null },
): Promise<undefined> {
  await zone.lock(context);
  const location = await context.db
    .selectFrom('locations')
    .select('timeZone')
    .where('id', '=', locationId)
    .forUpdate()
    .executeTakeFirst();
  if (!location) throw notFound();
  const { timeZone } = location;
  await zone.correct(context, { locationId, from: timeZone, to: timeZone, keeps: visitsKeep });
  if ((await zone.listShifted(context)).length === 0) await takeShiftReminders(context);
}
