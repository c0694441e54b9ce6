// Writes a visit with its parts and their events, all or none.
import { type RawBuilder, sql } from 'kysely';
import { countedStatuses, type VisitStatus } from '#contract/booking/visit-states.ts';
import type { BookedOption } from '#server/booking/services/choose-options.ts';
import type { Db } from '#server/db/pool.ts';

export interface NewVisit {
  companyId: string;
  id: string;
  locationId: string | null;
  contactId: string | null;
  timeZone: string;
  name: string;
  eMail: string;
  phoneNumber: string;
  language: string;
  status: VisitStatus;
  source: 'page' | 'staff' | 'import' | 'walk_in' | 'waiting_list';
  sendSms: boolean;
  /** Hours; null without a rule. */
  cancelHours: number | null;
  /** The visit to a link of a campaign. */
  cameThrough?: string | undefined;
  /** The customer named no person. */
  anyPerson?: boolean | undefined;
  held?: { until: Temporal.Instant; tokenHash: Buffer; holderHash: Buffer };
}

export interface NewPart {
  eventId: string;
  calendarId: string;
  /** The employee who made it; null for a visitor. */
  userId: string | null;
  title: string;
  description: string;
  /** ISO 8601. */
  start: string;
  end: string;
  /** Only for all-day events. */
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  type: string;
  /** A multirange: `occupiedTime`. */
  occupied: string;
  lane?: number;
  overlapAcceptedBy?: string | null;
  readOnly?: boolean;
  link?: string;
  serviceId: string | null;
  serviceName: string;
  minutes: number;
  price: number;
  vatRate?: number | null;
  bufferBefore: number;
  bufferAfter: number;
  pauseStart?: number | null;
  pauseMinutes?: number | null;
  /** Included in the minutes and the price. */
  options?: readonly BookedOption[];
}

/**
 * Inserts the visit in one statement; its parts are in order of their start. Returns false, and writes nothing that may
 * be committed, when one of the times is taken: the caller must roll back then.
 */
export async function insertVisit(
  db: Db,
  visit: NewVisit,
  parts: readonly NewPart[],
  now: Temporal.Instant,
): Promise<boolean> {
  const { held } = visit;
  const rows = JSON.stringify(parts.map((part, position) => ({ ...part, position })));
  const counted = countedStatuses.includes(visit.status) ? 1 : 0;
  // Skip violations of the no-overlap constraint only; a plain insert would deadlock under concurrent requests.
  const { rows: booked } = await sql<{ id: string }>`
    with part as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb) as p("eventId" uuid, "calendarId" uuid, "userId" uuid, title text,
        description text, start timestamptz, "end" timestamptz, "startDate" date, "endDate" date, type text,
        occupied tstzmultirange, lane integer, "overlapAcceptedBy" uuid, "readOnly" boolean, link text, "serviceId" uuid,
        "serviceName" text, minutes integer, price numeric, "vatRate" numeric, "bufferBefore" integer,
        "bufferAfter" integer, "pauseStart" integer, "pauseMinutes" integer, options jsonb, position integer)
    ), taken as (
      insert into events (company_id, id, calendar_id, location_id, user_id, title, description, start_at, end_at, time_zone,
          all_day, start_date, end_date, type, occupied, lane, overlap_accepted_by, held_until, read_only, link, words,
          counted_parts, booked_price, completed_price, created_at, updated_at)
        select ${visit.companyId}::uuid, "eventId", "calendarId", ${visit.locationId}::uuid, "userId", title, description, start,
          "end", ${visit.timeZone}, "startDate" is not null, "startDate", "endDate", type, occupied, coalesce(lane, 0),
          "overlapAcceptedBy", ${held?.until ?? null}::timestamptz, coalesce("readOnly", false), coalesce(link, ''),
          ${wordsOf(sql`title`, visit)}, ${counted}::integer, price * ${counted}::integer,
          price * ${visit.status === 'completed' ? 1 : 0}::integer, ${now}::timestamptz, ${now}::timestamptz
        from part
        on conflict on constraint events_do_not_overlap do nothing
        returning id
    ), booked as (
      insert into visits (company_id, id, location_id, contact_id, start_at, end_at, time_zone, day, name, e_mail,
          phone_number, language, status, source, send_sms, held_until, hold_token_hash, holder_hash, cancel_hours,
          calendar_uid, requested_at, came_through, any_person, created_at, updated_at)
        select ${visit.companyId}::uuid, ${visit.id}::uuid, ${visit.locationId}::uuid, ${visit.contactId}::uuid, min(start), max("end"),
          ${visit.timeZone}, coalesce(min("startDate"), wall_time(min(start), ${visit.timeZone})::date), ${visit.name},
          ${visit.eMail}, ${visit.phoneNumber}, ${visit.language}, ${visit.status}, ${visit.source}, ${visit.sendSms},
          ${held?.until ?? null}::timestamptz, ${held?.tokenHash ?? null}::bytea, ${held?.holderHash ?? null}::bytea,
          ${visit.cancelHours}::integer, ${visit.id}::uuid,
          ${visit.status === 'requested' ? now : null}::timestamptz, ${visit.cameThrough ?? null}::uuid,
          ${visit.anyPerson ?? false}::boolean, ${now}::timestamptz, ${now}::timestamptz
        from part having (select count(*) from taken) = count(*)
        returning id
    )${parts.some(({ options }) => options?.length) ? sql`, chosen as (${insertOptions(visit.companyId)})` : sql``}
    insert into visit_parts (company_id, visit_id, event_id, position, service_id, service_name, minutes, price, vat_rate,
        buffer_before, buffer_after, pause_start, pause_minutes)
      select ${visit.companyId}::uuid, booked.id, "eventId", position, "serviceId", "serviceName", minutes, price, "vatRate",
        "bufferBefore", "bufferAfter", "pauseStart", "pauseMinutes"
      from part, booked
      returning event_id as id`.execute(db);
  return booked.length === parts.length;
}

function insertOptions(companyId: string): RawBuilder<unknown> {
  return sql`
    insert into visit_part_options (company_id, visit_id, event_id, position, option_id, kind, name, count, minutes, price,
        vat_rate)
      select ${companyId}::uuid, booked.id, part."eventId", o.ordinality - 1, o."optionId", o.kind, o.name, o.count,
        o.minutes, o.price, o."vatRate"
      from booked, part cross join lateral rows from (jsonb_to_recordset(part.options) as ("optionId" uuid, kind text,
        name text, count integer, minutes integer, price numeric, "vatRate" numeric)) with ordinality o`;
}

/** The words by which the search finds an event: see `events.words`. */
export function wordsOf(
  title: unknown,
  { name, eMail, phoneNumber }: Pick<NewVisit, 'name' | 'eMail' | 'phoneNumber'>,
) {
  return sql<string>`folded(${title}::text || ${` ${name} ${eMail} ${phoneNumber}`}::text)`;
}
