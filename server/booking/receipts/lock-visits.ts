// Finds and locks the visits that a payment or a refund is about.
import type { receipts } from '#contract/booking/receipts.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { lockCalendarsOf } from '#server/booking/visits/change-status.ts';
import { findUsableVisit, findVisit, lockVisit, type StoredVisit } from '#server/booking/visits/find-visit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';

/** Throws 404 for a visit that is unknown, or has a part that the caller may not change. */
export async function lockUsableVisit({ db, user }: SignedIn, id: string): Promise<StoredVisit> {
  const found = await findUsableVisit(db, user, id);
  if (!found) throw notFound();
  await lockVisit(db, found);
  const visit = await findUsableVisit(db, user, id);
  if (!visit) throw notFound();
  return visit;
}

/** For callers who reach it by its location. Throws 404 for an unknown visit. */
export async function lockAnyVisit({ db, user }: SignedIn, id: string): Promise<StoredVisit> {
  const { companyId } = user;
  await lockVisit(db, { companyId, id });
  const visit = await findVisit(db, { companyId, id });
  if (!visit) throw notFound();
  return visit;
}

/**
 * Locks a visit and the others whose parts are paid with it, and returns them with that visit first. Throws 404 for
 * unknown and foreign parts, 409 unless all are of one customer.
 */
export async function lockPaidVisits(
  context: SignedIn,
  { visitId, eventIds = [], complete }: Parsed<typeof receipts.pay>,
): Promise<StoredVisit[]> {
  const { db, user } = context;
  const parts = await partsOf(context, eventIds);
  if (parts.length < new Set(eventIds).size) throw notFound();
  // The calendars come first, in the order of every other change of a state.
  if (complete) {
    const found = await findUsableVisit(db, user, visitId);
    if (!found) throw notFound();
    await lockCalendarsOf(db, found);
  }
  const ids = new Set([visitId, ...parts.map((part) => part.visitId)]);
  const locked: StoredVisit[] = [];
  for (const id of [...ids].sort()) locked.push(await lockUsableVisit(context, id));
  const [visit] = locked.filter(({ id }) => id === visitId);
  if (!visit) throw notFound();
  const others = locked.filter((one) => one !== visit);
  if (others.some(({ contactId }) => contactId === null || contactId !== visit.contactId))
    throw new Refusal(409, 'receipts.partsChanged');
  return [visit, ...others];
}

async function partsOf({ db, user }: SignedIn, eventIds: readonly string[]): Promise<{ visitId: string }[]> {
  if (eventIds.length === 0) return [];
  return db
    .selectFrom('visitParts')
    .select('visitId')
    .where('companyId', '=', user.companyId)
    .where('eventId', 'in', eventIds)
    .execute();
}
