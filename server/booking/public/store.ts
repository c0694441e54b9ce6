// The queries of public booking: profiles, occupied times, holds and appointments.
import { sql } from 'kysely';
import { type Profile, publicCalendars } from '#contract/booking/public.ts';
import type { VisitStatus } from '#contract/booking/visit-states.ts';
import { outsideBetween } from '#server/booking/outside-times/outside-times.ts';
import { categoryName, offeredOptions, personService, serviceOrder } from '#server/booking/services/person-service.ts';
import { isPresentable } from '#server/booking/times/is-presentable.ts';
import { findVisit, type StoredVisit } from '#server/booking/visits/find-visit.ts';
import type { Db } from '#server/db/pool.ts';
import type { Context } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { rulesOfZones } from '#server/lib/with-offset.ts';
import { canReachBySms, mailStateOf } from '#server/messaging/reach/mail-states.ts';
import { placeJson } from '#server/places/place-json.ts';

interface ProfileAddress {
  locationUrlName: string;
  userUrlName: string;
}

export interface FoundProfile {
  companyId: string;
  userId: string;
  isProfilePublic: boolean;
  profile: Omit<Profile, 'profileExists' | 'profileIsPublic' | 'profileIsVisible' | 'profileIsEditable'>;
}

/** Finds the person at an address with everything that a profile shows, public or not, in one query. */
export async function findProfile(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  address: ProfileAddress,
): Promise<FoundProfile | undefined> {
  const { rows } = await sql<FoundProfile>`
    select e.company_id, e.user_id, e.is_profile_public, json_build_object(
      'calendarIsPublic', e.is_calendar_public and ${isPresentable},
      'calendarUserUrlName', e.url_name,
      'userProfilePicture', e.picture_id,
      'profilePictures', coalesce((
        select json_agg(p.file_id order by p.position) from profile_pictures p
        where p.company_id = e.company_id and p.user_id = e.user_id), '[]'),
      'phoneNumber', coalesce(nullif(e.phone_number, ''), c.phone_number),
      'location', ${locationJson},
      'name', ${userName},
      'profession', e.profession,
      'companyName', c.name, 'companyLogo', c.logo_id,
      'hasBusinessPage', l.is_page_public and e.is_profile_public and ${userName} <> '',
      'description', e.description,
      'timeZone', l.time_zone, 'zones', ${rulesOfZones(sql`l.time_zone`, clock.now())},
      'confirmsRequests', c.confirms_requests, 'requestHours', c.request_hours,
      'mail', ${mailStateOf(config, 'visit')},
      'offersSmsReminders', c.sms_reminders and ${canReachBySms(config, 'visit')},
      'offersSmsNews', ${canReachBySms(config, 'campaign')},
      'services', coalesce((
        select json_agg(json_build_object('id', s.id, 'name', s.name, 'category', ${categoryName},
          'pictureId', s.picture_id, 'minutes', own.minutes, 'price', own.price, 'description', s.description,
          'options', ${offeredOptions}, 'people', ${peopleWhoDo})
          order by ${serviceOrder})
        from calendars k join services s on s.company_id = k.company_id
        join lateral ${personService(sql`k.id`, sql`l.id`)} own on true
        where k.company_id = e.company_id and k.user_id = e.user_id and s.is_active), '[]')
      ) as profile
    from locations l
    join employee_locations el on el.company_id = l.company_id and el.location_id = l.id
    join employees e on e.company_id = el.company_id and e.user_id = el.user_id
    join users u on u.id = e.user_id
    join companies c on c.id = e.company_id
    left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where lower(l.url_name) = lower(${address.locationUrlName}) and lower(e.url_name) = lower(${address.userUrlName})`.execute(
    db,
  );
  return rows[0];
}

/** How many people of the location `l` visitors can book the service `s` with. */
const peopleWhoDo = sql`(
  select count(distinct p.calendar_id) from service_people p
  join calendars ck on ck.company_id = p.company_id and ck.id = p.calendar_id
  join employees e on e.company_id = ck.company_id and e.user_id = ck.user_id
  join employee_locations el on el.company_id = e.company_id and el.user_id = e.user_id and el.location_id = l.id
  where p.company_id = s.company_id and p.service_id = s.id and (p.location_id is null or p.location_id = l.id)
    and e.is_profile_public and e.is_calendar_public and ${isPresentable})`;

/** A location `l` with its geo location `g`, with inner names. */
const locationJson = sql`json_build_object('id', l.id, 'name', l.name, 'urlName', l.url_name, 'address', l.address,
  'country', l.country, 'timeZone', l.time_zone, 'geoLocation', ${placeJson})`;

