// Confirms or releases a visitor's hold.

import type { publicCalendars } from '#contract/booking/public.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { remindOfAppointment } from '#server/booking/notifications/remind-of-appointment.ts';
import { recordConsent } from '#server/customers/consent/record-consent.ts';
import { findOrCreateContact } from '#server/customers/contacts/find-or-create-contact.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { assertFewOpenRequests, countBooking } from './booking-limits.ts';
import { lockCalendar } from './lock-calendar.ts';
import { findHold } from './store.ts';

type ConfirmedHold = Output<typeof publicCalendars.confirmEvent>;

/**
 * Turns the hold into a request and queues the mail with its link in the same transaction. An expired hold can still be
 * confirmed unless its time has been taken or has begun. A repeated call returns the same answer and sends no mail.
 * Throws 429 when the visitor or the address has had enough of the day; the hold stays.
 */
export async function confirmHold(
  context: Context,
  input: Parsed<typeof publicCalendars.confirmEvent>,
): Promise<ConfirmedHold> {
  const hold = await findHold(context.db, input.id, input.token);
  if (!hold) throw expiredHold();
  return transaction(context, async (tx) => {
    await lockCalendar(tx.db, hold.calendarId);
    const current = await findHold(tx.db, input.id, input.token);
    if (!current || current.status === 'cancelled') throw expiredHold();
    if (current.status === 'held') {
      if (Temporal.Instant.compare(current.startAt, tx.clock.now()) <= 0) throw expiredHold();
      const contactId = await findOrCreateContact(tx, current);
      await tx.db
        .updateTable('events')
        .set({ contactId, status: 'requested', heldUntil: null, holderHash: null, updatedAt: tx.clock.now() })
        .where('companyId', '=', current.companyId)
        .where('id', '=', current.id)
        .execute();
      for (const channel of contactId ? new Set(input.consents) : []) {
        const shownText = translate(tx.visitor.language, `booking.consent.${channel}`);
        const consent = {
          companyId: current.companyId,
          contactId: String(contactId),
          channel,
          isGiven: true,
          userId: null,
          shownText,
        };
        await recordConsent(tx, { ...consent, source: 'booking' });
      }
      await countBooking(tx, 'confirm', current.calendarId);
      await queueAppointmentMail(tx, 'request', current);
      // After the mail was counted: requests for one address wait for each other there.
      await assertFewOpenRequests(tx, current.eMail);
      await remindOfAppointment(tx, 'requested', current);
    }
    return { id: current.id, start: current.startAt.toString(), end: current.endAt.toString(), type: 'info' };
  });
}

/** Deletes the hold, if it still exists. Throws 409 once it is confirmed; the mail's link cancels it then. */
export async function releaseHold(context: Context, input: { id: string; token: string }): Promise<undefined> {
  const hold = await findHold(context.db, input.id, input.token);
  if (!hold) return;
  await transaction(context, async (tx) => {
    await lockCalendar(tx.db, hold.calendarId);
    const current = await findHold(tx.db, input.id, input.token);
    if (!current) return;
    if (current.status !== 'held') throw new Refusal(409, 'booking.alreadyAgreed');
    await tx.db.deleteFrom('events').where('companyId', '=', current.companyId).where('id', '=', current.id).execute();
  });
}

/** The hold was released, or it expired and its time was taken or has begun. */
function expiredHold(): Refusal {
  return new Refusal(404, 'booking.holdGone');
}
