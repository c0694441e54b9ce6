// A corrected time zone, and what is booked at the location: `booking` passes in how both are brought in line.
import type { ShiftedLocation } from '#contract/company/locations.ts';
import type { SignedIn } from '#server/lib/context.ts';

export interface ZoneOfVisits {
  /** Locks what a correction changes beside the location. Called before the location is locked. */
  lock(context: SignedIn): Promise<void>;
  /** Writes the zone of the location. Throws 417 with Key `VisitsKeep` when `keeps` has to be said. */
  correct(
    context: SignedIn,
    change: { locationId: string; from: string; to: string; keeps: 'instant' | 'wallTime' | null },
  ): Promise<void>;
  /** The locations where new rules of the zone have changed wall times, and no one has said what is kept. */
  listShifted(context: SignedIn): Promise<ShiftedLocation[]>;
}

/** The present zone of a location, if the given one differs. */
export async function zoneBefore(
  { db }: SignedIn,
  { id, timeZone }: { id: string; timeZone: string | undefined },
): Promise<string | undefined> {
  if (timeZone === undefined) return undefined;
  const present = await db.selectFrom('locations').select('timeZone').where('id', '=', id).executeTakeFirst();
  return present?.timeZone === timeZone ? undefined : present?.timeZone;
}
