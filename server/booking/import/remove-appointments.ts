// Removes imported appointments that are unchanged.
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import { countVisits } from '#server/booking/visits/count-visits.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { findRefs } from './import-refs.ts';
import { readStored } from './read-stored.ts';

export interface AppointmentRef {
  externalId: string;
  recordId: string;
}

/** Under the locks of their calendars. Returns the records that were removed; the others have changed meanwhile. */
export async function removeAppointments(
  tx: SignedIn,
  source: string,
  given: readonly AppointmentRef[],
): Promise<Set<string>> {
  const { db, user } = tx;
  const { companyId } = user;
  const ids = given.map(({ recordId }) => recordId);
  const before = await readStored(tx, 'appointment', ids);
  const calendars = new Set([...before.values()].flatMap(({ calendarIds }) => calendarIds));
  for (const id of [...calendars].sort()) await lockCalendar(db, id);
  const refs = await findRefs(
    tx,
    source,
    'appointment',
    given.map(({ externalId }) => externalId),
  );
  const removed = [...refs.values()].filter(({ isAdded, state }) => isAdded && state === 'same');
  if (removed.length === 0) return new Set();
  const same = removed.map(({ recordId }) => recordId);
  // The events of a visit go with it.
  await db.deleteFrom('visits').where('companyId', '=', companyId).where('id', 'in', same).execute();
  await db.deleteFrom('events').where('companyId', '=', companyId).where('id', 'in', same).execute();
  await db
    .deleteFrom('importRefs')
    .where('companyId', '=', companyId)
    .where('source', '=', source)
    .where('kind', '=', 'appointment')
    .where(
      'externalId',
      'in',
      removed.map(({ externalId }) => externalId),
    )
    .execute();
  await countVisits(
    tx,
    companyId,
    same.map((id) => before.get(id)?.contactId ?? null),
  );
  return new Set(same);
}
