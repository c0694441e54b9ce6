// Queries for plans, and for people with a public profile at their places.
import { type RawBuilder, sql } from 'kysely';
import { home, type SearchHit } from '#contract/site/home.ts';
import { personService } from '#server/booking/services/person-service.ts';
import type { Db } from '#server/db/pool.ts';
import type { Context } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { placeJson } from '#server/places/place-json.ts';
import { asQuery, type FoundWord } from './expand-words.ts';
import type { View } from './map-view.ts';

export function plans(context: Context): Promise<JsonText> {
  const query = context.db.selectFrom('plans').selectAll().orderBy('number');
  return listAsJson(context.db, home.getPlanDetails.output, query);
}

export interface OfferedService {
  id: string;
  name: string;
  price: number;
}

/** A person at a place. */
export interface FoundPerson {
  companyId: string;
  userId: string;
  locationId: string;
  hit: Pick<SearchHit, 'company' | 'location' | 'otherLocations' | 'userProfile'>;
  /** The active services there, the shortest first. */
  services: OfferedService[];
}

interface Found {
  totalRows: number;
  people: FoundPerson[];
}

type Point = { latitude: number; longitude: number };
export type Circle = Point & { kilometres: number };

/** Whether documents of people wait to be written again. */
export async function hasSearchChanges(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`select exists (select from search_changes) as some`.execute(db);
  return rows[0]?.some === true;
}

