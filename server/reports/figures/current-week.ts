// The week of today, as the caller's location counts days.
import { callerZone } from '#server/lib/caller-zone.ts';
import type { SignedIn } from '#server/lib/context.ts';

/** Its first and last day, a Monday and a Sunday, as dates. */
export async function currentWeek(
  context: SignedIn,
): Promise<{ today: Temporal.PlainDate; week: { first: string; last: string } }> {
  const zone = await callerZone(context);
  const today = context.clock.now().toZonedDateTimeISO(zone).toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  return { today, week: { first: monday.toString(), last: monday.add({ days: 6 }).toString() } };
}
