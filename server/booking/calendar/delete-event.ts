// Lets staff delete events. A visitor's appointment is cancelled instead, so that their link still shows its state.

import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { lockCalendar } from '#server/booking/public/lock-calendar.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { findEditable } from './save-event.ts';

/**
 * Throws 404 for unknown and foreign events, 403 for another person's read-only one. Notifies a visitor who agreed to
 * mail.
 */
export async function deleteEvent(context: SignedIn, input: { id: string }): Promise<undefined> {
  const { calendarId } = await findEditable(context, input.id);
  await lockCalendar(context.db, calendarId);
  const event = await findEditable(context, input.id);
  const isFromVisitor = event.userId === null && event.status !== 'held';
  if (!isFromVisitor) {
    await context.db.deleteFrom('events').where('companyId', '=', event.companyId).where('id', '=', event.id).execute();
    return;
  }
  await context.db
    .updateTable('events')
    .set((eb) => ({
      status: 'cancelled',
      type: 'inverse',
      sequence: eb('sequence', '+', 1),
      updatedAt: context.clock.now(),
    }))
    .where('companyId', '=', event.companyId)
    .where('id', '=', event.id)
    .execute();
  await queueAppointmentMail(context, 'cancelled', event);
}