/** The occupied times of a public calendar: no names, buffers included, expired holds excluded. */
export function listOccupied(
  db: Db,
  address: ProfileAddress,
  range: { from: Temporal.Instant; to: Temporal.Instant },
  now: Temporal.Instant,
): Promise<JsonText> {
  return listAsJson(
    db,
    publicCalendars.getEvents.output,
    sql`
      select with_offset_by(taken.start_at, l.time_zone, z) as start, with_offset_by(taken.end_at, l.time_zone, z) as "end", 'danger' as type
      from locations l
      join employee_locations el on el.company_id = l.company_id and el.location_id = l.id
      join employees e on e.company_id = el.company_id and e.user_id = el.user_id and lower(e.url_name) = lower(${address.userUrlName})
      join calendars c on c.company_id = e.company_id and c.user_id = e.user_id
      cross join lateral (
        select lower(o) as start_at, upper(o) as end_at, v.id
        from events v cross join lateral unnest(v.occupied) o
        where v.company_id = c.company_id and v.calendar_id = c.id
          and v.blocks and v.occupied && tstzrange(${range.from}, ${range.to})
          and (v.held_until is null or v.held_until > ${now})
        union all
        select t.start_at, t.end_at, null
        from ${outsideBetween({ companyId: sql`c.company_id`, calendarId: sql`c.id` }, range.from, range.to)} t) taken
      left join zone_rules z on z.zone = l.time_zone
      where lower(l.url_name) = lower(${address.locationUrlName}) and e.is_profile_public and e.is_calendar_public and ${isPresentable}
      order by taken.start_at, taken.id`,
  );
}

/** Finds the visit that a hold's token belongs to. */
export async function findHold(db: Db, id: string, token: string): Promise<StoredVisit | undefined> {
  const hold = await db
    .selectFrom('visits')
    .select(['companyId', 'id'])
    .where('id', '=', id)
    .where('holdTokenHash', '=', hashToken(token))
    .executeTakeFirst();
  return hold && findVisit(db, hold);
}

export interface FoundAppointment {
  companyId: string;
  visitId: string;
  status: VisitStatus;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  timeZone: string;
  title: string;
  /** Of all its services as they were booked; null without a service. */
  price: number | null;
  /** Hours; null without a rule. */
  cancelHours: number | null;
  /** The person's calendar is public. */
  isBookable: boolean;
  /** The company confirms requests itself. */
  confirmsRequests: boolean;
  /** The calendar of all its parts; null when they are in several. */
  calendarId: string | null;
  /** The address that the link was sent to; empty for links from before it was stored. */
  linkEMail: string;
  location: Profile['location'];
  /** Empty once the person has left the company, as `userUrlName` is. */
  name: string;
  companyName: string;
  phoneNumber: string;
  userUrlName: string;
}

/** Finds the appointment of a link's token, also past ones; undefined when the token is unknown or has been deleted. */
export async function findAppointment(db: Db, token: string): Promise<FoundAppointment | undefined> {
  const { rows } = await sql<FoundAppointment>`
    select v.company_id, v.id as visit_id, v.status, v.start_at, v.end_at, v.time_zone, p.title, p.price, v.cancel_hours,
      c.confirms_requests, coalesce(e.is_profile_public and e.is_calendar_public, false) as is_bookable, case when p.calendars = 1 then p.calendar_id end as calendar_id,
      a.e_mail as link_e_mail, case when l.id is not null then ${locationJson} end as location,
      coalesce(${userName}, '') as name, c.name as company_name,
      coalesce(nullif(e.phone_number, ''), c.phone_number) as phone_number, coalesce(e.url_name, '') as user_url_name
    from action_links a
    join visits v on v.company_id = a.company_id and v.id = a.visit_id and not a.is_revoked
    join companies c on c.id = v.company_id
    join lateral (
      select (array_agg(e.calendar_id order by p.position))[1] as calendar_id, count(distinct e.calendar_id) as calendars,
        string_agg(e.title, ' + ' order by p.position) as title,
        sum(p.price) filter (where p.service_name <> '') as price
      from visit_parts p join events e on e.company_id = p.company_id and e.id = p.event_id
      where p.company_id = v.company_id and p.visit_id = v.id) p on true
    join calendars k on k.company_id = v.company_id and k.id = p.calendar_id
    -- The person may have left.
    left join employees e on e.company_id = k.company_id and e.user_id = k.user_id
    left join users u on u.id = e.user_id
    left join locations l on l.company_id = v.company_id and l.id = v.location_id
    left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where a.token_hash = ${hashToken(token)} and a.purpose = 'appointment'`.execute(db);
  return rows[0];
}
