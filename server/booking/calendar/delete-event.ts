// Lets staff delete events. The visit of a customer is cancelled instead, so that their link still shows its state.

import { findEditable } from '#server/booking/times/find-event.ts';
import { lockCalendar } from '#server/booking/times/lock-calendar.ts';
import { deleteHold, lockCalendarsOf, setStatus } from '#server/booking/visits/change-status.ts';
import { assertEditable, findReachableVisit } from '#server/booking/visits/find-visit.ts';
import { notifyCustomer } from '#server/booking/visits/notify-customer.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';

/**
 * Throws 404 for unknown and foreign events; 403 when any part of the visit is another person's read-only event, or is
 * in a calendar that the caller may not use. Cancels the whole visit of a customer, and tells them; one that is only
 * held is deleted.
 */
export async function deleteEvent(context: SignedIn, input: { id: string; notify: boolean }): Promise<undefined> {
  const { db, user } = context;
  const found = await findEditable(context, input.id);
  if (!found.visitId) {
    await lockCalendar(db, found.calendarId);
    await findEditable(context, input.id);
    await db.deleteFrom('events').where('companyId', '=', found.companyId).where('id', '=', found.id).execute();
    return;
  }
  const before = await findReachableVisit(db, user, found.visitId);
  if (!before) throw notFound();
  await lockCalendarsOf(db, before.visit);
  await findEditable(context, input.id);
  const { visit, isWhole } = (await findReachableVisit(db, user, found.visitId)) ?? {};
  if (!visit) throw notFound();
  assertEditable(visit, user);
  if (!isWhole) throw new Refusal(403, 'visits.otherPeople');
  if (visit.status === 'held') {
    await deleteHold(context, visit);
    return;
  }
  await setStatus(context, visit, { status: 'cancelled', by: 'staff' });
  await notifyCustomer(context, visit, { notify: input.notify, by: user.id, statusBefore: visit.status });
}
