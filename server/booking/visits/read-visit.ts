// Answers with a visit and its parts.
import { sql } from 'kysely';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { deskStatuses } from '#contract/booking/visit-states.ts';
import { visits } from '#contract/booking/visits.ts';
import { toWire } from '#contract/lib/wire.ts';
import type { BookedOption } from '#server/booking/services/choose-options.ts';
import { mayUseEvent } from '#server/booking/times/may-use.ts';
import type { CurrentUser, SignedIn } from '#server/lib/context.ts';
import { versionOf } from '#server/lib/grid/grid-of.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { withOffset } from '#server/lib/with-offset.ts';
import { findReachableVisit } from './find-visit.ts';
import { movesOf } from './moves-of.ts';
import { optionsOfPart } from './options-of-part.ts';

/**
 * Throws 404 for unknown and foreign visits. With `partly`, answers with the parts that the caller may change, also
 * when others are in calendars of colleagues.
 */
export async function readVisit(context: SignedIn, id: string, { partly = false } = {}): Promise<Visit> {
  const { db, user } = context;
  const reached = await findReachableVisit(db, user, id);
  if (!reached || !(reached.isWhole || partly)) throw notFound();
  const { visit: found, isWhole } = reached;
  const { rows } = await sql<Row>`
    select v.source, v.phone_number, v.ended_by, v.end_reason, v.is_late, e.id as event_id, e.calendar_id,
      coalesce(${userName}, '') as person, e.title, e.start_at, e.end_at, p.service_id, p.service_name, p.minutes, p.price,
      p.buffer_before, p.buffer_after, ${optionsOfPart} as options, e.description, e.read_only, v.send_sms, ${isMailKept} as is_mail_kept,
      ${versionOf('v')}
    from visits v
    join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
    join events e on e.company_id = p.company_id and e.id = p.event_id
    join calendars k on k.company_id = e.company_id and k.id = e.calendar_id
    left join users u on u.id = k.user_id
    where v.company_id = ${user.companyId} and v.id = ${id} ${isWhole ? sql`` : ofCaller(user)} order by p.position`.execute(
    db,
  );
  const [first] = rows;
  if (!first) throw notFound();
  const moves = movesOf(found, context.clock.now());
  return {
    id: found.id,
    contactId: found.contactId,
    status: found.status,
    moves: isWhole
      ? [...moves]
      : moves.filter((move) => deskStatuses.includes(move) && deskStatuses.includes(found.status)),
    source: first.source,
    start: withOffset(found.startAt, found.timeZone),
    end: withOffset(found.endAt, found.timeZone),
    timeZone: found.timeZone,
    name: found.name,
    eMail: found.eMail,
    phoneNumber: first.phoneNumber,
    endedBy: first.endedBy,
    endReason: first.endReason,
    isLate: first.isLate,
    description: first.description,
    sendSms: first.sendSms,
    readOnly: first.readOnly,
    isMailKept: first.isMailKept,
    version: first.version,
    parts: rows.map(({ startAt, endAt, ...row }) => ({
      eventId: row.eventId,
      calendarId: row.calendarId,
      person: row.person,
      title: row.title,
      start: withOffset(startAt, found.timeZone),
      end: withOffset(endAt, found.timeZone),
      serviceId: row.serviceId,
      serviceName: row.serviceName,
      minutes: row.minutes,
      price: row.price,
      bufferBefore: row.bufferBefore,
      bufferAfter: row.bufferAfter,
      options: row.options.map(({ vatRate: _vatRate, ...option }) => option),
    })),
  };
}

/** Only the parts `e` that the caller may change. */
function ofCaller(user: CurrentUser) {
  return sql`and exists (
    select from events v join calendars k on k.company_id = v.company_id and k.id = v.calendar_id
    where v.company_id = e.company_id and v.id = e.id and ${mayUseEvent(user)})`;
}

/** Throws 409 with the visit as `Row` when it was saved since the version that the caller knows. */
export function assertUnchanged(stored: Visit, version: string): void {
  if (stored.version === version) return;
  throw new Refusal(409, 'grid.changed', { details: { Row: toWire(visits.updateVisit.output, stored) } });
}

/** Of a visit `v`: its last mail to the customer is kept without a server. */
const isMailKept = sql`coalesce((
  select d.state = 'kept' and d.given_up_at is null from email_messages m join deliveries d on d.id = m.id
  where m.company_id = v.company_id and m.visit_id = v.id and lower(m.to_e_mail) = lower(v.e_mail)
  order by m.created_at desc, m.id desc limit 1), false)`;

interface Row
  extends Pick<
    Visit,
    | 'source'
    | 'phoneNumber'
    | 'endedBy'
    | 'endReason'
    | 'isLate'
    | 'description'
    | 'sendSms'
    | 'readOnly'
    | 'isMailKept'
    | 'version'
  > {
  eventId: string;
  calendarId: string;
  person: string;
  title: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  serviceId: string | null;
  serviceName: string;
  minutes: number;
  price: number;
  bufferBefore: number;
  bufferAfter: number;
  options: BookedOption[];
}
