// The link in a visitor's mail: opening it shows the appointment, only a click changes it.
import { type Appointment, appointmentMoves } from '#contract/booking/public.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { remindOfAppointment } from '#server/booking/notifications/remind-of-appointment.ts';
import { calendarEntryOf } from '#server/booking/notifications/render-calendar-entry.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { proveAddress } from '#server/messaging/mail/proved-addresses.ts';
import { lockCalendar } from './lock-calendar.ts';
import { type FoundAppointment, findAppointment, stateOf } from './store.ts';

/** Returns the appointment of a link. Throws 404 for an unknown link. */
export async function readAppointment(context: Context, input: { actionHash: string }): Promise<Appointment> {
  const found = await findAppointment(context.db, input.actionHash);
  if (!found) throw notFound();
  return toAppointment(context, found);
}

/**
 * `cancell` cancels, any other action confirms; visitor and employee are notified in the same transaction. A repeated
 * call returns the same answer. Throws 409 for a move that the state does not allow.
 */
export async function processAppointment(
  context: Context,
  input: { actionHash: string; action: string },
): Promise<Appointment> {
  const before = await findAppointment(context.db, input.actionHash);
  if (!before) throw notFound();
  const move = input.action.toLowerCase() === 'cancell' ? 'cancell' : 'confirm';
  const targetStatus = move === 'cancell' ? 'cancelled' : 'confirmed';
  return transaction(context, async (tx) => {
    await lockCalendar(tx.db, before.calendarId);
    const found = await findAppointment(tx.db, input.actionHash);
    if (!found) throw notFound();
    const state = stateOf(found, tx.clock.now());
    if (found.status === targetStatus) return toAppointment(tx, found);
    const moves: readonly string[] = appointmentMoves[state];
    // A held or requested appointment allows both moves.
    if (state !== 'held' && state !== 'requested' && !moves.includes(move)) throw new Refusal(409, `booking.${state}`);
    await tx.db
      .updateTable('events')
      .set((eb) => ({
        status: targetStatus,
        type: targetStatus === 'confirmed' ? 'success' : 'inverse',
        heldUntil: null,
        holderHash: null,
        sequence: eb('sequence', '+', 1),
        updatedAt: tx.clock.now(),
      }))
      .where('companyId', '=', found.companyId)
      .where('id', '=', found.eventId)
      .execute();
    // Confirming proves the address that the link was sent to. Cancelling does not: the reader of an unwanted request
    // must not receive more of them.
    if (move === 'confirm' && found.linkEMail) await proveAddress(tx, found.linkEMail);
    const event = { companyId: found.companyId, id: found.eventId };
    await queueAppointmentMail(tx, targetStatus, event);
    await queueAppointmentMail(tx, 'notice', event);
    await remindOfAppointment(tx, targetStatus, event);
    return toAppointment(tx, { ...found, status: targetStatus });
  });
}

/** Returns the appointment as an entry for the visitor's own calendar. */
export async function readCalendarEntry(context: Context, input: { actionHash: string }): Promise<FileAnswer> {
  const found = await findAppointment(context.db, input.actionHash);
  if (!found) throw notFound();
  const entry = await calendarEntryOf(context, { companyId: found.companyId, id: found.eventId });
  return new FileAnswer(entry, 'text/calendar; charset=utf-8', { name: 'appointment.ics' });
}

function toAppointment(context: Context, found: FoundAppointment): Appointment {
  const state = stateOf(found, context.clock.now());
  return {
    title: found.title,
    price: found.price,
    start: found.startAt.toString(),
    end: found.endAt.toString(),
    timeZone: found.timeZone,
    location: found.location,
    state,
    moves: [...appointmentMoves[state]],
    name: found.name,
    companyName: found.companyName,
    phoneNumber: found.phoneNumber,
    userUrlName: found.userUrlName,
  };
}
