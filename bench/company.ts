// Measures what a company with many records waits for: a day of the whole team, a week of a calendar, and the search of
// the navigation bar, through HTTP under row-level security.
import type { Client } from 'pg';
import { buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildEvent } from '#server/testing/build/visits.ts';
import { openLoader } from './lib/load.ts';
import type { Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const contactCount = 100_000;

/** Words by how many of the company's events and contacts have them. */
const searches: Record<string, string> = {
  'an address of one': 'customer4711@example.org',
  'a rare name': 'okonkwo',
  'a name of a hundredth': 'berzina',
  'two words': 'berzina marta',
  'two letters': 'ok',
  'two letters of nearly all': 'ap',
  'one letter': 'c',
  'a word of nearly all': 'appointment',
  'a word of all contacts': 'example',
  'a word of none': 'nowheretobefound',
};

export async function benchCompany(world: World): Promise<Row[]> {
  const { services, people, monthStart } = world;
  const [first] = people;
  if (!first) throw new Error('The world has people.');
  const { locationId: id, companyId, locationUrlName: urlName, timeZone } = first;
  const location = { id, companyId, urlName, timeZone, name: 'Riga', geolocationId: null };
  const admin = await buildEmployee(services, location, { actions: ['admin'], sessionActiveMinutes: 1440 });
  const client = await services.database.connect();
  await client.query('set statement_timeout = 0');
  await fill(world, client, first.companyId);
  await using loader = await openLoader(world);
  const headers = await signIn(services, admin);
  const load = (path: string) => loader.load(path, headers);
  const events = (calendarId: string, hours: number) =>
    load(
      `/api/calendars/GetCalendarEvents?CalendarId=${calendarId}&Start=${monthStart}&End=${monthStart.add({ hours })}`,
    );
  try {
    const rows: Row[] = [];
    const label = `A day of the team: ${people.length} calendars at once`;
    rows.push(await loader.row(label, 20, () => Promise.all(people.map(({ calendarId }) => events(calendarId, 24)))));
    const together = `A day of the team: ${people.length} people with their hours and events in one call`;
    const team = `/api/calendars/GetTeam?Start=${monthStart}&End=${monthStart.add({ hours: 24 })}`;
    rows.push(await loader.row(together, 20, () => load(team)));
    rows.push(await loader.row('A week of one calendar', 20, () => events(first.calendarId, 7 * 24)));
    for (const [label, words] of Object.entries(searches)) {
      const path = `/api/searches/GetPaginated?Search=${encodeURIComponent(words)}`;
      rows.push(await loader.row(`Search for ${label}`, 50, () => load(path)));
    }
    return rows;
  } finally {
    await client.end();
  }
}

async function fill(world: World, client: Client, companyId: string): Promise<void> {
  await client.query(
    `insert into contacts (company_id, id, name, e_mail, phone_number)
     select $1, gen_random_uuid(), case when n % 100 = 3 then 'Marta Bērziņa ' || n when n = 77 then 'Ada Okonkwo' else 'Customer ' || n end,
       'customer' || n || '@example.org', '+371 2' || lpad(n::text, 7, '0')
     from generate_series(1, $2::int) n`,
    [companyId, contactCount],
  );
  for (const person of world.people) {
    const start = world.monthStart.subtract({ hours: 48 });
    await buildEvent(world.services, person, { start, end: start.add({ hours: 96 }), title: 'Holiday', lane: 1 });
  }
  await client.query('vacuum analyze contacts');
  await client.query('vacuum analyze events');
}
