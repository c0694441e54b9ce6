// The visitor's answer to the question before the mail: agreed, or declined.

import type { publicCalendars } from '#contract/booking/public.ts';
import type { Output } from '#contract/lib/service.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { remindOfAppointment } from '#server/booking/notifications/remind-of-appointment.ts';
import { keepContact } from '#server/customers/contacts/keep-contact.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { lockCalendar } from './lock-calendar.ts';
import { findHold } from './store.ts';

type Agreed = Output<typeof publicCalendars.confirmEvent>;

/**
 * The visitor agreed: the hold becomes a request that stays, and the mail with its link is queued in the same transaction. A hold
 * that has expired is granted as long as nobody needed its time and it has not begun. The same call again answers the same and mails nothing.
 */
export async function agreeToMail(context: Context, input: { id: string; token: string }): Promise<Agreed> {
  const hold = await findHold(context.db, input.id, input.token);
  if (!hold) throw gone();
  return transaction(context, async (within) => {
    await lockCalendar(within.db, hold.calendarId);
    const current = await findHold(within.db, input.id, input.token);
    if (!current || current.status === 'cancelled') throw gone();
    if (current.status === 'held') {
      if (Temporal.Instant.compare(current.startAt, within.clock.now()) <= 0) throw gone();
      await within.db
        .updateTable('events')
        .set({ status: 'requested', heldUntil: null, updatedAt: within.clock.now() })
        .where('companyId', '=', current.companyId)
        .where('id', '=', current.id)
        .execute();
      await keepContact(within, current);
      await queueAppointmentMail(within, 'request', current);
      await remindOfAppointment(within, 'requested', current);
    }
    return { id: current.id, start: current.startAt.toString(), end: current.endAt.toString(), type: 'info' };
  });
}

/** The visitor declined: the hold is gone, also when it was gone before. 409 once he has agreed; then the mail's link cancels. */
export async function declineHold(context: Context, input: { id: string; token: string }): Promise<undefined> {
  const hold = await findHold(context.db, input.id, input.token);
  if (!hold) return;
  await transaction(context, async (within) => {
    await lockCalendar(within.db, hold.calendarId);
    const current = await findHold(within.db, input.id, input.token);
    if (!current) return;
    if (current.status !== 'held') throw new Refusal(409, 'booking.alreadyAgreed');
    await within.db
      .deleteFrom('events')
      .where('companyId', '=', current.companyId)
      .where('id', '=', current.id)
      .execute();
  });
}

/** The hold expired and its time was taken or began, or it was declined. */
function gone(): Refusal {
  return new Refusal(404, 'booking.holdGone');
}
