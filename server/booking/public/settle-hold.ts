// Confirms or releases a visitor's hold.

import { sql } from 'kysely';
import type { publicCalendars } from '#contract/booking/public.ts';
import { endedStatuses } from '#contract/booking/visit-states.ts';
import type { ConsentChannel } from '#contract/customers/consent.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { remindOfAppointment } from '#server/booking/notifications/remind-of-appointment.ts';
import { outsideMeeting } from '#server/booking/outside-times/outside-times.ts';
import { lockCalendarsOf, setStatus } from '#server/booking/visits/change-status.ts';
import { lockVisit, type StoredVisit } from '#server/booking/visits/find-visit.ts';
import { joinContact } from '#server/booking/visits/join-contact.ts';
import { notifyCustomer, recordNotified } from '#server/booking/visits/notify-customer.ts';
import { proveConsents, recordConsent } from '#server/customers/consent/record-consent.ts';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { assertFewOpenRequests, countBooking } from './booking-limits.ts';
import { NotBookable } from './hold-with-person.ts';
import { confirmsRequests, hasProvedAddress } from './proved-browser.ts';
import { refusalOfHold } from './refuse-hold.ts';
import { findHold } from './store.ts';

type ConfirmedHold = Output<typeof publicCalendars.confirmEvent>;

/**
 * Turns the hold into a request and queues the mail with its link in the same transaction. An address that was proved
 * in this browser confirms at once, unless the company confirms requests itself. An expired hold can still be confirmed
 * unless its time has been taken or has begun. A repeated call returns the same answer and sends no mail. Throws 404
 * once the hold was released or the request has ended; 417 with Key `Start` and the nearest free times when the person
 * has become busy elsewhere; 429 when the visitor or the address has had enough of the day; the hold stays then.
 */
export async function confirmHold(
  context: Context,
  input: Parsed<typeof publicCalendars.confirmEvent>,
): Promise<ConfirmedHold> {
  const hold = await findHold(context.db, input.id, input.token);
  if (!hold) throw expiredHold();
  try {
    return await confirm(context, input, hold);
  } catch (error) {
    if (!(error instanceof NotBookable)) throw error;
    // The times around it are read without the lock.
    throw await refusalOfHold(context, hold, error.reason);
  }
}

function confirm(
  context: Context,
  input: Parsed<typeof publicCalendars.confirmEvent>,
  hold: StoredVisit,
): Promise<ConfirmedHold> {
  return transaction(context, async (tx) => {
    await lockCalendarsOf(tx.db, hold);
    // Pipelined: the server executes them in order.
    const [, current] = await Promise.all([lockVisit(tx.db, hold), findHold(tx.db, input.id, input.token)]);
    if (!current || endedStatuses.includes(current.status)) throw expiredHold();
    const status = current.status === 'held' ? await request(tx, current, input.consents) : current.status;
    return {
      id: current.id,
      start: withOffset(current.startAt, current.timeZone),
      end: withOffset(current.endAt, current.timeZone),
      type: status === 'requested' ? 'info' : 'success',
    };
  });
}

/** Returns the state that the hold has now. */
async function request(
  tx: Context,
  hold: StoredVisit,
  consents: readonly ConsentChannel[],
): Promise<'requested' | 'confirmed'> {
  if (Temporal.Instant.compare(hold.startAt, tx.clock.now()) <= 0) throw expiredHold();
  if (await isBusyElsewhere(tx.db, hold)) throw new NotBookable('taken');
  const isKnown = (await hasProvedAddress(tx, hold.eMail)) && !(await confirmsRequests(tx, hold));
  const status = isKnown ? 'confirmed' : 'requested';
  for (const calendarId of new Set(hold.parts.map((part) => part.calendarId))) {
    await countBooking(tx, 'confirm', calendarId);
  }
  const contactId = await joinContact(tx, hold);
  for (const channel of contactId ? new Set(consents) : []) {
    const consent = {
      companyId: hold.companyId,
      contactId: String(contactId),
      channel,
      isGiven: true,
      userId: null,
      shownText: translate(tx.visitor.language, `booking.consent.${channel}`),
      source: 'booking',
    } as const;
    await recordConsent(tx, consent, { isProved: false });
  }
  // The link of an earlier mail proved the address in this browser.
  if (await hasProvedAddress(tx, hold.eMail)) await proveConsents(tx, hold);
  await setStatus(tx, { ...hold, contactId }, { status, by: 'customer' });
  if (status === 'confirmed') {
    await notifyCustomer(tx, hold);
    await queueAppointmentMail(tx, 'notice', hold);
  } else {
    await queueAppointmentMail(tx, 'request', hold);
    await recordNotified(tx, hold);
    // After the mail was counted: requests for one address wait for each other there.
    await assertFewOpenRequests(tx, hold.eMail);
  }
  await remindOfAppointment(tx, status, hold);
  return status;
}

/** The person may have become busy elsewhere since the hold; another calendar is read at any time. */
async function isBusyElsewhere(db: Db, { companyId, parts }: StoredVisit): Promise<boolean> {
  const meets = parts.map(
    ({ calendarId, occupied }) => sql`exists (select from ${outsideMeeting({ companyId, calendarId }, occupied)} t)`,
  );
  const { rows } = await sql<{ isBusy: boolean }>`select ${sql.join(meets, sql` or `)} as is_busy`.execute(db);
  return rows[0]?.isBusy ?? false;
}

/** Deletes the hold, if it still exists. Throws 409 once it is confirmed; the mail's link cancels it then. */
export async function releaseHold(context: Context, input: { id: string; token: string }): Promise<undefined> {
  const hold = await findHold(context.db, input.id, input.token);
  if (!hold) return;
  await transaction(context, async (tx) => {
    await lockCalendarsOf(tx.db, hold);
    const current = await findHold(tx.db, input.id, input.token);
    if (!current) return;
    if (current.status !== 'held') throw new Refusal(409, 'booking.alreadyAgreed');
    await tx.db.deleteFrom('visits').where('companyId', '=', current.companyId).where('id', '=', current.id).execute();
  });
}

/** The hold was released, its request has ended, or it expired and its time was taken or has begun. */
function expiredHold(): Refusal {
  return new Refusal(404, 'booking.holdGone');
}
