// Fills a database with companies that visitors search for: only what every version of the schema has.
import type pg from 'pg';

export const searchWorld = { companies: 500, peopleOfEach: 5, eventsOfEach: 400 } as const;

const professions = ['Barber', 'Hairdresser', 'Massage therapist', 'Physiotherapist', 'Dentist', 'Yoga teacher'];
const services = [
  ['Haircut', 'Beard trim', 'Hair cut for children', 'Shave'],
  ['Women’s haircut', 'Hair colour', 'Highlights', 'Herrenhaarschnitt'],
  ['Massage', 'Back massage', 'Sports massage', 'Sauna'],
  ['Physiotherapy', 'Back pain consultation', 'Pilates', 'Follow-up'],
  ['Check-up', 'Tooth cleaning', 'Whitening', 'Consultation'],
  ['Yoga', 'Pilates class', 'Personal training', 'Meditation'],
];
const cities: [string, string, number, number][] = [
  ['Rīga', 'Latvia', 56.95, 24.1],
  ['Berlin', 'Germany', 52.52, 13.41],
  ['München', 'Germany', 48.14, 11.58],
  ['Paris', 'France', 48.86, 2.35],
  ['Madrid', 'Spain', 40.42, -3.7],
  ['Vilnius', 'Lithuania', 54.69, 25.28],
  ['Tallinn', 'Estonia', 59.44, 24.75],
  ['Vienna', 'Austria', 48.21, 16.37],
  ['Zürich', 'Switzerland', 47.37, 8.54],
  ['Dublin', 'Ireland', 53.35, -6.26],
];

/** Searches as visitors type them: names, trades, services, places, and several of them. */
export const searchTexts = [
  ...['', 'barber', 'massage', 'haircut', 'hair cut', 'physio', 'dentist', 'yoga', 'berlin', 'riga', 'münchen'],
  ...['massage berlin', 'barber paris', 'hair colour riga', 'tooth cleaning vienna', 'yoga dublin', 'sauna tallinn'],
  ...['person 117', 'name117', 'name2044 person', 'company 42', 'back massage', 'beard trim', 'pilates zurich'],
  ...['highlights', 'whitening madrid', 'follow-up', 'consultation', 'sports massage paris', 'wordofnobody'],
];

/** Ten half-hours a day for each person from the first day on, and hours from Monday to Saturday. */
export async function fillSearchWorld(client: pg.Client, firstDay: Temporal.Instant): Promise<void> {
  const { companies, peopleOfEach, eventsOfEach } = searchWorld;
  const numbers = [companies, peopleOfEach, cities.length, professions.length];
  await client.query('set statement_timeout = 0');
  // Notices and marks of a million events would take minutes.
  await client.query('alter table events disable trigger user');
  await client.query(`
    create temp table made_companies as
      select gen_random_uuid() as id, gen_random_uuid() as location_id, gen_random_uuid() as place_id, n, n % ${numbers[2]} as city,
        n % ${numbers[3]} as trade from generate_series(0, ${companies - 1}) n;
    create temp table made_people as
      select c.*, gen_random_uuid() as user_id, gen_random_uuid() as calendar_id, c.n * ${peopleOfEach} + p as person
      from made_companies c cross join generate_series(0, ${peopleOfEach - 1}) p;
    create temp table made_services as
      select c.id as company_id, gen_random_uuid() as id, c.trade, s as position
      from made_companies c cross join generate_series(0, 3) s`);
  await client.query("insert into companies (id, name) select id, 'Company ' || n from made_companies");
  await client.query(
    `insert into geolocations (company_id, id, name, line_address, city, country, latitude, longitude)
      select m.id, m.place_id, c.name, c.name || ', ' || c.country, c.name, c.country, c.latitude + (m.n % 29) * 0.002, c.longitude + (m.n % 31) * 0.002
      from made_companies m join rows from (unnest($1::text[]), unnest($2::text[]), unnest($3::float8[]), unnest($4::float8[]))
        with ordinality c (name, country, latitude, longitude, at) on c.at = m.city + 1`,
    [
      cities.map(([name]) => name),
      cities.map(([, country]) => country),
      cities.map((c) => c[2]),
      cities.map((c) => c[3]),
    ],
  );
  await client.query(`
    insert into locations (company_id, id, name, url_name, address, geolocation_id, time_zone)
      select id, location_id, 'Studio ' || n, 'studio-' || n, n || ' Market Street', place_id, 'Europe/Riga' from made_companies`);
  await client.query(`
    insert into users (id, log_in, first_name, last_name)
      select user_id, 'bench-' || person, 'Person', 'Name' || person from made_people`);
  await client.query(
    `insert into employees (company_id, user_id, url_name, profession, is_profile_public, is_calendar_public)
      select id, user_id, 'person-' || person, ($1::text[])[trade + 1], true, true from made_people`,
    [professions],
  );
  await client.query(`
    insert into employee_locations (company_id, user_id, location_id) select id, user_id, location_id from made_people`);
  await client.query(
    `insert into calendars (company_id, id, user_id) select id, calendar_id, user_id from made_people`,
  );
  await client.query(`
    insert into opening_hours (company_id, id, calendar_id, location_id, weekday, start_time, end_time)
      select id, gen_random_uuid(), calendar_id, location_id, d, '09:00', '18:00' from made_people cross join generate_series(1, 6) d`);
  await client.query(
    `insert into services (company_id, id, name, minutes, price, position)
      select company_id, id, ($1::text[])[trade * 4 + position + 1], 30 + 15 * position, 20 + 5 * position, position from made_services`,
    [services.flat()],
  );
  await client.query(`
    insert into service_people (company_id, service_id, calendar_id)
      select p.id, s.id, p.calendar_id from made_people p join made_services s on s.company_id = p.id`);
  await client.query(
    `insert into events (company_id, id, calendar_id, location_id, title, start_at, end_at, time_zone, type, occupied, words)
      select p.id, gen_random_uuid(), p.calendar_id, p.location_id, 'Appointment', at, at + interval '30 minutes', 'Europe/Riga', 'success',
        tstzmultirange(tstzrange(at, at + interval '30 minutes')), 'appointment'
      from made_people p cross join generate_series(0, ${eventsOfEach - 1}) e (at_number)
        cross join lateral (select $1::timestamptz + (at_number / 10) * interval '1 day' + (at_number % 10) * interval '50 minutes' as at) t`,
    [firstDay.add({ hours: 7 }).toString()],
  );
  await client.query('alter table events enable trigger user');
  await client.query('vacuum analyze');
}
