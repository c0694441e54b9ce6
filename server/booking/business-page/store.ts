// The query of a business's public page.
import { sql } from 'kysely';
import type { BusinessPage } from '#contract/booking/business-page.ts';
import { categoryName, offeredOptions, personService, serviceOrder } from '#server/booking/services/person-service.ts';
import { isPresentable } from '#server/booking/times/is-presentable.ts';
import type { Context } from '#server/lib/context.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { rulesOfZones } from '#server/lib/with-offset.ts';
import { canReachBySms, mailStateOf } from '#server/messaging/reach/mail-states.ts';
import { placeJson } from '#server/places/place-json.ts';
import type { WeeklySchedule } from './join-hours.ts';

/** At most as many pictures of people's profiles are shown. */
const maxPictures = 12;

interface FoundPage {
  /** Services include those that no one does here. */
  page: Omit<BusinessPage, 'hours'> & { schedules: WeeklySchedule[] };
  embedOrigins: string[];
}

/** Finds the business at an address unless its page is switched off, in one query. */
export async function findBusinessPage(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  locationUrlName: string,
): Promise<FoundPage | undefined> {
  const { rows } = await sql<FoundPage>`
    select c.embed_origins, json_build_object(
      'location', json_build_object('id', l.id, 'name', l.name, 'urlName', l.url_name, 'address', l.address,
        'country', l.country, 'timeZone', l.time_zone, 'geoLocation', ${placeJson}),
      'description', l.description,
      'companyName', c.name, 'companyLogo', c.logo_id, 'phoneNumber', c.phone_number,
      'zones', ${rulesOfZones(sql`l.time_zone`, clock.now())},
      'confirmsRequests', c.confirms_requests, 'requestHours', c.request_hours,
      'mail', ${mailStateOf(config, 'visit')},
      'offersSmsReminders', c.sms_reminders and ${canReachBySms(config, 'visit')},
      'offersSmsNews', ${canReachBySms(config, 'campaign')},
      'pictures', coalesce((
        select json_agg(shown.file_id order by shown.position, shown.user_id) from (
          select p.file_id, p.position, p.user_id
          from profile_pictures p
          join employees e on e.company_id = p.company_id and e.user_id = p.user_id
          join users u on u.id = e.user_id
          where p.company_id = l.company_id and ${worksHere}
          order by p.position, p.user_id limit ${maxPictures}) shown), '[]'),
      'people', coalesce((
        select json_agg(json_build_object('urlName', e.url_name, 'name', ${userName}, 'profession', e.profession,
          'picture', e.picture_id, 'isBookable', k.id is not null and ${isBookable},
          'offers', coalesce((
            select json_agg(json_build_object('serviceId', s.id, 'minutes', own.minutes, 'price', own.price)
              order by ${serviceOrder})
            from services s join lateral ${personService(sql`k.id`, sql`l.id`)} own on true
            where s.company_id = e.company_id and s.is_active), '[]'))
          order by lower(${userName}), e.user_id)
        from employees e
        join users u on u.id = e.user_id
        left join calendars k on k.company_id = e.company_id and k.user_id = e.user_id
        where e.company_id = l.company_id and ${worksHere}), '[]'),
      'services', coalesce((
        select json_agg(json_build_object('id', s.id, 'name', s.name, 'category', ${categoryName},
          'pictureId', s.picture_id, 'description', s.description, 'options', ${offeredOptions}) order by ${serviceOrder})
        from services s where s.company_id = l.company_id and s.is_active), '[]'),
      'schedules', coalesce((
        select json_agg(json_build_object('weekly', (
            select json_agg(json_build_array(h.weekday, to_char(h.start_time, 'HH24:MI'), to_char(h.end_time, 'HH24:MI')))
            from opening_hours h where h.company_id = k.company_id and h.calendar_id = k.id and h.location_id = l.id),
          'breaks', (
            select json_agg(json_build_array(b.weekday, to_char(b.start_time, 'HH24:MI'), to_char(b.end_time, 'HH24:MI')))
            from breaks b where b.company_id = k.company_id and b.calendar_id = k.id and b.location_id = l.id)))
        from employees e
        join users u on u.id = e.user_id
        join calendars k on k.company_id = e.company_id and k.user_id = e.user_id
        where e.company_id = l.company_id and ${worksHere} and ${isBookable}), '[]')
      ) as page
    from locations l
    join companies c on c.id = l.company_id
    left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where lower(l.url_name) = lower(${locationUrlName}) and l.is_page_public`.execute(db);
  return rows[0];
}

/** Whether the employee `e`, the user `u`, is shown on the page of the location `l`. */
const worksHere = sql<boolean>`(e.is_profile_public and (u.first_name <> '' or u.last_name <> '') and exists (
  select from employee_locations el
  where el.company_id = e.company_id and el.user_id = e.user_id and el.location_id = l.id))`;

const isBookable = sql<boolean>`(e.is_calendar_public and ${isPresentable})`;
