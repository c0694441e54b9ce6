// Measures imports of 20,000 rows beside their bare inserts: rows of the same size, in statements as large, without
// reading a file, matching, locks and rests.
import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';
import { type BuiltEmployee, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openLoader } from './lib/load.ts';
import type { Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const rows = 20_000;
const people = 10;
const maxRatio = 3;
/** Rows of a transaction of appointments, and of a statement of customers. */
const [chunk, batch] = [200, 500];

export async function benchImports(world: World): Promise<Row[]> {
  const { services } = world;
  const client = await services.database.connect();
  await using loader = await openLoader(world);
  try {
    const { location, employee } = await buildBusiness(services, { actions: ['admin'], sessionActiveMinutes: 1440 });
    const staff = [employee];
    while (staff.length < people) {
      staff.push(await buildEmployee(services, location, { firstName: `Person${staff.length}`, lastName: 'Berg' }));
    }
    const headers = await signIn(services, employee);
    // People see a preview first; the threads that read files have begun with it.
    const previews = { contacts: 'PreviewImport', imports: 'Preview' };
    for (const [service, call] of Object.entries(previews)) {
      await loader.upload(`/api/company/${service}/${call}`, 'few.csv', 'Name,Phone\nAnna,20000001', headers);
    }
    const bareCustomers = await timed(() => insertCustomers(client, employee.companyId));
    const customers = await timed(() =>
      loader.upload('/api/company/contacts/Import', 'customers.csv', customersFile(), headers),
    );
    const bareVisits = await timed(() => insertVisits(client, staff));
    const appointments = await timed(() =>
      loader.upload('/api/company/imports/Run', 'appointments.csv', appointmentsFile(staff), headers),
    );
    const again = await timed(() =>
      loader.upload('/api/company/imports/Run', 'appointments.csv', appointmentsFile(staff), headers),
    );
    return [
      ratio(`An import of ${rows} customers`, customers, bareCustomers),
      ratio(`An import of ${rows} appointments`, appointments, bareVisits),
      ratio('The same appointments again', again, bareVisits),
    ];
  } finally {
    await client.end();
  }
}

function ratio(label: string, seconds: number, bare: number): Row {
  return {
    label,
    value: `${(seconds / bare).toFixed(2)} (${seconds.toFixed(1)} s; bare ${bare.toFixed(1)} s)`,
    target: `<= ${maxRatio}`,
    isMet: seconds <= maxRatio * bare,
  };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return (performance.now() - start) / 1000;
}

function customersFile(): string {
  const lines = Array.from({ length: rows }, (_, n) => `New ${n},new${n}@example.org,+37121${100_000 + n}`);
  return `Name,E-mail,Phone\n${lines.join('\n')}`;
}

/** Each person has one every half an hour; each appointment is another customer's. */
function appointmentsFile(staff: readonly BuiltEmployee[]): string {
  const tomorrow = Temporal.Now.plainDateISO().add({ days: 1 });
  const lines = Array.from({ length: rows }, (_, n) => {
    const person = staff[n % people];
    const slot = Math.floor(n / people);
    const start = tomorrow
      .add({ days: Math.floor(slot / 20) })
      .toPlainDateTime({ hour: 8 })
      .add({ minutes: 30 * (slot % 20) });
    return `${start};30;${person?.firstName} ${person?.lastName};Visitor ${n};+37122${100_000 + n}`;
  });
  return `Start;Duration;Staff;Client;Mobile\n${lines.join('\n')}`;
}

async function insertCustomers(client: Client, companyId: string): Promise<void> {
  for (let at = 0; at < rows; at += batch) {
    await client.query(
      `insert into contacts (company_id, id, name, e_mail, phone_number, phone_key)
       select $1, gen_random_uuid(), 'Bare ' || n, 'bare' || n || '@example.org', '+37123' || (100000 + n), '+37123' || (100000 + n)
       from generate_series($2::int, $2::int + $3::int - 1) n`,
      [companyId, at, batch],
    );
  }
}

/** In the years after those of the import. */
async function insertVisits(client: Client, staff: readonly BuiltEmployee[]): Promise<void> {
  for (let at = 0; at < rows; at += chunk) {
    const given = Array.from({ length: chunk }, (_, index) => {
      const n = at + index;
      const start = Temporal.Instant.from('2031-01-01T06:00:00Z').add({ minutes: 30 * Math.floor(n / people) });
      return {
        ...{ n, visit: randomUUIDv7(), event: randomUUIDv7(), contact: randomUUIDv7() },
        ...{ calendar: staff[n % people]?.calendarId, start, end: start.add({ minutes: 30 }) },
      };
    });
    const [{ companyId, locationId, timeZone } = { companyId: '', locationId: '', timeZone: '' }] = staff;
    const from = `from jsonb_to_recordset($2::jsonb) as g(n integer, visit uuid, event uuid, contact uuid, calendar uuid, start timestamptz, "end" timestamptz)`;
    const values = [companyId, JSON.stringify(given)];
    await client.query('begin');
    await client.query(
      `insert into contacts (company_id, id, name, phone_number, phone_key)
       select $1, contact, 'Bare visitor ' || n, '+37124' || (100000 + n), '+37124' || (100000 + n) ${from}`,
      values,
    );
    await client.query(
      `insert into events (company_id, id, calendar_id, location_id, title, start_at, end_at, time_zone, type, occupied, words, counted_parts)
       select $1, event, calendar, $3::uuid, 'Visitor', start, "end", $4, 'success', tstzmultirange(tstzrange(start, "end")), 'visitor', 1 ${from}`,
      [...values, locationId, timeZone],
    );
    await client.query(
      `insert into visits (company_id, id, location_id, contact_id, start_at, end_at, time_zone, day, name, phone_number, status, source, calendar_uid)
       select $1, visit, $3::uuid, contact, start, "end", $4, start::date, 'Bare visitor ' || n, '+37124' || (100000 + n), 'confirmed', 'import', visit ${from}`,
      [...values, locationId, timeZone],
    );
    await client.query(
      `insert into visit_parts (company_id, visit_id, event_id, position, minutes) select $1, visit, event, 0, 30 ${from}`,
      values,
    );
    await client.query('commit');
  }
}
