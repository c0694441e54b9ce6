// The queries of public booking: profiles, occupied times, holds and appointments.
import { sql } from 'kysely';
import { type AppointmentState, type Profile, publicCalendars } from '#contract/booking/public.ts';
import { categoryName, personService, serviceOrder } from '#server/booking/services/person-service.ts';
import type { Db } from '#server/db/pool.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { personName } from '#server/lib/sql/person-name.ts';
import { placeJson } from '#server/places/place-json.ts';
import { isPresentable } from './is-presentable.ts';

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
export async function findProfile(db: Db, address: ProfileAddress): Promise<FoundProfile | undefined> {
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
      'name', ${personName},
      'profession', e.profession,
      'companyName', c.name, 'companyLogo', c.logo_id,
      'description', e.description,
      'timeZone', l.time_zone,
      'services', coalesce((
        select json_agg(json_build_object('id', s.id, 'name', s.name, 'category', ${categoryName},
          'pictureId', s.picture_id, 'minutes', own.minutes, 'price', own.price, 'description', s.description)
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
      select lower(v.occupied) as start, upper(v.occupied) as "end", 'danger' as type
      from locations l
      join employee_locations el on el.company_id = l.company_id and el.location_id = l.id
      join employees e on e.company_id = el.company_id and e.user_id = el.user_id and lower(e.url_name) = lower(${address.userUrlName})
      join calendars c on c.company_id = e.company_id and c.user_id = e.user_id
      join events v on v.company_id = c.company_id and v.calendar_id = c.id
      where lower(l.url_name) = lower(${address.locationUrlName}) and e.is_profile_public and e.is_calendar_public and ${isPresentable}
        and v.status <> 'cancelled' and v.occupied && tstzrange(${range.from}, ${range.to})
        and (v.held_until is null or v.held_until > ${now})
      order by lower(v.occupied), v.id`,
  );
}

export interface Hold {
  companyId: string;
  id: string;
  calendarId: string;
  status: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  name: string;
  eMail: string;
  phoneNumber: string;
  language: string;
}

/** Finds the event that a hold's token belongs to. */
export async function findHold(db: Db, id: string, token: string): Promise<Hold | undefined> {
  return db
    .selectFrom('events')
    .select(['companyId', 'id', 'calendarId', 'status', 'startAt', 'endAt', 'name', 'eMail', 'phoneNumber', 'language'])
    .where('id', '=', id)
    .where('holdTokenHash', '=', hashToken(token))
    .executeTakeFirst();
}

export interface FoundAppointment {
  companyId: string;
  eventId: string;
  calendarId: string;
  status: 'held' | 'requested' | 'confirmed' | 'cancelled';
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  timeZone: string;
  title: string;
  price: number | null;
  sequence: number;
  /** The address that the link was sent to; empty for links from before it was stored. */
  linkEMail: string;
  location: Profile['location'];
  name: string;
  companyName: string;
  phoneNumber: string;
  userUrlName: string;
}

/** Finds the appointment of a link's token, also past ones; undefined when the token is unknown or has been deleted. */
export async function findAppointment(db: Db, token: string): Promise<FoundAppointment | undefined> {
  const { rows } = await sql<FoundAppointment>`
    select v.company_id, v.id as event_id, v.calendar_id, v.status, v.start_at, v.end_at, v.time_zone, v.title, v.sequence,
      (select coalesce(own.price, s.price) from services s
        left join lateral ${personService(sql`v.calendar_id`, sql`v.location_id`)} own on true
        where s.company_id = v.company_id and s.id = v.service_id) as price,
      a.e_mail as link_e_mail, case when l.id is not null then ${locationJson} end as location,
      ${personName} as name, c.name as company_name,
      coalesce(nullif(e.phone_number, ''), c.phone_number) as phone_number, e.url_name as user_url_name
    from action_links a
    join events v on v.company_id = a.company_id and v.id = a.event_id
    join companies c on c.id = v.company_id
    join calendars k on k.company_id = v.company_id and k.id = v.calendar_id
    join employees e on e.company_id = k.company_id and e.user_id = k.user_id
    join users u on u.id = e.user_id
    left join locations l on l.company_id = v.company_id and l.id = v.location_id
    left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where a.token_hash = ${hashToken(token)} and a.purpose = 'appointment'`.execute(db);
  return rows[0];
}

/** The state that a link shows: past from its start on, unless it was cancelled. */
export function stateOf(found: FoundAppointment, now: Temporal.Instant): AppointmentState {
  if (found.status === 'cancelled') return 'cancelled';
  return Temporal.Instant.compare(found.startAt, now) <= 0 ? 'past' : found.status;
}
