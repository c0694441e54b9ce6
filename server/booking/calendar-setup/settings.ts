// Finds the calendar to set up, and reads its settings.
import { sql } from 'kysely';
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import {
  categoryName,
  comingAppointments,
  personService,
  serviceOrder,
} from '#server/booking/services/person-service.ts';
import { mayUse } from '#server/booking/times/may-use.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { oneAsJson } from '#server/lib/sql/as-json.ts';

export interface EditableCalendar {
  calendarId: string;
  userId: string;
}

/**
 * Finds the calendar that the caller may set up: the given one, or their own. Throws 404 for unknown, foreign and
 * missing ones.
 */
export async function findEditableCalendar(
  { db, user }: SignedIn,
  calendarId: string | undefined,
): Promise<EditableCalendar> {
  const condition = calendarId
    ? sql`k.id = ${calendarId}`
    : sql`k.company_id = ${user.companyId} and k.user_id = ${user.id}`;
  const { rows } = await sql<EditableCalendar>`
    select k.id as calendar_id, k.user_id from calendars k where ${condition} and k.user_id is not null and ${mayUse(user)}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/**
 * Throws 417 unless the calendar's owner works at the location, and 404 for a location administrator who reaches the
 * owner at other locations only.
 */
export async function requireLocation(
  { db, user }: SignedIn,
  { userId }: EditableCalendar,
  locationId: string,
): Promise<void> {
  const works = await db
    .selectFrom('employeeLocations')
    .select('locationId')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', userId)
    .where('locationId', '=', locationId)
    .executeTakeFirst();
  if (!works) throw invalid('LocationId', 'hours.notThere');
  if (user.id === userId || user.actions.includes('admin')) return;
  const reaches = await db
    .selectFrom('employeeLocations')
    .select('locationId')
    .where('companyId', '=', user.companyId)
    .where('userId', '=', user.id)
    .where('locationId', '=', locationId)
    .executeTakeFirst();
  if (!reaches) throw notFound();
}

export async function readCalendarSettings(
  context: SignedIn,
  input: { calendarId?: string | undefined },
): Promise<JsonText> {
  return settingsOf(context, await findEditableCalendar(context, input.calendarId));
}

/**
 * Returns all hours of a calendar, and the services of the company: those that its person does, and the others. In one
 * query.
 */
export async function settingsOf({ db, user, clock }: SignedIn, { calendarId }: EditableCalendar): Promise<JsonText> {
  const wall = (table: string) => sql`coalesce((
    select json_agg(json_build_object('LocationId', h.location_id, 'Weekday', h.weekday,
      'Start', to_char(h.start_time, 'HH24:MI'), 'End', to_char(h.end_time, 'HH24:MI'))
      order by h.location_id, h.weekday, h.start_time)
    from ${sql.table(table)} h where h.company_id = k.company_id and h.calendar_id = k.id), '[]')`;
  const found = await oneAsJson(
    db,
    calendarSetup.getSettings.output,
    sql<CalendarSettings>`
      select k.id as calendar_id, k.step_minutes, k.notice_minutes, k.horizon_days,
        coalesce((
          select json_agg(json_build_object('Id', l.id, 'Name', l.name, 'TimeZone', l.time_zone) order by l.created_at, l.id)
          from employee_locations el join locations l on l.company_id = el.company_id and l.id = el.location_id
          where el.company_id = k.company_id and el.user_id = k.user_id), '[]') as locations,
        ${wall('opening_hours')} as hours,
        ${wall('breaks')} as breaks,
        coalesce((
          select json_agg(json_build_object('LocationId', d.location_id, 'Date', d.date, 'Open', d.open) order by d.date)
          from (
            select o.location_id, o.date, coalesce(json_agg(json_build_object('Start', to_char(o.start_time, 'HH24:MI'),
              'End', to_char(o.end_time, 'HH24:MI')) order by o.start_time) filter (where o.start_time is not null), '[]') as open
            from date_overrides o where o.company_id = k.company_id and o.calendar_id = k.id
            group by o.location_id, o.date) d), '[]') as overrides,
        coalesce((
          select json_agg(json_build_object(${offered}, 'OwnMinutes', own.own_minutes, 'OwnPrice', own.own_price,
            'IsShared', exists (select from service_people p where p.company_id = s.company_id and p.service_id = s.id
              and p.calendar_id <> k.id),
            'ComingAppointments', coalesce(coming.count, 0)) order by ${serviceOrder})
          from services s join lateral ${personService(sql`k.id`)} own on true
          left join ${comingAppointments(user.companyId, clock.now())} on coming.service_id = s.id
          where s.company_id = k.company_id), '[]') as services,
        coalesce((
          select json_agg(json_build_object(${offered}) order by ${serviceOrder}) from services s
          where s.company_id = k.company_id and not exists (select from service_people p
            where p.company_id = s.company_id and p.service_id = s.id and p.calendar_id = k.id)), '[]') as other_services
      from calendars k where k.company_id = ${user.companyId} and k.id = ${calendarId}`,
  );
  if (!found) throw notFound();
  return found;
}

/** The fields that every service `s` has in the answer. */
const offered = sql`'Id', s.id, 'Name', s.name, 'Category', ${categoryName}, 'Description', s.description,
  'Minutes', s.minutes, 'Price', s.price, 'BufferBefore', s.buffer_before, 'BufferAfter', s.buffer_after,
  'NoticeMinutes', s.notice_minutes, 'HorizonDays', s.horizon_days, 'IsActive', s.is_active`;
