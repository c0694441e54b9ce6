// The link in a customer's mail: opening it shows the appointment, only a click changes it.
import { type Appointment, type AppointmentState, appointmentMoves } from '#contract/booking/public.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { remindOfAppointment } from '#server/booking/notifications/remind-of-appointment.ts';
import { calendarEntryOf } from '#server/booking/notifications/render-calendar-entry.ts';
import { lockCalendarsOf, setStatus } from '#server/booking/visits/change-status.ts';
import { findVisit, lockVisit } from '#server/booking/visits/find-visit.ts';
import { changeableUntil, isLateToCancel } from '#server/booking/visits/late-cancellation.ts';
import { notifyCustomer } from '#server/booking/visits/notify-customer.ts';
import { proveConsents } from '#server/customers/consent/record-consent.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { isAddressProved, proveAddress } from '#server/messaging/mail/proved-addresses.ts';
import { readMailStates } from '#server/messaging/reach/mail-states.ts';
import { appointmentState } from './appointment-state.ts';
import { rememberProvedAddress } from './proved-browser.ts';
import { type FoundAppointment, findAppointment } from './store.ts';

/** Returns the appointment of a link. Throws 404 for an unknown link. */
export async function readLinkedAppointment(context: Context, input: { actionHash: string }): Promise<Appointment> {
  const found = await findAppointment(context.db, input.actionHash);
  if (!found) throw notFound();
  return toAppointment(context, found);
}

/**
 * `cancell` cancels, any other action confirms; customer and employee are notified in the same transaction. Where the
 * company confirms requests itself, confirming proves the address, and the request waits for the company. A repeated
 * call returns the same answer. Throws 409 for a move that the state does not allow.
 */
export async function processAppointment(
  context: Context,
  input: { actionHash: string; action: string },
): Promise<Appointment> {
  const move = input.action.toLowerCase() === 'cancell' ? 'cancell' : 'confirm';
  const status = move === 'cancell' ? 'cancelled' : 'confirmed';
  return withAppointment(context, input.actionHash, async (tx, found) => {
    const state = appointmentState(found, tx.clock.now());
    if (found.status === status) return toAppointment(tx, found);
    const moves: readonly string[] = appointmentMoves[state];
    if (!moves.includes(move)) throw new Refusal(409, refusals[state]);
    // Confirming proves the address that the link was sent to. Cancelling does not: the reader of an unwanted request
    // must not receive more of them.
    if (move === 'confirm' && found.linkEMail) {
      await proveAddress(tx, found.linkEMail);
      await proveConsents(tx, { companyId: found.companyId, eMail: found.linkEMail });
      await rememberProvedAddress(context, found.linkEMail);
    }
    if (move === 'confirm' && found.confirmsRequests) return toAppointment(tx, found);
    const visit = await findVisit(tx.db, visitOf(found));
    if (!visit) throw notFound();
    await setStatus(tx, visit, { status, by: 'customer' });
    await notifyCustomer(tx, visit);
    await queueAppointmentMail(tx, 'notice', visit);
    await remindOfAppointment(tx, status, visit);
    return toAppointment(tx, { ...found, status });
  });
}

const refusals = {
  held: 'booking.held',
  requested: 'booking.held',
  confirmed: 'booking.confirmed',
  cancelled: 'booking.cancelled',
  declined: 'booking.declined',
  expired: 'booking.requestExpired',
  past: 'booking.past',
} as const satisfies Record<AppointmentState, MessageKey>;

/**
 * Runs `act` in a transaction that holds the locks of the appointment's calendars and its visit. Throws 404 for an
 * unknown link.
 */
export async function withAppointment<T>(
  context: Context,
  actionHash: string,
  act: (tx: Context, found: FoundAppointment) => Promise<T>,
): Promise<T> {
  const before = await findAppointment(context.db, actionHash);
  if (!before) throw notFound();
  return transaction(context, async (tx) => {
    const visit = await findVisit(tx.db, visitOf(before));
    if (!visit) throw notFound();
    await lockCalendarsOf(tx.db, visit);
    // Pipelined: the server executes them in order.
    const [, found] = await Promise.all([lockVisit(tx.db, visit), findAppointment(tx.db, actionHash)]);
    if (!found) throw notFound();
    return act(tx, found);
  });
}

/** Returns the appointment as an entry for the customer's own calendar. */
export async function readCalendarEntry(context: Context, input: { actionHash: string }): Promise<FileAnswer> {
  const found = await findAppointment(context.db, input.actionHash);
  if (!found) throw notFound();
  const entry = await calendarEntryOf(context, visitOf(found));
  return new FileAnswer(entry, 'text/calendar; charset=utf-8', { name: 'appointment.ics' });
}

export function visitOf({ companyId, visitId }: FoundAppointment): { companyId: string; id: string } {
  return { companyId, id: visitId };
}

export async function toAppointment(context: Context, found: FoundAppointment): Promise<Appointment> {
  const state = appointmentState(found, context.clock.now());
  const waitsForCompany =
    state === 'requested' &&
    found.confirmsRequests &&
    found.linkEMail !== '' &&
    (await isAddressProved(context, found.linkEMail));
  const moves: Appointment['moves'] = [...appointmentMoves[state]];
  return {
    title: found.title,
    price: found.price,
    start: withOffset(found.startAt, found.timeZone),
    end: withOffset(found.endAt, found.timeZone),
    timeZone: found.timeZone,
    location: found.location,
    state,
    moves: [
      ...(waitsForCompany ? moves.filter((move) => move !== 'confirm') : moves),
      ...(isMovable(context, found) ? (['reschedule'] as const) : []),
    ],
    waitsForCompany,
    confirmsRequests: found.confirmsRequests,
    mail: (await readMailStates(context)).visit,
    hasSeveralPeople: found.calendarId === null,
    changeableUntil: changeableUntil(found)?.toString() ?? null,
    name: found.name,
    companyName: found.companyName,
    phoneNumber: found.phoneNumber,
    userUrlName: found.userUrlName,
  };
}

/** Whether the customer may still move the appointment: within the notice of its services, and in one calendar. */
export function isMovable({ clock }: Context, found: FoundAppointment): boolean {
  const state = appointmentState(found, clock.now());
  if (state !== 'requested' && state !== 'confirmed') return false;
  if (found.calendarId === null || !found.location || !found.isBookable) return false;
  return !isLateToCancel(found, clock.now());
}
