// The queries of the calendars that a user may see, and of their events.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type calendarEvent, calendars } from '#contract/booking/calendar.ts';
import { eventsBetween } from '#server/booking/times/events-between.ts';
import { findCalendar, firstLocation } from '#server/booking/times/find-calendar.ts';
import type { StoredEvent } from '#server/booking/times/find-event.ts';
import { mayUse, mayUseEvent } from '#server/booking/times/may-use.ts';
import type { Db } from '#server/db/pool.ts';
import type { CurrentUser } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { listAsJson, oneAsJson } from '#server/lib/sql/as-json.ts';
import { userName } from '#server/lib/sql/person-name.ts';

/** The user's own calendar first, then colleagues' by name; business hours are those of the first location. */
export function listCalendars(db: Db, user: CurrentUser): Promise<JsonText> {
  return listAsJson(
    db,
    calendars.getAllCalendars.output,
    sql`
      select k.id, k.user_id, ${userName} as name, k.user_id = ${user.id} as is_own,
        coalesce(place.time_zone, 'UTC') as time_zone,
        coalesce((
          select json_agg(json_build_object('Weekday', h.weekday, 'Start', to_char(h.start_time, 'HH24:MI'),
            'End', to_char(h.end_time, 'HH24:MI')) order by h.weekday, h.start_time)
          from opening_hours h
          where h.company_id = k.company_id and h.calendar_id = k.id and h.location_id = place.id), '[]') as business_hours,
        exists (
          select from outside_times t where t.company_id = k.company_id and t.calendar_id = k.id) as has_outside_times
      from calendars k
      join users u on u.id = k.user_id
      left join lateral (${firstLocation(user)}) place on true
      where ${mayUse(user)}
      order by k.user_id <> ${user.id}, folded(u.first_name), folded(u.last_name), k.id`,
  );
}

/** The columns of an event `v` with the rules `z` of its zone, with the names of the contract. */
export function eventColumns(user: CurrentUser): RawBuilder<z.output<typeof calendarEvent>> {
  return sql`v.id, v.calendar_id, v.user_id, v.title, v.description,
    with_offset_by(v.start_at, v.time_zone, z) as start, with_offset_by(v.end_at, v.time_zone, z) as "end", v.time_zone,
    v.all_day, v.start_date, v.end_date, v.type, v.send_sms, v.read_only,
    (not v.read_only or v.user_id is not distinct from ${user.id}::uuid) as is_editable, v.visit_id, v.contact_id, v.status,
    v.service_name,
    v.name, v.phone_number, v.e_mail, v.link, v.e_mail_reminder_sent_at, v.sms_reminder_sent_at, v.held_until,
    v.overlap_accepted_by is not null as overlaps, v.version`;
}

/** The events that overlap [start, end), without those of ended visits and expired holds. */
export async function listEvents(
  db: Db,
  user: CurrentUser,
  query: { calendarId: string; start: Temporal.Instant; end: Temporal.Instant },
  now: Temporal.Instant,
): Promise<JsonText> {
  const events = await listAsJson(
    db,
    calendars.getCalendarEvents.output,
    sql`
      select ${eventColumns(user)}
      from calendars k cross join lateral ${eventsBetween(query.start, query.end, 'appointments')} v
      left join zone_rules z on z.zone = v.time_zone
      where k.id = ${query.calendarId} and ${mayUseEvent(user)} and v.is_shown and (v.held_until is null or v.held_until > ${now})
      order by v.start_at, v.id`,
  );
  // An empty list leaves open whether the calendar exists.
  if (events.text === '[]' && !(await findCalendar(db, user, query.calendarId))) throw notFound();
  return events;
}

/** One event in the form of the contract. */
export function eventAsJson(db: Db, user: CurrentUser, id: string): Promise<JsonText | undefined> {
  return oneAsJson(
    db,
    calendars.insertEvent.output,
    sql`
      select ${eventColumns(user)}
      from appointments v join calendars k on k.company_id = v.company_id and k.id = v.calendar_id
      left join zone_rules z on z.zone = v.time_zone
      where v.id = ${id} and ${mayUseEvent(user)}`,
  );
}

/** Throws 417 for this field if the appointment has ended: its customer needs no message. */
export function assertNotOver({ endAt }: StoredEvent, now: Temporal.Instant, field: 'EMail' | 'PhoneNumber'): void {
  if (Temporal.Instant.compare(endAt, now) <= 0) throw invalid(field, 'calendar.appointmentOver');
}
