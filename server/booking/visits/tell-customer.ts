// Tells customers by mail what has changed in their visit since they last heard of it.
import { sql } from 'kysely';
import { endedStatuses, type VisitStatus } from '#contract/booking/visits.ts';
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { withdrawMails } from '#server/messaging/mail/withdraw-mails.ts';

/** What a customer knows of a visit: instants in ISO 8601. */
interface Told {
  status: VisitStatus;
  start: string;
  end: string;
  /** The calendars of its parts, in order. */
  calendars: string[];
  /** The services of its parts, in order; mails of earlier releases did not record them. */
  services?: string[];
}

type News = { kind: 'confirmed' | 'changed' | 'cancelled'; previously?: Told };

/**
 * Queues the mail for the change that the caller has written, in its transaction. A change that can be undone waits as
 * long as the browser offers that (`UNDO_SECONDS`): a mail that still waits is replaced, and one change back to what the
 * customer knows already sends nothing. With `notify` false, the customer is not told now, and hears of this change
 * with the next one.
 */
export async function tellCustomer(
  context: ServiceContext,
  visit: { companyId: string; id: string },
  { notify = true, canBeUndone = false }: { notify?: boolean; canBeUndone?: boolean } = {},
): Promise<void> {
  const { db, clock, config } = context;
  const { companyId, id } = visit;
  const now = clock.now();
  const isWithdrawn = await withdrawMails(context, visit);
  const { rows } = await sql<{ told: Told | null; telling: Told | null; present: Told; source: string }>`
    select v.told, v.telling, v.source, ${presentOf()} as present
    from visits v where v.company_id = ${companyId} and v.id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) return;
  const known = isWithdrawn ? found.told : found.telling;
  // Nothing is news about a visit that is over.
  const isOver = Temporal.Instant.compare(found.present.end, now) <= 0;
  const news = notify && !isOver ? newsFor(known, found.present) : undefined;
  const queued =
    news &&
    (await queueAppointmentMail(context, news.kind, visit, {
      ...(news.previously && { previously: timesOf(news.previously) }),
      ...(canBeUndone && { notBefore: now.add({ seconds: config.undoSeconds }) }),
    }));
  await sql`update visits set told = ${asJson(known)}::jsonb, telling = ${asJson(queued ? found.present : known)}::jsonb
    where company_id = ${companyId} and id = ${id}`.execute(db);
}

/** Records what a mail of another kind has told the customer: a request, and its link. */
export async function recordTold(context: ServiceContext, visit: { companyId: string; id: string }): Promise<void> {
  await sql`
    update visits v set telling = ${presentOf()}
    where v.company_id = ${visit.companyId} and v.id = ${visit.id}`.execute(context.db);
}

/** What there is to know of a visit `v` now. */
function presentOf() {
  const ofParts = (what: unknown) => sql`(
    select json_agg(${what} order by p.position) from visit_parts p
    join events e on e.company_id = p.company_id and e.id = p.event_id
    where p.company_id = v.company_id and p.visit_id = v.id)`;
  return sql`json_build_object('status', v.status, 'start', ${isoOf(sql`v.start_at`)}, 'end', ${isoOf(sql`v.end_at`)},
    'calendars', ${ofParts(sql`e.calendar_id`)}, 'services', ${ofParts(sql`p.service_name`)})`;
}

/** Undefined when the customer knows it all. */
function newsFor(known: Told | null, present: Told): News | undefined {
  const isEnded = endedStatuses.includes(present.status);
  // Staff take notes of what happens at the desk; the customer is there.
  if (!isEnded && !isAhead(present.status)) return undefined;
  const knewEnd = known !== null && endedStatuses.includes(known.status);
  // An answer was undone: the request waits again, and its next answer is the news.
  if (present.status === 'requested' && (!known || knewEnd)) return undefined;
  if (!known) return isEnded ? { kind: 'cancelled' } : { kind: 'confirmed' };
  if (isEnded) return knewEnd ? undefined : { kind: 'cancelled' };
  if (knewEnd) return { kind: 'confirmed' };
  if (known.status === 'requested' && present.status !== 'requested') return { kind: 'confirmed' };
  const isSame =
    known.start === present.start && known.end === present.end && known.calendars.join() === present.calendars.join();
  if (!isSame) return { kind: 'changed', previously: known };
  // At the same time, but for something else: the customer gets the appointment again.
  const hasSameServices = !known.services || known.services.join('\n') === (present.services ?? []).join('\n');
  return hasSameServices ? undefined : { kind: 'confirmed' };
}

function isAhead(status: VisitStatus): boolean {
  return status === 'requested' || status === 'confirmed';
}

function timesOf({ start, end }: Told) {
  return { startAt: Temporal.Instant.from(start), endAt: Temporal.Instant.from(end) };
}

function isoOf(instant: unknown) {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function asJson(told: Told | null): string | null {
  return told && JSON.stringify(told);
}
