// Limits what one visitor may hold of a company, and the open requests of an unproved address.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#server/lib/context.ts';
import { countInTransaction, networkOf } from '#server/lib/http/throttle.ts';
import { Refusal } from '#server/lib/refusal.ts';

/** Per visitor: times held at once of a company, and holds and confirmations of a day with one calendar. */
export const maxOpenHolds = 5;
export const maxBookingsADay = 20;
/** Requests that wait for their link, per unproved address and over all companies. */
export const maxOpenRequests = 5;

/** Seconds after which an open request may have been answered. */
const requestRetryAfter = 3600;

/** Stored with a hold until it is confirmed. */
export function holderHash({ visitor }: Pick<Context, 'visitor'>): Buffer {
  return createHash('sha256').update(networkOf(visitor.address)).digest();
}

/** Bookings that a visitor or an address has open. */
export interface OpenBookings {
  holds: number;
  requests: number;
}

/** The open bookings of the visitor and the address as JSON, for a query with the calendar `c`. */
export function openBookings(tx: Context, eMail: string) {
  return sql<OpenBookings>`json_build_object('holds', ${hasVisitorLimits(tx) ? openHolds(tx) : sql`0`},
    'requests', ${openRequests(tx, eMail)})`;
}

/**
 * Throws 429 before a time is held: for a visitor who holds enough of the calendar already, and for an address that
 * could not be confirmed anyway. Runs under the calendar's lock.
 */
export async function assertMayHold(tx: Context, { holds, requests }: OpenBookings, calendarId: string): Promise<void> {
  if (holds >= maxOpenHolds) {
    throw new Refusal(429, 'booking.tooManyHolds', { retryAfter: tx.config.holdMinutes * 60 });
  }
  if (requests >= maxOpenRequests) throw tooManyRequests();
  await countBooking(tx, 'hold', calendarId);
}

/** Throws 429 when the address has too many open requests, the one just made included. */
export async function assertFewOpenRequests(tx: Context, eMail: string): Promise<void> {
  const { rows } = await sql<{ requests: number }>`select ${openRequests(tx, eMail)} as requests`.execute(tx.db);
  if ((rows[0]?.requests ?? 0) > maxOpenRequests) throw tooManyRequests();
}

/** Counts in the caller's transaction. Throws 429 when the visitor has done this often enough today. */
export async function countBooking(tx: Context, act: 'hold' | 'confirm', calendarId: string): Promise<void> {
  if (!hasVisitorLimits(tx)) return;
  const refusal = await countInTransaction(tx, {
    action: `booking ${act} of a day`,
    subject: `${networkOf(tx.visitor.address)} ${calendarId}`,
    max: maxBookingsADay,
    minutes: 24 * 60,
    code: 'booking.tooManyToday',
  });
  if (refusal) throw refusal;
}

/** `BOOKINGS_PER_MINUTE=0` lifts the limits of visitors, not those that protect recipients. */
function hasVisitorLimits({ config }: Context): boolean {
  return config.bookingsPerMinute > 0;
}

/** From the visitor's holds at the company, by visits_holder. */
function openHolds(tx: Context) {
  return sql<number>`(
    select count(*) from visits v
    where v.company_id = c.company_id and v.status = 'held' and v.holder_hash = ${holderHash(tx)}
      and v.held_until > ${tx.clock.now()})`;
}

/** Whether an address is proved matters, and is read, only for one with requests. */
function openRequests({ clock }: Context, eMail: string) {
  return sql<number>`(
    select case when count(*) = 0 or is_address_proved(${eMail}) then 0 else count(*) end
    from visits where lower(e_mail) = lower(${eMail}) and status = 'requested' and source = 'page'
      and start_at > ${clock.now()})`;
}

function tooManyRequests(): Refusal {
  return new Refusal(429, 'booking.tooManyRequests', { retryAfter: requestRetryAfter });
}