/** Whether someone with a public profile works within the circle. */
export async function isSomeoneWithin(db: Db, circle: Circle): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (
      select from search_documents d
      join employees e on e.company_id = d.company_id and e.user_id = d.user_id and e.is_profile_public
      where ${isWithin(circle)}) as some`.execute(db);
  return rows[0]?.some === true;
}

/** A condition on documents, and the point from which distances count. */
export interface Condition {
  words: readonly FoundWord[];
  near: Circle | undefined;
  middle: Point;
}

/**
 * Each person once, at the place that matches best, else at the nearest; the other places that match are named.
 * Matches of all words in the name come first, then by profession, service, company and place; the words as they were
 * typed come before longer and similar ones; then by name. Without words and near a place: the nearest first.
 * `totalRows` counts the people.
 */
export function findCards(db: Db, condition: Condition, page: { limit: number; offset: number }): Promise<Found> {
  const cards = sql`
    select distinct on (m.company_id, m.user_id) m.*
    from matching m order by m.company_id, m.user_id, m.rank, m.distance nulls last, m.place_name, m.location_id`;
  return read(db, { matching: documentsWith(condition), cards, order: orderOf(condition) }, page);
}

/** Each person at each place that matches, in the order of cards. */
export function findPersonsAtPlaces(db: Db, condition: Condition, limit: number): Promise<Found> {
  return read(db, { matching: documentsWith(condition), order: orderOf(condition) }, { limit, offset: 0 });
}

/** The people at places within a view that match, nearest to the middle first. */
export function findPins(db: Db, condition: Condition, view: View, limit: number): Promise<Found> {
  const matching = sql`${documentsWith(condition)} and ${isInView(sql`d`, view)}`;
  return read(db, { matching, order: sql`distance, sort_name, user_id, location_id` }, { limit, offset: 0 });
}

/** People at places within the view, nearest to the point first. */
export function findInView(db: Db, point: Point, view: View, limit: number): Promise<Found> {
  const order = sql`distance, last_name, first_name, user_id, location_id`;
  return read(db, { matching: peopleInView(point, view), order }, { limit, offset: 0 });
}

/** The query for the people within the view, with their distance; it starts from the index on geo locations. */
export function peopleInView(point: Point, view: View): RawBuilder<unknown> {
  return sql`
    select e.company_id, e.user_id, l.id as location_id, u.first_name, u.last_name,
      ${distanceFrom(point, sql`g`)} as distance
    from employees e
    join users u on u.id = e.user_id
    join employee_locations el on el.company_id = e.company_id and el.user_id = e.user_id
    join locations l on l.company_id = el.company_id and l.id = el.location_id
    join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where ${isInView(sql`g`, view)} and e.is_profile_public`;
}

function isInView(place: RawBuilder<unknown>, view: View): RawBuilder<unknown> {
  const ranges = view.longitudes.map(([west, east]) => sql`${place}.longitude between ${west} and ${east}`);
  return sql`${place}.latitude between ${view.south} and ${view.north} and (${sql.join(ranges, sql` or `)})`;
}

/** The distance on the ground has to be within that of the circle; the latitude alone excludes most. */
function isWithin(circle: Circle): RawBuilder<unknown> {
  const degrees = circle.kilometres / 111;
  const angle = Math.sin((degrees * Math.PI) / 360) ** 2;
  return sql`(d.latitude between ${circle.latitude - degrees} and ${circle.latitude + degrees}
    and ${distanceFrom(circle, sql`d`)} <= ${angle})`;
}

/**
 * The haversine of the angle between a point and another, which grows with the distance; null without a place.
 */
function distanceFrom(point: Point, place: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`power(sind((${place}.latitude - ${point.latitude}) / 2), 2)
    + cosd(${place}.latitude) * cosd(${point.latitude}) * power(sind((${place}.longitude - ${point.longitude}) / 2), 2)`;
}

function orderOf({ words, near }: Condition): RawBuilder<unknown> {
  return words.length > 0 && !near
    ? sql`rank, sort_name, place_name, user_id, location_id`
    : sql`rank, distance nulls last, sort_name, place_name, user_id, location_id`;
}

/** The documents of public people that have every word. */
function documentsWith({ words, near, middle }: Condition): RawBuilder<unknown> {
  const conditions = [
    sql`e.is_profile_public`,
    ...(words.length > 0 ? [sql`d.document @@ ${queryOf(words, '')}::tsquery`] : []),
    ...(near ? [isWithin(near)] : []),
  ];
  return sql`
    select d.company_id, d.user_id, d.location_id, d.sort_name, d.place_name, ${rankBy(words)} as rank,
      ${words.length > 0 && !near ? sql`null::double precision` : distanceFrom(near ?? middle, sql`d`)} as distance
    from search_documents d
    join employees e on e.company_id = d.company_id and e.user_id = d.user_id
    where ${sql.join(conditions, sql` and `)}`;
}

/** The texts in which all words are found, from the name to the place; typed words come before others there. */
function rankBy(words: readonly FoundWord[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`0`;
  const typed = words.map((word) => ({
    ...word,
    phrases: word.phrases.slice(0, 1).map((phrase) => ({ ...phrase, isBeginning: false })),
  }));
  const cases = ['A', 'AB', 'ABC'].map(
    (weights, level) => sql`when d.document @@ ${queryOf(words, weights)}::tsquery then ${sql.lit(2 * level)}`,
  );
  return sql`case ${sql.join(cases, sql` `)} else 6 end + (not d.document @@ ${queryOf(typed, '')}::tsquery)::int`;
}

/** A `tsquery` of all words, each by any of its phrases, in texts of these weights. */
function queryOf(words: readonly FoundWord[], weights: string): string {
  return words.map(({ phrases }) => `(${phrases.map((phrase) => asQuery(phrase, weights)).join(' | ')})`).join(' & ');
}

interface Query {
  matching: RawBuilder<unknown>;
  /** Selects the row of each person from the relation `matching`; without it, every row is answered. */
  cards?: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

/** One query for the count and a page of people. Other places are looked for only for the people of the page. */
async function read(
  db: Db,
  { matching, cards, order }: Query,
  page: { limit: number; offset: number },
): Promise<Found> {
  const others = cards
    ? sql`(
        select json_agg(o.location_id) from matching o
        where o.company_id = f.company_id and o.user_id = f.user_id and o.location_id <> f.location_id)`
    : sql`null::json`;
  const { rows } = await sql<Found>`
    with matching as materialized (${matching}),
    chosen as materialized (${cards ?? sql`select * from matching`}),
    paged as (
      select row_number() over () as position, f.*, ${others} as others from (
        select company_id, user_id, location_id from chosen
        order by ${order} limit ${page.limit} offset ${page.offset}) f)
    select (select count(*) from chosen) as total_rows, (
      select coalesce(json_agg(json_build_object('companyId', p.company_id, 'userId', p.user_id, 'locationId', p.location_id,
        'hit', ${hit}, 'services', ${offeredServices}) order by p.position), '[]')
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

const locationJson = sql`json_build_object('id', l.id, 'name', l.name, 'urlName', l.url_name, 'address', l.address,
  'timeZone', l.time_zone, 'geoLocation', ${placeJson})`;

/** A hit with the contract's own names. */
const hit = sql`json_build_object(
  'company', json_build_object('id', c.id, 'name', c.name),
  'location', ${locationJson},
  'otherLocations', case when p.others is null then '[]'::json else (
    select coalesce(json_agg(${locationJson} order by l.name, l.id), '[]')
    from locations l left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where l.company_id = p.company_id and l.id in (select o::uuid from json_array_elements_text(p.others) o)) end,
  'userProfile', json_build_object('urlName', e.url_name, 'name', ${userName},
    'profession', e.profession, 'picture', e.picture_id))`;

const offeredServices = sql`(
  select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'price', own.price)
    order by own.minutes, s.position, s.id), '[]')
  from calendars k
  join services s on s.company_id = k.company_id and s.is_active
  join lateral ${personService(sql`k.id`, sql`l.id`)} own on true
  where k.company_id = e.company_id and k.user_id = e.user_id)`;
