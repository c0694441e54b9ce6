// Measures imports of 20,000 rows beside their bare inserts: rows of the same size, in statements as large, without
// reading a file, matching, locks and rests. Appointments are measured beside two of these: their own rows alone, and
// these with the two rows of `import_refs` that each one has, by which the next file updates it. Then the same imports
// while another company works: how long its calls take beside their own quiet value, in one run.
import { randomUUIDv7 } from 'node:crypto';
import type { Client } from 'pg';
import { type BuiltEmployee, buildBusiness, buildEmployee } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type Loader, openLoader } from './lib/load.ts';
import { measure } from './lib/measure-calls.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const rows = 20_000;
const people = 10;
const maxRatio = 3;
const maxOthersRatio = 2;
/** Of the other company's calls: before and after an import, and each piece of those beside it (ms). */
const [quietTime, pieceTime] = [8_000, 500];
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
    const importCustomers = (part: number) =>
      loader.upload('/api/company/contacts/Import', 'customers.csv', customersFile(part), headers);
    const importVisits = (part: number) =>
      loader.upload('/api/company/imports/Run', 'appointments.csv', appointmentsFile(staff, part), headers);
    const compared = async (
      label: string,
      act: () => Promise<unknown>,
      bares: Record<string, () => Promise<unknown>>,
    ) => {
      // The machine can change its pace meanwhile.
      const timeBares = async () => {
        const times: number[] = [];
        for (const bare of Object.values(bares)) times.push(await timed(bare));
        return times;
      };
      const before = await timeBares();
      const taken = await timed(act);
      const after = await timeBares();
      return Object.keys(bares).map((beside, index) =>
        ratio(`${label}${beside}`, taken, ((before[index] ?? 0) + (after[index] ?? 0)) / 2),
      );
    };
    const bareCustomers = { '': () => insertCustomers(client, employee.companyId) };
    let years = 0;
    const bareVisits = (hasRefs: boolean) => () => insertVisits(client, staff, 2031 + 2 * years++, hasRefs);
    const bothVisits = { '': bareVisits(false), ', beside bare inserts with import_refs': bareVisits(true) };
    return [
      ...(await compared(`An import of ${rows} customers`, () => importCustomers(0), bareCustomers)),
      ...(await compared(`An import of ${rows} appointments`, () => importVisits(0), bothVisits)),
      ...(await compared('The same appointments again', () => importVisits(0), { '': bareVisits(false) })),
      ...(await besideOthers(world, loader, {
        [`an import of ${rows} customers`]: () => importCustomers(1),
        [`an import of ${rows} appointments`]: () => importVisits(1),
      })),
    ];
  } finally {
    await client.end();
  }
}

/** Measures the calls of another company in quiet and while each of the imports runs. */
async function besideOthers(
  world: World,
  loader: Loader,
  imports: Record<string, () => Promise<unknown>>,
): Promise<Row[]> {
  const { employee } = await buildBusiness(world.services, { actions: ['admin'], sessionActiveMinutes: 1440 });
  const headers = await signIn(world.services, employee);
  const month = new URLSearchParams({
    ...{ locationUrlName: employee.locationUrlName, userUrlName: employee.urlName },
    ...{ start: world.monthStart.toString(), end: world.monthEnd.toString() },
  });
  const calls = {
    'a small call': () => fetch(`${loader.url}/api/user/GetCurrent`, { headers }),
    'free times': () => fetch(`${loader.url}/api/publiccalendars/GetSlots?${month}`, { headers }),
  };
  const ask = (time: number) => measure(Object.values(calls), time);
  // Connections, caches and code that is compiled once.
  await ask(quietTime);
  const found: Row[] = [];
  for (const [name, act] of Object.entries(imports)) {
    const before = await ask(quietTime);
    const during: number[][] = before.map(() => []);
    const begun = performance.now();
    let seconds = 0;
    const running = act().finally(() => {
      seconds = (performance.now() - begun) / 1000;
    });
    // A failure ends the loop, and is thrown below.
    running.catch(() => {});
    while (seconds === 0) {
      for (const [index, times] of (await ask(pieceTime)).entries()) during[index]?.push(...times);
    }
    await running;
    // The machine can change its pace meanwhile.
    for (const [index, times] of (await ask(quietTime)).entries()) before[index]?.push(...times);
    for (const [index, call] of Object.keys(calls).entries()) {
      const [quiet, busy] = [before[index] ?? [], during[index] ?? []].map((times) => percentile(times, 0.95));
      if (!quiet || !busy) throw new Error('Each call is measured.');
      found.push({
        label: `${call} of another company beside ${name} (${seconds.toFixed(1)} s)`,
        value: `p95 ${quiet.toFixed(1)} to ${busy.toFixed(1)} ms: ${(busy / quiet).toFixed(2)} times`,
        target: `<= ${maxOthersRatio} times`,
        isMet: busy <= maxOthersRatio * quiet,
      });
    }
  }
  return found;
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

/** Each part has others. */
function customersFile(part: number): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const n = part * rows + index;
    return `New ${n},new${n}@example.org,+37121${100_000 + n}`;
  });
  return `Name,E-mail,Phone\n${lines.join('\n')}`;
}

/** Each person has one every half an hour; each appointment is another customer's. Each part is on later days. */
function appointmentsFile(staff: readonly BuiltEmployee[], part: number): string {
  const tomorrow = Temporal.Now.plainDateISO().add({ days: 1 });
  const lines = Array.from({ length: rows }, (_, index) => {
    const n = part * rows + index;
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

/** In years after those of the import; with `hasRefs` also the rows of `import_refs`. */
async function insertVisits(
  client: Client,
  staff: readonly BuiltEmployee[],
  year: number,
  hasRefs: boolean,
): Promise<void> {
  const importId = randomUUIDv7();
  if (hasRefs) {
    await client.query(
      `insert into imports (company_id, id, user_id, file_name, source, state, created_at, touched_at)
       values ($1, $2, $3, 'bare.csv', 'bare', 'done', now(), now())`,
      [staff[0]?.companyId, importId, staff[0]?.userId],
    );
  }
  for (let at = 0; at < rows; at += chunk) {
    const given = Array.from({ length: chunk }, (_, index) => {
      const n = at + index;
      const start = Temporal.Instant.from(`${year}-01-01T06:00:00Z`).add({ minutes: 30 * Math.floor(n / people) });
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
    for (const [kind, record] of hasRefs
      ? ([
          ['customer', 'contact'],
          ['appointment', 'visit'],
        ] as const)
      : []) {
      // As large as a digest (MD5) and the text by which a row without a number is found again.
      await client.query(
        `insert into import_refs (company_id, source, kind, external_id, record_id, import_id, is_added, given_digest, stored_digest)
         select $1, 'bare', $3, md5(${record}::text), ${record}, $4, true, case $3 when 'customer' then '' else md5(${record}::text) end,
           md5(calendar::text || n) ${from}`,
        [...values, kind, importId],
      );
    }
    await client.query('commit');
  }
}
