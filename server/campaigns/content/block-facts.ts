// Loads what the blocks of a campaign refer to: services, people and the company.
import { sql } from 'kysely';
import { type Block, flatBlocks } from '#contract/campaigns/blocks.ts';
import { personServiceNear } from '#server/booking/services/person-service.ts';
import { isPresentable } from '#server/booking/times/is-presentable.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { verifiedAddress } from '#server/lib/sql/company-address.ts';
import { userName } from '#server/lib/sql/person-name.ts';

/** How a person does a service, at the first of their places where they do. */
interface Offer {
  calendarId: string;
  minutes: number;
  price: number;
  /** Where to book it with them; null while their profile is not public. */
  path: string | null;
}

interface Variant {
  minutes: number;
  price: number;
}

interface ServiceFacts {
  id: string;
  name: string;
  description: string;
  minutes: number;
  price: number;
  /** Of everyone who does it, the cheapest first. */
  offers: readonly Offer[];
  variants: readonly Variant[];
}

interface PersonFacts {
  calendarId: string;
  name: string;
  profession: string;
  pictureId: string | null;
  /** Of the public profile; null while there is none. */
  path: string | null;
}

export interface BlockFacts {
  company: { name: string; address: string; eMail: string; phoneNumber: string };
  services: ReadonlyMap<string, ServiceFacts>;
  people: ReadonlyMap<string, PersonFacts>;
}

const isPublic = sql`e.is_profile_public and e.is_calendar_public`;
const path = sql<string | null>`'/' || l.url_name || '/' || e.url_name`;

/** The places `l` where an employee `e` has a public page. */
const placesOf = sql`employee_locations w join locations l on l.company_id = w.company_id and l.id = w.location_id
  where w.company_id = e.company_id and w.user_id = e.user_id and ${isPresentable}`;

/** The path of a person's public profile at the first of their places. */
const profilePath = sql<string | null>`case when ${isPublic} then (
  select ${path} from ${placesOf} order by l.created_at, l.id limit 1) end`;

/** Of a service `s`. */
const offersOf = sql<Offer[]>`coalesce((
  select json_agg(json_build_object('calendarId', k.id, 'minutes', own.minutes, 'price', own.price::float8,
    'path', case when ${isPublic} and s.is_active then ${path} end) order by own.price, k.id)
  from calendars k join employees e on e.company_id = k.company_id and e.user_id = k.user_id
  left join lateral (
    select l.id, l.url_name from ${placesOf} and exists (
      select from service_people p
      where p.company_id = s.company_id and p.service_id = s.id and p.calendar_id = k.id
        and coalesce(p.location_id, l.id) = l.id)
    order by l.created_at, l.id limit 1) l on true
  cross join lateral ${personServiceNear(sql`k.id`, sql`l.id`)} own
  where k.company_id = s.company_id), '[]')`;

/** The minutes and prices that the active variants of a service `s` add. */
const variantsOf = sql<Variant[]>`coalesce((
  select json_agg(json_build_object('minutes', o.minutes, 'price', o.price::float8))
  from service_options o
  where o.company_id = s.company_id and o.service_id = s.id and o.kind = 'variant' and o.is_active), '[]')`;

/** Reads with three queries, whatever the number of blocks. */
export async function blockFacts(
  { db }: Pick<ServiceContext, 'db'>,
  companyId: string,
  blocks: readonly Block[],
): Promise<BlockFacts> {
  const all = flatBlocks(blocks);
  const services = all.flatMap(({ kind, serviceId }) => (kind === 'service' && serviceId ? [serviceId] : []));
  const calendars = all.flatMap(({ kind, calendarId }) => (kind === 'person' && calendarId ? [calendarId] : []));
  const [company, found, people] = await Promise.all([
    sql<BlockFacts['company']>`
      select c.name, c.address, ${verifiedAddress} as e_mail, c.phone_number from companies c where c.id = ${companyId}`.execute(
      db,
    ),
    sql<ServiceFacts>`
      select s.id, s.name, s.description, s.minutes, s.price::float8 as price, ${offersOf} as offers,
        ${variantsOf} as variants
      from services s where s.company_id = ${companyId} and s.id = any(${services}::uuid[])`.execute(db),
    sql<PersonFacts>`
      select k.id as calendar_id, ${userName} as name, e.profession, e.picture_id, ${profilePath} as path
      from calendars k join employees e on e.company_id = k.company_id and e.user_id = k.user_id
      join users u on u.id = e.user_id
      where k.company_id = ${companyId} and k.id = any(${calendars}::uuid[])`.execute(db),
  ]);
  return {
    company: company.rows[0] ?? { name: '', address: '', eMail: '', phoneNumber: '' },
    services: new Map(found.rows.map((row) => [row.id, row])),
    people: new Map(people.rows.map((row) => [row.calendarId, row])),
  };
}
