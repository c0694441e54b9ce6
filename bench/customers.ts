// Measures the list of customers and the card of one, through HTTP under row-level security: for an administrator, who
// reaches all of them, and for employees, who reach those with appointments in their calendars.
import type { Client } from 'pg';
import { type BuiltEmployee, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { insertManyVisits } from '#server/testing/build/many-visits.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type Loader, openLoader } from './lib/load.ts';
import type { Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const contactCount = 100_000;
const maxTime = 50;

/** Parameters of the list. */
const lists: Record<string, string> = {
  'by name': '',
  'by last visit': '&Order=-LastVisit',
  'page 100': '&PageNr=100',
  'a word of one': '&Search=customer4711@',
  'a word of all': '&Search=example',
};

/** Visits in the calendars of the people whose lists are measured. */
const visits = { 'an employee with 20,000 visits': 20_000, 'an employee with 200 visits': 200 };

export async function benchCustomers(world: World): Promise<Row[]> {
  const { services } = world;
  const options = { sessionActiveMinutes: 1440 };
  const { location, employee: admin } = await buildBusiness(services, { ...options, actions: ['admin'] });
  const people: Record<string, BuiltEmployee> = { 'an administrator': admin };
  for (const label of Object.keys(visits)) people[label] = await buildEmployee(services, location, options);
  const client = await services.database.connect();
  await client.query('set statement_timeout = 0');
  await fill(client, people);
  await using loader = await openLoader(world);
  try {
    const rows: Row[] = [];
    for (const [who, person] of Object.entries(people)) {
      const headers = await signIn(services, person);
      const list = '/api/company/contacts/GetPaginated?RowsPerPage=12';
      for (const [label, parameters] of Object.entries(lists)) {
        rows.push(await loader.row(`${who}: ${label}`, maxTime, () => loader.load(`${list}${parameters}`, headers)));
      }
      const { Contacts } = JSON.parse(await loader.load(list, headers)) as { Contacts: { Id: string }[] };
      const id = Contacts[0]?.Id;
      const card = ['company/contacts/GetCard?id', 'visits/GetOfContact?contactId'];
      const load = () => Promise.all(card.map((path) => loader.load(`/api/${path}=${id}`, headers)));
      rows.push(await loader.row(`${who}: the card of a customer`, maxTime, load));
    }
    return [...rows, await timeImport(loader, await signIn(services, admin))];
  } finally {
    await client.end();
  }
}

/** Customers of an import, and the seconds that it may take. */
const importCount = 10_000;
const maxImportSeconds = 30;

async function timeImport(loader: Loader, headers: { cookie: string }): Promise<Row> {
  const lines = Array.from({ length: importCount }, (_, n) => `New ${n},new${n}@example.org,+37121${100_000 + n},VIP`);
  const content = `Name,E-mail,Phone,Tags\n${lines.join('\n')}`;
  const start = performance.now();
  const answer = await loader.upload('/api/company/contacts/Import', 'customers.csv', content, headers);
  const seconds = (performance.now() - start) / 1000;
  const { Added } = JSON.parse(answer) as { Added: number };
  return {
    label: `An import of ${importCount} customers beside the others`,
    value: `${seconds.toFixed(1)} s, ${Added} added`,
    target: `< ${maxImportSeconds} s`,
    isMet: seconds < maxImportSeconds && Added === importCount,
  };
}

async function fill(client: Client, people: Record<string, BuiltEmployee>): Promise<void> {
  const [{ companyId, locationId } = { companyId: '', locationId: '' }] = Object.values(people);
  await client.query(
    `insert into contacts (company_id, id, name, e_mail, phone_number, visits_count, last_visit)
     select $1, gen_random_uuid(), 'Customer ' || n, 'customer' || n || '@example.org', '+371 2' || lpad(n::text, 7, '0'), n % 50,
       timestamptz '2026-01-01 09:00Z' - n * interval '1 minute' from generate_series(0, $2::int - 1) n`,
    [companyId, contactCount],
  );
  for (const [label, { calendarId }] of Object.entries(people)) {
    const count = visits[label as keyof typeof visits] ?? 60_000;
    await client.query(insertManyVisits, [
      companyId,
      calendarId,
      locationId,
      count,
      '2020-11-01T06:00:00Z',
      16,
      '30 minutes',
    ]);
  }
  // The addresses of visits are those of contacts; each customer comes twice. The triggers would take minutes for all.
  await client.query('alter table visits disable trigger visits_change_reach');
  await client.query(
    `update visits v set contact_id = c.id from contacts c
     where v.company_id = $1 and c.company_id = $1
       and c.e_mail = 'customer' || (substr(split_part(v.e_mail, '@', 1), 9)::int / 2) || '@example.org'`,
    [companyId],
  );
  await client.query('alter table visits enable trigger visits_change_reach');
  await client.query(
    `insert into contact_calendars (company_id, calendar_id, contact_id)
     select distinct v.company_id, e.calendar_id, v.contact_id from visits v
     join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
     join events e on e.company_id = p.company_id and e.id = p.event_id where v.company_id = $1 and v.contact_id is not null`,
    [companyId],
  );
  for (const table of ['contacts', 'contact_calendars', 'events', 'visits', 'visit_parts'])
    await client.query(`vacuum analyze ${table}`);
}
