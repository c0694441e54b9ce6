// How long small calls, free times and bookings of one company take while another company keeps the product busy, on
// four processes: each load beside its own quiet value, in one run.
import { type BuiltEmployee, buildBusiness, buildEmployee, verifyCompany } from '#server/testing/build/business.ts';
import { insertManyVisits } from '#server/testing/build/many-visits.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openMailServer } from './lib/mail-server.ts';
import { measure } from './lib/measure-calls.ts';
import { loads } from './lib/neighbour-loads.ts';
import { type Work, works } from './lib/neighbour-works.ts';
import { percentile, type Row } from './lib/report.ts';
import { prepareLoad } from './lib/send-load.ts';
import { startProcesses } from './lib/start-processes.ts';
import type { World } from './lib/world.ts';

/** Of each measurement (ms). */
const quietTime = 4_000;
const loadedTime = 6_000;
const maxRatio = 2;
const contactCount = 20_000;
const processCount = 4;
/** A sending goes on for as long as it is measured: no limit of a day is reached. */
const settings = { CAMPAIGN_MAILS_FIRST_DAY: '1000000', MAILS_PER_DAY: '1000000' };

export async function benchNeighbours(world: World): Promise<Row[]> {
  const { services } = world;
  const options = { sessionActiveMinutes: 1440, actions: ['admin'], horizonDays: 730 };
  const quiet = await buildBusiness(services, options);
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '00:00', '24:00'] as const);
  const booked = await buildEmployee(services, quiet.location, { ...options, hours });
  const [first] = world.people;
  if (!first) throw new Error('The world has people.');
  const { locationId: id, companyId, locationUrlName: urlName, timeZone } = first;
  const location = { id, companyId, urlName, timeZone, name: 'Riga', geolocationId: null };
  const busy = await buildEmployee(services, location, options);
  await verifyCompany(services, { id: companyId });
  await fill(world, companyId, quiet.employee);
  const mail = await openMailServer(5);
  const product = await startProcesses(world, processCount, { ...settings, SMTP_URL: mail.url });
  try {
    const [url = ''] = product.urls;
    const { cookie: quietCookie } = await signIn(services, quiet.employee);
    const { cookie } = await signIn(services, busy);
    const calls = quietCalls(world, product.urls, { cookie: quietCookie, person: quiet.employee, booked });
    const ask = (time: number) => measure(Object.values(calls), time);
    // Connections, caches and code that is compiled once.
    await ask(3 * quietTime);
    const rows: Row[] = [];
    const only = new RegExp(process.env.NEIGHBOURS_LOADS ?? '');
    const beside = async (name: string, prepare: () => Promise<Work> | Work) => {
      if (!only.test(name)) return;
      await services.database.write.deleteFrom('throttles').execute();
      const work = await prepare();
      const before = await ask(quietTime);
      await work.begin();
      const during = await ask(loadedTime);
      const answers = await work.end();
      for (const [index, call] of Object.keys(calls).entries()) {
        rows.push(rowOf(`${name} (${answers}): ${call} of another company`, before[index] ?? [], during[index] ?? []));
      }
    };
    for (const name of Object.keys(loads)) {
      await beside(name, async () => {
        const { begin, end } = await prepareLoad({ name, urls: product.urls, cookie });
        return { begin: async () => begin(), end };
      });
    }
    for (const [name, prepare] of Object.entries(works)) {
      await beside(name, () => prepare({ world, companyId, url, cookie, mail }));
    }
    return rows;
  } finally {
    await product.close();
    mail.close();
  }
}

/** The calls that are measured, at each process in turn. */
function quietCalls(
  world: World,
  urls: readonly string[],
  { cookie, person, booked }: { cookie: string; person: BuiltEmployee; booked: BuiltEmployee },
): Record<string, () => Promise<Response>> {
  const month = new URLSearchParams({
    locationUrlName: person.locationUrlName,
    userUrlName: person.urlName,
    start: world.monthStart.toString(),
    end: world.monthEnd.toString(),
  });
  let count = 0;
  const at = (path: string) => `${urls[count++ % urls.length]}/api/${path}`;
  let bookings = 0;
  return {
    'a small call': () => fetch(at('user/GetCurrent'), { headers: { cookie } }),
    'free times': () => fetch(at(`publiccalendars/GetSlots?${month}`), { headers: { cookie } }),
    'a booking': () => {
      const start = world.monthStart.add({ hours: 24, minutes: 30 * bookings++ });
      return fetch(at('publiccalendars/InsertEvent'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          LocationUrlName: booked.locationUrlName,
          UserUrlName: booked.urlName,
          Start: start.toString(),
          End: start.add({ minutes: 30 }).toString(),
          Name: 'Mara',
          EMail: `mara${bookings}@example.org`,
        }),
      });
    },
  };
}

function rowOf(label: string, before: number[], during: number[]): Row {
  const [p50, p95] = [0.5, 0.95].map((p) => [percentile(before, p), percentile(during, p)] as const);
  if (!p50 || !p95) throw new Error('Two percentiles are measured.');
  const ratio = p95[1] / p95[0];
  const times = ([quiet, loaded]: readonly [number, number]) => `${quiet.toFixed(1)} to ${loaded.toFixed(1)} ms`;
  return {
    label,
    value: `p50 ${times(p50)}, p95 ${times(p95)}: ${ratio.toFixed(2)} times`,
    target: `<= ${maxRatio} times`,
    isMet: ratio <= maxRatio,
  };
}

async function fill(
  world: World,
  companyId: string,
  person: { companyId: string; calendarId: string; locationId: string },
) {
  const client = await world.services.database.connect();
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into contacts (company_id, id, name, e_mail, phone_number, mail_consent)
     select $1, gen_random_uuid(), 'Customer ' || n, 'customer' || n || '@example.org',
       '+371 2' || lpad(n::text, 7, '0'), 'given'
     from generate_series(1, $2::int) n`,
    [companyId, contactCount],
  );
  const { companyId: own, calendarId, locationId } = person;
  const start = world.monthStart.add({ hours: 7 }).toString();
  await client.query(insertManyVisits, [own, calendarId, locationId, 300, start, 10, '50 minutes']);
  await client.query('vacuum analyze');
  await client.end();
}
