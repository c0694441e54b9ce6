// Loads what the blocks of a campaign refer to: services, people and the company.
import { sql } from 'kysely';
import { type Block, flatBlocks } from '#contract/campaigns/blocks.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { verifiedAddress } from '#server/lib/sql/company-address.ts';
import { personName } from '#server/lib/sql/person-name.ts';

interface ServiceFacts {
  id: string;
  name: string;
  description: string;
  minutes: number;
  price: number;
  /** The first person who does it and has a public profile. */
  calendarId: string | null;
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

/** The path of a calendar's public profile at the first place of its person. */
const profilePath = sql<string | null>`case when m.is_profile_public and m.is_calendar_public then (
  select '/' || l.url_name || '/' || m.url_name from employee_locations w
  join locations l on l.company_id = w.company_id and l.id = w.location_id
  where w.company_id = m.company_id and w.user_id = m.user_id order by l.created_at, l.id limit 1) end`;

/** Reads with two queries, whatever the number of blocks. */
export async function blockFacts(
  { db }: Pick<ServiceContext, 'db'>,
  companyId: string,
  blocks: readonly Block[],
): Promise<BlockFacts> {
  const all = flatBlocks(blocks);
  const services = all.flatMap(({ kind, serviceId }) => (kind === 'service' && serviceId ? [serviceId] : []));
  const calendars = all.flatMap(({ kind, calendarId }) =>
    (kind === 'service' || kind === 'person') && calendarId ? [calendarId] : [],
  );
  const [company, found] = await Promise.all([
    sql<BlockFacts['company']>`
      select c.name, c.address, ${verifiedAddress} as e_mail, c.phone_number from companies c where c.id = ${companyId}`.execute(
      db,
    ),
    sql<ServiceFacts>`
      select s.id, s.name, s.description, s.minutes, s.price::float8 as price, (
        select p.calendar_id from service_people p
        join calendars k on k.company_id = p.company_id and k.id = p.calendar_id
        join employees m on m.company_id = k.company_id and m.user_id = k.user_id
        where p.company_id = s.company_id and p.service_id = s.id and m.is_profile_public and m.is_calendar_public
        order by k.id limit 1) as calendar_id
      from services s where s.company_id = ${companyId} and s.id = any(${services}::uuid[])`.execute(db),
  ]);
  const wanted = [...calendars, ...found.rows.flatMap(({ calendarId }) => calendarId ?? [])];
  const { rows: people } = await sql<PersonFacts>`
    select k.id as calendar_id, ${personName} as name, m.profession, m.picture_id, ${profilePath} as path
    from calendars k join employees m on m.company_id = k.company_id and m.user_id = k.user_id
    join users u on u.id = m.user_id
    where k.company_id = ${companyId} and k.id = any(${wanted}::uuid[])`.execute(db);
  return {
    company: company.rows[0] ?? { name: '', address: '', eMail: '', phoneNumber: '' },
    services: new Map(found.rows.map((row) => [row.id, row])),
    people: new Map(people.map((row) => [row.calendarId, row])),
  };
}
