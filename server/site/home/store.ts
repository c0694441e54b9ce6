// Queries for plans, and for people with a public profile at each of their places.
import { type RawBuilder, sql } from 'kysely';
import { home, type SearchHit } from '#contract/site/home.ts';
import type { Db } from '#server/db/pool.ts';
import type { Context } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { escaped } from '#server/lib/sql/search-words.ts';
import { placeJson } from '#server/places/place-json.ts';
import type { View } from './map-view.ts';

export function plans(context: Context): Promise<JsonText> {
  const query = context.db.selectFrom('plans').selectAll().orderBy('number');
  return listAsJson(context.db, home.getPlanDetails.output, query);
}

export interface FoundPerson {
  companyId: string;
  userId: string;
  locationId: string;
  hit: Omit<SearchHit, 'nextFree'>;
}

/**
 * People at places where every word (folded) is found in the name, profession, an active service, company or place.
 * Matches of all words in the name come first, then by profession, service, company, place; then by name. Without
 * words: everyone, nearest to `middle` first. `totalRows` counts all.
 */
export function findPeopleByWords(
  db: Db,
  words: readonly string[],
  middle: Point,
  page: { limit: number; offset: number },
): Promise<{ totalRows: number; people: FoundPerson[] }> {
  const order = sql`rank, last_name, first_name, location_name, user_id, location_id`;
  return read(db, words.length > 0 ? peopleWith(words) : allPeople(middle), order, page);
}

/** Folds companies, places and services once for all their people, which is most of the work. */
function peopleWith(words: readonly string[]): RawBuilder<unknown> {
  const patterns = words.map((word) => `%${escaped(word)}%`);
  const every = (text: RawBuilder<unknown>) => sql<boolean>`${text} like all (${patterns}::text[])`;
  return sql`
    with places as materialized (
      select l.company_id, l.id, l.name as location_name, folded(c.name) as business,
        folded(concat_ws(' ', l.name, l.address, l.country, g.line_address, g.city)) as place
      from locations l
      join companies c on c.id = l.company_id
      left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id),
    offers as materialized (
      select k.company_id, k.user_id, folded(string_agg(s.name, ' ')) as offer
      from services s
      join service_people p on p.company_id = s.company_id and p.service_id = s.id
      join calendars k on k.company_id = p.company_id and k.id = p.calendar_id
      where s.is_active group by k.company_id, k.user_id),
    profiles as materialized (
      select e.company_id, e.user_id, u.first_name, u.last_name, folded(u.first_name || ' ' || u.last_name) as person,
        folded(e.profession) as work, coalesce(o.offer, '') as offer
      from employees e
      join users u on u.id = e.user_id
      left join offers o on o.company_id = e.company_id and o.user_id = e.user_id
      where e.is_profile_public)
    select f.company_id, f.user_id, l.id as location_id, f.first_name, f.last_name, l.location_name, case
      when ${every(sql`f.person`)} then 0
      when ${every(sql`f.person || ' ' || f.work`)} then 1
      when ${every(sql`f.person || ' ' || f.work || ' ' || f.offer`)} then 2
      when ${every(sql`f.person || ' ' || f.work || ' ' || f.offer || ' ' || l.business`)} then 3
      else 4 end as rank
    from profiles f
    join employee_locations el on el.company_id = f.company_id and el.user_id = f.user_id
    join places l on l.company_id = el.company_id and l.id = el.location_id
    where ${every(sql`f.person || ' ' || f.work || ' ' || f.offer || ' ' || l.business || ' ' || l.place`)}`;
}

/** People at places within the view, nearest to the point first. */
export function findInView(
  db: Db,
  point: Point,
  view: View,
  limit: number,
): Promise<{ totalRows: number; people: FoundPerson[] }> {
  const order = sql`distance, last_name, first_name, user_id, location_id`;
  return read(db, peopleInView(point, view), order, { limit, offset: 0 });
}

type Point = { latitude: number; longitude: number };

/** The query for the people within the view, with their distance; it starts from the index on geo locations. */
export function peopleInView(point: Point, view: View): RawBuilder<unknown> {
  const ranges = view.longitudes.map(([west, east]) => sql`g.longitude between ${west} and ${east}`);
  return sql`
    select e.company_id, e.user_id, l.id as location_id, u.first_name, u.last_name,
      ${distanceFrom(point)} as distance
    from ${people}
    join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where g.latitude between ${view.south} and ${view.north} and (${sql.join(ranges, sql` or `)}) and e.is_profile_public`;
}

const people = sql`employees e
  join users u on u.id = e.user_id
  join companies c on c.id = e.company_id
  join employee_locations el on el.company_id = e.company_id and el.user_id = e.user_id
  join locations l on l.company_id = el.company_id and l.id = el.location_id`;

/**
 * The haversine of the angle between a point and a geo location `g`, which grows with the distance; null without a
 * place.
 */
function distanceFrom(point: Point): RawBuilder<number | null> {
  return sql`power(sind((g.latitude - ${point.latitude}) / 2), 2)
    + cosd(g.latitude) * cosd(${point.latitude}) * power(sind((g.longitude - ${point.longitude}) / 2), 2)`;
}

function allPeople(middle: Point): RawBuilder<unknown> {
  return sql`
    select e.company_id, e.user_id, l.id as location_id, u.first_name, u.last_name, l.name as location_name,
      ${distanceFrom(middle)} as rank
    from ${people} left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where e.is_profile_public`;
}

/** One query for the count and a page of hits. */
async function read(
  db: Db,
  matching: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  page: { limit: number; offset: number },
): Promise<{ totalRows: number; people: FoundPerson[] }> {
  const { rows } = await sql<{ totalRows: number; people: FoundPerson[] }>`
    with matching as materialized (${matching}),
    paged as (
      select row_number() over () as position, found.* from (
        select company_id, user_id, location_id from matching
        order by ${order} limit ${page.limit} offset ${page.offset}) found)
    select (select count(*) from matching) as total_rows, (
      select coalesce(json_agg(json_build_object('companyId', p.company_id, 'userId', p.user_id, 'locationId', p.location_id,
        'hit', ${hit}) order by p.position), '[]')
      from paged p
      join companies c on c.id = p.company_id
      join locations l on l.company_id = p.company_id and l.id = p.location_id
      join employees e on e.company_id = p.company_id and e.user_id = p.user_id
      join users u on u.id = p.user_id
      left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id) as people`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('An aggregate has one row.');
  return found;
}

/** A hit with the contract's own names. */
const hit = sql`json_build_object(
  'company', json_build_object('id', c.id, 'name', c.name),
  'location', json_build_object('id', l.id, 'name', l.name, 'urlName', l.url_name, 'address', l.address, 'timeZone', l.time_zone,
    'geoLocation', ${placeJson}),
  'userProfile', json_build_object('urlName', e.url_name, 'name', ${userName},
    'profession', e.profession, 'picture', e.picture_id),
  'priceFrom', (
    select min(coalesce(p.price, s.price)) from services s
    join service_people p on p.company_id = s.company_id and p.service_id = s.id
      and (p.location_id is null or p.location_id = l.id)
    join calendars k on k.company_id = p.company_id and k.id = p.calendar_id
    where k.company_id = e.company_id and k.user_id = e.user_id and s.is_active))`;
