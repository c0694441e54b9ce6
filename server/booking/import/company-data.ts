// The people, services and locations of the company, with which those of a file are matched.
import { sql } from 'kysely';
import type { BookedService } from '#server/booking/times/schedule.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';

export interface ImportPerson {
  calendarId: string;
  name: string;
  firstName: string;
  lastName: string;
  eMail: string;
  /** The ids of the locations where the person works, the oldest first. */
  locations: string[];
}

export interface ImportPlace {
  id: string;
  name: string;
  timeZone: string;
}

export interface KnownService extends Omit<BookedService, 'options'> {
  category: string;
  /** The people who do it, with values of their own. */
  people: { calendarId: string; locationId: string | null; minutes: number | null; price: number | null }[];
}

export interface CompanyData {
  people: ImportPerson[];
  services: KnownService[];
  places: ImportPlace[];
  categories: { id: string; name: string }[];
}

export async function readCompanyData({ db, user }: Pick<SignedIn, 'db' | 'user'>): Promise<CompanyData> {
  const { companyId } = user;
  const people = await sql<ImportPerson>`
    select k.id as calendar_id, ${personNameOrLogIn} as name, u.first_name, u.last_name, u.log_in as e_mail,
      array(select l.id::text from employee_locations el join locations l on l.company_id = el.company_id and l.id = el.location_id
        where el.company_id = k.company_id and el.user_id = k.user_id order by l.created_at, l.id) as locations
    from calendars k join users u on u.id = k.user_id
    where k.company_id = ${companyId} order by folded(u.first_name), folded(u.last_name), k.id`.execute(db);
  const services = await sql<KnownService>`
    select s.id, s.name, coalesce(g.name, '') as category, s.minutes, s.price, s.vat_rate, s.buffer_before, s.buffer_after,
      s.pause_start, s.pause_minutes, s.cancel_hours,
      coalesce((select json_agg(json_build_object('calendarId', p.calendar_id, 'locationId', p.location_id,
          'minutes', p.minutes, 'price', p.price))
        from service_people p where p.company_id = s.company_id and p.service_id = s.id), '[]') as people
    from services s left join service_categories g on g.company_id = s.company_id and g.id = s.category_id
    where s.company_id = ${companyId} order by s.is_active desc, s.position, s.id`.execute(db);
  const places = await sql<ImportPlace>`
    select l.id, l.name, l.time_zone from locations l where l.company_id = ${companyId} order by l.created_at, l.id`.execute(
    db,
  );
  const categories = await sql<{ id: string; name: string }>`
    select g.id, g.name from service_categories g where g.company_id = ${companyId} order by g.position, g.id`.execute(
    db,
  );
  return { people: people.rows, services: services.rows, places: places.rows, categories: categories.rows };
}
