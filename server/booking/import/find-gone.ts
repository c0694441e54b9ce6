// Finds coming appointments that an earlier import added and the present file lacks.
import type { SignedIn } from '#server/lib/context.ts';
import { readStored } from './read-stored.ts';
import type { AppointmentRef } from './remove-appointments.ts';

/** Only those that are unchanged since and begin between `from` and `until`. */
export async function findGone(
  context: Pick<SignedIn, 'db' | 'user'>,
  source: string,
  present: readonly string[],
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<AppointmentRef[]> {
  const { db, user } = context;
  const refs = await db
    .selectFrom('importRefs')
    .select(['externalId', 'recordId', 'storedDigest'])
    .where('companyId', '=', user.companyId)
    .where('source', '=', source)
    .where('kind', '=', 'appointment')
    .where('isAdded', '=', true)
    .execute();
  const inFile = new Set(present);
  const missing = refs.filter(({ externalId }) => !inFile.has(externalId));
  const stored = await readStored(
    context,
    'appointment',
    missing.map(({ recordId }) => recordId),
  );
  return missing.filter(({ recordId, storedDigest }) => {
    const found = stored.get(recordId);
    if (found?.digest !== storedDigest || !found.start) return false;
    return Temporal.Instant.compare(found.start, from) > 0 && Temporal.Instant.compare(found.start, until) < 0;
  });
}
