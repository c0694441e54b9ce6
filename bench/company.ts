// Measures what a company with many records waits for: a day of the whole team, a week of a calendar, and the search of
// the navigation bar, through HTTP under row-level security.
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { buildEmployee, buildEvent, signIn } from '#server/testing/build.ts';
import { startChild } from './lib/child.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const contactCount = 100_000;
const tries = 60;

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
  const app = await startChild('serve-app.ts', [world.embedded.url, tmpdir(), '{"MAX_DELAY_MS":"0"}']);
  const agent = new Agent({ keepAlive: true, maxSockets: 40 });
  const { cookie } = await signIn(services, admin);
  const load = async (path: string) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(`${app.url}${path}`, { agent, headers: { cookie } }, resolve).on('error', reject);
    });
    const body = await text(answer);
    if (answer.statusCode !== 200) throw new Error(`${path}: ${body}`);
    return body;
  };
  const measure = async (act: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let i = 0; i < tries + 10; i++) {
      const start = performance.now();
      await act();
      // The first ones open connections and read from disk.
      if (i >= 10) times.push(performance.now() - start);
    }
    return percentile(times, 0.95);
  };
  const events = (calendarId: string, hours: number) =>
    load(
      `/api/calendars/GetCalendarEvents?CalendarId=${calendarId}&Start=${monthStart}&End=${monthStart.add({ hours })}`,
    );
  try {
    const rows: Row[] = [];
    const add = (label: string, value: number, max: number) =>
      rows.push({ label, value: `p95 ${value.toFixed(1)} ms`, target: `< ${max} ms`, isMet: value < max });
    const day = await measure(() => Promise.all(people.map(({ calendarId }) => events(calendarId, 24))));
    add(`A day of the team: ${people.length} calendars at once`, day, 20);
    const team = await measure(() =>
      load(`/api/calendars/GetTeam?Start=${monthStart}&End=${monthStart.add({ hours: 24 })}`),
    );
    add(`A day of the team: ${people.length} people with their hours and events in one call`, team, 20);
    add('A week of one calendar', await measure(() => events(first.calendarId, 7 * 24)), 20);
    for (const [label, words] of Object.entries(searches)) {
      const path = `/api/searches/GetPaginated?Search=${encodeURIComponent(words)}`;
      add(`Search for ${label}`, await measure(() => load(path)), 50);
    }
    return rows;
  } finally {
    agent.destroy();
    await app.close();
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
